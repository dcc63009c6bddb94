//! Servers that answer as a test says, and a host at one of them.

use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use twogates::consent::host::Trust;
use twogates::scope::ScopeSet;
use twogates_lab::World;
use twogates_lab::authorization::{AuthorizationServer, person};
use twogates_lab::host::{Ending, Host, Reply, Script};
use twogates_lab::server::{Handled, METADATA_PATH, RESOURCE, Service};
use wire::Entry;
use wire::entry::Kind;
use wire::http::{Request, Response};

type Answer = dyn Fn(&Request, usize) -> Response;

/// A server that answers the n-th message as its test says, and keeps all that it was sent. It serves one document of
/// metadata, where it has one.
pub(crate) struct Stub {
    answer: Box<Answer>,
    metadata: Option<Value>,
    sent: RefCell<Vec<Request>>,
}

impl Stub {
    /// The messages that it was sent.
    pub(crate) fn posted(&self) -> Vec<Value> {
        let sent = self.sent.borrow();
        let posts = sent.iter().filter(|request| request.method == "POST");
        posts.map(|request| wire::strict::read(&request.body).unwrap()).collect()
    }

    /// The paths that were fetched.
    pub(crate) fn fetched(&self) -> Vec<String> {
        let sent = self.sent.borrow();
        sent.iter().filter(|request| request.method == "GET").map(|request| request.path.clone()).collect()
    }
}

impl Service for Stub {
    fn handle(&self, http: &Request) -> Handled {
        let before = self.posted().len();
        self.sent.borrow_mut().push(http.clone());
        let response = match (http.method.as_str(), &self.metadata) {
            ("GET", Some(document)) if http.path == METADATA_PATH => Response::json(200, document),
            ("GET", _) => Response::empty(404),
            _ => (self.answer)(http, before),
        };
        Handled { response, decision: None, effects: Vec::new() }
    }
}

/// Alice's host at a stub that she trusts.
pub(crate) struct Visit {
    pub(crate) world: World,
    pub(crate) stub: Rc<Stub>,
    pub(crate) host: Host,
}

impl Visit {
    pub(crate) fn to(metadata: Option<Value>, answer: impl Fn(&Request, usize) -> Response + 'static) -> Self {
        let world = World::new(3);
        let stub = Rc::new(Stub { answer: Box::new(answer), metadata, sent: RefCell::default() });
        let authorization = AuthorizationServer::new(&world);
        let script = Box::new(Script::of(&[Reply::Yes; 64]));
        let mut host = Host::new(&world, person("alice"), stub.clone(), authorization, script);
        host.set_trust(Trust::Trusted);
        Self { world, stub, host }
    }

    /// Her host holds a token for these scopes, which it asked for.
    pub(crate) fn holding(mut self, scopes: &[&str]) -> Self {
        let authorization = AuthorizationServer::new(&self.world);
        self.host.hold(authorization.issue(&person("alice"), ScopeSet::of(scopes), RESOURCE));
        self
    }

    pub(crate) fn call(&mut self) -> Ending {
        self.host.call("delete_file", &json!({"path": "notes.txt"}))
    }

    pub(crate) fn entries(&self) -> Vec<Entry> {
        self.world.recorder.lock().unwrap().entries().to_vec()
    }

    /// What the host sent to the authorization server.
    pub(crate) fn authorizations(&self) -> Vec<Value> {
        let entries = self.entries().into_iter();
        let asked = entries.filter(|entry| entry.kind == Kind::Oauth && entry.from == "alice's host");
        asked.map(|entry| entry.message.unwrap()).collect()
    }

    /// The scopes of each of these, `none` where it has no such parameter.
    pub(crate) fn requested(&self) -> Vec<String> {
        let scope =
            |request: &Value| request.get("scope").map_or("none".into(), |scope| scope.as_str().unwrap().into());
        self.authorizations().iter().map(scope).collect()
    }
}

/// A response with this challenge.
pub(crate) fn challenge(status: u16, header: &str) -> Response {
    let mut response = Response::empty(status);
    response.headers = response.headers.with("WWW-Authenticate", header);
    response
}

/// The result of a message, as a response.
pub(crate) fn result(request: &Request, result: Value) -> Response {
    let message = wire::strict::read(&request.body).unwrap();
    Response::json(200, &json!({"jsonrpc": "2.0", "id": message["id"], "result": result}))
}

/// A result that ends a call.
pub(crate) fn done(request: &Request) -> Response {
    result(request, json!({"resultType": "complete", "content": [{"type": "text", "text": "done"}]}))
}

/// A question with this state, with a form or without one.
pub(crate) fn question(request: &Request, form: bool, state: &str) -> Response {
    let mut asked = json!({"resultType": "input_required", "requestState": state});
    if form {
        let schema =
            json!({"type": "object", "properties": {"approved": {"type": "boolean"}}, "required": ["approved"]});
        let params = json!({"mode": "form", "message": "May it?", "requestedSchema": schema});
        asked["inputRequests"] = json!({"confirm": {"method": "elicitation/create", "params": params}});
    }
    result(request, asked)
}
