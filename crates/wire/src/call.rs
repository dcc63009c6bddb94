//! One tool name with its arguments, as it will run.

use crate::{Digest, canonical};
use serde_json::{Map, Value};

/// One tool name with its arguments in canonical form, defaults filled in.
///
/// The bytes are all there is: what is shown, hashed, stored and run is parsed from them and from nothing else
/// (rule `CALL-06`).
///
/// ```
/// # use twogates_wire as wire;
/// use serde_json::json;
/// use wire::Call;
/// let call = Call::new("delete_file", json!({"path": "notes.txt"}).as_object().unwrap());
/// let same = Call::new("delete_file", json!({"path": "notes.txt"}).as_object().unwrap());
/// let other = Call::new("delete_file", json!({"path": "report.csv"}).as_object().unwrap());
/// assert_eq!(call.arg_hash(), same.arg_hash());
/// assert_ne!(call.arg_hash(), other.arg_hash());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    tool: String,
    arguments: Vec<u8>,
}

impl Call {
    /// The call of `tool` with `arguments`.
    #[must_use]
    pub fn new(tool: &str, arguments: &Map<String, Value>) -> Self {
        Self { tool: tool.to_owned(), arguments: canonical::object(arguments) }
    }

    /// The exact name of the tool.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// The arguments: one JSON object in RFC 8785 form.
    #[must_use]
    pub fn arguments(&self) -> &[u8] {
        &self.arguments
    }

    /// The arguments as values, read back from the canonical bytes.
    #[must_use]
    pub fn values(&self) -> Map<String, Value> {
        serde_json::from_slice(&self.arguments).unwrap_or_default()
    }

    /// SHA-256 over the canonical arguments, domain-tagged.
    #[must_use]
    pub fn arg_hash(&self) -> Digest {
        Digest::of("two-gates/arguments/1", &[&self.arguments])
    }
}
