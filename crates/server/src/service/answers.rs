//! What is answered without a gate: what the server is, and what it has.

use crate::tools;
use serde_json::{Map, Value, json};
use twogates::wire::VERSION;
use twogates::wire::http::Response;
use twogates::wire::message::RequestId;
use twogates::wire::result::{self, ErrorCode};

/// How long a list may be kept, in milliseconds: five minutes.
const LIST_TTL_MS: u64 = 300_000;
/// How long what the server is may be kept, in milliseconds: ten minutes.
const DISCOVER_TTL_MS: u64 = 600_000;

/// The methods that are answered.
pub(super) const METHODS: [&str; 8] = [
    "server/discover",
    "tools/list",
    "tools/call",
    "prompts/list",
    "prompts/get",
    "resources/list",
    "resources/templates/list",
    "resources/read",
];

pub(super) fn discover() -> Map<String, Value> {
    into_map(json!({
        "resultType": "complete",
        "supportedVersions": [VERSION],
        "capabilities": {"tools": {}, "prompts": {}, "resources": {}},
        "instructions": "Whatever has an effect, or leaves the machine, asks a person first.",
        "ttlMs": DISCOVER_TTL_MS,
        "cacheScope": "public",
    }))
}

/// A list of tools. It depends on the caller, so it is private (rule `CACHE-06`).
pub(super) fn tools(names: &[&str]) -> Map<String, Value> {
    list("tools", names.iter().filter_map(|name| tools::listed(name)).collect())
}

/// A list of what there is none of.
pub(super) fn nothing(of: &str) -> Map<String, Value> {
    list(of, Vec::new())
}

fn list(of: &str, items: Vec<Value>) -> Map<String, Value> {
    into_map(json!({
        "resultType": "complete",
        of: items,
        "ttlMs": LIST_TTL_MS,
        "cacheScope": "private",
    }))
}

/// There is no resource, whichever is asked for.
pub(super) fn no_resource(id: &RequestId, params: &Map<String, Value>) -> Response {
    match params.get("uri").and_then(Value::as_str) {
        Some(uri) => bad_params(id, "Resource not found", Some(json!({ "uri": uri }))),
        None => bad_params(id, "params.uri is missing", None),
    }
}

/// There is no prompt, whichever is asked for.
pub(super) fn no_prompt(id: &RequestId, params: &Map<String, Value>) -> Response {
    let named = params.get("name").is_some_and(Value::is_string);
    bad_params(id, if named { "Prompt not found" } else { "params.name is missing" }, None)
}

fn bad_params(id: &RequestId, message: &str, data: Option<Value>) -> Response {
    Response::json(200, &result::error(Some(id), ErrorCode::InvalidParams, message, data))
}

fn into_map(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}
