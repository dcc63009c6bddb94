//! The client: builds messages, sends them, and records both ways.

use super::answer::{self, Unread};
use super::headers;
use crate::World;
use crate::authorization::Issued;
use crate::recorder::Recorder;
use crate::server::Service;
use rules::Refused;
use serde_json::{Map, Value, json};
use std::rc::Rc;
use std::sync::{MutexGuard, PoisonError};
use wire::entry::{Decision, Http, Kind, Line, Violation};
use wire::http::{Headers, Request, Response};
use wire::message::{META_CAPABILITIES, META_CLIENT, META_VERSION};

/// Sends requests for one user and records what passes. Every request is a new one with a new id.
pub struct Client {
    world: World,
    name: String,
    /// The name under which a transcript speaks of its server.
    pub(crate) server: String,
    service: Rc<dyn Service>,
    next_id: i64,
    /// The token that it holds.
    pub token: Option<Issued>,
    /// The capabilities that it declares on every request.
    pub capabilities: Value,
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Client({})", self.name)
    }
}

/// What came back.
#[derive(Debug, Clone, PartialEq)]
pub struct Received {
    /// The number of its entry.
    pub number: u32,
    /// The response.
    pub response: Response,
    /// The JSON-RPC message that answers the request, or the document that was fetched; none where the client does not
    /// use what came back.
    pub message: Option<Value>,
}

impl Received {
    /// The result, where the message is one.
    #[must_use]
    pub fn result(&self) -> Option<&Value> {
        self.message.as_ref()?.get("result")
    }
}

impl Client {
    /// A client that declares form elicitation and holds no token.
    #[must_use]
    pub fn new(world: &World, user: &str, service: Rc<dyn Service>) -> Self {
        Self {
            world: world.clone(),
            name: format!("{user}'s host"),
            server: "server".into(),
            service,
            next_id: 1,
            token: None,
            capabilities: json!({"elicitation": {"form": {}}}),
        }
    }

    /// The name under which a transcript speaks of it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The id of its next request.
    #[must_use]
    pub const fn next_id(&self) -> i64 {
        self.next_id
    }

    /// Goes on from this id: a client that was there before, at a server that was started anew.
    pub const fn count_from(&mut self, id: i64) {
        self.next_id = id;
    }

    /// A request message with the next id and the whole `_meta`.
    pub fn message(&mut self, method: &str, params: &Map<String, Value>) -> Value {
        let mut params = params.clone();
        params.insert(
            "_meta".into(),
            json!({
                META_VERSION: wire::VERSION,
                META_CLIENT: {"name": "desk", "version": "0.1.0"},
                META_CAPABILITIES: self.capabilities,
            }),
        );
        let id = self.next_id;
        self.next_id += 1;
        json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
    }

    /// Sends a request as an honest client does. `answers` is the entry that it answers or repeats.
    pub fn post(&mut self, method: &str, params: &Map<String, Value>, answers: Option<u32>) -> Received {
        let message = self.message(method, params);
        self.send(&message, answers, None)
    }

    /// Sends a message with the headers that its body calls for.
    pub fn send(&mut self, message: &Value, answers: Option<u32>, violation: Option<Violation>) -> Received {
        let headers = self.headers(message);
        self.send_raw(&wire::order::compact(message), headers, answers, violation)
    }

    /// The headers that a message calls for.
    #[must_use]
    pub fn headers(&self, message: &Value) -> Headers {
        let method = message.get("method").and_then(Value::as_str).unwrap_or_default();
        let mut headers = Headers::default();
        if let Some(token) = &self.token {
            headers = headers.with("Authorization", format!("Bearer {}", token.secret));
        }
        headers = headers.with("MCP-Protocol-Version", wire::VERSION).with("Mcp-Method", method);
        match message.pointer("/params/name").and_then(Value::as_str) {
            Some(name) if method == "tools/call" => headers.with("Mcp-Name", headers::name(name)),
            _ => headers,
        }
    }

