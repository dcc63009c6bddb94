//! Steps that are one message: sent, answered, or sent once more.

use super::Verdict;
use super::player::Player;
use super::seen::Outcome;
use super::setup::LAB;
use super::steps::{Answer, Repeat, Retry, Send};
use super::tamper::{Tamper, Tampered};
use crate::host::{Host, Pending, Received, Script};
use crate::show;
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
    /// The question as a host has it that did not put it to its person yet.
    waiting: Option<Waiting>,
}

/// A call of a model's whose host waits with the question.
#[derive(Clone)]
struct Waiting {
    pending: Pending,
    /// Whether the person was asked since: nobody is asked twice.
    answered: bool,
    /// Whether the model was told how it ended.
    concluded: bool,
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

impl Sent {
    /// The call of a model's, up to the question at which its host waits.
    pub(super) fn waits(by: &str, at: &str, pending: &Pending) -> Self {
        let mut params = pending.params();
        params.remove("requestState");
        Self {
            by: by.to_owned(),
            at: at.to_owned(),
            method: "tools/call".to_owned(),
            params,
            answered: pending.asked,
            asked: Some((pending.requests.clone(), pending.state.clone())),
            waiting: Some(Waiting { pending: pending.clone(), answered: false, concluded: false }),
        }
    }
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
        .0
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
        let ledger = self.put_to_the_person(retry, &sent);
        let (outcome, received) = self.post(Outgoing {
            by: retry.by.as_deref().unwrap_or(&sent.by),
            at: retry.at.as_deref().unwrap_or(&sent.at),
            method: &sent.method,
            params,
            capabilities: retry.capabilities.as_ref(),
            tamper: retry.tamper.as_ref(),
            answers: Some(sent.answered),
        });
        if is_own(retry, &sent) && retry.tamper.is_none() && outcome.verdict != Verdict::Asked {
            self.conclude(retry.of, received);
        }
        Some(Outcome { ledger, ..outcome })
    }

    /// The host that waits with a question puts it to its person now, once; says what its ledger records of it.
    fn put_to_the_person(&mut self, retry: &Retry, sent: &Sent) -> Vec<String> {
        let (Some(Answer::Word(word)), Some(Waiting { pending, answered: false, .. })) = (&retry.answer, &sent.waiting)
        else {
            return Vec::new();
        };
        if !is_own(retry, sent) {
            return Vec::new();
        }
        let mut pending = pending.clone();
        let host = self.host(&sent.by, &sent.at);
        host.seat(Box::new(Script::of(&[word.reply()])));
        let known = host.ledger().records().len();
        host.answer(&mut pending);
        let lines = ledger_lines(host, known);
        if let Some(waiting) = self.waiting_in(retry.of) {
            waiting.answered = true;
        }
        lines
    }

    /// The host that waited tells its model how the call ended, once.
    fn conclude(&mut self, step: usize, received: Received) {
        let Some(waiting) = self.waiting_in(step).filter(|waiting| !waiting.concluded) else { return };
        waiting.concluded = true;
        let pending = waiting.pending.clone();
        let Some((by, at)) = self.sent_in(step).map(|sent| (sent.by, sent.at)) else { return };
        let host = self.host(&by, &at);
        let readable = received.message.is_some();
        host.client_mut().recorder().amend(received.number, |entry| entry.model_reads = readable);
        host.conclude(&pending, &crate::host::Sent::Answered(received));
    }

    pub(super) fn repeat(&mut self, repeat: &Repeat) -> Option<Outcome> {
        let sent = self.sent_in(repeat.of)?;
        let (outcome, _) = self.post(Outgoing {
            by: repeat.by.as_deref().unwrap_or(&sent.by),
            at: &sent.at,
            method: &sent.method,
            params: sent.params.clone(),
            capabilities: None,
            tamper: repeat.tamper.as_ref(),
            answers: Some(sent.answered),
        });
        Some(outcome)
    }

    fn post(&mut self, out: Outgoing<'_>) -> (Outcome, Received) {
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
        self.sent.push(Some(Sent { by, at, method, params, answered: received.number, asked, waiting: None }));
        (outcome, received)
    }

    fn sent_in(&self, step: usize) -> Option<Sent> {
        self.sent.get(step.checked_sub(1)?)?.clone()
    }

    fn waiting_in(&mut self, step: usize) -> Option<&mut Waiting> {
        self.sent.get_mut(step.checked_sub(1)?)?.as_mut()?.waiting.as_mut()
    }
}

/// Whether a question is answered by the client that was asked.
fn is_own(retry: &Retry, sent: &Sent) -> bool {
    let same = |named: &Option<String>, asked: &str| named.as_deref().is_none_or(|named| named == asked);
    same(&retry.by, &sent.by) && same(&retry.at, &sent.at)
}

/// What a host's ledger recorded beyond what was `known`.
pub(super) fn ledger_lines(host: &Host, known: usize) -> Vec<String> {
    let new = host.ledger().records().iter().skip(known);
    new.map(|record| format!("{} of {}: {}", record.tool, record.server.name(), show::said(record.said))).collect()
}
