//! What shows that a line of the checklist is kept here.

use rules::Rule;
use serde_json::Value;
use std::fmt;
use std::fs;
use std::path::Path;

/// The texts with the wire checker's samples, and its list of checks, from the root.
const SAMPLES: &str = "crates/wirecheck/samples";
const CHECKS: &str = "crates/wirecheck/tests/report/golden/list.text";

/// Something in this repository that can be looked at, and that would fail if the line did not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// An attack or an honest run: `tests/vectors/NNN-name.json`, by its name without the ending.
    Vector(&'static str),
    /// A test: its file from the root, and its function.
    Test(&'static str, &'static str),
    /// A bad message and a good one: what `wirecheck --explain` shows of this rule.
    Wire(&'static Rule),
}

/// A piece of evidence that is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// What is missing, and where it was looked for.
    pub what: String,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Missing {}

impl Evidence {
    /// What it is called: a vector's name, a test's function, or how to see a rule's messages.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Vector(name) => name.to_owned(),
            Self::Test(_, function) => function.to_owned(),
            Self::Wire(rule) => format!("wirecheck --explain {}", rule.id),
        }
    }

    /// The file that it stands in, from the root.
    #[must_use]
    pub fn file(self) -> String {
        match self {
            Self::Vector(name) => format!("tests/vectors/{name}.json"),
            Self::Test(file, _) => file.to_owned(),
            Self::Wire(_) => CHECKS.to_owned(),
        }
    }

    /// Looks whether it is there.
    ///
    /// # Errors
    ///
    /// [`Missing`] where the file is not there, is no vector, or has no such test; or where the wire checker has no
    /// message that breaks the rule.
    pub fn look(self, root: &Path) -> Result<(), Missing> {
        let read = |file: &str| {
            fs::read_to_string(root.join(file)).map_err(|error| Missing { what: format!("{file}: {error}") })
        };
        let text = read(&self.file())?;
        let there = match self {
            Self::Vector(name) => is_vector(name, &text),
            Self::Test(_, function) => has_test(&text, function),
            Self::Wire(rule) => checks_of(&text, rule).any(|check| has_sample(&root.join(SAMPLES), check)),
        };
        let what = || format!("{} is not in {}", self.name(), self.file());
        there.then_some(()).ok_or_else(|| Missing { what: what() })
    }
}

/// Whether a name is that of a vector, `NNN-name`, and its file holds an object.
fn is_vector(name: &str, text: &str) -> bool {
    let numbered = name.split_once('-').is_some_and(|(number, rest)| {
        number.len() == 3 && number.bytes().all(|byte| byte.is_ascii_digit()) && !rest.is_empty()
    });
    numbered && serde_json::from_str::<Value>(text).is_ok_and(|value| value.is_object())
}

/// Whether a file has this function, and it is a test that runs: `#[test]` stands among the attributes before it.
fn has_test(text: &str, function: &str) -> bool {
    let begins = format!("fn {function}(");
    let mut lines = text.lines().map(str::trim);
    let mut attributes = Vec::new();
    lines.any(|line| {
        if line.starts_with("#[") {
            attributes.push(line);
            return false;
        }
        let runs = attributes.contains(&"#[test]") && !attributes.iter().any(|other| other.starts_with("#[ignore"));
        // A comment may stand between an attribute and its function.
        if !line.starts_with("//") {
            attributes.clear();
        }
        runs && line.starts_with(&begins)
    })
}

/// The names of the checks of a rule, from the list that `wirecheck --list` prints.
fn checks_of<'a>(list: &'a str, rule: &Rule) -> impl Iterator<Item = &'a str> {
    list.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let name = words.next()?;
        (words.next() == Some(rule.id)).then_some(name)
    })
}

/// Whether a text in this folder has a bad message for the check.
fn has_sample(folder: &Path, check: &str) -> bool {
    let heading = format!("# {check}");
    let has = |text: String| {
        let mut lines = text.lines().skip_while(|line| *line != heading).skip(1);
        lines.find(|line| !line.is_empty()).is_some_and(|line| line.starts_with("= bad"))
    };
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter_map(|file| fs::read_to_string(file.path()).ok()).any(has)
}