    /// Sends any text with any headers, to see what comes of it.
    pub fn send_raw(
        &mut self,
        body: &str,
        headers: Headers,
        answers: Option<u32>,
        violation: Option<Violation>,
    ) -> Received {
        self.world.tick();
        let shown = headers::redacted(&headers, self.token.as_ref());
        let mut entry = self.recorder().entry(Kind::Mcp, &self.name);
        entry.to = Some(self.server.clone());
        entry.answers = answers;
        entry.http = Some(Http { request: Some("POST /mcp".into()), status: None, headers: shown });
        // A text that can be read in two ways is kept as the text that it is: any one reading of it would lie.
        let id;
        match wire::strict::read(body) {
            Ok(message) => {
                id = message.get("id").cloned();
                entry.message = Some(message);
            }
            Err(_) => {
                // The id is the host's own, whatever else can be read in two ways.
                id = serde_json::from_str::<Value>(body).ok().and_then(|message| message.get("id").cloned());
                entry.text = vec![Line::verbatim(body)];
            }
        }
        entry.violation = violation;
        let sent = self.recorder().keep(entry);
        let http = Request { method: "POST".into(), path: "/mcp".into(), headers, body: body.to_owned() };
        self.exchange(&http, sent, id)
    }

    /// Fetches a document.
    pub fn get(&mut self, path: &str, answers: Option<u32>) -> Received {
        self.world.tick();
        let mut entry = self.recorder().entry(Kind::Http, &self.name);
        entry.to = Some(self.server.clone());
        entry.answers = answers;
        entry.http = Some(Http { request: Some(format!("GET {path}")), status: None, headers: Headers::default() });
        let sent = self.recorder().keep(entry);
        let headers = Headers::default();
        self.exchange(&Request { method: "GET".into(), path: path.into(), headers, body: String::new() }, sent, None)
    }

    /// `id` is that of the request, where it has one that can be read.
    fn exchange(&self, http: &Request, sent: u32, id: Option<Value>) -> Received {
        let handled = self.service.handle(http);
        let mut recorder = self.recorder();
        for effect in &handled.effects {
            let mut entry = recorder.entry(Kind::Effect, &self.server).said([effect.as_str()]);
            entry.answers = Some(sent);
            recorder.keep(entry);
        }
        let body = &handled.response.body;
        let read = answer::document(body);
        let json_rpc = matches!(&read, Ok(Some(message)) if message.get("jsonrpc").is_some());
        let twofold = matches!(&read, Err(Unread::Malformed(malformed)) if !malformed.not_json());
        let mcp = json_rpc || (twofold && http.method == "POST");
        let mut entry = recorder.entry(if mcp { Kind::Mcp } else { Kind::Http }, &self.server);
        entry.to = Some(self.name.clone());
        entry.answers = Some(sent);
        entry.http = Some(Http {
            request: None,
            status: Some(handled.response.status),
            headers: handled.response.headers.clone(),
        });
        // As with what is sent: any one reading of a text that can be read in two ways would lie.
        match &read {
            Ok(message) => entry.message.clone_from(message),
            Err(_) => entry.text = vec![Line::verbatim(body)],
        }
        entry.gate = handled.decision;
        let number = recorder.keep(entry);
        let checked = read.and_then(|message| match &message {
            Some(answered) if http.method == "POST" => answer::answers(answered, id.as_ref()).map(|()| message),
            _ => Ok(message),
        });
        let message = checked.unwrap_or_else(|unread| {
            let mut entry = recorder.entry(Kind::Host, &self.name).said(["does not read this answer"]);
            entry.answers = Some(number);
            entry.gate = Some(refused(&unread));
            recorder.keep(entry);
            None
        });
        Received { number, response: handled.response, message }
    }

    pub(crate) fn recorder(&self) -> MutexGuard<'_, Recorder> {
        self.world.recorder.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the client decides on an answer that it does not use.
fn refused(unread: &Unread) -> Decision {
    Decision {
        gate: "client".into(),
        verdict: "refused".into(),
        why: unread.why(),
        code: Some(unread.code().into()),
        rules: vec![unread.rule().id.into()],
    }
}
