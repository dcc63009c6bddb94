//! The headers that tell something. What every exchange carries, and what only repeats the body, is left out.

use super::line::{BODY, HANG, Line, Tone, margin};
use super::safe::{cut, name, safe, width};
use super::thread::{method, param, token};
use super::wrap;
use serde_json::Value;
use wire::Entry;
use wire::entry::Kind;
use wire::message::META_VERSION;

/// Headers that tell nothing here. The token stands in the head line.
const DROPPED: &[&str] = &[
    "accept",
    "authorization",
    "connection",
    "content-length",
    "content-type",
    "date",
    "host",
    "user-agent",
    "mcp-method",
    "mcp-name",
    "mcp-protocol-version",
];

/// What the head line says of the HTTP part: the status, and the token, or that there is none. That a message is posted
/// goes without saying.
pub(super) fn summary(entry: &Entry) -> Vec<String> {
    let Some(http) = &entry.http else { return Vec::new() };
    let called = method(entry).is_some();
    let mut parts = Vec::new();
    if let Some(request) = http.request.as_ref().filter(|request| called && !request.starts_with("POST ")) {
        parts.push(name(request, 40));
    }
    if let Some(status) = http.status.filter(|_| entry.kind == Kind::Mcp) {
        parts.push(status.to_string());
    }
    match token(entry) {
        Some(token) => parts.push(name(token, 40)),
        None if called => parts.push("no token".to_owned()),
        None => {}
    }
    parts
}

/// The telling headers, one or more lines each.
pub(super) fn telling(entry: &Entry, columns: usize) -> Vec<Line> {
    let Some(http) = &entry.http else { return Vec::new() };
    let told = http.headers.0.iter().filter(|(header, _)| !DROPPED.contains(&header.to_ascii_lowercase().as_str()));
    let mut lines: Vec<Line> = told.flat_map(|(header, value)| written(header, value, columns)).collect();
    lines.extend(differing(entry, columns));
    lines
}

/// Every header, one or more lines each.
pub(super) fn every(entry: &Entry, columns: usize) -> Vec<Line> {
    let request = entry.http.iter().flat_map(|http| &http.request).map(|request| name(request, columns - BODY));
    let request = request.map(|request| Line::indented(BODY).and(Tone::Plain, request));
    let headers = entry.http.iter().flat_map(|http| &http.headers.0);
    request.chain(headers.flat_map(|(header, value)| written(header, value, columns))).collect()
}

/// One header. A challenge is broken between its parameters.
fn written(header: &str, value: &str, columns: usize) -> Vec<Line> {
    let header = format!("{}:", safe(header));
    let challenge = header.eq_ignore_ascii_case("WWW-Authenticate:");
    let value = if challenge { parameters(value).into_iter().map(safe).collect() } else { vec![safe(value)] };
    let room = columns - BODY;
    // A parameter stays whole, unless it is a long text with spaces in it.
    let spaced = |part: &str| part.split_once('"').is_some_and(|(_, text)| text.contains(' '));
    let whole = |part: &str| challenge && (width(part) <= room - HANG || !spaced(part));
    let parts = value.iter().flat_map(|part| if whole(part) { vec![part.as_str()] } else { part.split(' ').collect() });
    let lines = wrap::parts(std::iter::once(header.as_str()).chain(parts), room, room - HANG);
    let indents = std::iter::once(BODY).chain(std::iter::repeat(BODY + HANG));
    lines.into_iter().zip(indents).map(|(text, indent)| Line::indented(indent).and(Tone::Plain, text)).collect()
}

/// The standard headers that do not say what the body says.
fn differing(entry: &Entry, columns: usize) -> Vec<Line> {
    let (Some(http), Some(called)) = (&entry.http, method(entry)) else { return Vec::new() };
    let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
    let version = param(entry, "_meta").and_then(|meta| meta.get(META_VERSION));
    let standard = [
        ("MCP-Protocol-Version", text(version)),
        ("Mcp-Method", Some(called.to_owned())),
        ("Mcp-Name", text(param(entry, "name"))),
    ];
    if standard.iter().all(|(header, _)| http.headers.first(header).is_none()) {
        return Vec::new();
    }
    let mut lines = Vec::new();
    for (header, body) in standard {
        let found = http.headers.first(header);
        if found == body.as_deref() {
            continue;
        }
        let said = |value: Option<&str>| value.map_or_else(|| "nothing".to_owned(), |value| cut(value, 60));
        let text = format!("{header} says {}, the body {}", said(found), said(body.as_deref()));
        lines.extend(margin("header", Tone::Bad, &text, &[], columns));
    }
    lines
}

/// A challenge, split behind the commas that stand in no quoted string.
pub(super) fn parameters(challenge: &str) -> Vec<&str> {
    let (mut quoted, mut escaped) = (false, false);
    let parts = challenge.split_inclusive(move |character: char| {
        let separates = character == ',' && !quoted;
        if character == '"' && !escaped {
            quoted = !quoted;
        }
        escaped = quoted && character == '\\' && !escaped;
        separates
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).collect()
}
