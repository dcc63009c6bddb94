//! The order in which a message's names are written.
//!
//! JSON objects have no order, and `serde_json` keeps or sorts names depending on a feature that any crate in a build
//! may turn on. What this workspace writes is the same in every build: the names that the specification puts first come
//! first, the others follow by the alphabet, and a number has one text.

use crate::canonical;
use serde_json::{Map, Number, Value};

/// The specification's names, as its own examples order them.
const FIRST: &[&str] = &[
    "jsonrpc",
    "id",
    "method",
    "resultType",
    "isError",
    "code",
    "name",
    "title",
    "description",
    "type",
    "mode",
    "message",
    "action",
    "content",
    "text",
    "inputRequests",
    "requestedSchema",
    "inputSchema",
    "arguments",
    "inputResponses",
    "requestState",
    "annotations",
    "params",
    "result",
    "error",
    "properties",
    "required",
];
/// What comes last: it is the same in every message.
const LAST: &[&str] = &["ttlMs", "cacheScope", "_meta"];

fn rank(name: &str) -> (usize, &str) {
    if let Some(place) = FIRST.iter().position(|first| *first == name) {
        return (place, "");
    }
    match LAST.iter().position(|last| *last == name) {
        Some(place) => (FIRST.len() + 1 + place, ""),
        None => (FIRST.len(), name),
    }
}

/// The names and values of an object, in the order in which they are written.
#[must_use]
pub fn entries(map: &Map<String, Value>) -> Vec<(&str, &Value)> {
    let mut entries: Vec<_> = map.iter().map(|(name, value)| (name.as_str(), value)).collect();
    entries.sort_by_key(|(name, _)| rank(name));
    entries
}

/// One line, without spaces that mean nothing.
///
/// ```
/// # use twogates_wire as wire;
/// let message = serde_json::json!({"params": {}, "method": "tools/list", "id": 1, "jsonrpc": "2.0"});
/// assert_eq!(wire::order::compact(&message), r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}"#);
/// ```
#[must_use]
pub fn compact(value: &Value) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

fn write(value: &Value, out: &mut String) {
    match value {
        Value::Object(map) => {
            out.push('{');
            for (place, (name, value)) in entries(map).into_iter().enumerate() {
                if place > 0 {
                    out.push(',');
                }
                quote(name, out);
                out.push(':');
                write(value, out);
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for (place, item) in items.iter().enumerate() {
                if place > 0 {
                    out.push(',');
                }
                write(item, out);
            }
            out.push(']');
        }
        Value::String(text) => quote(text, out),
        Value::Number(number) => out.push_str(&digits(number)),
        plain => out.push_str(&plain.to_string()),
    }
}

/// A text in quotation marks. JSON leaves DEL and the C1 controls as they are; a terminal obeys them, so they are
/// escaped like the other controls.
fn quote(text: &str, out: &mut String) {
    for character in Value::from(text).to_string().chars() {
        match character {
            '\u{7f}'..='\u{9f}' => out.push_str(&format!("\\u{:04x}", u32::from(character))),
            plain => out.push(plain),
        }
    }
}

/// An integer digit for digit, however large; any other number as RFC 8785 writes it.
fn digits(number: &Number) -> String {
    match (number.as_i64(), number.as_u64()) {
        (Some(integer), _) => integer.to_string(),
        (None, Some(integer)) => integer.to_string(),
        (None, None) => canonical::text(&Value::Number(number.clone())),
    }
}
