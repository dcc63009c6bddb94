//! The review of a tool list.

#![expect(clippy::indexing_slicing, clippy::unwrap_used, reason = "tests fail loudly")]

mod alike;
mod arguments;
mod asked;
mod hostile;
mod looks;
mod output;
mod program;
mod reading;
mod scopes;
mod servers;

use serde_json::{Value, json};
use twogates_checklist::review::Review;

/// The review of a list as Markdown.
fn review(list: &Value) -> String {
    Review::of(list.to_string().as_bytes(), "list.json").unwrap().markdown().unwrap()
}

/// A tool that only reads, in a closed world, and whose input schema has these properties.
fn read(name: &str, properties: Value) -> Value {
    let hints = json!({"readOnlyHint": true, "openWorldHint": false});
    json!({"name": name, "annotations": hints, "inputSchema": {"type": "object", "properties": properties}})
}

/// A tool like [`read`] with other annotations.
fn with(name: &str, annotations: Value) -> Value {
    let mut tool = read(name, json!({}));
    tool["annotations"] = annotations;
    tool
}

/// What is told of one tool.
struct Told {
    /// The line about its hints.
    hints: String,
    /// The line about a person.
    person: String,
    /// The line about its scopes.
    scopes: String,
    /// What there is to look at, with the rules.
    found: Vec<String>,
}

/// What a review tells of the only tool of a list.
fn told(tool: Value) -> Told {
    told_of(&review(&json!([tool])), 1)
}

/// What a review tells of its tool with this number, from 1.
fn told_of(review: &str, number: usize) -> Told {
    let begins = format!("## {number}. ");
    let section = review.lines().skip_while(|line| !line.starts_with(&begins)).skip(1);
    let section: Vec<&str> = section.take_while(|line| !line.starts_with("## ")).collect();
    let line = |mark: &str| section.iter().find_map(|line| line.strip_prefix(mark)).unwrap().to_owned();
    let found: Vec<String> = section.iter().filter_map(|line| line.strip_prefix("  - ")).map(str::to_owned).collect();
    assert_eq!(found.is_empty(), section.contains(&"- **Nothing to look at.**"), "{section:?}");
    Told {
        hints: line("- **Hints, with defaults:** "),
        person: line("- **A person** "),
        scopes: line("- **Scopes to consider:** "),
        found,
    }
}

/// The row of the table about the tool of this name.
fn row(review: &str, name: &str) -> String {
    let begins = format!("| `{name}` | ");
    review.lines().find_map(|line| line.strip_prefix(&begins)).unwrap().to_owned()
}
