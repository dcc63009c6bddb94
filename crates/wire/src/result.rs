//! Results and errors as they leave.

use crate::message::{META_SERVER, RequestId};
use serde_json::{Map, Value, json};

/// A JSON-RPC error code of this revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorCode {
    /// The body is not JSON.
    Parse,
    /// The body is not a request.
    InvalidRequest,
    /// The method is not one of the server's.
    MethodNotFound,
    /// Parameters are missing or wrong, the tool is unknown, or a state is refused.
    InvalidParams,
    /// The server failed.
    Internal,
    /// A header is missing or differs from the body.
    HeaderMismatch,
    /// The request lacks a capability that it needs.
    MissingCapability,
    /// The protocol version is not implemented.
    UnsupportedVersion,
}

impl ErrorCode {
    /// The number on the wire.
    #[must_use]
    pub const fn number(self) -> i32 {
        match self {
            Self::Parse => -32700,
            Self::InvalidRequest => -32600,
            Self::MethodNotFound => -32601,
            Self::InvalidParams => -32602,
            Self::Internal => -32603,
            Self::HeaderMismatch => -32020,
            Self::MissingCapability => -32021,
            Self::UnsupportedVersion => -32022,
        }
    }
}

/// A JSON-RPC error response. Without an id when the request's could not be read.
#[must_use]
pub fn error(id: Option<&RequestId>, code: ErrorCode, message: &str, data: Option<Value>) -> Value {
    let mut error = json!({"code": code.number(), "message": message});
    if let (Some(object), Some(data)) = (error.as_object_mut(), data) {
        object.insert("data".into(), data);
    }
    let mut response = json!({"jsonrpc": "2.0", "error": error});
    if let (Some(object), Some(id)) = (response.as_object_mut(), id) {
        object.insert("id".into(), id.value());
    }
    response
}

/// A JSON-RPC result response; the server names itself in the result's `_meta` (rule `META-07`).
#[must_use]
pub fn response(id: &RequestId, mut result: Map<String, Value>, server: &ServerInfo) -> Value {
    result.insert("_meta".into(), json!({META_SERVER: {"name": server.name, "version": server.version}}));
    json!({"jsonrpc": "2.0", "id": id.value(), "result": result})
}

/// How a server names itself. It is shown, and decides nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerInfo {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// The outcome of a `tools/call`: a text for the model, and whether it reports a failure.
#[must_use]
pub fn tool_result(is_error: bool, text: &str) -> Map<String, Value> {
    let mut result = Map::new();
    result.insert("resultType".into(), "complete".into());
    if is_error {
        result.insert("isError".into(), true.into());
    }
    result.insert("content".into(), json!([{"type": "text", "text": text}]));
    result
}

/// The key under which this workspace's servers ask.
pub const QUESTION_KEY: &str = "approval";
/// The form field that carries the answer.
pub const ANSWER_FIELD: &str = "approved";

/// An `input_required` result with one form: may this call run?
///
/// The field has no default (rule `CALL-13`).
#[must_use]
pub fn question(message: &str, request_state: &str) -> Map<String, Value> {
    let mut result = Map::new();
    result.insert("resultType".into(), "input_required".into());
    result.insert(
        "inputRequests".into(),
        json!({QUESTION_KEY: {"method": "elicitation/create", "params": {
            "mode": "form",
            "message": message,
            "requestedSchema": {
                "type": "object",
                "properties": {ANSWER_FIELD: {"type": "boolean", "title": "Run this call, once"}},
                "required": [ANSWER_FIELD],
            },
        }}}),
    );
    result.insert("requestState".into(), request_state.into());
    result
}
