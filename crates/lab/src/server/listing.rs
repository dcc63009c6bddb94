//! What the server says of itself: metadata, `server/discover`, `tools/list`.

use crate::tools;
use rules::{Defence, Defences, Guarded};
use serde_json::{Map, Value, json};
use twogates::scope::{ResourceMetadata, ScopeSet};

/// The server's canonical address.
pub const RESOURCE: &str = "https://lab.example/mcp";
/// The path of its protected resource metadata.
pub const METADATA_PATH: &str = "/.well-known/oauth-protected-resource/mcp";
/// The address of its protected resource metadata.
pub const METADATA_URL: &str = "https://lab.example/.well-known/oauth-protected-resource/mcp";
/// The address of its authorization server.
pub const ISSUER: &str = "https://auth.example";

/// How long a list may be kept, in milliseconds: five minutes.
const LIST_TTL_MS: u64 = 300_000;

/// The least first set: files and searches. Reading files comes with writing them, so it is not asked for.
pub(crate) fn first_scopes() -> ScopeSet {
    ScopeSet::of(&["files:write", "web:search"])
}

/// The metadata of the server at this address.
pub(crate) fn metadata(address: &str) -> Value {
    ResourceMetadata {
        resource: address.into(),
        authorization_servers: vec![ISSUER.into()],
        scopes_supported: Some(first_scopes()),
        resource_name: None,
    }
    .value()
}

/// The origin of an address, and the path of the metadata there: the well-known part goes between origin and path (RFC
/// 9728 3.1).
pub(crate) fn metadata_place(address: &str) -> (&str, String) {
    let host = address.find("://").map_or(0, |at| at + 3);
    let path = address.bytes().skip(host).position(|byte| byte == b'/').map_or(address.len(), |at| host + at);
    let (origin, path) = address.split_at_checked(path).unwrap_or((address, ""));
    (origin, format!("/.well-known/oauth-protected-resource{path}"))
}

pub(crate) fn discover() -> Map<String, Value> {
    into_map(json!({
        "resultType": "complete",
        "supportedVersions": [wire::VERSION],
        "capabilities": {"tools": {}},
        "instructions": "Whatever has an effect, or leaves the machine, asks a person first.",
        "ttlMs": 600_000,
        "cacheScope": "public",
    }))
}

/// Writes lists of tools.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    defences: Defences,
}

impl Guarded for Listing {
    fn defences_mut(&mut self) -> &mut Defences {
        &mut self.defences
    }
}

impl Listing {
    /// A list of tools. It depends on the caller, so it is private (rule `CACHE-06`).
    pub(crate) fn result(&self, names: &[&str]) -> Map<String, Value> {
        let tools: Vec<Value> = names.iter().filter_map(|name| tools::listed(name)).collect();
        into_map(json!({
            "resultType": "complete",
            "tools": tools,
            "ttlMs": LIST_TTL_MS,
            "cacheScope": if self.defences.on(Defence::PrivateCache) { "private" } else { "public" },
        }))
    }
}

pub(crate) fn into_map(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}
