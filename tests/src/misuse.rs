//! What must not compile: by rustc's error codes and the line, never by its words.

use crate::repository::{cargo, members, printed, root};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The crates that a misuse may name, and their packages. Those that are no members (yet) are left out.
const CRATES: &[(&str, &str)] = &[
    ("rules", "twogates-rules"),
    ("wire", "twogates-wire"),
    ("scope", "twogates-scope"),
    ("consent", "twogates-consent"),
    ("grants", "twogates-grants"),
    ("effects", "twogates-effects"),
    ("twogates", "twogates"),
    ("lab", "twogates-lab"),
];

/// The crates, built, that a misuse is compiled against.
#[derive(Debug)]
pub struct Built {
    crates: Vec<(&'static str, PathBuf)>,
}

/// The error codes of a compilation, and the lines on which the errors stand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Errors {
    /// Codes such as `E0382`; an error without a code is `no code`.
    pub codes: BTreeSet<String>,
    /// The first line of each error's primary place, from 1.
    pub lines: BTreeSet<u64>,
}

/// Builds the crates.
#[must_use]
pub fn build() -> Built {
    let present: Vec<_> = members().into_iter().map(|member| member.name).collect();
    let crates: Vec<_> = CRATES.iter().filter(|(_, package)| present.iter().any(|name| name == package)).collect();
    let mut command = cargo();
    command.args(["build", "--locked", "--message-format=json"]);
    for (_, package) in &crates {
        command.args(["-p", package]);
    }
    let messages = printed(&mut command);
    let artifacts: Vec<Value> = messages.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let library = |package: &str| {
        let name = package.replace('-', "_");
        let path = artifacts.iter().find_map(|artifact| library_of(artifact, &name));
        path.unwrap_or_else(|| panic!("cargo named no library of {package}"))
    };
    Built { crates: crates.iter().map(|(alias, package)| (*alias, library(package))).collect() }
}

/// The library that a message of cargo says was built, when it is the crate of this name.
fn library_of(artifact: &Value, name: &str) -> Option<PathBuf> {
    let target = artifact.get("target")?;
    if target.get("name")?.as_str()? != name || !target.get("kind")?.as_array()?.contains(&"lib".into()) {
        return None;
    }
    let mut files = artifact.get("filenames")?.as_array()?.iter().filter_map(Value::as_str);
    files.find(|file| file.ends_with(".rlib")).map(PathBuf::from)
}

impl Built {
    /// The errors of one file. Nothing is written but metadata, into `scratch`.
    #[must_use]
    pub fn errors(&self, file: &Path, scratch: &Path) -> Errors {
        let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        rustc.current_dir(root()).args(["--edition", "2024", "--crate-type", "bin", "--emit", "metadata"]);
        rustc.arg("--error-format").arg("json").arg("-o").arg(scratch.join("misuse.rmeta"));
        for (alias, library) in &self.crates {
            rustc.arg("--extern").arg(format!("{alias}={}", library.display()));
            rustc.arg("-L").arg(format!("dependency={}", library.parent().unwrap().join("deps").display()));
        }
        let output = rustc.arg(file).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        let errors = Errors::read(&said);
        assert_eq!(output.status.success(), errors == Errors::default(), "{}: rustc said {said}", file.display());
        errors
    }

    /// What is wrong with a file: it names other codes, or another line, than rustc does.
    ///
    /// # Errors
    ///
    /// One sentence with what was expected and what rustc said.
    pub fn judge(&self, file: &Path, scratch: &Path) -> Result<(), String> {
        let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
        let name = file.file_name().unwrap().to_string_lossy();
        let expected = if name.starts_with("ok_") { Errors::default() } else { Errors::expected(&text)? };
        let found = self.errors(file, scratch);
        if found == expected { Ok(()) } else { Err(format!("{name}: expected {expected}, rustc says {found}")) }
    }
}

impl Errors {
    /// What the first line of a file says: `// E0382 line 4`, with as many codes as there are.
    fn expected(text: &str) -> Result<Self, String> {
        let first = text.lines().next().unwrap_or_default();
        let (codes, line) = first
            .strip_prefix("// ")
            .and_then(|rest| rest.split_once(" line "))
            .ok_or_else(|| format!("the first line is not `// E0000 line N`: {first}"))?;
        let line = line.parse().map_err(|_| format!("no line number: {first}"))?;
        Ok(Self { codes: codes.split(' ').map(str::to_owned).collect(), lines: BTreeSet::from([line]) })
    }

    /// Reads what rustc wrote: one JSON object a line.
    fn read(said: &str) -> Self {
        let mut errors = Self::default();
        for diagnostic in said.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
            let spans = diagnostic.get("spans").and_then(Value::as_array).cloned().unwrap_or_default();
            let primary = spans.iter().find(|span| span.get("is_primary") == Some(&true.into()));
            if let (Some("error"), Some(span)) = (diagnostic.get("level").and_then(Value::as_str), primary) {
                let code = diagnostic.pointer("/code/code").and_then(Value::as_str);
                errors.codes.insert(code.unwrap_or("no code").to_owned());
                errors.lines.extend(span.get("line_start").and_then(Value::as_u64));
            }
        }
        errors
    }
}

impl std::fmt::Display for Errors {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if *self == Self::default() {
            return f.write_str("no error");
        }
        let codes: Vec<_> = self.codes.iter().map(String::as_str).collect();
        let lines: Vec<_> = self.lines.iter().map(u64::to_string).collect();
        write!(f, "{} on line {}", codes.join(" "), lines.join(" "))
    }
}
