//! The parts of a JSON-RPC message, whatever is wrong with it.

use serde_json::{Map, Value};

/// What a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A method and an id.
    Request,
    /// A method without an id.
    Notification,
    /// A result or an error.
    Response,
    /// None of these, or several at once.
    Neither,
}

/// A message taken apart.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Parts<'a> {
    pub(crate) shape: Shape,
    pub(crate) members: Option<&'a Map<String, Value>>,
    pub(crate) id: Option<&'a Value>,
    pub(crate) method: &'a str,
    pub(crate) params: Option<&'a Map<String, Value>>,
    /// The `_meta` of a request or notification.
    pub(crate) meta: Option<&'a Map<String, Value>>,
    pub(crate) result: Option<&'a Map<String, Value>>,
    pub(crate) error: Option<&'a Value>,
    /// What the result says that it is.
    pub(crate) result_type: Option<&'a str>,
    /// Whether the result says of itself that it is an error.
    says_error: bool,
}

/// The fields that the protocol reserves in a request's `_meta`.
pub(crate) const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
pub(crate) const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
pub(crate) const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
pub(crate) const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";

impl<'a> Parts<'a> {
    pub(crate) fn of(message: Option<&'a Value>) -> Self {
        let members = message.and_then(Value::as_object);
        let member = |name: &str| members.and_then(|members| members.get(name));
        let (id, method, result, error) = (member("id"), member("method"), member("result"), member("error"));
        let shape = match (method.is_some(), id.is_some(), result.is_some(), error.is_some()) {
            (true, true, false, false) => Shape::Request,
            (true, false, false, false) => Shape::Notification,
            (false, _, true, false) | (false, _, false, true) => Shape::Response,
            _ => Shape::Neither,
        };
        let result = result.and_then(Value::as_object);
        let params = member("params").and_then(Value::as_object);
        Self {
            shape,
            members,
            id,
            method: method.and_then(Value::as_str).unwrap_or_default(),
            params,
            meta: params.and_then(|params| params.get("_meta")?.as_object()),
            result,
            error,
            result_type: result.and_then(|result| result.get("resultType")?.as_str()),
            says_error: result.is_some_and(|result| result.get("isError") == Some(&Value::Bool(true))),
        }
    }

    pub(crate) fn param(&self, name: &str) -> Option<&'a Value> {
        self.params.and_then(|params| params.get(name))
    }

    /// A field of the request's `_meta`, by its name with the prefix.
    pub(crate) fn meta_field(&self, name: &str) -> Option<&'a Value> {
        self.meta?.get(name)
    }

    pub(crate) fn in_result(&self, name: &str) -> Option<&'a Value> {
        self.result.and_then(|result| result.get(name))
    }

    /// Whether it is a final result. One without `resultType` counts as such.
    pub(crate) fn is_complete(&self) -> bool {
        self.result.is_some() && matches!(self.result_type, Some("complete") | None)
    }

    pub(crate) fn is_question(&self) -> bool {
        self.result_type == Some("input_required")
    }

    /// Whether it is a final result that says of itself that it is an error.
    pub(crate) const fn is_error_result(&self) -> bool {
        self.says_error
    }

    pub(crate) fn code(&self) -> Option<i64> {
        self.error.and_then(|error| error.get("code")).and_then(Value::as_i64)
    }

    /// What a request is about: the tool or prompt that it names, the resource, or the task.
    pub(crate) fn subject(&self) -> Option<&'a str> {
        let name = match self.method {
            "tools/call" | "prompts/get" => "name",
            "resources/read" => "uri",
            method if method.starts_with("tasks/") => "taskId",
            _ => return None,
        };
        self.param(name).and_then(Value::as_str)
    }
}
