//! One tool name with its arguments, as it will run.

use crate::{Digest, canonical, strict};
use serde_json::{Map, Value};
use std::fmt;

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
#[derive(Clone, PartialEq, Eq)]
pub struct Call {
    tool: String,
    arguments: Vec<u8>,
}

impl Call {
    /// The call of `tool` with `arguments`, which come from the strict reader.
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

    /// The arguments as values, read back from the canonical bytes: what is shown of them is what will run, also where
    /// they are not [exact](Self::is_exact).
    #[must_use]
    pub fn values(&self) -> Map<String, Value> {
        match strict::read_bytes(&self.arguments) {
            Ok(Value::Object(map)) => map,
            _ => serde_json::from_slice(&self.arguments).unwrap_or_default(),
        }
    }

    /// Whether the strict reader takes the canonical bytes. Arguments that came through it are exact; a program, or a
    /// schema's default, can still bring a number that a double does not hold. Such a call is refused, not shown
    /// (rule `CALL-04`).
    #[must_use]
    pub fn is_exact(&self) -> bool {
        strict::read_bytes(&self.arguments).is_ok()
    }

    /// SHA-256 over the canonical arguments, domain-tagged.
    #[must_use]
    pub fn arg_hash(&self) -> Digest {
        Digest::of("two-gates/arguments/1", &[&self.arguments])
    }
}

/// Without the arguments: what a person was asked about does not end up in a log by chance.
impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Call({:?}, {} bytes, {:?})", self.tool, self.arguments.len(), self.arg_hash())
    }
}

#[cfg(test)]
mod tests {
    use super::Call;
    use serde_json::json;

    #[test]
    fn a_call_prints_its_tool_and_no_argument() {
        let call = Call::new("send_payment", json!({"note": "a secret"}).as_object().unwrap());
        let printed = format!("{call:?} {call:#?}");
        let bytes = b"a secret".map(|byte| byte.to_string()).join(", ");
        for trace in ["secret", "note", &bytes] {
            assert!(!printed.contains(trace), "{trace} is in {printed}");
        }
        assert!(printed.starts_with(&format!("Call(\"send_payment\", 19 bytes, {:?})", call.arg_hash())), "{printed}");
    }
}
