//! One tool of your own behind both gates. Run it: `cargo run -p twogates --features os --example one_tool`
//!
//! It plays both ends in one process: a call, the question, a yes, and the same yes again.

#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "an example fails loudly")]

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use twogates::consent::{ConsentGate, Contract, Effect, EffectClass, Intent, Key, KeyRing, Policy, Snapshot, Tool};
use twogates::grants::{Authority, Claim, End, Grants, Memory, Settled, State, SystemClock};
use twogates::outcome::Outcome;
use twogates::reply::Server as Reply;
use twogates::scope::{Caller, Hierarchy, Principal, ScopeGate, ScopeSet, ToolScopes};
use twogates::wire::http::{Headers, Request, Response};
use twogates::wire::message::{RequestId, ToolCall};
use twogates::wire::result::ServerInfo;
use twogates::wire::{Digest, VERSION};
use twogates::{Admission, Admitted, Attempt, Endpoint, Front, Gates, OsDice, Step, Token, Tokens};

const SERVER: &str = "https://notes.example/mcp";
const ISSUER: &str = "https://auth.example";
const METADATA: &str = "https://notes.example/.well-known/oauth-protected-resource/mcp";

/// The tool: it archives the one note that there is.
#[derive(Debug)]
struct ArchiveNote(Mutex<Option<String>>);

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Title {
    title: String,
}

impl Tool for ArchiveNote {
    type Args = Title;

