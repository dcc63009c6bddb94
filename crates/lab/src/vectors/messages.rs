//! Steps that are one message: sent, answered, or sent once more.

use super::Verdict;
use super::player::Player;
use super::seen::Outcome;
use super::setup::LAB;
use super::steps::{Answer, Repeat, Retry, Send};
use super::tamper::{Tamper, Tampered};
use serde_json::{Map, Value};

/// What was sent in a step.
#[derive(Clone)]
pub(super) struct Sent {
    by: String,
    at: String,
    method: String,
    params: Map<String, Value>,
    /// The number of the entry that answered.
    answered: u32,
    /// What was asked, where something was.
    asked: Option<(Map<String, Value>, Option<String>)>,
}

/// A message that is about to be sent.
struct Outgoing<'a> {
    by: &'a str,
    at: &'a str,
    method: &'a str,
    params: Map<String, Value>,
    capabilities: Option<&'a Value>,
    tamper: Option<&'a Tamper>,
    answers: Option<u32>,
}

impl Player<'_> {
    pub(super) fn send(&mut self, send: &Send) -> Outcome {
        let method = send.method.as_deref().unwrap_or("tools/call");
        let mut params = Map::new();
        if let Some(tool) = &send.tool {
            params.insert("name".into(), tool.as_str().into());
            params.insert("arguments".into(), Value::Object(send.arguments.clone().unwrap_or_default()));
        }
        self.post(Outgoing {
            by: &send.by,
            at: send.at.as_deref().unwrap_or(LAB),
            method,
            params,
            capabilities: send.capabilities.as_ref(),
            tamper: send.tamper.as_ref(),
            answers: None,
        })
    }

    pub(super) fn retry(&mut self, retry: &Retry) -> Option<Outcome> {
        let sent = self.sent_in(retry.of)?;
        let (requests, state) = sent.asked.clone()?;
        let mut params = sent.params.clone();
        params.remove("inputResponses");
        params.remove("requestState");
        if let Some(answer) = retry.answer.as_ref().map(Answer::wire) {
            let answers: Map<_, _> = requests.keys().map(|key| (key.clone(), answer.clone())).collect();
            params.insert("inputResponses".into(), answers.into());
        }
        let of_step = |step| self.sent_in(step)?.asked.as_ref()?.1.clone();
        let state = match (&retry.state, state) {
            (Some(edit), state) => edit.apply(&state.unwrap_or_default(), of_step),
            (None, state) => state,
        };
        if let Some(state) = state {
            params.insert("requestState".into(), state.into());
        }
        Some(self.post(Outgoing {
            by: retry.by.as_deref().unwrap_or(&sent.by),
            at: retry.at.as_deref().unwrap_or(&sent.at),
            method: &sent.method,
            params,
            capabilities: retry.capabilities.as_ref(),
            tamper: retry.tamper.as_ref(),
            answers: Some(sent.answered),
        }))
    }

    pub(super) fn repeat(&mut self, repeat: &Repeat) -> Option<Outcome> {
        let sent = self.sent_in(repeat.of)?;
        Some(self.post(Outgoing {
            by: repeat.by.as_deref().unwrap_or(&sent.by),
            at: &sent.at,
            method: &sent.method,
            params: sent.params.clone(),
            capabilities: None,
            tamper: repeat.tamper.as_ref(),
            answers: Some(sent.answered),
        }))
    }

    fn post(&mut self, out: Outgoing<'_>) -> Outcome {
        let client = self.host(out.by, out.at).client_mut();
        let own = client.capabilities.clone();
        if let Some(capabilities) = out.capabilities {
            client.capabilities = capabilities.clone();
        }
        let message = client.message(out.method, &out.params);
        client.capabilities = own;
        let untouched = Tamper::default();
        let Tampered { message, text, headers } =
            out.tamper.unwrap_or(&untouched).apply(&message, |message| client.headers(message));
        let violation = out.tamper.and_then(Tamper::violation);
        let received = client.send_raw(&text, headers, out.answers, violation);
        let outcome = Outcome::of_response(&received);
        let mut params = message.get("params").and_then(Value::as_object).cloned().unwrap_or_default();
        params.remove("_meta");
        let asked = (outcome.verdict == Verdict::Asked).then(|| {
            let result = received.result();
            let requests = result.and_then(|result| result.get("inputRequests")).and_then(Value::as_object).cloned();
            let state = result.and_then(|result| result.get("requestState")).and_then(Value::as_str);
            (requests.unwrap_or_default(), state.map(str::to_owned))
        });
        let (by, at, method) = (out.by.to_owned(), out.at.to_owned(), out.method.to_owned());
        self.sent.push(Some(Sent { by, at, method, params, answered: received.number, asked }));
        outcome
    }

    fn sent_in(&self, step: usize) -> Option<Sent> {
        self.sent.get(step.checked_sub(1)?)?.clone()
    }
}
