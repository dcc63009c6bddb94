//! The same gates in a plain axum service, without rmcp. Run it:
//! `cargo run -p twogates-rmcp-gates --example plain_axum`
//!
//! It listens on the loopback for one call and its answer, which it sends itself. `twogates` alone is what a service like this
//! needs; it stands here because axum does.

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State as Shared;
use axum::http::{HeaderMap, Response, Uri};
use axum::routing::any;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::spawn_blocking;
use twogates::consent::{
    ConsentGate, Contract, Effect, EffectClass, Intent, Key, KeyRing, Policy, Snapshot, Tool, Until,
};
use twogates::grants::{Authority, Claim, End, Grants, Memory, Settled, State, SystemClock};
use twogates::outcome::Outcome;
use twogates::reply::Server as Reply;
use twogates::scope::{Caller, Hierarchy, Principal, ScopeGate, ScopeSet, ToolScopes};
use twogates::wire::VERSION;
use twogates::wire::http::{Headers, Request, Response as Answer};
use twogates::wire::message::ToolCall;
use twogates::wire::result::ServerInfo;
use twogates::{Admission, Attempt, Endpoint, Front, Gates, OsDice, Step, Token, Tokens};
use twogates_rmcp_gates::twogates;

const SERVER: &str = "https://bell.example/mcp";
const METADATA: &str = "https://bell.example/.well-known/oauth-protected-resource/mcp";

/// The one tool: it rings a bell.
#[derive(Debug, Default)]
struct Ring(Mutex<u32>);

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Times {
    times: u32,
}

const BELL: Snapshot = Snapshot::DeclaredNone { reason: "a bell has no state that matters" };

impl Tool for Ring {
    type Args = Times;

    fn contract(&self) -> Contract {
        let times = json!({"type": "integer", "minimum": 1, "maximum": 12, "default": 1});
        let input_schema = json!({"type": "object", "properties": {"times": times}, "additionalProperties": false});
        Contract { name: "ring".into(), input_schema, effect: EffectClass::AtMostOnce, version: 1 }
    }
}

impl Effect for Ring {
    fn snapshot(&self, _: &Times) -> Snapshot {
        BELL
    }
}

impl Ring {
    fn run(&self, claim: Claim<Self>) -> Settled {
        match claim.take(|_| BELL) {
            Err(changed) => changed,
            Ok((Times { times }, running)) => {
                *self.0.lock().unwrap_or_else(PoisonError::into_inner) += times;
                running.settle(End::Executed, format!("rang {times} times"))
            }
        }
    }
}

#[derive(Debug)]
struct OneToken;

impl Tokens for OneToken {
    fn verify(&self, token: &str) -> Option<Token> {
        let principal = Principal { issuer: "https://auth.example".into(), subject: "alice".into(), client: None };
        (token == "alices-token").then(|| Token {
            caller: Caller { principal, granted: ScopeSet::of(&["bell:ring"]) },
            audience: SERVER.into(),
            expires_ms: u64::MAX,
        })
    }
}

/// Every call runs within the request that approved it, and gate one has just let that through.
#[derive(Debug)]
struct WithinTheRequest;

impl Authority for WithinTheRequest {
    fn may_still(&self, intent: &Intent) -> bool {
        intent.until == Until::AtOnce
    }
}

struct Bell {
    front: Front,
    gates: Gates,
    reply: Reply,
    tool: Ring,
}

impl Bell {
    fn new() -> Result<Self, Box<dyn Error>> {
        let scopes = ScopeSet::of(&["bell:ring"]);
        let endpoint = Endpoint {
            path: "/mcp".into(),
            resource: SERVER.into(),
            metadata: METADATA.into(),
            first_scopes: scopes.clone(),
            origins: Vec::new(),
            methods: vec!["tools/list".into(), "tools/call".into()],
        };
        let mut secret = [0; 32];
        getrandom::fill(&mut secret)?;
        let store = Arc::new(Memory::new(SystemClock));
        let gates = Gates::new(
            ScopeGate::new(Hierarchy::default()).tool("ring", ToolScopes::base(scopes)),
            ConsentGate::new(SERVER, KeyRing::new(Key::new("k1", &secret)?)),
            Grants::new(SERVER, store, Arc::new(WithinTheRequest), Arc::new(OsDice)),
        );
        let info = ServerInfo { name: "bell".into(), version: "1".into() };
        let reply = Reply { info, metadata: METADATA.into() };
        Ok(Self { front: Front::new(endpoint, Arc::new(OneToken)), gates, reply, tool: Ring::default() })
    }

