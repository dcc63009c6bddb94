//! Failures that others met, by case number, against the lab's server and host: what a client is sent, what a store
//! holds, and what happened in the world. What one crate can say of a case alone stands in that crate's own tests.

#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests fail loudly")]

mod answers;
mod bindings;
mod cache;
mod challenges;
mod defaults;
mod first_token;
mod headers;
mod lists;
mod lost;
mod once;
mod raw;
mod redelivery;
mod responses;
mod revoked;
mod rounds;
mod scopes;
mod shown;
mod state;
mod stubs;
mod unanswered;

use serde_json::{Map, Value, json};
use std::rc::Rc;
use std::sync::Arc;
use twogates::scope::{Principal, ScopeSet};
use twogates_lab::World;
use twogates_lab::authorization::{AuthorizationServer, person};
use twogates_lab::host::{Client, Received};
use twogates_lab::server::{LabServer, RESOURCE, Settings};

/// Every scope that the lab's tools need.
const ALL: &[&str] = &["files:payroll", "files:write", "payments:approve", "payments:write", "web:search"];
/// The files with which the lab begins.
const FILES: &[&str] = &["notes.txt", "payroll/june.csv", "report.csv"];

/// What a message came to.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Told {
    /// A result, with its text.
    Done(String),
    /// A result that says `isError`, with its text.
    Failed(String),
    /// A JSON-RPC error with this code.
    Error(i64),
    /// A question with this state.
    Asked(String),
    /// No message but an HTTP status.
    Http(u16),
}

impl Told {
    fn of(received: &Received) -> Self {
        let Some(message) = &received.message else { return Self::Http(received.response.status) };
        if let Some(code) = message.pointer("/error/code") {
            return Self::Error(code.as_i64().unwrap());
        }
        let result = &message["result"];
        let text = || result["content"][0]["text"].as_str().unwrap().to_owned();
        match result["resultType"].as_str().unwrap() {
            "input_required" => {
                assert_eq!(result["inputRequests"]["approval"]["method"], "elicitation/create");
                Self::Asked(result["requestState"].as_str().unwrap().to_owned())
            }
            _ if result.get("isError") == Some(&Value::Bool(true)) => Self::Failed(text()),
            _ => Self::Done(text()),
        }
    }

    /// The state of the question that was asked.
    fn state(self) -> String {
        match self {
            Self::Asked(state) => state,
            other => panic!("nobody was asked: {other:?}"),
        }
    }

    fn asks(&self) -> bool {
        matches!(self, Self::Asked(_))
    }

    /// The text of a result that says `isError`.
    fn failure(self) -> String {
        match self {
            Self::Failed(text) => text,
            other => panic!("not isError: {other:?}"),
        }
    }
}

/// The lab's server, and its world.
struct Lab {
    world: World,
    authorization: Arc<AuthorizationServer>,
    server: Rc<LabServer>,
}

impl Lab {
    fn new() -> Self {
        Self::with(Settings::default())
    }

    fn with(settings: Settings) -> Self {
        let world = World::new(7);
        let authorization = AuthorizationServer::new(&world);
        let server = LabServer::new(&world, authorization.clone(), authorization.clone(), settings).unwrap();
        Self { world, authorization, server: Rc::new(server) }
    }

    /// A lab whose approved calls of this tool wait in the queue, for ten minutes at most.
    fn deferring(tool: &'static str) -> Self {
        Self::with(Settings { deferred: vec![(tool, 600_000)], ..Settings::default() })
    }

    /// A client of this principal, with a good token for these scopes.
    fn client(&self, principal: &Principal, scopes: &[&str]) -> Client {
        let mut client = Client::new(&self.world, &principal.subject, self.server.clone());
        client.token = Some(self.authorization.issue(principal, ScopeSet::of(scopes), RESOURCE));
        client
    }

    /// Alice's client, with every scope.
    fn alice(&self) -> Client {
        self.client(&person("alice"), ALL)
    }

    /// What the audit says happened, oldest first: `asked input_required`.
    fn audit(&self) -> Vec<String> {
        let rows = self.server.gates().grants().audit().unwrap();
        rows.iter().map(|row| format!("{} {}", row.what.word(), row.code)).collect()
    }

    /// How many grants were issued, whatever became of them.
    fn issued(&self) -> usize {
        self.audit().iter().filter(|row| row.starts_with("issued")).count()
    }

    fn files(&self) -> Vec<String> {
        self.server.files().lock().unwrap().paths().map(str::to_owned).collect()
    }

    /// The payments, as `10 EUR to acct-1`.
    fn paid(&self) -> Vec<String> {
        let payments = self.server.payments().lock().unwrap();
        payments.made().iter().map(|paid| format!("{} {} to {}", paid.amount, paid.currency, paid.to)).collect()
    }

    /// Nothing happened in the world, and nobody holds a yes.
    fn untouched(&self) -> bool {
        self.files() == FILES && self.paid().is_empty() && self.issued() == 0
    }
}

fn map(value: &Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

/// Sends a call for the first time.
fn call(client: &mut Client, tool: &str, arguments: &Value) -> Received {
    client.post("tools/call", &map(&json!({"name": tool, "arguments": arguments})), None)
}

/// Sends a call with this answer and this state.
fn retry(client: &mut Client, tool: &str, arguments: &Value, answer: &Value, state: &str) -> Received {
    let params = json!({
        "name": tool,
        "arguments": arguments,
        "inputResponses": {"approval": answer},
        "requestState": state,
    });
    client.post("tools/call", &map(&params), None)
}

/// The state of the question about a call.
fn asked(client: &mut Client, tool: &str, arguments: &Value) -> String {
    Told::of(&call(client, tool, arguments)).state()
}

/// What the yes to a call comes to.
fn accepted(client: &mut Client, tool: &str, arguments: &Value, state: &str) -> Told {
    Told::of(&retry(client, tool, arguments, &yes(), state))
}

fn yes() -> Value {
    json!({"action": "accept", "content": {"approved": true}})
}

fn notes() -> Value {
    json!({"path": "notes.txt"})
}

fn payment() -> Value {
    json!({"to": "acct-1", "amount": 10})
}
