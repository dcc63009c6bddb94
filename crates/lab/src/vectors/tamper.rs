//! What is changed in a message on its way.

use super::patch::{self, Operation};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use wire::entry::Violation;
use wire::http::Headers;

/// What is changed in a message before it goes out, in this order: the message, the text, the headers.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Tamper {
    /// What is wrong with it then. Without it the change is an honest one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong: Option<String>,
    /// The ids of the rules that it breaks then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub breaks: Vec<String>,
    /// A JSON Patch (RFC 6902) on the message: `add`, `replace` and `remove`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patch: Vec<Operation>,
    /// Replacements in the text that is sent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub text: Vec<Replace>,
    /// Header lines: a value replaces or adds the line, null removes it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub headers: BTreeMap<String, Option<String>>,
}

/// A replacement of text.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Replace {
    /// What stands there.
    pub replace: String,
    /// What stands there then.
    pub with: String,
}

/// What becomes of a state on its way back.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum StateEdit {
    /// It is left out.
    None,
    /// That of another step's question is sent.
    From(usize),
    /// One letter is another one.
    Letter {
        /// In which of the parts between dots, from 0.
        part: usize,
        /// Which letter of it, from 0.
        at: usize,
    },
    /// Something stands behind it.
    Append(String),
    /// This is sent in its place.
    Is(String),
}

impl Tamper {
    /// How a transcript marks the message, where something is wrong with it.
    #[must_use]
    pub fn violation(&self) -> Option<Violation> {
        self.wrong.as_ref().map(|text| Violation { text: text.clone(), rules: self.breaks.clone() })
    }

    /// Changes a message. `headers` are what an honest client would send with the message as it is then.
    #[must_use]
    pub fn apply(&self, message: &Value, headers: impl Fn(&Value) -> Headers) -> Tampered {
        let mut message = message.clone();
        self.patch.iter().for_each(|operation| patch::apply(&mut message, operation));
        let text = self.text.iter().fold(wire::order::compact(&message), |text, Replace { replace, with }| {
            text.replacen(replace.as_str(), with, 1)
        });
        let honest = headers(&message);
        let headers = self.headers.iter().fold(honest, |headers, (name, value)| with(headers, name, value.as_deref()));
        Tampered { message, text, headers }
    }
}

/// A message after it was tampered with.
#[derive(Debug, Clone, PartialEq)]
pub struct Tampered {
    /// The message, before its text was changed.
    pub message: Value,
    /// The text that goes out.
    pub text: String,
    /// The headers that go with it.
    pub headers: Headers,
}

impl StateEdit {
    /// The state that is sent in place of `state`. `of_step` knows the states of earlier questions.
    pub(super) fn apply(&self, state: &str, of_step: impl Fn(usize) -> Option<String>) -> Option<String> {
        match self {
            Self::None => None,
            Self::From(step) => of_step(*step),
            Self::Letter { part, at } => Some(other_letter(state, *part, *at)),
            Self::Append(text) => Some(format!("{state}{text}")),
            Self::Is(text) => Some(text.clone()),
        }
    }
}

/// The state with another letter at this place of this part: A where there is none, and B for A.
fn other_letter(state: &str, part: usize, at: usize) -> String {
    let other = |letter: char| if letter == 'A' { 'B' } else { 'A' };
    let change = |text: &str| {
        text.char_indices().map(|(place, letter)| if place == at { other(letter) } else { letter }).collect::<String>()
    };
    let parts = state.split('.').enumerate();
    let parts = parts.map(|(place, text)| if place == part { change(text) } else { text.to_owned() });
    parts.collect::<Vec<_>>().join(".")
}

fn with(headers: Headers, name: &str, value: Option<&str>) -> Headers {
    let same = |known: &str| known.eq_ignore_ascii_case(name);
    let Headers(lines) = headers;
    let there = lines.iter().any(|(known, _)| same(known));
    let kept = lines.into_iter().filter_map(|(known, old)| match value {
        _ if !same(&known) => Some((known, old)),
        Some(value) => Some((known, value.to_owned())),
        None => None,
    });
    let headers = Headers(kept.collect());
    match value {
        Some(value) if !there => headers.with(name, value),
        _ => headers,
    }
}
