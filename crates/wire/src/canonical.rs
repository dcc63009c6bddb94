//! Canonical bytes: RFC 8785.
//!
//! Values come from [`strict::read`](crate::strict::read), so that every number is one that a double holds exactly
//! enough to be written back. Nothing is normalized: `é` and `e` with a combining accent stay two texts.

use serde_json::{Map, Value};

/// The RFC 8785 form of a value.
///
/// ```
/// # use twogates_wire as wire;
/// use serde_json::json;
/// assert_eq!(wire::canonical::value(&json!({"b": 1.0, "a": "é"})), r#"{"a":"é","b":1}"#.as_bytes());
/// ```
#[must_use]
pub fn value(value: &Value) -> Vec<u8> {
    // Names are text and numbers finite, so that writing into memory has no way to fail. (Where a build turns on
    // `arbitrary_precision`, a value that did not come from the strict reader may hold 1e400: it has no form at all.)
    serde_json_canonicalizer::to_vec(value).unwrap_or_default()
}

/// The RFC 8785 form of an object.
#[must_use]
pub fn object(map: &Map<String, Value>) -> Vec<u8> {
    serde_json_canonicalizer::to_vec(map).unwrap_or_default()
}

/// The RFC 8785 form of a value, as text.
#[must_use]
pub fn text(value: &Value) -> String {
    serde_json_canonicalizer::to_string(value).unwrap_or_default()
}
