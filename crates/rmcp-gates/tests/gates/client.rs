//! What a client sends, right unless its test makes it wrong.

use axum::body::Body;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;
use twogates_rmcp_gates::twogates::wire::message::{META_CAPABILITIES, META_VERSION};

pub(crate) const VERSION: &str = "2026-07-28";

/// One POST on its way: headers and body, each to be changed.
#[derive(Debug, Clone)]
pub(crate) struct Post {
    headers: Vec<(String, String)>,
    pub(crate) body: Value,
    raw: Option<Vec<u8>>,
    method: &'static str,
    path: &'static str,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: http::HeaderMap,
    pub(crate) text: String,
}

/// A request by Alice, who holds every scope.
pub(crate) fn request(method: &str, mut params: Value) -> Post {
    params["_meta"] = json!({META_VERSION: VERSION, META_CAPABILITIES: {"elicitation": {"form": {}}}});
    let name = params.get("name").or(params.get("uri")).and_then(Value::as_str).map(str::to_owned);
    let post = Post {
        headers: Vec::new(),
        body: json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params}),
        raw: None,
        method: "POST",
        path: "/mcp",
    };
    let post = post
        .header("Host", "127.0.0.1")
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream")
        .header("Authorization", "Bearer alice")
        .header("MCP-Protocol-Version", VERSION)
        .header("Mcp-Method", method);
    match name {
        Some(name) => post.header("Mcp-Name", &name),
        None => post,
    }
}

/// A call of a tool by Alice.
pub(crate) fn call(tool: &str, arguments: Value) -> Post {
    request("tools/call", json!({"name": tool, "arguments": arguments}))
}

impl Post {
    /// By whoever has this token.
    pub(crate) fn by(self, token: &str) -> Self {
        self.set("Authorization", &format!("Bearer {token}"))
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self
    }

    pub(crate) fn set(self, name: &str, value: &str) -> Self {
        self.without(name).header(name, value)
    }

    pub(crate) fn param(mut self, name: &str, value: Value) -> Self {
        self.body["params"][name] = value;
        self
    }

    /// With these capabilities of the client, and no others.
    pub(crate) fn declaring(mut self, capabilities: &Value) -> Self {
        self.body["params"]["_meta"][META_CAPABILITIES] = capabilities.clone();
        self
    }

    pub(crate) fn id(mut self, id: Value) -> Self {
        self.body["id"] = id;
        self
    }

    pub(crate) fn raw(mut self, raw: impl Into<Vec<u8>>) -> Self {
        self.raw = Some(raw.into());
        self
    }

    pub(crate) fn method(mut self, method: &'static str) -> Self {
        self.method = method;
        self
    }

    pub(crate) fn path(mut self, path: &'static str) -> Self {
        self.path = path;
        self
    }

    /// With the state of this question, and this answer to it.
    pub(crate) fn answering(self, asked: &Answer, answer: Value) -> Self {
        let state = asked.result()["requestState"].clone();
        assert!(state.is_string(), "it asks: {}", asked.text);
        self.param("requestState", state).param("inputResponses", json!({"approval": answer}))
    }

    /// With a yes to this question.
    pub(crate) fn yes(self, asked: &Answer) -> Self {
        self.answering(asked, json!({"action": "accept", "content": {"approved": true}}))
    }

    /// The bytes of it over HTTP/1.1.
    pub(crate) fn on_the_wire(&self) -> String {
        let body = self.body.to_string();
        let lines: String = self.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let (method, path, length) = (self.method, self.path, body.len());
        format!("{method} {path} HTTP/1.1\r\n{lines}Content-Length: {length}\r\n\r\n{body}")
    }

    pub(crate) async fn send(self, router: &axum::Router) -> Answer {
        let body = self.raw.unwrap_or_else(|| self.body.to_string().into_bytes());
        let mut request = http::Request::builder().method(self.method).uri(self.path);
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let response = router.clone().oneshot(request.body(Body::from(body)).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        Answer { status: parts.status.as_u16(), headers: parts.headers, text: String::from_utf8(bytes.into()).unwrap() }
    }
}

impl Answer {
    /// The message.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {} {:?}", self.status, self.text))
    }

    pub(crate) fn result(&self) -> Value {
        self.json()["result"].clone()
    }

    /// The first text of a tool's result.
    pub(crate) fn said(&self) -> String {
        self.result()["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text: {}", self.text)).to_owned()
    }

    pub(crate) fn is_error(&self) -> bool {
        self.result()["isError"] == true
    }

    /// Status, code and message of an error.
    pub(crate) fn error(&self) -> (u16, i64, String) {
        let error = &self.json()["error"];
        (self.status, error["code"].as_i64().unwrap(), error["message"].as_str().unwrap().to_owned())
    }

    pub(crate) fn asks(&self) -> bool {
        self.result()["resultType"] == "input_required"
    }

    pub(crate) fn challenge(&self) -> String {
        self.headers["www-authenticate"].to_str().unwrap().to_owned()
    }
}
