//! The headers that repeat what the body says. The body is the truth; they are for whoever stands in between.

use crate::Turned;
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use serde_json::Value;
use wire::http::Headers;
use wire::message::Request;

const VERSION: &str = "MCP-Protocol-Version";
const METHOD: &str = "Mcp-Method";
const NAME: &str = "Mcp-Name";

/// Each header that the request must have is there.
pub(crate) fn present(headers: &Headers, request: &Request) -> Result<(), Turned> {
    let required = [Some(VERSION), Some(METHOD), named(request).map(|_| NAME)];
    match required.into_iter().flatten().find(|header| headers.first(header).is_none()) {
        Some(header) => Err(mismatch(request, header)),
        None => Ok(()),
    }
}

/// Each line of each header says what the body says. Names compare without case, values exactly.
pub(crate) fn equal(headers: &Headers, request: &Request) -> Result<(), Turned> {
    let name = named(request).and_then(|parameter| request.params.get(parameter).and_then(Value::as_str));
    let says = |header, read: fn(&str) -> Option<String>, word: Option<&str>| {
        word.is_none_or(|word| headers.all(header).all(|given| read(given).as_deref() == Some(word)))
    };
    if !says(VERSION, plain, request.version()) {
        return Err(mismatch(request, VERSION));
    }
    if !says(METHOD, plain, Some(&request.method)) {
        return Err(mismatch(request, METHOD));
    }
    if !says(NAME, decoded, name) {
        return Err(mismatch(request, NAME));
    }
    Ok(())
}

/// The parameter that `Mcp-Name` repeats, for a method that has one (rule `HTTP-09`).
fn named(request: &Request) -> Option<&'static str> {
    match request.method.as_str() {
        "tools/call" | "prompts/get" => Some("name"),
        "resources/read" => Some("uri"),
        _ => None,
    }
}

fn mismatch(request: &Request, header: &'static str) -> Turned {
    Turned::HeaderMismatch { id: request.id.clone(), header }
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
