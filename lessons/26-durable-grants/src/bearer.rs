//! The deployment that went wrong, as small as it can be: a server that asks before it deletes, and hands the deletion to a
//! queue. Nothing here is to be copied.
//!
//! Each line that takes "accept" for something says for what. `this request` is the synchronous reading: the person
//! approved this invocation, and the approval ends with it. `a capability` is the durable one: something may be done later
//! that was approved now. `the payload` is neither: whatever stands in the queue was approved. No line is wrong by itself;
//! they are written under one reading and run under another.

use lab::queue::{Delivery, NastyQueue};
use lab::resources::Files;
use lab::server::careless::{CarelessServer, Manners};
use lab::server::{Handled, Service};
use lab::{World, resources::File};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use twogates::outcome::Outcome;
use twogates::reply::Server as Reply;
use wire::http::{Request, Response};
use wire::message::{Request as Message, RequestId, ToolCall};
use wire::result::{ANSWER_FIELD, QUESTION_KEY, ServerInfo};

/// How long a worker of this deployment has a job before the queue takes it for lost, in milliseconds.
pub const LEASE_MS: u64 = 30_000;

/// What the server puts into its queue: all that a worker ever sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// What to delete, as a path: whatever stands there when the worker comes.
    pub path: String,
    /// The nonce that was asked about. It comes back in every retry as it came the first time.
    pub nonce: String,
    /// That it was approved.
    pub approved: bool,
}

/// The server, its queue and its audit.
#[derive(Debug)]
pub struct BearerServer {
    /// What it answers beside deletions.
    others: CarelessServer,
    nonce: String,
    files: Arc<Mutex<Files>>,
    queue: Mutex<NastyQueue<Job>>,
    audit: Mutex<Vec<String>>,
    reply: Reply,
}

impl BearerServer {
    /// The server with the lab's files.
    #[must_use]
    pub fn new(world: &World, nonce: &str) -> Self {
        Self {
            others: CarelessServer::new(world.now_ms(), Manners::Careless),
            nonce: nonce.to_owned(),
            files: Arc::new(Mutex::new(Files::sample(world.now_ms()))),
            queue: Mutex::new(NastyQueue::new(world.clock.clone(), LEASE_MS)),
            audit: Mutex::default(),
            reply: Reply { info: ServerInfo { name: "lab".into(), version: "0.1.0".into() }, metadata: String::new() },
        }
    }

    /// Its files, to look at or to change behind its back.
    #[must_use]
    pub const fn files(&self) -> &Arc<Mutex<Files>> {
        &self.files
    }

    /// Its queue.
    pub fn queue(&self) -> MutexGuard<'_, NastyQueue<Job>> {
        lock(&self.queue)
    }

    /// Its audit, oldest line first.
    #[must_use]
    pub fn audit(&self) -> Vec<String> {
        lock(&self.audit).clone()
    }

    /// The request handler.
    fn delete_file(&self, id: &RequestId, call: &ToolCall) -> Handled {
        let path = text(&Value::Object(call.arguments.clone()), "/path");
        let Some(answer) = call.input_responses.get(QUESTION_KEY) else {
            return self.ask(id, &path); // accept is: any of the three, for they all look like this
        };
        let accepted = text(answer, "/action") == "accept"; // accept is: this request
        let nonce = text(answer, "/content/nonce"); // accept is: this request
        if !accepted || nonce != self.nonce {
            return self.told(id, "not approved"); // accept is: this request
        }
        let path = text(answer, "/content/path"); // accept is: a capability, carried by its holder
        self.log(format!("approved  delete_file {path}")); // accept is: this request, so one line will do
        let job = Job { path: path.clone(), nonce, approved: accepted }; // accept is: the payload
        lock(&self.queue).put(job); // accept is: a capability, and nobody wrote it down
        self.told(id, &format!("deleted {path}")) // accept is: this request, so it must be done by now
    }

    /// The worker.
    pub fn work(&self, delivery: &Delivery<Job>) -> Option<File> {
        let job = &delivery.job;
        if !job.approved || job.nonce != self.nonce {
            return None; // accept is: the payload, held against itself
        }
        self.log(format!("deleted   {}", job.path)); // accept is: this request, so nobody asks which approval it was
        lock(&self.files).remove(&job.path) // accept is: the payload, for whatever stands there now
    }

    fn ask(&self, id: &RequestId, path: &str) -> Handled {
        let properties = json!({
            ANSWER_FIELD: {"type": "boolean", "title": "Delete it"},
            "path": {"type": "string", "default": path},
            "nonce": {"type": "string", "default": self.nonce},
        });
        let params = json!({"mode": "form", "message": format!("Delete {path}?"), "requestedSchema": {
            "type": "object", "properties": properties, "required": [ANSWER_FIELD, "path", "nonce"],
        }});
        let question = json!({"resultType": "input_required", "inputRequests": {
            QUESTION_KEY: {"method": "elicitation/create", "params": params},
        }});
        plain(self.reply.result(id, question.as_object().cloned().unwrap_or_default()))
    }

    fn told(&self, id: &RequestId, text: &str) -> Handled {
        plain(self.reply.ran(id, Outcome::Done, text))
    }

    fn log(&self, line: String) {
        lock(&self.audit).push(line);
    }
}

impl Service for BearerServer {
    fn handle(&self, http: &Request) -> Handled {
        let message = wire::strict::read(&http.body).ok().and_then(|message| Message::read(&message).ok());
        let call = message.as_ref().and_then(|message| ToolCall::read(&message.params).ok());
        match (message, call) {
            (Some(message), Some(call)) if message.method == "tools/call" && call.name == "delete_file" => {
                self.delete_file(&message.id, &call)
            }
            _ => self.others.handle(http),
        }
    }
}

/// The answer that its client sends: path and nonce come back as they were asked about.
#[must_use]
pub fn accepted(path: &str, nonce: &str) -> Value {
    json!({"action": "accept", "content": {ANSWER_FIELD: true, "path": path, "nonce": nonce}})
}

/// The lines of this file that take "accept" for something: the code, and for what.
#[must_use]
pub fn readings() -> Vec<(&'static str, &'static str)> {
    let labelled = include_str!("bearer.rs").lines().filter_map(|line| line.split_once(" // accept is: "));
    // This function's own line has no label, but the mark.
    labelled.filter(|(code, _)| !code.contains("split_once")).map(|(code, reading)| (code.trim(), reading)).collect()
}

fn text(value: &Value, at: &str) -> String {
    value.pointer(at).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

const fn plain(response: Response) -> Handled {
    Handled { response, decision: None, effects: Vec::new() }
}
