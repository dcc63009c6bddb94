//! A server that answers what a vector says.

use super::setup::{Scripted, Server};
use crate::server::{Handled, METADATA_PATH, Service};
use crate::tools::lock;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::Mutex;
use wire::http::{Request, Response};

/// A server that answers what a vector says. It has no tools and does nothing.
#[derive(Debug)]
pub(super) struct ScriptedServer {
    replies: Mutex<VecDeque<Scripted>>,
    metadata: Option<Value>,
}

impl ScriptedServer {
    pub(super) fn new(server: &Server) -> Self {
        Self { replies: Mutex::new(server.replies.iter().cloned().collect()), metadata: server.metadata.clone() }
    }

    /// The next answer; the last one stays.
    fn next(&self) -> Option<Scripted> {
        let mut replies = lock(&self.replies);
        if replies.len() > 1 { replies.pop_front() } else { replies.front().cloned() }
    }

    fn answer(&self, http: &Request) -> Response {
        if http.method == "GET" {
            let metadata = self.metadata.as_ref().filter(|_| http.path == METADATA_PATH);
            return metadata.map_or_else(|| Response::empty(404), |document| Response::json(200, document));
        }
        let Some(Scripted { status, headers, result }) = self.next() else { return Response::empty(404) };
        let id = wire::strict::read(&http.body).ok().and_then(|message| message.get("id").cloned());
        let mut response = match (result, id) {
            (Some(result), Some(id)) => Response::json(status, &json!({"jsonrpc": "2.0", "id": id, "result": result})),
            _ => Response::empty(status),
        };
        for (name, value) in headers {
            response.headers = response.headers.with(&name, value);
        }
        response
    }
}

impl Service for ScriptedServer {
    fn handle(&self, http: &Request) -> Handled {
        Handled { response: self.answer(http), decision: None, effects: Vec::new() }
    }
}
