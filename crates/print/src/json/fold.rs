//! Which parts of a message are shown, and which are folded to a mark.
//!
//! `…3` stands for three members that are not shown, `{… path}` for a schema with that property. What a reader must judge by is never folded: names, arguments, answers, states, scopes, errors.

use crate::safe::{counted, cut, name, quoted};
use crate::thread::{method, param};
use serde_json::{Map, Value};
use wire::Entry;
use wire::entry::Kind;
use wire::message::{META_CAPABILITIES, shows_forms};
use wire::order::entries;

/// How many characters of a text are shown before it is cut in the middle.
const TEXT: usize = 320;
/// The same of a name.
const NAME: usize = 60;
/// The same of a state, which nobody reads.
const STATE: usize = 21;

/// What is written: a text that is not broken, or what has parts.
#[derive(Debug)]
pub(super) enum Node {
    /// Written as it is.
    Atom(String),
    /// An object: each part is a member, or the mark of some that are folded.
    Object(Vec<(String, Node)>),
    /// An array.
    Array(Vec<Node>),
}

/// Everything, nothing folded.
pub(super) fn whole(value: &Value) -> Node {
    match value {
        Value::Object(map) => {
            let members = entries(map).into_iter();
            Node::Object(members.map(|(key, value)| (quoted(key) + ": ", whole(value))).collect())
        }
        Value::Array(items) => Node::Array(items.iter().map(whole).collect()),
        Value::String(text) => Node::Atom(quoted(text)),
        plain => Node::Atom(plain.to_string()),
    }
}

/// Folds one message.
#[derive(Debug)]
pub(super) struct Folder<'a> {
    entry: &'a Entry,
    earlier: Option<&'a Entry>,
    path: Vec<&'a str>,
    /// The lines of the forms' messages, taken out of the JSON.
    pub(super) forms: Vec<&'a str>,
}

impl<'a> Folder<'a> {
    /// For the message of `entry`. `earlier` is the message of the same sort that it goes back to.
    pub(super) const fn new(entry: &'a Entry, earlier: Option<&'a Entry>) -> Self {
        Self { entry, earlier, path: Vec::new(), forms: Vec::new() }
    }

    /// The message, folded.
    pub(super) fn fold(&mut self, value: &'a Value) -> Node {
        match value {
            Value::Object(map) => self.object(map),
            Value::Array(items) => {
                self.path.push("[]");
                let items = items.iter().map(|item| self.fold(item)).collect();
                self.path.pop();
                Node::Array(items)
            }
            Value::String(text) => Node::Atom(cut(text, TEXT)),
            plain => Node::Atom(name(&plain.to_string(), NAME)),
        }
    }

    fn object(&mut self, map: &'a Map<String, Value>) -> Node {
        let mut parts = Vec::new();
        let mut hidden = 0;
        for (key, value) in entries(map) {
            if self.hides(key, value) {
                hidden += 1;
                continue;
            }
            parts.extend(self.mark(&mut hidden));
            self.path.push(key);
            let node = self.special(value).unwrap_or_else(|| self.fold(value));
            self.path.pop();
            parts.push((self.key(key) + ": ", node));
        }
        parts.extend(self.mark(&mut hidden));
        Node::Object(parts)
    }

    /// Whether a member is left out: the head line says it, it describes a tool at length, or it is the same in every
    /// message.
    fn hides(&self, key: &str, value: &Value) -> bool {
        let rpc = self.entry.kind == Kind::Mcp;
        match (self.path.as_slice(), key) {
            ([], "jsonrpc") => rpc && value == "2.0",
            ([], "id") => rpc && (value.is_string() || value.is_number()),
            ([], "method") => method(self.entry).is_some(),
            ([.., "tools", "[]"], "title" | "description" | "inputSchema" | "outputSchema" | "icons") => true,
            (["params"], "_meta") => !self.tells(value),
            (["result"], "_meta") => true,
            _ => false,
        }
    }

    /// Whether a request's `_meta` tells something: at the first contact, when it is not what it was in the request
    /// before, and when the client cannot show a form.
    fn tells(&self, meta: &Value) -> bool {
        if let Some(earlier) = self.earlier {
            return param(earlier, "_meta") != Some(meta);
        }
        let capabilities = meta.get(META_CAPABILITIES).and_then(Value::as_object);
        method(self.entry) == Some("server/discover") || !capabilities.is_some_and(shows_forms)
    }

    /// What stands for a member's value, where that is not simply its parts.
    fn special(&mut self, value: &'a Value) -> Option<Node> {
        match (self.path.as_slice(), value) {
            ([.., "requestedSchema"], Value::Object(schema)) => {
                let properties = schema.get("properties")?.as_object()?;
                let names: Vec<_> = entries(properties).into_iter().map(|(name, _)| name).collect();
                Some(Node::Atom(format!("{{… {}}}", name(&names.join(", "), NAME))))
            }
            ([.., "requestState"], Value::String(state)) => Some(Node::Atom(cut(state, STATE))),
            (["result", "inputRequests", _, "params", "message"], Value::String(message)) => {
                let before = self.forms.len();
                self.forms.extend(message.split('\n'));
                let lines = counted((self.forms.len() - before) as u64, "line");
                Some(Node::Atom(format!("\"…\" ({lines}, below)")))
            }
            _ => None,
        }
    }

    /// A member's name. What the specification puts before its own names in `_meta` is left out.
    fn key(&self, key: &str) -> String {
        match key.strip_prefix("io.modelcontextprotocol/").filter(|_| self.path.last() == Some(&"_meta")) {
            Some(rest) => cut(&format!("…/{rest}"), NAME),
            None => cut(key, NAME),
        }
    }

    /// The mark of so many members that are left out, and the count begins anew.
    fn mark(&self, hidden: &mut usize) -> Option<(String, Node)> {
        let count = std::mem::take(hidden);
        (count > 0).then(|| (String::new(), Node::Atom(format!("…{count}"))))
    }
}
