//! Requests as they arrive: envelope, `_meta`, and the parameters of `tools/call`.
//!
//! Reading says what is there and refuses what has another shape. What must be there is decided by the order of checks
//! of the `twogates` crate.

use rules::{Fault, Refused, Rule, base};
use serde_json::{Map, Value};
use std::fmt;

/// The key of the protocol version in `_meta`.
pub const META_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// The key of the client's capabilities in `_meta`.
pub const META_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// The key of the client's own description of itself in `_meta`. It decides nothing.
pub const META_CLIENT: &str = "io.modelcontextprotocol/clientInfo";
/// The key of the server's own description of itself in a result's `_meta`.
pub const META_SERVER: &str = "io.modelcontextprotocol/serverInfo";

/// A request id: a string or an integer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum RequestId {
    /// An integer.
    Number(i64),
    /// A string.
    Text(String),
}

impl RequestId {
    /// The id as a JSON value.
    #[must_use]
    pub fn value(&self) -> Value {
        match self {
            Self::Number(number) => Value::from(*number),
            Self::Text(text) => Value::from(text.as_str()),
        }
    }

    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Number(number) => number.as_i64().map(Self::Number),
            Value::String(text) => Some(Self::Text(text.clone())),
            _ => None,
        }
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

/// A JSON-RPC request whose envelope has the right shape.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Its id.
    pub id: RequestId,
    /// Its method.
    pub method: String,
    /// Its parameters; empty where there were none.
    pub params: Map<String, Value>,
}

/// Why a value is no request. Answered -32600.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadEnvelope {
    /// The id, where it could be read.
    pub id: Option<RequestId>,
    /// What is wrong.
    pub what: &'static str,
}

impl BadEnvelope {
    const NO_ID: &str = "its id is not a string or an integer";
    const PARAMS: &str = "its params are not an object";
}

impl Refused for BadEnvelope {
    fn fault(&self) -> Fault {
        Fault::PeerMisbehaved
    }

    fn rule(&self) -> &'static Rule {
        if self.what == Self::NO_ID { &base::REQUEST_ID } else { &base::JSON_RPC }
    }

    fn code(&self) -> &'static str {
        "bad_envelope"
    }

    fn why(&self) -> String {
        format!("not a request: {}", self.what)
    }

    fn remedy(&self) -> &'static str {
        "send one JSON-RPC 2.0 request with a string or integer id"
    }
}

impl Request {
    /// Reads the envelope.
    ///
    /// # Errors
    ///
    /// [`BadEnvelope`] for what is not one JSON-RPC 2.0 request: batches, notifications, responses, null ids.
    ///
    /// ```
    /// # use twogates_wire as wire;
    /// use serde_json::json;
    /// use wire::message::Request;
    /// let request = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/list", "params": {}});
    /// assert_eq!(Request::read(&request).unwrap().method, "tools/list");
    /// let null = json!({"jsonrpc": "2.0", "id": null, "method": "tools/list"});
    /// assert!(Request::read(&null).unwrap_err().id.is_none());
    /// ```
    pub fn read(message: &Value) -> Result<Self, BadEnvelope> {
        let bad = |id, what| BadEnvelope { id, what };
        let Value::Object(map) = message else { return Err(bad(None, "it is not an object")) };
        let id = map.get("id").and_then(RequestId::read);
        if map.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
            return Err(bad(id, "jsonrpc is not \"2.0\""));
        }
        let Some(id) = id else { return Err(bad(None, BadEnvelope::NO_ID)) };
        let Some(method) = map.get("method").and_then(Value::as_str) else {
            return Err(bad(Some(id), "its method is not a string"));
        };
        let Some(params) = params_of(message) else { return Err(bad(Some(id), BadEnvelope::PARAMS)) };
        Ok(Self { id, method: method.to_owned(), params })
    }

    /// The `_meta` object, where there is one.
    #[must_use]
    pub fn meta(&self) -> Option<&Map<String, Value>> {
        self.params.get("_meta").and_then(Value::as_object)
    }

    /// The protocol version that the body states.
    #[must_use]
    pub fn version(&self) -> Option<&str> {
        version_in(&self.params)
    }

    /// The capabilities that the body declares.
    #[must_use]
    pub fn capabilities(&self) -> Option<&Map<String, Value>> {
        self.meta()?.get(META_CAPABILITIES)?.as_object()
    }
}

/// A JSON-RPC notification whose envelope has the right shape: a message without an id, which gets no answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Notification {
    /// Its method.
    pub method: String,
    /// Its parameters; empty where there were none.
    pub params: Map<String, Value>,
}

