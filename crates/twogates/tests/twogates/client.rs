//! What a client sends, right unless its test makes it wrong.

use serde_json::{Map, Value, json};
use wire::http::{Headers, Request, Response};
use wire::message::{META_CAPABILITIES, META_VERSION};

/// One POST on its way: headers and body, each to be changed.
#[derive(Debug, Clone)]
pub(crate) struct Post {
    headers: Vec<(String, String)>,
    body: Value,
    raw: Option<String>,
    method: &'static str,
    path: &'static str,
}

/// A request by Alice, who holds every scope.
pub(crate) fn request(method: &str, params: Value) -> Post {
    let mut params = params;
    params["_meta"] = json!({META_VERSION: "2026-07-28", META_CAPABILITIES: {"elicitation": {"form": {}}}});
    let name = params.get("name").and_then(Value::as_str).map(str::to_owned);
    let post = Post {
        headers: Vec::new(),
        body: json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params}),
        raw: None,
        method: "POST",
        path: "/mcp",
    };
    let post = post
        .header("Authorization", "Bearer alice")
        .header("MCP-Protocol-Version", "2026-07-28")
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

pub(crate) fn delete(path: &str) -> Post {
    call("delete_note", json!({"path": path}))
}

pub(crate) fn pay(to: &str, amount: i64) -> Post {
    call("pay", json!({"to": to, "amount": amount}))
}

impl Post {
    /// By whoever has this token.
    pub(crate) fn by(self, token: &str) -> Self {
        self.set("Authorization", &format!("Bearer {token}"))
    }

    /// With one header line more.
    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self
    }

    /// With another value of a header.
    pub(crate) fn set(self, name: &str, value: &str) -> Self {
        self.without(name).header(name, value)
    }

    /// With something else in the body.
    pub(crate) fn body(mut self, change: impl FnOnce(&mut Value)) -> Self {
        change(&mut self.body);
        self
    }

    /// With something else in the parameters; null takes it out.
    pub(crate) fn param(self, name: &str, value: Value) -> Self {
        self.body(|body| {
            let params = body["params"].as_object_mut().unwrap();
            if value.is_null() {
                params.remove(name);
            } else {
                params.insert(name.to_owned(), value);
            }
        })
    }

    /// With other capabilities of the client.
    pub(crate) fn capabilities(self, capabilities: Value) -> Self {
        self.body(|body| body["params"]["_meta"][META_CAPABILITIES] = capabilities)
    }

    /// With this text for a body.
    pub(crate) fn raw(mut self, text: &str) -> Self {
        self.raw = Some(text.to_owned());
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

    pub(crate) fn state(self, state: &str) -> Self {
        self.param("requestState", state.into())
    }

    /// With this answer to our question.
    pub(crate) fn answer(self, answer: Value) -> Self {
        self.param("inputResponses", json!({"approval": answer}))
    }

    /// The retry that says yes.
    pub(crate) fn yes(self, state: &str) -> Self {
        self.state(state).answer(yes())
    }

    /// The retry that says this instead.
    pub(crate) fn says(self, state: &str, action: &str) -> Self {
        self.state(state).answer(json!({"action": action}))
    }

    /// The body as it goes out.
    pub(crate) fn text(&self) -> String {
        self.raw.clone().unwrap_or_else(|| self.body.to_string())
    }

    pub(crate) fn http(&self) -> Request {
        Request {
            method: self.method.to_owned(),
            path: self.path.to_owned(),
            headers: Headers(self.headers.clone()),
            body: self.text(),
        }
    }
}

pub(crate) fn yes() -> Value {
    json!({"action": "accept", "content": {"approved": true}})
}

/// The body of a response.
pub(crate) fn body(response: &Response) -> Value {
    assert_eq!(response.headers.first("Content-Type"), Some("application/json"), "{response:?}");
    serde_json::from_str(&response.body).unwrap()
}

/// Code and message of a JSON-RPC error, and the status that it came with.
pub(crate) fn error(response: &Response) -> (u16, i64, String) {
    let error = body(response)["error"].clone();
    (response.status, error["code"].as_i64().unwrap(), error["message"].as_str().unwrap().to_owned())
}

/// Whether a tool result is an error, and its text.
pub(crate) fn result(response: &Response) -> (bool, String) {
    assert_eq!(response.status, 200, "{response:?}");
    let result = body(response)["result"].clone();
    assert_eq!(result["resultType"], "complete", "{response:?}");
    let is_error = result.get("isError").is_some_and(|is_error| *is_error == json!(true));
    (is_error, result["content"][0]["text"].as_str().unwrap().to_owned())
}

/// Whether a person is asked.
pub(crate) fn asks(response: &Response) -> bool {
    response.status == 200 && body(response)["result"]["resultType"] == "input_required"
}

/// A response whose header says why there is no body.
pub(crate) fn challenge(response: &Response) -> (u16, String) {
    assert_eq!((response.body.as_str(), response.headers.0.len()), ("", 1), "{response:?}");
    (response.status, response.headers.first("WWW-Authenticate").unwrap().to_owned())
}

/// The exact message that an outcome with a result is.
pub(crate) fn complete(is_error: bool, text: &str) -> Value {
    let mut result = json!({
        "resultType": "complete",
        "content": [{"type": "text", "text": text}],
        "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "notes", "version": "1.0"}},
    });
    if is_error {
        result["isError"] = json!(true);
    }
    json!({"jsonrpc": "2.0", "id": 7, "result": result})
}

/// The exact message that an error is.
pub(crate) fn failed(code: i64, message: &str) -> Map<String, Value> {
    let error = json!({"jsonrpc": "2.0", "id": 7, "error": {"code": code, "message": message}});
    error.as_object().unwrap().clone()
}
