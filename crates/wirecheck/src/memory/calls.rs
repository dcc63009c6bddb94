//! Requests that are unanswered, and how a message relates to them.

use super::declared::Declared;
use super::key::{Key, Keys, Part};
use super::parties::Side;
use super::retry::Retry;
use crate::finding::Place;
use crate::input::Exchange;
use crate::parts::{CAPABILITIES, LOG_LEVEL, Parts, VERSION};
use rules::base::ANSWERED;
use serde_json::Value;
use std::borrow::Cow;

/// How many characters of a method or a version are kept.
const SHORT: usize = 60;

/// The two ends of a connection, and the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ends {
    pub(crate) client: Key,
    pub(crate) server: Key,
    pub(crate) channel: Key,
}

impl Ends {
    /// Something on this connection.
    pub(super) const fn here(self, what: Key) -> Here {
        (self.channel, what)
    }

    pub(super) fn of(keys: &Keys, exchange: &Exchange, side: Option<Side>) -> Self {
        let (from, to) = (exchange.from.as_deref(), exchange.to.as_deref());
        if let (None, None, None) = (from, to, &exchange.connection) {
            let nobody = keys.nobody();
            return Self { client: nobody, server: nobody, channel: nobody };
        }
        let (client, server) = if side == Some(Side::Server) { (to, from) } else { (from, to) };
        let connection = Part::from(exchange.connection.as_deref());
        Self {
            client: keys.of(&[connection, client.into()]),
            server: keys.of(&[connection, server.into()]),
            channel: keys.of(&[connection, client.into(), server.into()]),
        }
    }
}

/// Something on one connection: the connection, and what.
pub(crate) type Here = (Key, Key);

/// A request that is not answered yet.
#[derive(Debug, Clone)]
pub(crate) struct Pending {
    pub(crate) place: Place,
    /// Whether the log left out its envelope, so that no id tells its response.
    pub(crate) without_envelope: bool,
    /// Whether a server sent it, as those of earlier revisions did.
    pub(crate) by_server: bool,
    pub(crate) ends: Ends,
    pub(crate) id: Key,
    pub(crate) method: Cow<'static, str>,
    /// The digest of the method and of all parameters that make the call what it is.
    pub(crate) call: Key,
    /// The digest of the method, and of the tool or whatever else it names.
    pub(crate) subject: Key,
    pub(crate) declared: Declared,
    /// The version that it states.
    pub(crate) version: Option<Cow<'static, str>>,
    /// Whether its `_meta` has all that it must have.
    pub(crate) meta_whole: bool,
    /// Whether its HTTP part says what its body says.
    pub(crate) headers_agree: bool,
    /// Whether it carried a token. `None` without an HTTP part.
    pub(crate) token: Option<bool>,
    /// Whether its mark says that nobody answers it.
    pub(crate) stays_unanswered: bool,
    pub(crate) sets_log_level: bool,
    /// Names the page that it asks for. `None` for the first page.
    pub(crate) page: Option<Key>,
    pub(crate) retry: Option<Retry>,
}

impl Pending {
    pub(super) fn new(keys: &Keys, place: Place, exchange: &Exchange, parts: &Parts<'_>, ends: Ends) -> Self {
        let headers = exchange.http.as_ref().map(|http| &http.headers);
        let capabilities = parts.meta_field(CAPABILITIES);
        Self {
            place,
            without_envelope: exchange.without_envelope.is_some(),
            by_server: false,
            ends,
            id: id(keys, parts.id),
            method: method(parts.method),
            call: call(keys, parts),
            subject: subject(keys, parts.method, parts.subject()),
            declared: Declared::of(capabilities),
            version: parts.meta_field(VERSION).and_then(Value::as_str).map(version),
            meta_whole: crate::rows::meta::whole(parts),
            headers_agree: crate::rows::http::agree(exchange, parts),
            token: headers.map(|headers| headers.first("Authorization").is_some()),
            stays_unanswered: exchange.mark.as_ref().is_some_and(|mark| mark.rules.iter().any(|id| id == ANSWERED.id)),
            sets_log_level: parts.meta_field(LOG_LEVEL).is_some(),
            page: parts.param("cursor").map(|cursor| page(keys, ends.channel, parts.method, cursor)),
            retry: None,
        }
    }
}

/// The methods of nearly all requests, which need no copy.
const USUAL: &[&str] = &["tools/call", "tools/list", "server/discover", "resources/read", "prompts/get"];

fn method(method: &str) -> Cow<'static, str> {
    match USUAL.iter().find(|usual| **usual == method) {
        Some(usual) => Cow::Borrowed(usual),
        None => method.chars().take(SHORT).collect(),
    }
}

/// The version of nearly all requests needs no copy.
fn version(stated: &str) -> Cow<'static, str> {
    if stated == wire::VERSION { Cow::Borrowed(wire::VERSION) } else { stated.chars().take(SHORT).collect() }
}

pub(super) fn id(keys: &Keys, id: Option<&Value>) -> Key {
    keys.of(&[Part::Text("id"), id.into()])
}

/// The digest of a method, and of the tool or whatever else it names.
pub(super) fn subject(keys: &Keys, method: &str, named: Option<&str>) -> Key {
    keys.of(&[Part::Text(method), named.into()])
}

pub(super) fn page(keys: &Keys, channel: Key, method: &str, cursor: &Value) -> Key {
    keys.of(&[Part::Key(channel), Part::Text(method), Part::Value(cursor)])
}

/// The digest of a state. A text and any other value are never the same.
pub(super) fn state(keys: &Keys, state: &Value) -> Key {
    keys.of(&[Part::Text("state"), Part::Value(state)])
}

/// What a retry repeats: all parameters but `_meta` and the two that make it a retry.
fn call(keys: &Keys, parts: &Parts<'_>) -> Key {
    let mut members = Vec::with_capacity(8);
    members.push(Part::Text(parts.method));
    let params = parts.params.into_iter().flatten();
    let mut params: Vec<_> = params.filter(|(name, value)| is_of_the_call(name, value)).collect();
    params.sort_unstable_by_key(|(name, _)| name.as_str());
    for (name, value) in params {
        members.extend([Part::Text(name), Part::Value(value)]);
    }
    keys.of(&members)
}

/// No arguments and an empty object of them are one call.
fn is_of_the_call(name: &str, value: &Value) -> bool {
    match name {
        "_meta" | "inputResponses" | "requestState" => false,
        "arguments" => value.as_object().is_none_or(|arguments| !arguments.is_empty()),
        _ => true,
    }
}
