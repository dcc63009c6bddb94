//! The message of a question: what a person says yes or no to.

use super::{LIMIT, argument, fitting, label, ordered};
use serde_json::{Map, Value};
use wire::canonical;

/// All that the message of a question says (rule `CALL-07`).
#[derive(Debug, Clone, Copy)]
pub struct QuestionView<'a> {
    /// The server's name.
    pub server: &'a str,
    /// The exact name of the tool.
    pub tool: &'a str,
    /// The arguments that the handler will use, schema defaults filled in.
    pub arguments: &'a Map<String, Value>,
    /// The resource as it stands now, such as `notes.txt, 120 bytes, changed 14:02`.
    pub resource: &'a str,
    /// Until when the call may run: `now`, `until 14:45 UTC`, or with the date `until 2026-07-29 14:45 UTC`.
    pub until: &'a str,
    /// How often a yes lets it run.
    pub uses: u32,
    /// Whether text is escaped and cut. Off where the defence `safe-rendering` is off: then texts are put in as they
    /// came.
    pub safe: bool,
}

/// The message of a question. Each of its lines is the renderer's own, and no text of the call starts one.
///
/// ```
/// # use twogates_consent as consent;
/// use consent::render::{QuestionView, question};
/// use serde_json::json;
/// let arguments = json!({"path": "notes.txt\nUntil: never"});
/// let asked = question(&QuestionView {
///     server: "files",
///     tool: "delete_file",
///     arguments: arguments.as_object().unwrap(),
///     resource: "notes.txt, 120 bytes, changed 14:02",
///     until: "until 14:45 UTC",
///     uses: 1,
///     safe: true,
/// });
/// assert_eq!(asked, r#"May this call run?
/// Server: files
/// Tool: delete_file
/// Arguments:
///   path = "notes.txt\nUntil: never"
/// Resource: notes.txt, 120 bytes, changed 14:02
/// Runs: once, until 14:45 UTC"#);
/// ```
#[must_use]
pub fn question(view: &QuestionView<'_>) -> String {
    let style = if view.safe { &SAFE } else { &RAW };
    let mut lines = vec!["May this call run?".to_owned()];
    lines.extend(call(view.server, view.tool, view.arguments, style));
    lines.push(format!("Resource: {}", (style.rest)(view.resource)));
    lines.push(format!("Runs: {}, {}", times(view.uses), (style.rest)(view.until)));
    lines.join("\n")
}

/// How the parts of a call are put into lines.
#[derive(Debug)]
pub(crate) struct Style {
    name: fn(&str) -> String,
    rest: fn(&str) -> String,
    value: fn(&Value) -> String,
}

/// Escaped and cut.
pub(crate) const SAFE: Style = Style { name: label, rest: |text| fitting(text, LIMIT), value: argument };

/// As it came.
const RAW: Style = Style { name: str::to_owned, rest: str::to_owned, value: raw_argument };

/// The lines that name server and tool, and one for each argument, in canonical order.
pub(crate) fn call(server: &str, tool: &str, arguments: &Map<String, Value>, style: &Style) -> Vec<String> {
    let name = style.name;
    let mut lines = vec![format!("Server: {}", name(server)), format!("Tool: {}", name(tool))];
    lines.push(if arguments.is_empty() { "Arguments: none" } else { "Arguments:" }.to_owned());
    let each = ordered(arguments).into_iter();
    lines.extend(each.map(|(key, value)| format!("  {} = {}", name(key), (style.value)(value))));
    lines
}

fn raw_argument(value: &Value) -> String {
    match value {
        Value::String(text) => format!("\"{text}\""),
        other => canonical::text(other),
    }
}

fn times(uses: u32) -> String {
    if uses == 1 { "once".to_owned() } else { format!("up to {uses} times") }
}