    fn contract(&self) -> Contract {
        let input_schema =
            json!({"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]});
        Contract { name: "archive_note".into(), input_schema, effect: EffectClass::AtMostOnce, version: 1 }
    }
}

impl Effect for ArchiveNote {
    fn snapshot(&self, args: &Title) -> Snapshot {
        snapshot(&self.0.lock().expect("the lock"), &args.title)
    }
}

/// What the person is shown of the note, and what their yes is bound to.
fn snapshot(note: &Option<String>, title: &str) -> Snapshot {
    match note {
        None => Snapshot::Absent { shown: format!("there is no note {title}") },
        Some(text) => Snapshot::Exists {
            identity: Digest::of("notes/identity/1", &[title.as_bytes()]),
            content: Digest::of("notes/content/1", &[text.as_bytes()]),
            shown: format!("note {title}, {} bytes", text.len()),
        },
    }
}

impl ArchiveNote {
    /// Acts. The claim gives out the arguments only while the note is the one that was shown.
    fn run(&self, claim: Claim<Self>) -> Settled {
        let mut note = self.0.lock().expect("the lock");
        match claim.take(|args| snapshot(&note, &args.title)) {
            Err(changed) => changed,
            Ok((args, running)) => match note.take() {
                Some(_) => running.settle(End::Executed, format!("archived {}", args.title)),
                None => running.settle(End::Failed, "there was nothing to archive"),
            },
        }
    }
}

/// Your own verifier of tokens. This one knows a single token.
#[derive(Debug)]
struct OneToken;

impl Tokens for OneToken {
    fn verify(&self, token: &str) -> Option<Token> {
        let principal = Principal { issuer: ISSUER.into(), subject: "alice".into(), client: None };
        (token == "alices-token").then(|| Token {
            caller: Caller { principal, granted: ScopeSet::of(&["notes:write"]) },
            audience: SERVER.into(),
            expires_ms: u64::MAX,
        })
    }
}

/// Your own directory of who may still do what. This one lets everyone.
#[derive(Debug)]
struct Everyone;

impl Authority for Everyone {
    fn may_still(&self, _: &Intent) -> bool {
        true
    }
}

/// A server: the front door, both gates, and one tool.
struct Server {
    front: Front,
    gates: Gates,
    reply: Reply,
    tool: ArchiveNote,
}

impl Server {
    fn new() -> Self {
        let scopes = ScopeSet::of(&["notes:write"]);
        let endpoint = Endpoint {
            path: "/mcp".into(),
            resource: SERVER.into(),
            metadata: METADATA.into(),
            first_scopes: scopes.clone(),
            origins: Vec::new(),
            methods: vec!["tools/list".into(), "tools/call".into()],
        };
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).expect("random bytes");
        let key = Key::new("k1", &secret).expect("32 bytes are a key");
        let store = Arc::new(Memory::new(SystemClock));
        let gates = Gates::new(
            ScopeGate::new(Hierarchy::default()).tool("archive_note", ToolScopes::base(scopes)),
            ConsentGate::new(SERVER, KeyRing::new(key)),
            Grants::new(SERVER, store, Arc::new(Everyone), Arc::new(OsDice)),
        );
        let info = ServerInfo { name: "notes".into(), version: "1".into() };
        let tool = ArchiveNote(Mutex::new(Some("Water the plants.".into())));
        let front = Front::new(endpoint, Arc::new(OneToken));
        Self { front, gates, reply: Reply { info, metadata: METADATA.into() }, tool }
    }

    fn handle(&self, http: &Request) -> Response {
        // The one document that needs no token: who issues tokens for this server.
        if let Some(metadata) = self.front.metadata(http, &[ISSUER]) {
            return metadata;
        }
        let admitted = match self.front.admit(http, self.gates.grants()) {
            Ok(Admission::Request(admitted)) => admitted,
            Ok(Admission::Notification) => return Response::empty(202),
            Err(turned) => return self.reply.turned(&turned),
        };
        match admitted.request.method.as_str() {
            "tools/list" => self.list(&admitted.request.id, &admitted.caller),
            _ => self.call(admitted),
        }
    }

    /// Names the tool to whoever may call it. The list depends on the caller, so no shared cache keeps it.
    fn list(&self, id: &RequestId, caller: &Caller) -> Response {
        let Contract { name, input_schema, .. } = self.tool.contract();
        let tool = json!({"name": name, "inputSchema": input_schema, "annotations": {"openWorldHint": false}});
        let tools = if self.gates.scope().listed(caller).contains(&name.as_ref()) { vec![tool] } else { Vec::new() };
        let list = json!({"resultType": "complete", "tools": tools, "ttlMs": 300_000, "cacheScope": "private"});
        self.reply.result(id, list.as_object().cloned().unwrap_or_default())
    }

    fn call(&self, admitted: Admitted) -> Response {
        let id = &admitted.request.id;
        let Ok(call) = ToolCall::read(&admitted.request.params) else { return Response::empty(400) };
        let attempt = Attempt::of(call, admitted.shows_forms);
        // A server with several tools has a line for each here. What it has not is refused, and leaves a row of the audit.
        if attempt.tool != self.tool.contract().name {
            return self.reply.refused(id, &self.gates.unknown(&admitted.caller, attempt));
        }
        match self.gates.act(&self.tool, &Policy::default(), admitted.caller, attempt) {
            Err(refusal) => self.reply.refused(id, &refusal),
            Ok(Step::Ask(question)) => self.reply.question(id, &question),
            Ok(Step::Queued { handle, .. }) => self.reply.queued(id, handle),
            Ok(Step::Run(claim)) => match self.gates.settle(self.tool.run(claim)) {
                Err(unusable) => self.reply.refused(id, &unusable.into()),
                Ok(grant) => {
                    let done = grant.state == State::Executed;
                    let text = grant.outcome.map(|(_, text)| text).unwrap_or_default();
                    self.reply.ran(id, if done { Outcome::Done } else { Outcome::Failed }, &text)
                }
            },
        }
    }
}

/// A request as a client sends it: `_meta` in the body, and headers that say what the body says.
fn request(id: u32, more: Value) -> Request {
    let mut params = json!({"name": "archive_note", "arguments": {"title": "plants"}, "_meta": {
        "io.modelcontextprotocol/protocolVersion": VERSION,
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
    }});
    if let (Some(params), Value::Object(more)) = (params.as_object_mut(), more) {
        params.extend(more);
    }
    Request {
        method: "POST".into(),
        path: "/mcp".into(),
        headers: Headers::default()
            .with("Authorization", "Bearer alices-token")
            .with("MCP-Protocol-Version", VERSION)
            .with("Mcp-Method", "tools/call")
            .with("Mcp-Name", "archive_note"),
        body: json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).to_string(),
    }
}

fn main() {
    let server = Server::new();
    let asked = server.handle(&request(1, json!({})));
    println!("{} {}\n", asked.status, asked.body);

    let asked: Value = serde_json::from_str(&asked.body).expect("JSON");
    let yes = json!({
        "inputResponses": {"approval": {"action": "accept", "content": {"approved": true}}},
        "requestState": asked["result"]["requestState"],
    });
    for id in [2, 3] {
        let answer = server.handle(&request(id, yes.clone()));
        println!("{} {}\n", answer.status, answer.body);
    }
}
