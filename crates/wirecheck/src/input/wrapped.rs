//! Finds the messages in a document: bare, in a transcript entry, or in what a log wraps around them.

use super::{Exchange, Voice, loose};
use crate::pointer::under;
use serde_json::{Map, Value, json};
use wire::entry::{Entry, Kind};
use wire::strict::{self, Malformed};

/// Where logs keep one message.
const MESSAGE: &[&str] =
    &["message", "payload", "msg", "data", "body", "raw", "content", "json", "request", "response"];
/// Where logs keep several.
const SEVERAL: &[&str] = &["messages", "entries", "history", "events", "log", "logs"];
/// Where logs say who speaks.
const SPEAKER: &[&str] = &["direction", "dir", "from", "sender", "side", "role", "type"];
/// Where logs name the connection.
const CONNECTION: &[&str] =
    &["session", "sessionId", "session_id", "connection", "connectionId", "server", "serverName", "server_name"];
/// How deep wrappers nest.
const DEEPEST: usize = 4;

/// What a document holds.
#[derive(Debug)]
pub(super) enum Found {
    /// Messages and events, and what is wrong with one that an entry keeps as a text.
    Exchanges(Vec<Exchange>, Option<(usize, Malformed)>),
    /// A text that should hold a message, and cannot be read.
    Malformed(Malformed),
    Nothing,
    NoEntry(String),
}

/// Finds the messages in a document.
pub(super) fn find(document: Value) -> Found {
    if is_entry(&document) {
        return match Entry::of(document) {
            Ok(entry) => of_entry(entry),
            Err(why) => Found::NoEntry(why),
        };
    }
    let mut finder = Finder::default();
    finder.look(document, &Wrapper::default(), DEEPEST);
    match (finder.malformed, finder.found.is_empty()) {
        (Some(malformed), true) => Found::Malformed(malformed),
        (_, true) => Found::Nothing,
        (_, false) => Found::Exchanges(finder.found, None),
    }
}

/// An entry keeps a message that can be read in two ways as the text that it is.
fn of_entry(mut entry: Entry) -> Found {
    let raw = (entry.kind == Kind::Mcp && entry.message.is_none()).then(|| std::mem::take(&mut entry.text));
    let mut exchange = Exchange::from(entry);
    let [raw] = raw.as_deref().unwrap_or_default() else { return Found::Exchanges(vec![exchange], None) };
    exchange.at = "/text/0#".into();
    exchange.message = loose::read(raw.kept());
    Found::Exchanges(vec![exchange], strict::read(raw.kept()).err().map(|malformed| (0, malformed)))
}

fn is_entry(document: &Value) -> bool {
    ["v", "kind", "number"].iter().all(|name| document.get(name).is_some())
}

/// What the wrappers around a message say of it.
#[derive(Debug, Clone, Default)]
struct Wrapper {
    at: String,
    voice: Voice,
    connection: Option<String>,
}

impl Wrapper {
    /// Also with what this object says, around what stands at `key` in it.
    fn with(&self, members: &Map<String, Value>, key: &str) -> Self {
        let said = |name: &&str| members.get(*name).and_then(Value::as_str);
        let voices = SPEAKER.iter().filter_map(said).map(voice);
        let voice = voices.into_iter().find(|voice| *voice != Voice::Unsaid).unwrap_or(self.voice);
        let connection = CONNECTION.iter().find_map(said).map(str::to_owned).or_else(|| self.connection.clone());
        Self { at: under(&self.at, key), voice, connection }
    }

    fn around(self, message: Value) -> Exchange {
        Exchange { at: self.at, voice: self.voice, connection: self.connection, ..Exchange::bare(message) }
    }
}

#[derive(Debug, Default)]
struct Finder {
    found: Vec<Exchange>,
    malformed: Option<Malformed>,
}

impl Finder {
    fn look(&mut self, value: Value, wrapper: &Wrapper, depth: usize) {
        match value {
            Value::Object(members) if !is_message(&members) => self.unwrap(members, wrapper, depth),
            message => self.found.push(wrapper.clone().around(message)),
        }
    }

    fn unwrap(&mut self, mut members: Map<String, Value>, wrapper: &Wrapper, depth: usize) {
        let before = self.found.len();
        if let Some(depth) = depth.checked_sub(1) {
            self.usual_places(&mut members, wrapper, depth);
        }
        if self.found.len() == before {
            self.unusual_places(members, wrapper);
        }
    }

    fn usual_places(&mut self, members: &mut Map<String, Value>, wrapper: &Wrapper, depth: usize) {
        for key in SEVERAL {
            if let Some(Value::Array(items)) = members.get_mut(*key).map(Value::take) {
                let inner = wrapper.with(members, key);
                for (place, item) in items.into_iter().enumerate() {
                    let at = under(&inner.at, &place.to_string());
                    self.look_for_object(item, &Wrapper { at, ..inner.clone() }, depth);
                }
            }
        }
        let without_envelope = is_pair(members);
        for key in MESSAGE {
            let inner = wrapper.with(members, key);
            let Some(value) = members.remove(*key) else { continue };
            if without_envelope && matches!(*key, "request" | "response") {
                self.half_of_a_pair(key, value, inner);
            } else {
                self.look_for_object(value, &inner, depth);
            }
        }
    }

