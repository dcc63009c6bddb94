//! How a request relates to what was asked before.

use super::calls::Here;
use super::key::Key;
use crate::finding::Place;
use crate::form;
use serde_json::{Map, Value};
use std::sync::Arc;

/// A question that a server asked by an `input_required` result.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    pub(crate) place: Place,
    pub(super) channel: Key,
    pub(super) client: Key,
    pub(super) server: Key,
    pub(super) id: Key,
    pub(super) call: Key,
    pub(super) subject: Key,
    /// The digest of its state, where it has one.
    pub(super) state: Option<Key>,
    /// What it asks for, by key.
    pub(crate) asked: Arc<Map<String, Value>>,
    /// Under which it is kept what became of it.
    pub(super) fate: Here,
}

/// What became of a question.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Fate {
    /// What was answered when a complete result used it.
    pub(crate) used: Option<Use>,
    /// Whether its answers brought another question, so that it is that one which is open.
    pub(crate) followed: bool,
    /// How many effects its answers had.
    pub(crate) effects: u32,
}

/// How a question was used by a complete result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Use {
    /// The digest of the answers.
    pub(crate) answers: Key,
    pub(crate) verdict: Verdict,
    /// Whether the result said of itself that it is an error.
    pub(crate) is_error: bool,
}

/// What a person said, as far as answers to elicitations tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// At least one form was accepted, and does not itself say no.
    Accepted,
    /// Nothing was accepted, and something was declined, cancelled, or refused in the form.
    Refused,
    /// There is no such answer.
    Nothing,
}

impl Verdict {
    /// Of the answers to what was asked. A form that was sent back with a no in it is a no.
    pub(super) fn of(responses: Option<&Value>, asked: Option<&Map<String, Value>>) -> Self {
        let answers = responses.and_then(Value::as_object);
        let mut refused = false;
        for (key, answer) in answers.into_iter().flatten() {
            match answer.get("action").and_then(Value::as_str) {
                Some("accept") if says_no(asked.and_then(|asked| asked.get(key)), answer) => refused = true,
                Some("accept") => return Self::Accepted,
                Some("decline" | "cancel") => refused = true,
                _ => {}
            }
        }
        if refused { Self::Refused } else { Self::Nothing }
    }
}

/// Whether every form that was asked is answered in its own shape, or by a decline or a cancel.
pub(super) fn well_formed(responses: Option<&Value>, asked: &Map<String, Value>) -> bool {
    asked.iter().all(|(key, question)| {
        let answer = responses.and_then(|all| all.get(key));
        let schema = form_of(question);
        match (answer.and_then(|answer| answer.get("action")?.as_str()), schema) {
            (Some("decline" | "cancel"), _) | (Some("accept"), None) => true,
            (Some("accept"), Some(schema)) => {
                let content = answer.and_then(|answer| answer.get("content")?.as_object());
                content.is_some_and(|content| form::misfits(schema, content).is_empty())
            }
            _ => false,
        }
    })
}

fn says_no(question: Option<&Value>, answer: &Value) -> bool {
    let content = answer.get("content").and_then(Value::as_object);
    question.and_then(form_of).zip(content).is_some_and(|(schema, content)| form::says_no(schema, content))
}

fn form_of(question: &Value) -> Option<&Map<String, Value>> {
    question.get("params")?.get("requestedSchema")?.as_object()
}

/// Whether some form that asks for an approval was accepted, and says neither yes nor no.
pub(super) fn says_neither(responses: Option<&Value>, asked: &Map<String, Value>) -> bool {
    asked.iter().any(|(key, question)| {
        let answer = responses.and_then(|all| all.get(key));
        let accepted = answer.filter(|answer| answer.get("action").is_some_and(|action| action == "accept"));
        let Some((schema, answer)) = form_of(question).zip(accepted) else { return false };
        form::says_neither(schema, answer.get("content").and_then(Value::as_object))
    })
}

/// How the state of a retry relates to the one that was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Echo {
    /// It is one that a server gave, or none was given and none is sent.
    Exact,
    /// A state was given, and another one is sent.
    Changed,
    /// A state was given, and none is sent.
    Missing,
    /// None was given, and one is sent.
    Invented,
    /// Not to be told: the beginning of the transcript is missing, or was forgotten.
    Unjudged,
}

/// A request that carries answers or a state.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Retry {
    /// The number of the question that it answers, as far as it is known.
    pub(crate) question: Option<u64>,
    pub(crate) echo: Echo,
    /// The state was given for other arguments, another tool or another method.
    pub(crate) other_call: bool,
    /// The state was given for another tool or another method.
    pub(crate) other_subject: bool,
    /// The state was given by another server.
    pub(crate) other_server: bool,
    /// The state was given to another client.
    pub(crate) other_client: bool,
    /// It has the id of the request that it retries.
    pub(crate) same_id: bool,
    /// The digest of its answers.
    pub(crate) answers: Key,
    pub(crate) verdict: Verdict,
    /// Some form that asks for an approval was accepted, and says neither yes nor no.
    pub(crate) says_neither: bool,
    /// Whether every form is answered, and each as it asks: what is misshapen is asked again.
    pub(crate) well_formed: bool,
    /// Under which it is kept what became of the question, where its state is exactly the one that was given.
    pub(super) fate: Option<Here>,
    /// What had become of that question: before this request, or before the response to it.
    pub(crate) became: Fate,
}

impl Retry {
    /// Whether its state is one that the server must refuse here.
    pub(crate) const fn must_be_refused(self) -> bool {
        matches!(self.echo, Echo::Changed | Echo::Invented)
            || self.other_call
            || self.other_subject
            || self.other_server
            || self.other_client
    }
}
