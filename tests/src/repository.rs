//! What cargo and git say of this repository.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The root of the repository.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// A cargo command at the root.
#[must_use]
pub fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// What a command printed.
///
/// # Panics
///
/// When it cannot be started, or fails: with all that it said.
#[must_use]
pub fn printed(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().unwrap();
    if !status.success() {
        panic!("{command:?} failed:\n{}", String::from_utf8_lossy(&stderr));
    }
    String::from_utf8(stdout).unwrap()
}

/// One member of the workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The name of its package.
    pub name: String,
    /// Its folder, from the root.
    pub folder: String,
    /// The names of the packages that it needs to be built: normal and build dependencies, and not those of its tests.
    pub needs: Vec<String>,
}

/// The members of the workspace.
#[must_use]
pub fn members() -> Vec<Member> {
    let metadata = printed(cargo().args(["metadata", "--locked", "--no-deps", "--format-version", "1"]));
    let metadata: Value = serde_json::from_str(&metadata).unwrap();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
    let member = |package: &Value| Member {
        name: text(package.get("name")),
        folder: {
            let manifest = PathBuf::from(text(package.get("manifest_path")));
            manifest.parent().unwrap().strip_prefix(root()).unwrap().to_string_lossy().into_owned()
        },
        needs: list(package.get("dependencies").unwrap())
            .iter()
            .filter(|needed| text(needed.get("kind")) != "dev")
            .map(|needed| text(needed.get("name")))
            .collect(),
    };
    list(metadata.get("packages").unwrap()).iter().map(member).collect()
}

/// One tracked file.
#[derive(Debug, Clone)]
pub struct File {
    /// Its path, from the root, with `/`.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// The files that git tracks, in order, without those that are not text.
#[must_use]
pub fn tracked() -> Vec<File> {
    let listed = printed(Command::new("git").current_dir(root()).args(["ls-files", "-z"]));
    let read = |path: &str| {
        let text = fs::read_to_string(root().join(path)).ok()?;
        Some(File { path: path.to_owned(), text })
    };
    listed.split_terminator('\0').filter_map(read).collect()
}

/// The tracked Rust files.
#[must_use]
pub fn rust_files() -> Vec<File> {
    tracked().into_iter().filter(|file| file.path.ends_with(".rs")).collect()
}
