//! Real processes, real sockets: what the tests start, ask and end.

mod issuer;
mod process;

pub(crate) use issuer::Issuer;
pub(crate) use issuer::now;
pub(crate) use process::{Process, run, run_with};

use serde_json::{Map, Value, json};
use std::fs;
use std::path::PathBuf;
use std::time::Duration;
use tempfile::TempDir;
use ureq::Agent;

/// A directory with everything that a server needs: keys, files, a configuration.
pub(crate) struct House {
    /// The directory.
    pub(crate) dir: TempDir,
    /// The authorization server.
    pub(crate) issuer: Issuer,
}

/// The canonical address of every server of a house, wherever it listens.
pub(crate) const RESOURCE: &str = "https://house.example/mcp";

impl House {
    /// A new one. `more` is added to the configuration.
    pub(crate) fn new(more: &str) -> Self {
        let house = Self { dir: tempfile::tempdir().unwrap(), issuer: Issuer::start() };
        fs::create_dir_all(house.path("files/payroll")).unwrap();
        fs::write(house.path("files/notes.txt"), "Call the bank.\n").unwrap();
        fs::write(house.path("files/report.csv"), "month,sum\n").unwrap();
        fs::write(house.path("files/payroll/june.csv"), "name,sum\n").unwrap();
        let config = format!(
            "listen = \"127.0.0.1:0\"\nresource = \"{RESOURCE}\"\nfiles = {:?}\nkeys = {:?}\nstore = \"sqlite:{}\"\n\
             [auth]\nissuers = [{{ issuer = {:?} }}]\nrefresh_seconds = 1\n{more}",
            house.path("files"),
            house.path("keys"),
            house.path("grants.db").display(),
            house.issuer.address,
        );
        fs::write(house.path("config.toml"), config).unwrap();
        let keys = house.path("keys");
        let made = run(&["keys", "new", "--keys", keys.to_str().unwrap()]);
        assert!(made.status.success(), "{made:?}");
        house
    }

    /// A path in it.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// A server of this house, listening.
    pub(crate) fn serve(&self, more: &[&str]) -> Process {
        let config = self.path("config.toml");
        let mut arguments = vec!["serve", "--config", config.to_str().unwrap()];
        arguments.extend(more);
        Process::listening(&arguments)
    }

    /// What `two-gates work --once` says.
    pub(crate) fn work(&self) -> String {
        let config = self.path("config.toml");
        let worked = run(&["work", "--once", "--config", config.to_str().unwrap()]);
        assert!(worked.status.success(), "{worked:?}");
        String::from_utf8(worked.stdout).unwrap().trim().to_owned()
    }

    /// A client of a server, with a token for these scopes.
    pub(crate) fn client(&self, server: &Process, scopes: &str) -> Client {
        Client::new(&server.url, &self.issuer.token("alice", scopes))
    }
}

/// One client with one token.
pub(crate) struct Client {
    url: String,
    token: String,
    agent: Agent,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) challenge: Option<String>,
    pub(crate) retry_after: Option<String>,
    pub(crate) body: Value,
}

impl Client {
    pub(crate) fn new(url: &str, token: &str) -> Self {
        let agent =
            Agent::config_builder().http_status_as_error(false).timeout_global(Some(Duration::from_secs(20))).build();
        Self { url: url.to_owned(), token: token.to_owned(), agent: agent.into() }
    }

    /// One request with these parameters.
    pub(crate) fn send(&self, method: &str, params: Value) -> Answer {
        let mut params = params.as_object().cloned().unwrap_or_default();
        let name = params.get("name").or_else(|| params.get("uri")).and_then(Value::as_str).map(str::to_owned);
        params.insert("_meta".into(), meta());
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
        self.raw(method, name.as_deref(), &[], body.as_bytes())
    }

    /// One request with this body and these headers beside the usual ones.
    pub(crate) fn raw(&self, method: &str, name: Option<&str>, more: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut request = self.agent.post(&self.url);
        for (header, value) in [
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
            ("MCP-Protocol-Version", "2026-07-28"),
            ("Mcp-Method", method),
        ] {
            if !more.iter().any(|(other, _)| other.eq_ignore_ascii_case(header)) {
                request = request.header(header, value);
            }
        }
        if let Some(name) = name {
            request = request.header("Mcp-Name", name);
        }
        if !self.token.is_empty() {
            request = request.header("Authorization", format!("Bearer {}", self.token));
        }
        for (header, value) in more {
            request = request.header(*header, *value);
        }
        answer(request.send(body).unwrap())
    }

    /// A GET of a path of the same server.
    pub(crate) fn fetch(&self, path: &str) -> (u16, String) {
        let origin = self.url.strip_suffix("/mcp").unwrap();
        let mut response = self.agent.get(format!("{origin}{path}")).call().unwrap();
        (response.status().as_u16(), response.body_mut().read_to_string().unwrap())
    }

    /// A call.
    pub(crate) fn call(&self, tool: &str, arguments: &Value) -> Answer {
        self.send("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// A call that asks a person: the state of its question.
    pub(crate) fn ask(&self, tool: &str, arguments: &Value) -> String {
        let asked = self.call(tool, arguments);
        let state = asked.body["result"]["requestState"].as_str();
        state.unwrap_or_else(|| panic!("nobody was asked: {asked:?}")).to_owned()
    }

    /// The same call, answered.
    pub(crate) fn answer(&self, tool: &str, arguments: &Value, state: &str, answer: Value) -> Answer {
        self.send(
            "tools/call",
            json!({"name": tool, "arguments": arguments, "requestState": state, "inputResponses": {"approval": answer}}),
        )
    }

    /// The same call, with a yes.
    pub(crate) fn yes(&self, tool: &str, arguments: &Value, state: &str) -> Answer {
        self.answer(tool, arguments, state, json!({"action": "accept", "content": {"approved": true}}))
    }
}

impl Answer {
    /// The text of a tool's result, and whether it is an error.
    pub(crate) fn text(&self) -> (bool, &str) {
        let result = &self.body["result"];
        let error = result.get("isError") == Some(&Value::Bool(true));
        (error, result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text in {self:?}")))
    }

    /// The code of an error.
    pub(crate) fn code(&self) -> i64 {
        self.body["error"]["code"].as_i64().unwrap_or_else(|| panic!("no error in {self:?}"))
    }
}

fn answer(mut response: ureq::http::Response<ureq::Body>) -> Answer {
    let header = |name: &str| response.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
    let (challenge, retry_after) = (header("WWW-Authenticate"), header("Retry-After"));
    let status = response.status().as_u16();
    let text = response.body_mut().read_to_string().unwrap();
    Answer { status, challenge, retry_after, body: serde_json::from_str(&text).unwrap_or(Value::String(text)) }
}

/// The `_meta` of a client that shows forms.
pub(crate) fn meta() -> Value {
    let mut meta = Map::new();
    meta.insert("io.modelcontextprotocol/protocolVersion".into(), json!("2026-07-28"));
    meta.insert("io.modelcontextprotocol/clientCapabilities".into(), json!({"elicitation": {"form": {}}}));
    meta.into()
}
