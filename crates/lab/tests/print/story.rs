//! Records entries as a recorder would.

use serde_json::{Value, json};
use wire::Entry;
use wire::entry::{Decision, Http, Kind};
use wire::http::Headers;
use wire::message::{META_CAPABILITIES, META_CLIENT, META_SERVER, META_VERSION};

/// 2026-07-28 14:02:00 UTC.
const START: u64 = 1_785_247_320_000;

/// Entries in the order in which they are recorded, one second apart.
#[derive(Default)]
pub struct Story(Vec<Entry>);

impl Story {
    /// Records an entry and gives it its number.
    pub fn add(&mut self, kind: Kind, from: &str, to: Option<&str>) -> &mut Entry {
        let number = self.0.len() as u32 + 1;
        let mut entry = Entry::new(number, "main", START + 1000 * u64::from(number), kind, from);
        entry.to = to.map(str::to_owned);
        self.0.push(entry);
        self.0.last_mut().unwrap()
    }

    pub fn last(&self) -> u32 {
        self.0.len() as u32
    }

    pub fn note(&mut self, lines: &[&str]) {
        self.add(Kind::Note, "narrator", None).text = lines.iter().map(|line| (*line).into()).collect();
    }

    /// The host sends a request. Its number.
    pub fn request(&mut self, id: u64, method: &str, token: Option<&str>, mut params: Value) -> &mut Entry {
        params["_meta"] = meta();
        let mut headers = Headers::default();
        if let Some(token) = token {
            headers = headers.with("Authorization", format!("Bearer {token}"));
        }
        headers = headers.with("MCP-Protocol-Version", wire::VERSION).with("Mcp-Method", method);
        if let Some(name) = params["name"].as_str() {
            headers = headers.with("Mcp-Name", name);
        }
        let entry = self.add(Kind::Mcp, "host", Some("server"));
        entry.http = Some(Http { request: Some("POST /mcp".into()), status: None, headers });
        entry.message = Some(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        entry
    }

    /// The server answers the entry before.
    pub fn result(&mut self, id: u64, mut result: Value) -> &mut Entry {
        result["_meta"] = json!({META_SERVER: {"name": "files", "version": "1.0.0"}});
        self.response(json!({"jsonrpc": "2.0", "id": id, "result": result}), 200)
    }

    pub fn error(&mut self, id: u64, code: i32, message: &str) -> &mut Entry {
        self.response(json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}), 400)
    }

    fn response(&mut self, message: Value, status: u16) -> &mut Entry {
        let answers = self.last_request();
        let entry = self.add(Kind::Mcp, "server", Some("host"));
        entry.answers = Some(answers);
        let headers = Headers::default().with("Content-Type", "application/json");
        entry.http = Some(Http { request: None, status: Some(status), headers });
        entry.message = Some(message);
        entry
    }

    fn last_request(&self) -> u32 {
        self.0.iter().rev().find(|entry| entry.from == "host" && entry.http.is_some()).unwrap().number
    }

    pub fn challenge(&mut self, status: u16, challenge: &str) -> &mut Entry {
        let answers = self.last_request();
        let entry = self.add(Kind::Http, "server", Some("host"));
        entry.answers = Some(answers);
        let headers = Headers::default().with("WWW-Authenticate", challenge);
        entry.http = Some(Http { request: None, status: Some(status), headers });
        entry
    }

    /// One exchange of another kind: a request, and its answer with a body.
    pub fn exchange(&mut self, kind: Kind, to: &str, request: &str, sent: Option<Value>, answered: Value) {
        let back = self.last();
        let entry = self.add(kind, "host", Some(to));
        entry.answers = Some(back);
        entry.http = Some(Http { request: Some(request.into()), status: None, headers: Headers::default() });
        entry.message = sent;
        let number = self.last();
        let entry = self.add(kind, to, Some("host"));
        entry.answers = Some(number);
        entry.http = Some(Http { request: None, status: Some(200), headers: Headers::default() });
        entry.message = Some(answered);
    }

    pub fn human(&mut self, from: &str, to: &str, answers: u32, lines: &[&str]) {
        let entry = self.add(Kind::Human, from, Some(to));
        entry.answers = Some(answers);
        entry.text = lines.iter().map(|line| (*line).into()).collect();
    }

    pub fn effect(&mut self, lines: &[&str]) {
        let back = self.last();
        let entry = self.add(Kind::Effect, "files", None);
        entry.answers = Some(back);
        entry.text = lines.iter().map(|line| (*line).into()).collect();
    }

    pub fn last_mut(&mut self) -> &mut Entry {
        self.0.last_mut().unwrap()
    }

    pub fn entries(self) -> Vec<Entry> {
        self.0
    }
}

pub fn meta() -> Value {
    json!({
        META_VERSION: wire::VERSION,
        META_CLIENT: {"name": "lab-host", "version": "0.1.0"},
        META_CAPABILITIES: {"elicitation": {"form": {}}},
    })
}

pub fn gate(gate: &str, verdict: &str, why: &str, rules: &[&str]) -> Option<Decision> {
    let rules = rules.iter().map(|rule| (*rule).to_owned()).collect();
    Some(Decision { gate: gate.into(), verdict: verdict.into(), why: why.into(), code: None, rules })
}

pub fn coded(mut decision: Option<Decision>, code: &str) -> Option<Decision> {
    decision.as_mut().unwrap().code = Some(code.to_owned());
    decision
}
