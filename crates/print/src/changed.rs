//! What changed since what an entry goes back to.
//!
//! A retry is held against the call that was first made and its state against the question's; a request after a 401 or
//! 403 against the request that was turned away; scopes against the challenge. Whatever ought not to have changed and
//! did is written in capitals.

use super::head::plain;
use super::safe::{counted, cut, name};
use super::scopes;
use super::thread::{self, Thread};
use serde_json::Value;
use wire::Entry;
use wire::entry::Kind;
use wire::order::entries;

/// How many characters of a changed value are shown.
const VALUE: usize = 30;
/// The parameter that carries a state.
const STATE: &str = "requestState";
/// Said of a state where no question gave one.
const INVENTED: &str = "a requestState that NOBODY gave";
/// A minute, in milliseconds.
const MINUTE: u64 = 60_000;

/// What changed, as one line; none where there is nothing to say.
pub(super) fn since(entry: &Entry, thread: Thread<'_>) -> Option<String> {
    let mut parts = Vec::new();
    let original = thread.original(entry).filter(|_| thread::method(entry).is_some());
    if let Some(original) = original {
        parts.extend(request(original, entry, thread));
    } else if entry.kind == Kind::Oauth {
        parts.extend(scopes::since(entry, thread));
    } else {
        parts.extend(other_id(entry, thread));
        parts.extend(asked_again(entry, thread));
    }
    let waited = thread.answered(entry).map_or(0, |other| entry.at_ms.saturating_sub(other.at_ms) / MINUTE);
    if waited > 0 {
        parts.push(format!("{} later", counted(waited, "minute")));
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// A request against the one that it repeats.
fn request(before: &Entry, now: &Entry, thread: Thread<'_>) -> Vec<String> {
    let mut parts: Vec<String> = new_id(before, now).into_iter().collect();
    parts.extend(token(before, now));
    let method = thread::method(before) == thread::method(now);
    parts.extend((!method).then(|| "OTHER method".to_owned()));
    let mut same = Vec::new();
    let keys = thread::params(before).into_iter().chain(thread::params(now)).flat_map(entries).map(|(key, _)| key);
    let question = thread.question(now);
    let mut seen: Vec<&str> = Vec::new();
    for key in keys {
        // The state of an answer is held against the question's, not against a call that had none.
        if seen.contains(&key) || (question.is_some() && key == STATE) {
            continue;
        }
        seen.push(key);
        match (thread::param(before, key), thread::param(now, key)) {
            (Some(old), Some(new)) if old == new => same.push(key),
            (Some(old), Some(new)) => parts.push(other(key, old, new)),
            (None, _) if key == STATE => parts.push(INVENTED.to_owned()),
            (None, _) if key == "inputResponses" => parts.push("answered".to_owned()),
            (None, _) => parts.push(format!("{} added", shown(key))),
            (_, None) => parts.push(format!("{} LEFT OUT", shown(key))),
        }
    }
    parts.extend(question.and_then(|question| state(question, now)));
    if method && seen.len() == same.len() && (question.is_none() || thread::param(now, STATE).is_none()) {
        parts.push("same body".to_owned());
    } else {
        same.retain(|name| matches!(*name, "name" | "arguments"));
        parts.extend(match same.as_slice() {
            [] => None,
            [one] => Some(format!("same {one}")),
            _ => Some("same call".to_owned()),
        });
    }
    parts
}

fn shown(key: &str) -> String {
    name(key, VALUE)
}

/// Ids are counted by each sender: what another one sends has an id of its own.
fn new_id(before: &Entry, now: &Entry) -> Option<String> {
    if before.from != now.from {
        return None;
    }
    let [old, new] = [before, now].map(|entry| thread::id(entry).map_or_else(|| "none".to_owned(), plain));
    Some(if old == new { format!("the SAME id {new}") } else { format!("id {old} → {new}") })
}

fn token(before: &Entry, now: &Entry) -> Option<String> {
    let [old, new] = [before, now].map(thread::token);
    let shown = |token: Option<&str>| token.map_or_else(|| "none".to_owned(), |token| name(token, VALUE));
    (old != new).then(|| format!("token {} → {}", shown(old), shown(new)))
}

/// A parameter that has another value. Answers are there to be other ones.
fn other(key: &str, old: &Value, new: &Value) -> String {
    if key == "inputResponses" {
        return "another answer".to_owned();
    }
    let detail = match (old, new) {
        (Value::Object(old), Value::Object(new)) if key == "arguments" => {
            let both = entries(old).into_iter().map(|(name, _)| name);
            let only = entries(new).into_iter().map(|(name, _)| name).filter(|name| !old.contains_key(*name));
            let differing = both.chain(only).filter(|name| old.get(*name) != new.get(*name));
            let each =
                differing.map(|key| format!("{} {} → {}", name(key, VALUE), value(old.get(key)), value(new.get(key))));
            each.collect::<Vec<_>>().join("; ")
        }
        (Value::String(_), Value::String(_)) => format!("{} → {}", value(Some(old)), value(Some(new))),
        _ => String::new(),
    };
    let what = format!("OTHER {}", name(key, VALUE));
    if detail.is_empty() { what } else { format!("{what} ({detail})") }
}

fn value(value: Option<&Value>) -> String {
    match value {
        None => "nothing".to_owned(),
        Some(Value::String(text)) => cut(text, VALUE),
        Some(other) => name(&wire::order::compact(other), VALUE),
    }
}

/// The state of a retry against that of the question.
fn state(question: &Entry, now: &Entry) -> Option<String> {
    let number = question.number;
    match (thread::result(question, STATE), thread::param(now, STATE)) {
        (None, None) => None,
        (None, Some(_)) => Some(INVENTED.to_owned()),
        (Some(_), None) => Some(format!("the requestState of {number} LEFT OUT")),
        (Some(asked), Some(sent)) if asked == sent => Some(format!("state byte for byte as in {number}")),
        (Some(asked), Some(sent)) => {
            let [asked, sent] = [asked, sent].map(|value| value.as_str().unwrap_or_default());
            let at = asked.chars().zip(sent.chars()).take_while(|(asked, sent)| asked == sent).count() + 1;
            Some(format!("requestState NOT that of {number}, from character {at} on"))
        }
    }
}

/// A question after a question about the same call.
fn asked_again(entry: &Entry, thread: Thread<'_>) -> Option<String> {
    let before = thread.back(entry).find(|other| thread::is_question(other) && thread::is_question(entry))?;
    let same = thread::result(before, "requestState") == thread::result(entry, "requestState");
    Some(format!("since {}: {} requestState", before.number, if same { "the same" } else { "a new" }))
}

/// A response that does not repeat its request's id.
fn other_id(entry: &Entry, thread: Thread<'_>) -> Option<String> {
    let request = thread.answered(entry).filter(|other| thread::method(other).is_some())?;
    let (asked, answered) = (thread::id(request)?, thread::id(entry)?);
    (asked != answered).then(|| format!("ANOTHER id: {} asked, {} answered", plain(asked), plain(answered)))
}
