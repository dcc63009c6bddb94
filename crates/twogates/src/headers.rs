//! The headers that repeat what the body says. The body is the truth; they are for whoever stands in between.

use crate::turned::{Mismatch, Turned};
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use serde_json::{Map, Value};
use wire::http::Headers;
use wire::message::{Notification, Request, RequestId};

const VERSION: &str = "MCP-Protocol-Version";
const METHOD: &str = "Mcp-Method";
const NAME: &str = "Mcp-Name";

/// What a body says that headers repeat: the body of a request, or of a notification.
pub(crate) struct Body<'a> {
    pub(crate) id: Option<&'a RequestId>,
    method: &'a str,
    version: Option<&'a str>,
    params: &'a Map<String, Value>,
}

impl<'a> Body<'a> {
    pub(crate) fn of(request: &'a Request) -> Self {
        let Request { id, method, params } = request;
        Self { id: Some(id), method, version: request.version(), params }
    }

    pub(crate) fn of_notification(notification: &'a Notification) -> Self {
        let Notification { method, params } = notification;
        Self { id: None, method, version: notification.version(), params }
    }

    /// Each header that the message must have is there.
    pub(crate) fn named_in(&self, headers: &Headers) -> Result<(), Turned> {
        let required = [Some(VERSION), Some(METHOD), self.named().map(|_| NAME)];
        match required.into_iter().flatten().find(|header| headers.first(header).is_none()) {
            Some(header) => Err(self.mismatch(header, Mismatch::Missing)),
            None => Ok(()),
        }
    }

    /// Each line of each header says what the body says. Names compare without case, values exactly.
    pub(crate) fn equal(&self, headers: &Headers) -> Result<(), Turned> {
        let name = self.named().and_then(|parameter| self.params.get(parameter)?.as_str());
        let says = |header, read: fn(&str) -> Option<String>, word: Option<&str>| {
            word.is_none_or(|word| headers.all(header).all(|given| read(given).as_deref() == Some(word)))
        };
        let differs = |header| Err(self.mismatch(header, Mismatch::Differs));
        if !says(VERSION, plain, self.version) {
            return differs(VERSION);
        }
        if !says(METHOD, plain, Some(self.method)) {
            return differs(METHOD);
        }
        if !says(NAME, decoded, name) {
            return differs(NAME);
        }
        Ok(())
    }

    /// The version that the message is of: the body's, else the header's.
    pub(crate) fn spoken(&self, headers: &Headers) -> String {
        self.version.or_else(|| headers.first(VERSION)).unwrap_or_default().to_owned()
    }

    /// The parameter that `Mcp-Name` repeats, for a method that has one (rule `HTTP-09`).
    fn named(&self) -> Option<&'static str> {
        match self.method {
            "tools/call" | "prompts/get" => Some("name"),
            "resources/read" => Some("uri"),
            _ => None,
        }
    }

    fn mismatch(&self, header: &'static str, how: Mismatch) -> Turned {
        Turned::HeaderMismatch { id: self.id.cloned(), header, how }
    }
}

/// A header value as it stands; none when it has characters that a value may not have.
fn plain(value: &str) -> Option<String> {
    value.chars().all(|character| matches!(character, ' '..='~')).then(|| value.to_owned())
}

/// A header value, decoded where it is marked as encoded (rule `HTTP-13`); none when the mark is not kept.
fn decoded(value: &str) -> Option<String> {
    match value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) {
        None => plain(value),
        Some(encoded) => String::from_utf8(BASE64.decode(encoded).ok()?).ok(),
    }
}
