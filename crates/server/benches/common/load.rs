//! One client on one connection that is kept.

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Request, header};
use hyper_util::rt::TokioIo;
use serde_json::{Map, Value, json};
use std::net::SocketAddr;
use tokio::net::TcpStream;

/// A client on a connection.
pub(crate) struct Connection {
    requests: SendRequest<Full<Bytes>>,
    host: String,
    /// What it shows with each request.
    pub(crate) token: String,
    /// How many requests it sent.
    pub(crate) sent: u64,
}

/// What a call comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One request, whose answer is the result.
    Told,
    /// A question, and the same call again with a yes.
    Asked,
}

impl Connection {
    pub(crate) async fn open(address: SocketAddr, token: &str) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let (requests, connection) = handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        Self { requests, host: address.to_string(), token: token.to_owned(), sent: 0 }
    }

    /// A whole call, held against what it must come to.
    pub(crate) async fn call(&mut self, shape: Shape, tool: &str, arguments: &Value) {
        let params = Map::from_iter([("arguments".to_owned(), arguments.clone())]);
        let told = match shape {
            Shape::Told => self.send(tool, params).await,
            Shape::Asked => {
                let state = self.ask(tool, arguments).await;
                let yes = json!({"approval": {"action": "accept", "content": {"approved": true}}});
                let answered = [("requestState".to_owned(), state), ("inputResponses".to_owned(), yes)];
                self.send(tool, params.into_iter().chain(answered).collect()).await
            }
        };
        let result = &told["result"];
        assert!(result["content"].is_array() && result["isError"] != true, "no result: {told}");
    }

    /// The state of a question about a call.
    pub(crate) async fn ask(&mut self, tool: &str, arguments: &Value) -> Value {
        let mut asked = self.send(tool, Map::from_iter([("arguments".to_owned(), arguments.clone())])).await;
        assert_eq!(asked["result"]["resultType"], "input_required", "nobody was asked: {asked}");
        asked["result"]["requestState"].take()
    }

    async fn send(&mut self, tool: &str, mut params: Map<String, Value>) -> Value {
        self.sent += 1;
        params.insert("name".into(), tool.into());
        params.insert(
            "_meta".into(),
            json!({
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
            }),
        );
        let body = json!({"jsonrpc": "2.0", "id": self.sent, "method": "tools/call", "params": params}).to_string();
        let request = Request::post("/mcp")
            .header(header::HOST, &self.host)
            .header(header::AUTHORIZATION, format!("Bearer {}", self.token))
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ACCEPT, "application/json, text/event-stream")
            .header("MCP-Protocol-Version", "2026-07-28")
            .header("Mcp-Method", "tools/call")
            .header("Mcp-Name", tool);
        self.requests.ready().await.unwrap();
        let response = self.requests.send_request(request.body(Full::from(body)).unwrap()).await.unwrap();
        let status = response.status();
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        assert_eq!(status, 200, "{}", String::from_utf8_lossy(&bytes));
        serde_json::from_slice(&bytes).unwrap()
    }
}
