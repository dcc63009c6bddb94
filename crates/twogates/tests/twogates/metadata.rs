//! The document that needs no token.

use serde_json::{Value, json};
use std::sync::Arc;
use twogates::scope::ScopeSet;
use twogates::{Endpoint, Front, Token, Tokens};
use wire::http::{Headers, Request};

#[derive(Debug)]
struct Nobody;

impl Tokens for Nobody {
    fn verify(&self, _: &str) -> Option<Token> {
        None
    }
}

fn front(metadata: &str) -> Front {
    let endpoint = Endpoint {
        path: "/mcp".into(),
        resource: "https://notes.example/mcp".into(),
        metadata: metadata.into(),
        first_scopes: ScopeSet::of(&["notes:read"]),
        origins: Vec::new(),
        methods: Vec::new(),
    };
    Front::new(endpoint, Arc::new(Nobody))
}

fn fetched(front: &Front, method: &str, path: &str) -> Option<(u16, Value)> {
    let request =
        Request { method: method.into(), path: path.into(), headers: Headers::default(), body: String::new() };
    let response = front.metadata(&request, &["https://auth.example"])?;
    Some((response.status, serde_json::from_str(&response.body).unwrap()))
}

#[test]
fn the_metadata_stands_where_the_challenge_says() {
    let path = "/.well-known/oauth-protected-resource/mcp";
    let front = front(&format!("https://notes.example{path}"));
    let document = json!({
        "resource": "https://notes.example/mcp",
        "authorization_servers": ["https://auth.example"],
        "bearer_methods_supported": ["header"],
        "scopes_supported": ["notes:read"],
    });
    assert_eq!(fetched(&front, "GET", path), Some((200, document)));
    for (method, path) in [("POST", path), ("GET", "/mcp"), ("GET", "/.well-known/oauth-protected-resource")] {
        assert_eq!(fetched(&front, method, path), None, "{method} {path}");
    }
}

#[test]
fn an_address_without_a_path_serves_nothing() {
    for address in ["https://notes.example", "notes.example/m", ""] {
        assert_eq!(fetched(&front(address), "GET", "/m"), None, "{address}");
        assert_eq!(fetched(&front(address), "GET", ""), None, "{address}");
    }
}