    /// A log may keep a message wherever it likes: what is passed over is not judged, and nobody would know.
    fn unusual_places(&mut self, members: Map<String, Value>, wrapper: &Wrapper) {
        let keys: Vec<_> = members.iter().filter(|(_, value)| hold_one(value)).map(|(key, _)| key.clone()).collect();
        let mut members = members;
        for key in keys {
            let inner = wrapper.with(&members, &key);
            self.anywhere(members.remove(&key).unwrap_or_default(), inner);
        }
    }

    fn anywhere(&mut self, value: Value, wrapper: Wrapper) {
        match value {
            Value::Object(members) if is_enveloped(&members) => {
                self.found.push(wrapper.around(Value::Object(members)));
            }
            Value::Object(members) => self.unusual_places(members, &wrapper),
            Value::Array(items) => {
                for (place, item) in items.into_iter().enumerate().filter(|(_, item)| hold_one(item)) {
                    let at = under(&wrapper.at, &place.to_string());
                    self.anywhere(item, Wrapper { at, ..wrapper.clone() });
                }
            }
            text => self.look_for_object(text, &wrapper, 1),
        }
    }

    /// Looks into an object, or a text that holds one. Anything else in a log is no message.
    fn look_for_object(&mut self, value: Value, wrapper: &Wrapper, depth: usize) {
        match value {
            Value::Object(_) => self.look(value, wrapper, depth),
            Value::String(text) if text.trim_start().starts_with('{') => match strict::read(&text) {
                Ok(value) => self.look(value, &Wrapper { at: format!("{}#", wrapper.at), ..wrapper.clone() }, depth),
                Err(malformed) if malformed.not_json() => {}
                Err(malformed) => self.malformed = Some(malformed),
            },
            _ => {}
        }
    }

    /// The Inspector's history keeps request and result side by side, without their envelopes.
    fn half_of_a_pair(&mut self, key: &str, value: Value, mut wrapper: Wrapper) {
        let value = match value {
            Value::String(text) => {
                wrapper.at.push('#');
                strict::read(&text).unwrap_or_default()
            }
            value => value,
        };
        if value.get("jsonrpc").is_some() {
            return self.found.push(wrapper.around(value));
        }
        let Value::Object(mut members) = value else { return };
        let (voice, hidden, message) = if key == "request" {
            members.entry("jsonrpc").or_insert_with(|| json!("2.0"));
            members.entry("id").or_insert_with(|| json!("of this pair"));
            (Voice::Client, "", Value::Object(members))
        } else if members.get("error").is_some_and(Value::is_string) {
            // The history's own word for what failed. It was no message.
            return;
        } else {
            (Voice::Server, "/result", json!({"jsonrpc": "2.0", "id": "of this pair", "result": members}))
        };
        let exchange = Wrapper { voice, ..wrapper }.around(message);
        self.found.push(Exchange { without_envelope: Some(hidden), ..exchange });
    }
}

/// Whether an object is, or should be, a JSON-RPC message.
fn is_message(members: &Map<String, Value>) -> bool {
    let has = |name: &str| members.contains_key(name);
    let is_wrapper = || MESSAGE.iter().any(|key| members.get(*key).is_some_and(holds_message));
    has("jsonrpc")
        || has("method") && (has("params") || has("id")) && !is_wrapper()
        || has("id") && (has("result") || has("error")) && !is_wrapper()
}

/// Whether an object is a message that says so.
fn is_enveloped(members: &Map<String, Value>) -> bool {
    let has = |name: &&str| members.contains_key(*name);
    has(&"jsonrpc") && ["id", "method", "result", "error"].iter().any(has)
}

/// Whether a value is a message that says so, or has one in it at any depth.
fn hold_one(value: &Value) -> bool {
    match value {
        Value::Object(members) => is_enveloped(members) || members.values().any(hold_one),
        Value::Array(items) => items.iter().any(hold_one),
        text => holds_message(text),
    }
}

fn holds_message(value: &Value) -> bool {
    match value {
        Value::Object(members) => members.contains_key("jsonrpc"),
        Value::String(text) => text.starts_with('{') && text.contains("jsonrpc"),
        _ => false,
    }
}

/// A request and its response in one object.
fn is_pair(members: &Map<String, Value>) -> bool {
    let holds = |value: Option<&Value>| {
        value.is_some_and(|value| value.is_object() || value.as_str().is_some_and(|text| text.starts_with('{')))
    };
    holds(members.get("request")) && !holds(members.get("message"))
}

/// Who speaks, by what is said: `client-to-server`, `outgoing`, `<-`, or a whole prefix.
pub(super) fn voice(said: &str) -> Voice {
    let said = said.trim().to_ascii_lowercase();
    let first = |words: &[&str]| words.iter().filter_map(|word| said.find(word)).min();
    let (client, server) = (first(&["client", "host", "c2s", "c->s"]), first(&["server", "s2c", "s->c"]));
    if let (Some(client), Some(server)) = (client, server) {
        return if client < server { Voice::Client } else { Voice::Server };
    }
    let words = || said.split(|character: char| !character.is_ascii_alphanumeric());
    let any = |known: &[&str]| words().any(|word| known.contains(&word));
    if any(&["outgoing", "outbound", "send", "sent", "sending", "tx"]) || ["out", "->", ">>"].contains(&said.as_str()) {
        return Voice::Writer;
    }
    if any(&["incoming", "inbound", "recv", "receive", "received", "receiving", "rx"])
        || ["in", "<-", "<<"].contains(&said.as_str())
    {
        return Voice::Other;
    }
    match (client, server) {
        (Some(_), _) => Voice::Client,
        (_, Some(_)) => Voice::Server,
        _ => Voice::Unsaid,
    }
}
