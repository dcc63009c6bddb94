//! What must come of a step, and what came of it.

use super::verdict::Verdict;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;
use std::ops::RangeInclusive;

/// What must come of a step. What stands here is compared and can fail; what does not stand here is not compared. Only
/// effects always are: where a step names none, nothing may have happened.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Expect {
    /// What came back, in one word. Every step that has an outcome says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// What happened in the world at this step, such as `deleted notes.txt` and `paid 20 EUR to Plant Shop`. The name of
    /// the server stands in front where it is not the lab's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effects: Option<Vec<String>>,
    /// The exact reason, as it stands in the audit. It does not go out, so that only a run in process knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// A rule that the decision names. Only a run in process knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The HTTP status.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The code of the JSON-RPC error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<i64>,
    /// What the text of the answer says: the text of a result, the message of an error or of a question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Vec<String>>,
    /// What stands nowhere in the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lacks: Option<Vec<String>>,
    /// The parts of the answer, by JSON Pointer into its body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<Map<String, Value>>,
    /// The scopes that the challenge names, in order of the alphabet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scopes: Option<Vec<String>>,
    /// What the challenge gives as its error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenge: Option<String>,
    /// The tools that are listed, in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tools: Option<Vec<String>>,
    /// How many lines the text has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<usize>,
    /// How often a person was asked in this step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompts: Option<usize>,
    /// What the prompts of this step show.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown: Option<Vec<String>>,
    /// What the host's ledger recorded in this step, such as `delete_file of lab: yes, to the server's question, by a
    /// person`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ledger: Option<Vec<String>>,
    /// What stands in the messages that were sent in this step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sends: Option<Vec<String>>,
    /// How many messages were sent in this step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent: Option<usize>,
    /// How many authorization requests were made in this step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authorizations: Option<usize>,
    /// The scopes of each authorization request in this step; an empty text where one named none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requested: Option<Vec<String>>,
    /// The grants of the lab's server after this step, such as `delete_file executed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grants: Option<Vec<String>>,
    /// The rows that this step added to the audit of the lab's server, such as `claimed delete_file: claimed`; and where
    /// their chain breaks. Only a run in process knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audit: Option<Vec<String>>,
}

/// What coming through means: what one step shows then, and does not show while every defence is on.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Through {
    /// Which step.
    pub step: usize,
    /// What it shows.
    pub shows: Expect,
}

/// What came of a step.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Seen {
    /// By the names of what is expected. What does not stand here was not there.
    pub(super) facts: Map<String, Value>,
    /// The ids of the rules that the decisions named.
    pub(super) rules: Vec<String>,
    /// The rule that the last decision refused by; none where it refused nothing.
    pub(super) refused_by: Option<String>,
    /// The text of the answer.
    pub(super) text: String,
    /// What was shown to people.
    pub(super) shown: String,
    /// The messages that were sent.
    pub(super) sends: String,
    /// The whole answer, with its headers.
    pub(super) whole: String,
    /// The body of the answer.
    pub(super) body: Value,
    /// The numbers of its first and its last entry.
    pub(super) entries: (u32, u32),
}

/// One thing that was expected and did not come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// What is compared, such as `verdict`.
    pub what: String,
    /// What was expected.
    pub expected: String,
    /// What came.
    pub got: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {}, got {}", self.what, self.expected, self.got)
    }
}

impl Expect {
    /// The members that are compared, by name.
    #[must_use]
    pub fn members(&self) -> Map<String, Value> {
        serde_json::to_value(self).ok().and_then(|value| value.as_object().cloned()).unwrap_or_default()
    }

    /// The same for a step: what names no effects expects none.
    #[must_use]
    pub fn of_step(&self) -> Self {
        Self { effects: Some(self.effects.clone().unwrap_or_default()), ..self.clone() }
    }

    /// What differs, the verdict first.
    #[must_use]
    pub fn mismatches(&self, seen: &Seen) -> Vec<Mismatch> {
        let members = self.members();
        let mut differs: Vec<_> = members.iter().flat_map(|(name, value)| seen.against(name, value)).collect();
        // By name behind the first few: a map's own order depends on the build.
        let place = |what: &str| ORDER.iter().position(|name| *name == what).unwrap_or(ORDER.len());
        differs.sort_by(|one, other| (place(&one.what), &one.what).cmp(&(place(&other.what), &other.what)));
        differs
    }
}

/// What is told first.
const ORDER: &[&str] = &["verdict", "effects", "code", "rule"];

impl Seen {
    /// The same, with the rows that the step added to the audit.
    #[must_use]
    pub(super) fn with_audit(mut self, rows: &[String]) -> Self {
        self.facts.insert("audit".into(), rows.into());
        self
    }

    /// The fact with this name; null where there is none.
    #[must_use]
    pub fn fact(&self, name: &str) -> &Value {
        self.facts.get(name).unwrap_or(&Value::Null)
    }

    /// The numbers of the first and the last entry of the step.
    #[must_use]
    pub const fn entries(&self) -> (u32, u32) {
        self.entries
    }

    /// The verdict.
    #[must_use]
    pub fn verdict(&self) -> &str {
        self.fact("verdict").as_str().unwrap_or_default()
    }

    /// The exact reason of the last decision, where it has one.
    pub(super) fn code(&self) -> Option<&str> {
        self.fact("code").as_str()
    }

    /// The numbers of its entries; none are in it where nothing was recorded.
    #[must_use]
    pub const fn numbers(&self) -> RangeInclusive<u32> {
        self.entries.0..=self.entries.1
    }

    fn against(&self, name: &str, expected: &Value) -> Vec<Mismatch> {
        let mismatch = |what: &str, expected: String, got: String| Mismatch { what: what.to_owned(), expected, got };
        let words = |value: &Value| -> Vec<String> {
            value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
        };
        match name {
            "text" | "shown" | "sends" => {
                let text = match name {
                    "text" => &self.text,
                    "shown" => &self.shown,
                    _ => &self.sends,
                };
                let missing = words(expected).into_iter().filter(|word| !text.contains(word));
                missing.map(|word| mismatch(name, format!("{word:?} in it"), format!("{text:?}"))).collect()
            }
            "lacks" => {
                let there = words(expected).into_iter().filter(|word| self.whole.contains(word));
                there.map(|word| mismatch(name, format!("no {word:?}"), format!("{:?}", self.whole))).collect()
            }
            "body" => {
                let parts = expected.as_object().into_iter().flatten();
                let differs = parts.filter_map(|(at, value)| {
                    let got = self.body.pointer(at);
                    (got.unwrap_or(&Value::Null) != value)
                        .then(|| mismatch(&format!("body {at}"), value.to_string(), said(got.unwrap_or(&Value::Null))))
                });
                differs.collect()
            }
            "rule" => {
                let named = expected.as_str().is_some_and(|id| self.rules.iter().any(|rule| rule == id));
                if named { Vec::new() } else { vec![mismatch(name, said(expected), said(&self.rules.clone().into()))] }
            }
            _ if self.fact(name) == expected => Vec::new(),
            _ => vec![mismatch(name, said(expected), said(self.fact(name)))],
        }
    }
}

/// A value in words.
fn said(value: &Value) -> String {
    match value {
        Value::Null => "nothing".into(),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "none".into(),
        Value::Array(items) => items.iter().map(said).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}
