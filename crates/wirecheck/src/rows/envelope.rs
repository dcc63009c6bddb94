//! The envelope of JSON-RPC: what a message is, its id, and who may send it.

use super::{Faults, Look, On, Row, Seen};
use crate::memory::{Memory, QUESTIONS, Side};
use crate::parts::Shape;
use crate::patch::Patch;
use crate::shown::{kind_of, shown};
use rules::{base, http, mrtr};
use serde_json::Value;

const SAMPLES: &str = include_str!("../../samples/envelope.txt");

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "batch",
        rule: &http::POST_ONE,
        finds: "several messages in one array",
        look: Look::Seen(On::Message, batch),
        samples: SAMPLES,
    },
    Row {
        name: "not-a-message",
        rule: &base::JSON_RPC,
        finds: "what is neither request, notification nor response",
        look: Look::Seen(On::Message, not_a_message),
        samples: SAMPLES,
    },
    Row {
        name: "jsonrpc",
        rule: &base::JSON_RPC,
        finds: "a message that does not say that it is JSON-RPC 2.0",
        look: Look::Seen(On::Message, jsonrpc),
        samples: SAMPLES,
    },
    Row {
        name: "request-id",
        rule: &base::REQUEST_ID,
        finds: "a request without an id, or whose id is no string and no integer",
        look: Look::Seen(On::Method, request_id),
        samples: SAMPLES,
    },
    Row {
        name: "id-in-use",
        rule: &base::UNIQUE_ID,
        finds: "a request with the id of one that is unanswered",
        look: Look::Seen(On::Request, id_in_use),
        samples: SAMPLES,
    },
    Row {
        name: "response-id",
        rule: &base::RESPONSE_ID,
        finds: "a response that does not say which request it answers",
        look: Look::Seen(On::Message, response_id),
        samples: SAMPLES,
    },
    Row {
        name: "response-unknown",
        rule: &base::RESPONSE_ID,
        finds: "a response to nothing that is unanswered",
        look: Look::Seen(On::Message, response_unknown),
        samples: SAMPLES,
    },
    Row {
        name: "server-request",
        rule: &base::CLIENTS_ASK,
        finds: "a request that a server sent",
        look: Look::Seen(On::Method, server_request),
        samples: SAMPLES,
    },
    Row {
        name: "question-as-request",
        rule: &mrtr::ONLY_INSIDE,
        finds: "a question to the client outside of an input_required result",
        look: Look::Seen(On::Method, question_as_request),
        samples: SAMPLES,
    },
    Row {
        name: "client-response",
        rule: &base::CLIENTS_ASK,
        finds: "a response that a client sent",
        look: Look::Seen(On::Message, client_response),
        samples: SAMPLES,
    },
    Row {
        name: "unanswered",
        rule: &base::ANSWERED,
        finds: "a request that was never answered",
        look: Look::End(unanswered),
        samples: SAMPLES,
    },
];

/// How the methods begin that ask for something.
const ASKING: &[&str] = &["tools/", "prompts/", "resources/", "server/", "completion/", "subscriptions/", "tasks/"];

fn batch(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if let Some(Value::Array(items)) = &seen.exchange.message {
        faults.add("", format!("{} items stand in one array; each message is sent by itself", items.len()));
    }
}

fn not_a_message(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let Some(members) = seen.parts.members else {
        return match &seen.exchange.message {
            None | Some(Value::Array(_)) => {}
            Some(other) => faults.add("", format!("this is {}, and a message is an object", kind_of(other))),
        };
    };
    if seen.parts.shape == Shape::Neither {
        return faults.add("", "a message has either a method, or a result, or an error");
    }
    let wrong = |name: &str, right: fn(&Value) -> bool| members.get(name).filter(|value| !right(value));
    if let Some(value) = wrong("method", Value::is_string) {
        faults.add("/method", format!("the method is {}, not a text", kind_of(value)));
    }
    for name in ["params", "result"] {
        if let Some(value) = wrong(name, Value::is_object) {
            faults.add(&format!("/{name}"), format!("{name} is {}, not an object", kind_of(value)));
        }
    }
}

fn jsonrpc(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let Some(members) = seen.parts.members.filter(|_| seen.exchange.without_envelope.is_none()) else { return };
    match members.get("jsonrpc") {
        Some(Value::String(version)) if version == "2.0" => {}
        Some(_) => faults.repair("/jsonrpc", "jsonrpc is not \"2.0\"", Patch::replace("/jsonrpc", "2.0")),
        None => faults.repair("", "jsonrpc is missing", Patch::add("/jsonrpc", "2.0")),
    }
}

fn request_id(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let is_notification = seen.parts.shape == Shape::Notification && seen.exchange.without_envelope.is_none();
    if is_notification && ASKING.iter().any(|family| seen.parts.method.starts_with(family)) {
        faults.add("", format!("{} is a request, and has no id", shown(seen.parts.method)));
    }
    let right = |id: &Value| id.is_string() || id.is_i64() || id.is_u64();
    if let Some(id) = seen.parts.id.filter(|id| !right(id)) {
        faults.add("/id", format!("the id is {}; it is a string or an integer", kind_of(id)));
    }
}

fn id_in_use(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if seen.joined.id_in_use && seen.exchange.without_envelope.is_none() {
        faults.add("/id", "a request with this id is still unanswered");
    }
}

fn response_id(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if seen.parts.shape != Shape::Response {
        return;
    }
    match (seen.parts.id, seen.parts.error) {
        (None, None) => faults.add("", "a result without an id answers nothing"),
        (Some(Value::Null), None) => faults.add("/id", "a result with the id null answers nothing"),
        (Some(Value::Null), Some(_)) => {
            let wrong = "an error to an unreadable id has none; null is no id";
            faults.repair("/id", wrong, Patch::remove("/id"));
        }
        _ => {}
    }
}

fn response_unknown(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let response = seen.parts.shape == Shape::Response && seen.joined.side != Some(Side::Client);
    let named = seen.parts.id.is_some_and(|id| !id.is_null()) && seen.exchange.without_envelope.is_none();
    if response && named && seen.answered().is_none() && seen.memory.whole() {
        faults.add("/id", "no request with this id is unanswered");
    }
}

fn server_request(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let by_server = seen.parts.shape == Shape::Request && seen.joined.side == Some(Side::Server);
    if by_server && !QUESTIONS.contains(&seen.parts.method) {
        faults.add("/method", format!("a server sent the request {}", shown(seen.parts.method)));
    }
}

fn question_as_request(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if seen.parts.shape == Shape::Request && QUESTIONS.contains(&seen.parts.method) {
        let wrong = format!("{} was sent as a request, not within an input_required result", shown(seen.parts.method));
        faults.add("/method", wrong);
    }
}

fn client_response(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if seen.parts.shape == Shape::Response && seen.joined.side == Some(Side::Client) {
        faults.add("", "a client sent a response; it answers by sending its own request again");
    }
}

fn unanswered(memory: &Memory, faults: &mut Faults<'_>) {
    if memory.gaps {
        return;
    }
    for request in memory.unanswered() {
        faults.add_before(request.place, format!("the request {} was never answered", shown(&request.method)));
    }
}
