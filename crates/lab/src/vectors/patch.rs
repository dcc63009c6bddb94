//! The three operations of JSON Patch (RFC 6902) that a vector needs.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One operation.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(tag = "op", rename_all = "lowercase", deny_unknown_fields)]
pub enum Operation {
    /// Adds a member, replaces the one that is there, or puts an item into an array.
    Add {
        /// Where (RFC 6901).
        path: String,
        /// What.
        value: Value,
    },
    /// Replaces what is there.
    Replace {
        /// Where (RFC 6901).
        path: String,
        /// By what.
        value: Value,
    },
    /// Removes what is there.
    Remove {
        /// Where (RFC 6901).
        path: String,
    },
}

/// Applies one operation. What points nowhere changes nothing: a test says of every shipped vector that it does.
pub(super) fn apply(message: &mut Value, operation: &Operation) {
    match operation {
        Operation::Replace { path, value } => {
            if let Some(place) = message.pointer_mut(path) {
                place.clone_from(value);
            }
        }
        Operation::Add { path, value } => {
            let Some((parent, last)) = split(path) else { return message.clone_from(value) };
            match message.pointer_mut(parent) {
                Some(Value::Object(members)) => {
                    members.insert(last, value.clone());
                }
                Some(Value::Array(items)) => {
                    let at = last.parse().unwrap_or(items.len()).min(items.len());
                    items.insert(at, value.clone());
                }
                _ => {}
            }
        }
        Operation::Remove { path } => {
            let Some((parent, last)) = split(path) else { return };
            match message.pointer_mut(parent) {
                Some(Value::Object(members)) => {
                    members.remove(&last);
                }
                Some(Value::Array(items)) => {
                    if let Some(at) = last.parse().ok().filter(|at| *at < items.len()) {
                        items.remove(at);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Where the parent is, and the last name without its escapes. None for the whole.
fn split(path: &str) -> Option<(&str, String)> {
    let (parent, last) = path.rsplit_once('/')?;
    Some((parent, last.replace("~1", "/").replace("~0", "~")))
}
