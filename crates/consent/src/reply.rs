//! What came back under `inputResponses`.

use crate::No;
use serde_json::{Map, Value};
use wire::result::{ANSWER_FIELD, QUESTION_KEY};

/// An answer, read exactly. There is no `bool` in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reply {
    /// `accept` with `approved` exactly `true`.
    Yes,
    /// One of the three noes.
    No(No),
    /// Missing or misshapen: asked again.
    Unusable,
}

impl Reply {
    /// Reads the answer to our question; answers to anything else are ignored (rules `CALL-02`, `MRTR-19`).
    ///
    /// With `exact` off, any `accept` is a yes: that is the defence `exact-yes`, and only `danger` turns it off.
    pub(crate) fn read(responses: &Map<String, Value>, exact: bool) -> Self {
        let Some(response) = responses.get(QUESTION_KEY) else { return Self::Unusable };
        let approved = response.get("content").and_then(|content| content.get(ANSWER_FIELD));
        match (response.get("action").and_then(Value::as_str), approved) {
            (Some("accept"), Some(Value::Bool(true))) => Self::Yes,
            (Some("accept"), _) if !exact => Self::Yes,
            (Some("accept"), Some(Value::Bool(false))) => Self::No(No::InTheForm),
            (Some("decline"), _) => Self::No(No::Declined),
            (Some("cancel"), _) => Self::No(No::Cancelled),
            _ => Self::Unusable,
        }
    }
}
