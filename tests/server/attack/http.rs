//! Requests as an attacker writes them: any header, twice if need be, any body, over a socket of its own.

use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// The revision that is spoken.
pub(crate) const VERSION: &str = "2026-07-28";

/// One request. It starts as an honest client sends it.
#[derive(Debug, Clone)]
pub(crate) struct Message {
    pub(crate) method: &'static str,
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

/// What came back.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

/// What an honest client says of itself in each request.
pub(crate) fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": VERSION,
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
    })
}

impl Message {
    /// A request with these parameters, to which `_meta` is added where they have none.
    pub(crate) fn request(method: &str, mut params: Value) -> Self {
        let name = params["name"].as_str().map(ToOwned::to_owned);
        if params.get("_meta").is_none() {
            params["_meta"] = meta();
        }
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
        let message = Self::post(body).with("MCP-Protocol-Version", VERSION).with("Mcp-Method", method);
        match name {
            Some(name) => message.with("Mcp-Name", &name),
            None => message,
        }
    }

    /// A call of a tool.
    pub(crate) fn call(tool: &str, arguments: Value) -> Self {
        Self::request("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// The same call with the person's answer and the state of the question.
    pub(crate) fn retry(tool: &str, arguments: Value, answer: Value, state: &str) -> Self {
        let params = json!({
            "name": tool, "arguments": arguments, "inputResponses": {"approval": answer}, "requestState": state,
        });
        Self::request("tools/call", params)
    }

    /// A body of any kind.
    pub(crate) fn post(body: impl Into<Vec<u8>>) -> Self {
        let headers = [("Content-Type", "application/json"), ("Accept", "application/json, text/event-stream")];
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        Self { method: "POST", path: "/mcp".into(), headers, body: body.into() }
    }

    /// The same with a header more, whether there is one of its name or not.
    pub(crate) fn also(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// The same without a header.
    pub(crate) fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self
    }

    /// The same with this value of a header, and no other.
    pub(crate) fn with(self, name: &str, value: &str) -> Self {
        self.without(name).also(name, value)
    }

    /// The same with a token.
    pub(crate) fn by(self, token: &str) -> Self {
        self.with("Authorization", &format!("Bearer {token}"))
    }

    /// The same with a body in which one text is another.
    pub(crate) fn replacing(mut self, from: &str, to: &str) -> Self {
        let body = String::from_utf8(self.body).unwrap();
        assert!(body.contains(from), "{from} is not in {body}");
        self.body = body.replacen(from, to, 1).into_bytes();
        self
    }

    /// The socket on which it was sent.
    pub(crate) fn sent(&self, to: SocketAddr) -> TcpStream {
        let mut socket = TcpStream::connect(to).unwrap();
        socket.set_read_timeout(Some(Duration::from_secs(40))).unwrap();
        let mut head = format!("{} {} HTTP/1.1\r\n", self.method, self.path);
        if !self.headers.iter().any(|(name, _)| name == "Host") {
            head.push_str(&format!("Host: {to}\r\n"));
        }
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str(&format!("Content-Length: {}\r\nConnection: close\r\n\r\n", self.body.len()));
        // A server may answer, and close, before it has read all.
        drop(socket.write_all(head.as_bytes()).and_then(|()| socket.write_all(&self.body)));
        socket
    }

    /// Sends it, and waits for the answer.
    pub(crate) fn send(&self, to: SocketAddr) -> Answer {
        let mut bytes = Vec::new();
        drop(self.sent(to).read_to_end(&mut bytes));
        Answer::read(&bytes)
    }
}

impl Answer {
    fn read(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {text:?}"));
        let mut lines = head.split("\r\n");
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let header = |line: &str| line.split_once(": ").map(|(name, value)| (name.to_lowercase(), value.to_owned()));
        let headers: Vec<_> = lines.filter_map(header).collect();
        let chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
        let body = if chunked { unchunked(body) } else { body.to_owned() };
        Self { status, headers, body }
    }

    /// The values of a header.
    pub(crate) fn all(&self, name: &str) -> Vec<&str> {
        self.headers.iter().filter(|(known, _)| known == name).map(|(_, value)| value.as_str()).collect()
    }

    /// The challenge, of which there is one.
    pub(crate) fn challenge(&self) -> &str {
        let all = self.all("www-authenticate");
        assert_eq!(all.len(), 1, "{self:?}");
        all[0]
    }

    /// The body, as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|failed| panic!("{failed}: {self:?}"))
    }

    /// The code of its error; 0 where it is none.
    pub(crate) fn code(&self) -> i64 {
        self.json()["error"]["code"].as_i64().unwrap_or_default()
    }

    /// The state of the question that it asks.
    pub(crate) fn state(&self) -> String {
        assert_eq!(self.json()["result"]["resultType"], "input_required", "{self:?}");
        self.json()["result"]["requestState"].as_str().unwrap().to_owned()
    }

    /// The text of its result, and whether it is an error that the model reads.
    pub(crate) fn told(&self) -> (bool, String) {
        let result = self.json()["result"].clone();
        assert_eq!(result["resultType"], "complete", "{self:?}");
        let text = result["content"][0]["text"].as_str().unwrap().to_owned();
        (result["isError"].as_bool().unwrap_or_default(), text)
    }
}

/// A body without its chunks' lengths.
fn unchunked(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((length, rest)) = body.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap();
        if length == 0 {
            break;
        }
        whole.push_str(&rest[..length]);
        body = &rest[length + 2..];
    }
    whole
}
