//! Whether what came back is an answer to what was sent.

use rules::{Fault, Refused, Rule, base};
use serde_json::Value;
use wire::strict::{self, Malformed};

/// Why what came back is not used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Unread {
    /// Its text can be read in two ways, or is no JSON at all.
    Malformed(Malformed),
    /// It is no JSON-RPC message.
    NotJsonRpc,
    /// It answers another request.
    OtherId,
}

/// The document in a body; nothing where the body is empty. A text that two readers could read differently is none: a
/// tool's definition is bound by the digest of what was read, and must be what every other reader sees.
pub(super) fn document(body: &str) -> Result<Option<Value>, Unread> {
    if body.is_empty() {
        return Ok(None);
    }
    strict::read(body).map(Some).map_err(Unread::Malformed)
}

/// Whether `message` answers the request with this id. An error may lack an id: whoever could not read the request
/// could not read its id either.
pub(super) fn answers(message: &Value, id: Option<&Value>) -> Result<(), Unread> {
    if message.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(Unread::NotJsonRpc);
    }
    let given = message.get("id").filter(|given| !given.is_null());
    let fits = match given {
        Some(given) => Some(given) == id,
        None => message.get("error").is_some(),
    };
    if fits { Ok(()) } else { Err(Unread::OtherId) }
}

impl Refused for Unread {
    fn fault(&self) -> Fault {
        Fault::PeerMisbehaved
    }

    fn rule(&self) -> &'static Rule {
        match self {
            Self::Malformed(malformed) => malformed.rule(),
            Self::NotJsonRpc => &base::JSON_RPC,
            Self::OtherId => &base::RESPONSE_ID,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Malformed(malformed) => malformed.code(),
            Self::NotJsonRpc => "not_json_rpc",
            Self::OtherId => "other_id",
        }
    }

    fn why(&self) -> String {
        match self {
            Self::Malformed(malformed) => malformed.why(),
            Self::NotJsonRpc => "what came back is no JSON-RPC message".to_owned(),
            Self::OtherId => "what came back answers another request".to_owned(),
        }
    }

    fn remedy(&self) -> &'static str {
        match self {
            Self::Malformed(malformed) => malformed.remedy(),
            Self::NotJsonRpc => "answer with a JSON-RPC 2.0 response",
            Self::OtherId => "repeat the id of the request in its response",
        }
    }
}