impl Notification {
    /// Reads the envelope; none for what is no notification.
    ///
    /// # Errors
    ///
    /// [`BadEnvelope`] for a notification whose parameters are not an object.
    ///
    /// ```
    /// # use twogates_wire as wire;
    /// use serde_json::json;
    /// use wire::message::Notification;
    /// let read = |message| Notification::read(&message);
    /// let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    /// assert_eq!(read(cancelled).unwrap().unwrap().params["requestId"], 1);
    /// assert!(read(json!({"jsonrpc": "2.0", "id": null, "method": "tools/list"})).is_none());
    /// assert!(read(json!({"jsonrpc": "2.0", "method": "m", "params": []})).unwrap().is_err());
    /// ```
    #[must_use]
    pub fn read(message: &Value) -> Option<Result<Self, BadEnvelope>> {
        let method = message.get("method")?.as_str()?;
        if message.get("jsonrpc")?.as_str()? != "2.0" || message.get("id").is_some() {
            return None;
        }
        Some(match params_of(message) {
            Some(params) => Ok(Self { method: method.to_owned(), params }),
            None => Err(BadEnvelope { id: None, what: BadEnvelope::PARAMS }),
        })
    }

    /// The protocol version that the body states.
    #[must_use]
    pub fn version(&self) -> Option<&str> {
        version_in(&self.params)
    }
}

/// The parameters of a message; none where they are not an object.
fn params_of(message: &Value) -> Option<Map<String, Value>> {
    match message.get("params") {
        None => Some(Map::new()),
        Some(Value::Object(params)) => Some(params.clone()),
        Some(_) => None,
    }
}

fn version_in(params: &Map<String, Value>) -> Option<&str> {
    params.get("_meta")?.get(META_VERSION)?.as_str()
}

/// Whether these client capabilities include form elicitation: `{}` does, and `{"form": {}}`; `{"url": {}}` alone does
/// not (rules `ELIC-02`, `ELIC-04`).
#[must_use]
pub fn shows_forms(capabilities: &Map<String, Value>) -> bool {
    match capabilities.get("elicitation") {
        Some(Value::Object(modes)) => modes.is_empty() || modes.get("form").is_some_and(Value::is_object),
        _ => false,
    }
}

/// The first capability that is declared as something else than an object, which says nothing that can be relied on.
#[must_use]
pub fn misshapen(capabilities: &Map<String, Value>) -> Option<&str> {
    let modes = capabilities.get("elicitation").and_then(Value::as_object).into_iter().flatten();
    let declared = capabilities.iter().chain(modes);
    declared.filter(|(_, value)| !value.is_object()).map(|(name, _)| name.as_str()).next()
}

/// The parameters of a `tools/call` request.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolCall {
    /// The exact name of the tool.
    pub name: String,
    /// The arguments; absent ones are an empty object.
    pub arguments: Map<String, Value>,
    /// The answers to questions; absent ones are none.
    pub input_responses: Map<String, Value>,
    /// The state that is echoed, exactly as it came.
    pub request_state: Option<String>,
}

/// Which parameter of a `tools/call` request has the wrong shape. Answered -32602.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadParams(pub &'static str);

impl Refused for BadParams {
    fn fault(&self) -> Fault {
        Fault::PeerMisbehaved
    }

    fn rule(&self) -> &'static Rule {
        &rules::tools::PROTOCOL_ERROR
    }

    fn code(&self) -> &'static str {
        "bad_params"
    }

    fn why(&self) -> String {
        format!("params.{} has the wrong shape", self.0)
    }

    fn remedy(&self) -> &'static str {
        "send a name, and arguments and inputResponses as objects or not at all"
    }
}

impl ToolCall {
    /// Reads the parameters.
    ///
    /// # Errors
    ///
    /// [`BadParams`] names the parameter whose shape is wrong. `null` is a wrong shape; absence is not.
    pub fn read(params: &Map<String, Value>) -> Result<Self, BadParams> {
        let object = |name: &'static str| match params.get(name) {
            None => Ok(Map::new()),
            Some(Value::Object(map)) => Ok(map.clone()),
            Some(_) => Err(BadParams(name)),
        };
        let name = params.get("name").and_then(Value::as_str).ok_or(BadParams("name"))?;
        let request_state = match params.get("requestState") {
            None => None,
            Some(Value::String(state)) => Some(state.clone()),
            Some(_) => return Err(BadParams("requestState")),
        };
        Ok(Self {
            name: name.to_owned(),
            arguments: object("arguments")?,
            input_responses: object("inputResponses")?,
            request_state,
        })
    }
}
