//! A handler of your own behind both gates. Run it: `cargo run -p twogates-rmcp-gates --example wrap_a_handler`
//!
//! It plays both ends in one process: a read, a deletion, the question about it, a yes, the same yes again, and a caller whose
//! token does not cover it.

use axum::body::{Body, to_bytes};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::schemars::JsonSchema;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};
use tower::ServiceExt;
use twogates_rmcp_gates::twogates::consent::{Key, KeyRing, Snapshot};
use twogates_rmcp_gates::twogates::grants::{Memory, SystemClock};
use twogates_rmcp_gates::twogates::scope::{Caller, Hierarchy, Principal, ScopeSet};
use twogates_rmcp_gates::twogates::wire::{Digest, VERSION};
use twogates_rmcp_gates::twogates::{Token, Tokens};
use twogates_rmcp_gates::{Setup, ToolPolicy};

const SERVER: &str = "https://notes.example/mcp";
const ISSUER: &str = "https://auth.example";

type Kept = Arc<Mutex<BTreeMap<String, String>>>;

/// The handler, as it was before: it knows nothing of gates.
#[derive(Debug, Clone)]
struct Notes(Kept);

#[derive(Debug, serde::Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct Title {
    title: String,
}

#[tool_router]
impl Notes {
    #[tool(description = "Reads a note.", annotations(read_only_hint = true, open_world_hint = false))]
    fn read_note(&self, Parameters(Title { title }): Parameters<Title>) -> String {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&title).cloned().unwrap_or_default()
    }

    #[tool(description = "Deletes a note for good.")]
    fn delete_note(&self, Parameters(Title { title }): Parameters<Title>) -> String {
        let gone = self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&title);
        if gone.is_some() { format!("Deleted {title}.") } else { format!("There is no note {title}.") }
    }
}

#[tool_handler]
impl ServerHandler for Notes {}

/// What the person is shown of the note, and what their yes is bound to.
fn note(kept: &Kept, arguments: &serde_json::Map<String, Value>) -> Snapshot {
    let title = arguments.get("title").and_then(Value::as_str).unwrap_or_default();
    match kept.lock().unwrap_or_else(PoisonError::into_inner).get(title) {
        None => Snapshot::Absent { shown: format!("there is no note {title}") },
        Some(text) => Snapshot::Exists {
            identity: Digest::of("notes/identity/1", &[title.as_bytes()]),
            content: Digest::of("notes/content/1", &[text.as_bytes()]),
            shown: format!("note {title}, {} bytes", text.len()),
        },
    }
}

/// Your own verifier of tokens. This one knows two.
#[derive(Debug)]
struct TwoTokens;

impl Tokens for TwoTokens {
    fn verify(&self, token: &str) -> Option<Token> {
        let scope = match token {
            "alices-token" => "notes:write",
            "bobs-token" => "notes:read",
            _ => return None,
        };
        let principal = Principal { issuer: ISSUER.into(), subject: token.into(), client: None };
        let caller = Caller { principal, granted: ScopeSet::of(&[scope]) };
        Some(Token { caller, audience: SERVER.into(), expires_ms: u64::MAX })
    }
}

/// Posts a call as a client does, and prints what comes back.
async fn call(router: &axum::Router, token: &str, tool: &str, more: Value) -> Result<Value, Box<dyn Error>> {
    let mut params = json!({"name": tool, "arguments": {"title": "plants"}, "_meta": {
        "io.modelcontextprotocol/protocolVersion": VERSION,
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
    }});
    if let (Some(params), Value::Object(more)) = (params.as_object_mut(), more) {
        params.extend(more);
    }
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).to_string();
    let request = http::Request::post("/mcp")
        .header("Host", "notes.example")
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream")
        .header("Authorization", format!("Bearer {token}"))
        .header("MCP-Protocol-Version", VERSION)
        .header("Mcp-Method", "tools/call")
        .header("Mcp-Name", tool)
        .body(Body::from(body))?;
    let response = router.clone().oneshot(request).await?;
    let challenge = response.headers().get("WWW-Authenticate").cloned();
    let (status, body) = (response.status(), to_bytes(response.into_body(), 1 << 20).await?);
    println!("{tool} by {token}: {status}");
    if let Some(challenge) = challenge {
        println!("  {}", challenge.to_str()?);
        return Ok(Value::Null);
    }
    println!("  {}\n", String::from_utf8_lossy(&body));
    Ok(serde_json::from_slice(&body)?)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret)?;
    let ring = KeyRing::new(Key::new("k1", &secret)?);
    let kept: Kept = Arc::new(Mutex::new([("plants".to_owned(), "Water them.".to_owned())].into()));
    let looked_at = kept.clone();

    // The server. A store in one file, or in a database, is one line here.
    let gated = Setup::new(SERVER, &["notes:write"], ring, Arc::new(Memory::new(SystemClock)))
        .hierarchy(Hierarchy::default().implies("notes:write", &["notes:read"]))
        .tool("read_note", ToolPolicy::read().scopes(&["notes:read"]))
        .tool("delete_note", ToolPolicy::at_most_once().snapshot(move |arguments| note(&looked_at, arguments)))
        .around(Notes(kept))
        .await?;
    let router = gated.http(Arc::new(TwoTokens))?.issuer(ISSUER).router();

    // Its client. A real one would reach it through `axum::serve(listener, router)`.
    call(&router, "bobs-token", "read_note", json!({})).await?;
    let asked = call(&router, "alices-token", "delete_note", json!({})).await?;
    let yes = json!({
        "inputResponses": {"approval": {"action": "accept", "content": {"approved": true}}},
        "requestState": asked.pointer("/result/requestState"),
    });
    call(&router, "alices-token", "delete_note", yes.clone()).await?;
    call(&router, "alices-token", "delete_note", yes).await?;
    call(&router, "bobs-token", "delete_note", json!({})).await?;
    Ok(())
}
