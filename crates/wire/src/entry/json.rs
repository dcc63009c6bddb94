//! An entry as a JSON object, and back.
//!
//! By hand, for one reason: this crate and all that build on it up to the gates need no derive macro of `serde` then, and
//! whoever builds them from nothing does not wait for it.

use super::{Decision, Entry, Http, Kind, Line, Violation};
use crate::http::Headers;
use serde_json::{Map, Value};

pub(super) fn write(entry: &Entry) -> Value {
    let mut members = Map::new();
    let mut put = |name: &str, value: Value| drop(members.insert(name.to_owned(), value));
    put("v", entry.v.into());
    put("number", entry.number.into());
    put("act", entry.act.as_str().into());
    put("atMs", entry.at_ms.into());
    put("kind", entry.kind.word().into());
    put("from", entry.from.as_str().into());
    for (name, value) in [
        ("to", entry.to.as_deref().map(Value::from)),
        ("answers", entry.answers.map(Value::from)),
        ("http", entry.http.as_ref().map(write_http)),
        ("message", entry.message.clone()),
        ("gate", entry.gate.as_ref().map(write_decision)),
        ("violation", entry.violation.as_ref().map(write_violation)),
        ("text", (!entry.text.is_empty()).then(|| entry.text.iter().map(Line::kept).collect())),
        ("modelReads", entry.model_reads.then_some(Value::Bool(true))),
    ] {
        if let Some(value) = value {
            put(name, value);
        }
    }
    Value::Object(members)
}

fn write_http(http: &Http) -> Value {
    let lines = http.headers.0.iter().map(|(name, value)| Value::from([name.as_str(), value.as_str()]));
    let mut members = Map::from_iter([("headers".to_owned(), lines.collect())]);
    members.extend(http.request.as_deref().map(|request| ("request".to_owned(), request.into())));
    members.extend(http.status.map(|status| ("status".to_owned(), status.into())));
    Value::Object(members)
}

fn write_decision(decision: &Decision) -> Value {
    let Decision { gate, verdict, why, code, rules } = decision;
    let texts = [("gate", gate), ("verdict", verdict), ("why", why)];
    let texts = texts.into_iter().chain(code.as_ref().map(|code| ("code", code)));
    let mut members: Map<_, _> = texts.map(|(name, text)| (name.to_owned(), text.as_str().into())).collect();
    members.insert("rules".to_owned(), rules.as_slice().into());
    Value::Object(members)
}

fn write_violation(violation: &Violation) -> Value {
    let Violation { text, rules } = violation;
    Map::from_iter([("text".to_owned(), text.as_str().into()), ("rules".to_owned(), rules.as_slice().into())]).into()
}

/// What is wrong is said with the member's name.
pub(super) fn read(value: Value) -> Result<Entry, String> {
    Members::of(value, "the entry")?.whole(|members| {
        Ok(Entry {
            v: members.take_number("v")?,
            number: members.take_number("number")?,
            act: members.take_text("act")?,
            at_ms: members.take_number("atMs")?,
            kind: kind(&members.take_text("kind")?)?,
            from: members.take_text("from")?,
            to: members.take_any("to").map(|to| text(to, "to")).transpose()?,
            answers: members.take_any("answers").map(|answers| number(&answers, "answers")).transpose()?,
            http: members.take_any("http").map(read_http).transpose()?,
            message: members.0.remove("message"),
            text: members.take_texts("text", true)?.into_iter().map(|line| Line::verbatim(&line)).collect(),
            gate: members.take_any("gate").map(read_decision).transpose()?,
            violation: members.take_any("violation").map(read_violation).transpose()?,
            model_reads: match members.0.remove("modelReads") {
                None => false,
                Some(Value::Bool(reads)) => reads,
                Some(_) => return Err(wrong("modelReads", "true or false")),
            },
        })
    })
}

fn read_http(value: Value) -> Result<Http, String> {
    Members::of(value, "http")?.whole(|members| {
        let headers = match members.0.remove("headers") {
            None => Vec::new(),
            Some(Value::Array(lines)) => lines.into_iter().map(header).collect::<Result<_, _>>()?,
            Some(_) => return Err(wrong("headers", "an array")),
        };
        Ok(Http {
            request: members.take_any("request").map(|request| text(request, "request")).transpose()?,
            status: members.take_any("status").map(|status| number(&status, "status")).transpose()?,
            headers: Headers(headers),
        })
    })
}

fn header(line: Value) -> Result<(String, String), String> {
    let Value::Array(parts) = line else { return Err(wrong("headers", "an array of pairs")) };
    match <[Value; 2]>::try_from(parts) {
        Ok([Value::String(name), Value::String(value)]) => Ok((name, value)),
        _ => Err(wrong("headers", "an array of pairs of texts")),
    }
}

fn read_decision(value: Value) -> Result<Decision, String> {
    Members::of(value, "gate")?.whole(|members| {
        Ok(Decision {
            gate: members.take_text("gate")?,
            verdict: members.take_text("verdict")?,
            why: members.take_text("why")?,
            code: members.take_any("code").map(|code| text(code, "code")).transpose()?,
            rules: members.take_texts("rules", false)?,
        })
    })
}

fn read_violation(value: Value) -> Result<Violation, String> {
    Members::of(value, "violation")?
        .whole(|members| Ok(Violation { text: members.take_text("text")?, rules: members.take_texts("rules", false)? }))
}

fn kind(word: &str) -> Result<Kind, String> {
    Kind::ALL.iter().copied().find(|kind| kind.word() == word).ok_or_else(|| format!("no kind is called `{word}`"))
}

/// The members of an object that nobody has taken yet.
struct Members(Map<String, Value>);

impl Members {
    fn of(value: Value, what: &str) -> Result<Self, String> {
        match value {
            Value::Object(members) => Ok(Self(members)),
            _ => Err(wrong(what, "an object")),
        }
    }

    /// What is read of them, where nothing is left.
    fn whole<T>(mut self, read: impl FnOnce(&mut Self) -> Result<T, String>) -> Result<T, String> {
        let whole = read(&mut self)?;
        match self.0.keys().next() {
            Some(unknown) => Err(format!("unknown field `{unknown}`")),
            None => Ok(whole),
        }
    }

    fn take(&mut self, name: &str) -> Result<Value, String> {
        self.0.remove(name).ok_or_else(|| format!("missing member `{name}`"))
    }

    /// A member that may be absent, or `null`.
    fn take_any(&mut self, name: &str) -> Option<Value> {
        self.0.remove(name).filter(|value| !value.is_null())
    }

    fn take_text(&mut self, name: &str) -> Result<String, String> {
        text(self.take(name)?, name)
    }

    fn take_number<N: TryFrom<u64>>(&mut self, name: &str) -> Result<N, String> {
        number(&self.take(name)?, name)
    }

    fn take_texts(&mut self, name: &str, may_lack: bool) -> Result<Vec<String>, String> {
        match self.0.remove(name) {
            Some(Value::Array(texts)) => texts.into_iter().map(|one| text(one, name)).collect(),
            None if may_lack => Ok(Vec::new()),
            None => Err(format!("missing member `{name}`")),
            Some(_) => Err(wrong(name, "an array")),
        }
    }
}

fn text(value: Value, name: &str) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text),
        _ => Err(wrong(name, "a text")),
    }
}

fn number<N: TryFrom<u64>>(value: &Value, name: &str) -> Result<N, String> {
    let number = value.as_u64().and_then(|number| N::try_from(number).ok());
    number.ok_or_else(|| wrong(name, "a number that fits"))
}

fn wrong(name: &str, what: &str) -> String {
    format!("`{name}` is not {what}")
}
