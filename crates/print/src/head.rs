//! The head line of an entry: its number, who sent what to whom, and on the right what identifies the exchange.

use super::headers;
use super::line::{BODY, Line, Tone};
use super::prose;
use super::safe::{name, width};
use super::thread::{self, Thread};
use serde_json::Value;
use wire::Entry;
use wire::entry::Kind;

/// How many columns sender and receiver take together.
const WHO: usize = 18;
/// The mark of what the model reads.
const READ: &str = "[model reads this]";

/// The head line; two where the right part does not fit beside the left one.
pub(super) fn lines(entry: &Entry, thread: Thread<'_>, columns: usize) -> Vec<Line> {
    let who = who(entry);
    let (what, tone) = match inline(entry, columns) {
        Some(text) => (text, Tone::Strong),
        None => what(entry),
    };
    let mut left = Line::default()
        .and(Tone::Quiet, format!("{:>3}  ", entry.number))
        .and(Tone::Plain, format!("{who:WHO$}  "))
        .and(tone, what);
    if let Some(original) = thread.original(entry).filter(|_| thread::method(entry).is_some()) {
        left = left.and(Tone::Plain, format!(", retry of {}", original.number));
    }
    if entry.model_reads {
        left = left.and(Tone::Plain, "  ").and(Tone::Open, READ);
    }
    let mut right = headers::summary(entry);
    right.extend(thread::id(entry).filter(|id| id.is_string() || id.is_number()).map(|id| format!("id {}", plain(id))));
    let right = right.join(" · ");
    if right.is_empty() {
        return vec![left];
    }
    match left.and_right(Tone::Quiet, &right, columns) {
        Ok(line) => vec![line],
        Err(line) => {
            let indent = columns.saturating_sub(width(&right)).max(BODY);
            vec![line, Line::indented(indent).and(Tone::Quiet, right)]
        }
    }
}

/// Who sent it, and to whom.
fn who(entry: &Entry) -> String {
    match &entry.to {
        Some(to) => format!("{} → {}", name(&entry.from, 24), name(to, 24)),
        None => name(&entry.from, 24),
    }
}

/// The first line of what happened or was said, where the head line has room for it.
pub(super) fn inline(entry: &Entry, columns: usize) -> Option<String> {
    let text = prose::first(entry)?;
    let mark = if entry.model_reads { width(READ) + 2 } else { 0 };
    (BODY + width(&who(entry)).max(WHO) + 2 + width(&text) + mark <= columns).then_some(text)
}

/// What an entry is, in a few words.
fn what(entry: &Entry) -> (String, Tone) {
    let status = entry.http.as_ref().and_then(|http| http.status);
    let request = entry.http.as_ref().and_then(|http| http.request.as_deref());
    match entry.kind {
        Kind::Mcp => message(entry),
        Kind::Http | Kind::Oauth => match (status, request) {
            (Some(status), _) => reason(status),
            (None, Some(request)) => (name(request, 60), Tone::Strong),
            (None, None) => ("authorization".to_owned(), Tone::Strong),
        },
        Kind::Human => (if entry.to.is_some() && saw(entry) { "question" } else { "answer" }.to_owned(), Tone::Strong),
        Kind::Effect => ("effect".to_owned(), Tone::Strong),
        Kind::Host => ("in the host".to_owned(), Tone::Strong),
        Kind::Note => ("note".to_owned(), Tone::Strong),
    }
}

fn message(entry: &Entry) -> (String, Tone) {
    if let Some(method) = thread::method(entry) {
        let called = thread::param(entry, "name").and_then(Value::as_str);
        let called = called.map(|called| format!(" {}", name(called, 40))).unwrap_or_default();
        return (name(method, 40) + &called, Tone::Strong);
    }
    if thread::is_question(entry) {
        return ("input_required".to_owned(), Tone::Open);
    }
    match thread::error_code(entry) {
        Some(code) => (format!("error {}", plain(code)), Tone::Bad),
        None if thread::result(entry, "isError") == Some(&Value::Bool(true)) => {
            ("result, isError".to_owned(), Tone::Bad)
        }
        None if entry.message.as_ref().is_some_and(|message| message.get("result").is_some()) => {
            ("result".to_owned(), Tone::Strong)
        }
        None => ("message".to_owned(), Tone::Strong),
    }
}

/// Whether a person saw anything, rather than only said something.
fn saw(entry: &Entry) -> bool {
    entry.text.iter().any(|text| !text.starts_with("> "))
}

fn reason(status: u16) -> (String, Tone) {
    let words = match status {
        200 => "OK",
        202 => "Accepted",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        _ => "",
    };
    let tone = if status < 400 { Tone::Strong } else { Tone::Bad };
    (format!("{status} {words}").trim_end().to_owned(), tone)
}

/// A number or a short text, as it stands in JSON.
pub(super) fn plain(value: &Value) -> String {
    name(&wire::order::compact(value), 24)
}