    /// The whole service, without HTTP in it. It blocks.
    fn handle(&self, request: &Request) -> Answer {
        if let Some(metadata) = self.front.metadata(request, &["https://auth.example"]) {
            return metadata;
        }
        let admitted = match self.front.admit(request, self.gates.grants()) {
            Ok(Admission::Request(admitted)) => admitted,
            Ok(Admission::Notification) => return Answer::empty(202),
            Err(turned) => return self.reply.turned(&turned),
        };
        let id = &admitted.request.id;
        let Ok(call) = ToolCall::read(&admitted.request.params) else { return self.list(id, &admitted.caller) };
        let attempt = Attempt::of(call, admitted.shows_forms);
        match self.gates.act(&self.tool, &Policy::default(), admitted.caller, attempt) {
            Err(refusal) => self.reply.refused(id, &refusal),
            Ok(Step::Ask(question)) => self.reply.question(id, &question),
            Ok(Step::Queued { handle, .. }) => self.reply.queued(id, handle),
            Ok(Step::Run(claim)) => match self.gates.settle(self.tool.run(claim)) {
                Err(unusable) => self.reply.refused(id, &unusable.into()),
                Ok(grant) => {
                    let outcome = if grant.state == State::Executed { Outcome::Done } else { Outcome::Failed };
                    self.reply.ran(id, outcome, &grant.outcome.map(|(_, text)| text).unwrap_or_default())
                }
            },
        }
    }

    fn list(&self, id: &twogates::wire::message::RequestId, caller: &Caller) -> Answer {
        let Contract { name, input_schema, .. } = self.tool.contract();
        let listed = self.gates.scope().listed(caller).contains(&name.as_ref());
        let tool = json!({"name": name, "description": "Rings a bell.", "inputSchema": input_schema});
        let tools: Vec<Value> = listed.then_some(tool).into_iter().collect();
        let list = json!({"resultType": "complete", "tools": tools, "ttlMs": 300_000, "cacheScope": "private"});
        self.reply.result(id, list.as_object().cloned().unwrap_or_default())
    }
}

/// All that axum does: the raw body goes to the gates, off the async threads, and their answer comes back.
async fn answered(
    Shared(bell): Shared<Arc<Bell>>,
    method: axum::http::Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response<Body>, axum::http::StatusCode> {
    let lines = headers
        .iter()
        .map(|(name, value)| (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned()));
    let request = Request {
        method: method.as_str().to_owned(),
        path: uri.path().to_owned(),
        headers: Headers(lines.collect()),
        body: String::from_utf8(body.to_vec()).unwrap_or_default(),
    };
    let broke_off = |_| axum::http::StatusCode::INTERNAL_SERVER_ERROR;
    let answer = spawn_blocking(move || bell.handle(&request)).await.map_err(broke_off)?;
    let response = answer
        .headers
        .0
        .iter()
        .fold(Response::builder().status(answer.status), |response, (name, value)| response.header(name, value));
    response.body(Body::from(answer.body)).map_err(|_| axum::http::StatusCode::INTERNAL_SERVER_ERROR)
}

/// Posts a call as a client does, and prints what comes back.
async fn call(address: std::net::SocketAddr, more: Map<String, Value>) -> Result<Value, Box<dyn Error>> {
    let mut params = json!({"name": "ring", "arguments": {"times": 3}, "_meta": {
        "io.modelcontextprotocol/protocolVersion": VERSION,
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
    }});
    params.as_object_mut().into_iter().for_each(|params| params.extend(more.clone()));
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).to_string();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: bell.example\r\nConnection: close\r\nAuthorization: Bearer alices-token\r\n\
         MCP-Protocol-Version: {VERSION}\r\nMcp-Method: tools/call\r\nMcp-Name: ring\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(format!("{head}{body}").as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (_, body) = answer.split_once("\r\n\r\n").ok_or("no body")?;
    println!("{body}\n");
    Ok(serde_json::from_str(body)?)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let router = Router::new().fallback(any(answered)).with_state(Arc::new(Bell::new()?));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let serving = tokio::spawn(async move { axum::serve(listener, router).await });

    let asked = call(address, Map::new()).await?;
    let yes = Map::from_iter([
        ("inputResponses".to_owned(), json!({"approval": {"action": "accept", "content": {"approved": true}}})),
        ("requestState".to_owned(), asked.pointer("/result/requestState").cloned().unwrap_or_default()),
    ]);
    for _ in 0..2 {
        call(address, yes.clone()).await?;
    }
    serving.abort();
    Ok(())
}
