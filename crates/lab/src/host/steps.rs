//! The steps of one call: begin, answer, retry.

use super::{Host, Received, Reply, SCREEN};
use serde_json::{Map, Value};
use twogates::consent::host::{Asks, ListedTool, Said, prompt};
use wire::entry::{Kind, Violation};

/// A call that waits for an answer. Nothing is pending at the server: all that there is, is here.
#[derive(Debug, Clone, PartialEq)]
pub struct Pending {
    /// The tool.
    pub tool: String,
    /// The arguments, as they were sent.
    pub arguments: Map<String, Value>,
    /// The number of the entry that asks.
    pub asked: u32,
    /// What was asked, by the server's keys.
    pub requests: Map<String, Value>,
    /// The state to echo, exactly as it came.
    pub state: Option<String>,
    /// The answers given so far, by the same keys.
    pub responses: Map<String, Value>,
}

impl Pending {
    /// The questions that the host can put to a person, by the server's keys.
    pub fn questions(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.requests.iter().filter(|(_, request)| is_form(request))
    }

    /// The parameters of the honest retry, without `_meta`.
    #[must_use]
    pub fn params(&self) -> Map<String, Value> {
        let mut params = call_params(&self.tool, &self.arguments);
        if !self.responses.is_empty() {
            params.insert("inputResponses".into(), Value::Object(self.responses.clone()));
        }
        if let Some(state) = &self.state {
            params.insert("requestState".into(), Value::from(state.as_str()));
        }
        params
    }
}

/// Where one message led.
#[derive(Debug, Clone, PartialEq)]
pub enum Sent {
    /// The server asks.
    Asks(Pending),
    /// Anything else.
    Answered(Received),
}

impl Host {
    /// Sends a call for the first time.
    pub fn begin(&mut self, tool: &str, arguments: &Map<String, Value>, repeats: Option<u32>) -> Sent {
        let params = call_params(tool, arguments);
        let received = self.client.post("tools/call", &params, repeats);
        self.sort(tool, arguments, received)
    }

    /// Sends a call for the first time although it breaks rules, as `violation` says.
    pub fn begin_wrongly(&mut self, tool: &str, arguments: &Map<String, Value>, violation: Violation) -> Sent {
        let message = self.client.message("tools/call", &call_params(tool, arguments));
        let received = self.client.send(&message, None, Some(violation));
        self.sort(tool, arguments, received)
    }

    /// Puts what the server asks to the person, and notes the answer. About a call that cannot be shown whole nobody is
    /// asked, and nothing is answered. A no ends it: the questions that are left are cancelled, and put to nobody.
    pub fn answer(&mut self, pending: &mut Pending) -> Vec<Reply> {
        let listed = self.listed(&pending.tool);
        let planned = listed.plan(&pending.arguments);
        let mut replies = Vec::new();
        if planned.showable().is_err() {
            return replies;
        }
        let mut responses = Map::new();
        for (key, request) in pending.questions() {
            if replies.iter().any(|reply: &Reply| reply.ledger().withholds()) {
                responses.insert(key.clone(), Reply::Cancel.wire());
                continue;
            }
            let message = request.pointer("/params/message").and_then(Value::as_str).unwrap_or_default();
            let shown = prompt(&planned, Asks::Server(message), SCREEN);
            let reply = self.person.answer(&shown);
            self.ledger.record(&planned, Said::ToServer(reply.ledger()), self.world.now_ms());
            self.record_answer(&shown, reply.words(), Some(pending.asked));
            responses.insert(key.clone(), reply.wire());
            replies.push(reply);
        }
        pending.responses.extend(responses);
        replies
    }

    /// Sends a call again with its answers and its state: a new request with a new id.
    pub fn retry(&mut self, pending: &Pending) -> Sent {
        self.retry_edited(pending, None, |_| {})
    }

    /// Sends a call again after someone changed its parameters. `violation` says what is wrong with that.
    pub fn retry_edited(
        &mut self,
        pending: &Pending,
        violation: Option<Violation>,
        edit: impl FnOnce(&mut Map<String, Value>),
    ) -> Sent {
        let mut params = pending.params();
        edit(&mut params);
        let message = self.client.message("tools/call", &params);
        let received = self.client.send(&message, Some(pending.asked), violation);
        self.sort(&pending.tool, &pending.arguments, received)
    }

    /// The tool as it is listed; one that is not in the list is taken for the worst.
    pub(crate) fn listed(&self, tool: &str) -> ListedTool {
        let known = self.exposed.find(&self.server_id, tool).cloned();
        known.unwrap_or_else(|| ListedTool::unlisted(&self.server_id, tool))
    }

    pub(crate) fn record_answer(&self, prompt: &str, words: &str, answers: Option<u32>) {
        let mut recorder = self.client.recorder();
        let lines = prompt.lines().map(str::to_owned).chain([format!("> {words}")]);
        let mut entry = recorder.entry(Kind::Human, &self.user.subject).said(lines);
        entry.to = Some(self.client.name().to_owned());
        entry.answers = answers;
        recorder.keep(entry);
    }

    fn sort(&self, tool: &str, arguments: &Map<String, Value>, received: Received) -> Sent {
        let Some(result) = received.result() else { return Sent::Answered(received) };
        if result.get("resultType").and_then(Value::as_str) != Some("input_required") {
            let number = received.number;
            self.client.recorder().amend(number, |entry| entry.model_reads = true);
            return Sent::Answered(received);
        }
        let requests = result.get("inputRequests").and_then(Value::as_object).cloned().unwrap_or_default();
        let state = result.get("requestState").and_then(Value::as_str).map(str::to_owned);
        // Neither questions nor a state (rule MRTR-05), or questions that this client never said it could answer.
        let nothing_to_answer = !requests.values().any(is_form) && (!requests.is_empty() || state.is_none());
        if nothing_to_answer {
            return Sent::Answered(received);
        }
        Sent::Asks(Pending {
            tool: tool.to_owned(),
            arguments: arguments.clone(),
            asked: received.number,
            requests,
            state,
            responses: Map::new(),
        })
    }
}

/// Whether a question is a form: the one kind that the lab's clients declare. No mode means form.
fn is_form(request: &Value) -> bool {
    request.get("method").and_then(Value::as_str) == Some("elicitation/create")
        && matches!(request.pointer("/params/mode").map(Value::as_str), None | Some(Some("form")))
}

fn call_params(tool: &str, arguments: &Map<String, Value>) -> Map<String, Value> {
    let mut params = Map::new();
    params.insert("name".into(), tool.into());
    params.insert("arguments".into(), Value::Object(arguments.clone()));
    params
}
