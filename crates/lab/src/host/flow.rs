//! A call as the model wants it: the host's own gate, sign-in, step-up, questions, and the end.

use super::telling::withheld;
use super::{Host, MAX_ROUNDS, Pending, Received, SCREEN, Sent};
use crate::server::METADATA_PATH;
use rules::{Defence, Refused};
use serde_json::{Map, Value, json};
use twogates::consent::host::{Asks, By, Exposed, HostDecision, ListedTool, NotShowable, RunningMark, Said, prompt};
use twogates::scope::{GiveUp, Operation, ResourceMetadata, ScopeSet, StepUp, challenge};
use wire::entry::Decision;

/// How many messages the lab lets one call send. A host with every defence on stops long before: this ends what would
/// have no end without one.
const PATIENCE: usize = 20;

/// What a host does when the server asks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AtQuestion {
    /// It puts the question to the person, and sends the answer.
    Answers,
    /// It stops there.
    Stops,
}

/// How a call ended for the model.
#[derive(Debug, Clone, PartialEq)]
pub enum Ending {
    /// A result, and whether it reports a failure.
    Result {
        /// Whether it says `isError`.
        is_error: bool,
        /// Its text.
        text: String,
    },
    /// A JSON-RPC error.
    Error {
        /// Its code.
        code: i64,
        /// Its message.
        message: String,
    },
    /// The host did not send it.
    Withheld(String),
    /// The client gave up stepping up.
    GaveUp(GiveUp),
    /// The server asked, and nobody was asked yet: only [`Host::call_until_asked`] ends so.
    Asked(Box<Pending>),
    /// The server asked and asked.
    TooManyRounds,
    /// Nothing ended it but the lab's patience. Only with a defence off.
    Endless,
    /// The server answered with something else.
    Unusable(u16),
}

impl Host {
    /// Asks the server what it is. Signs in first, when it must.
    pub fn discover(&mut self) -> Received {
        self.send_signed_in("server/discover")
    }

    /// Lists the tools and shows them to the model: from the cache while that is fresh.
    pub fn list_tools(&mut self) -> Vec<String> {
        let now = self.world.now_ms();
        let token = self.client.token.as_ref().map(|token| token.secret.clone()).unwrap_or_default();
        let cached = self.cache.borrow().find(&self.server_id, "tools/list", &token, now).cloned();
        let result = match cached {
            Some(result) => {
                self.record_host(None, vec!["tools/list is answered from the cache; nothing is sent".into()], None);
                result
            }
            None => {
                let received = self.send_signed_in("tools/list");
                // What is no complete result lists nothing (rule RES-03).
                let complete = received.result().filter(|result| is_complete(result));
                let result = complete.cloned().unwrap_or_default();
                let token = self.client.token.as_ref().map(|token| token.secret.clone()).unwrap_or_default();
                self.cache.borrow_mut().keep(&self.server_id, "tools/list", &token, &result, self.world.now_ms());
                result
            }
        };
        let entries = result.get("tools").and_then(Value::as_array).cloned().unwrap_or_default();
        let tools = entries.iter().filter_map(|entry| ListedTool::read(&self.server_id, entry).ok()).collect();
        self.exposed = Exposed::new(tools);
        let lines = self.exposed.lines();
        self.record_host(Some("model"), vec![format!("shows the model: {}", lines.join(", "))], None);
        self.exposed.tools().iter().map(|tool| tool.name().to_owned()).collect()
    }

    /// Makes a call that the model wants.
    pub fn call(&mut self, tool: &str, arguments: &Value) -> Ending {
        self.call_and(tool, arguments, AtQuestion::Answers)
    }

    /// The same up to the server's first question, which is put to nobody: [`Host::answer`] and [`Host::retry`] go on with
    /// it.
    pub fn call_until_asked(&mut self, tool: &str, arguments: &Value) -> Ending {
        self.call_and(tool, arguments, AtQuestion::Stops)
    }

    fn call_and(&mut self, tool: &str, arguments: &Value, at_question: AtQuestion) -> Ending {
        let arguments = arguments.as_object().cloned().unwrap_or_default();
        let listed = self.listed(tool);
        let planned = listed.plan(&arguments);
        if let Err(not) = planned.showable() {
            return self.not_showable(not);
        }
        let mark = RunningMark::of(&planned);
        let decision = self.gate.decide(&listed);
        let passes = matches!(decision, HostDecision::Pass { .. });
        self.record_model(tool, &arguments, passes.then(|| mark.running()), decision.recorded());
        if let Some(said) = Said::by(decision) {
            self.ledger.record(&planned, said, self.world.now_ms());
        }
        let refused = match decision {
            HostDecision::Pass { .. } => None,
            HostDecision::Deny { .. } => Some(decision.recorded()),
            HostDecision::Ask { why } => {
                let shown = prompt(&planned, Asks::Host(why), SCREEN);
                let reply = self.person.answer(&shown);
                let answer = reply.at_host();
                self.ledger.record(&planned, Said::ToHost(answer, By::Person), self.world.now_ms());
                self.record_answer(&shown, reply.words_at_host(), None);
                answer.withholds().then(|| withheld(reply))
            }
        };
        if let Some(decision) = refused {
            let text = format!("Not sent: {}.", decision.why);
            self.record_host(Some("model"), vec![text.clone()], Some(decision));
            return Ending::Withheld(text);
        }
        if !passes {
            self.record_host(None, vec![mark.running()], None);
        }
        let ending = self.carry_out(tool, &arguments, at_question);
        if !matches!(ending, Ending::Asked(_)) {
            self.mark_end(&mark, &ending);
        }
        ending
    }

    /// What cannot be shown whole is not sent: a person would decide on another call than the one that runs.
    fn not_showable(&self, not: NotShowable) -> Ending {
        let text = format!("Not sent: {}. What would help: {}.", not.why(), not.remedy());
        let decision = Decision {
            gate: "host".into(),
            verdict: "refused".into(),
            why: not.why(),
            code: Some(not.code().into()),
            rules: vec![not.rule().id.into()],
        };
        self.record_host(Some("model"), vec![text.clone()], Some(decision));
        Ending::Withheld(text)
    }

    /// Tells the model how a call ended that was sent step by step.
    pub fn conclude(&self, pending: &Pending, sent: &Sent) {
        let listed = self.listed(&pending.tool);
        if let Sent::Answered(received) = sent {
            self.mark_end(&RunningMark::of(&listed.plan(&pending.arguments)), &ending(received));
        }
    }

    fn mark_end(&self, mark: &RunningMark, ending: &Ending) {
        let done = matches!(ending, Ending::Result { is_error: false, .. });
        self.record_host(Some("model"), vec![if done { mark.done() } else { mark.ended() }], None);
    }

    fn carry_out(&mut self, tool: &str, arguments: &Map<String, Value>, at_question: AtQuestion) -> Ending {
        let mut sent = self.begin(tool, arguments, None);
        let mut rounds = 0;
        let mut signed_in = false;
        for _ in 0..PATIENCE {
            sent = match sent {
                // A token that is new and refused all the same would be refused without end.
                Sent::Answered(received) if received.response.status == 401 && !signed_in => {
                    signed_in = true;
                    self.sign_in(&received);
                    self.begin(tool, arguments, Some(received.number))
                }
                Sent::Answered(received) if received.response.status == 403 => match self.step_up(tool, &received) {
                    Ok(()) => self.begin(tool, arguments, Some(received.number)),
                    Err(give_up) => return Ending::GaveUp(give_up),
                },
                Sent::Answered(received) => {
                    let readable = received.message.is_some();
                    self.client.recorder().amend(received.number, |entry| entry.model_reads = readable);
                    return ending(&received);
                }
                Sent::Asks(pending) if at_question == AtQuestion::Stops => return Ending::Asked(Box::new(pending)),
                Sent::Asks(mut pending) => {
                    // Many questions at once ask as much of a person as one after the other.
                    let questions = pending.questions().count().max(1);
                    rounds = u32::try_from(questions).map_or(u32::MAX, |questions| questions.saturating_add(rounds));
                    if self.defences.on(Defence::RoundsCap) && rounds > MAX_ROUNDS {
                        self.record_rounds(questions);
                        return Ending::TooManyRounds;
                    }
                    self.next_round(&mut pending, rounds)
                }
            };
        }
        self.record_endless();
        Ending::Endless
    }

    fn next_round(&mut self, pending: &mut Pending, rounds: u32) -> Sent {
        if pending.requests.is_empty() {
            // Nothing to ask: only pace it, so that a server that keeps saying "again" is not hammered.
            self.world.clock.advance(1_000 * u64::from(rounds));
        } else {
            self.answer(pending);
        }
        self.retry(pending)
    }

    fn send_signed_in(&mut self, method: &str) -> Received {
        let received = self.client.post(method, &Map::new(), None);
        if received.response.status != 401 {
            return received;
        }
        self.sign_in(&received);
        self.client.post(method, &Map::new(), Some(received.number))
    }

    /// The first authorization: the challenge's scopes, else those that the metadata names, else none.
    fn sign_in(&mut self, refused: &Received) {
        let challenges = challenge::parse(refused.response.headers.all("WWW-Authenticate"));
        let document = self.client.get(METADATA_PATH, Some(refused.number));
        let metadata = document.message.and_then(|value| ResourceMetadata::read(&value, self.resource()).ok());
        let scopes = StepUp::first(challenge::bearer_challenge(&challenges), metadata.as_ref());
        self.authorize(scopes.as_ref(), refused.number);
    }

    fn step_up(&mut self, tool: &str, refused: &Received) -> Result<(), GiveUp> {
        let challenges = challenge::parse(refused.response.headers.all("WWW-Authenticate"));
        match self.step_up.on_challenge(&Operation::call(tool), &challenges) {
            Ok(scopes) => {
                self.authorize(Some(&scopes), refused.number);
                Ok(())
            }
            Err(give_up) => {
                self.record_given_up(tool, &give_up);
                Err(give_up)
            }
        }
    }

    fn authorize(&mut self, scopes: Option<&ScopeSet>, answers: u32) {
        self.world.tick();
        let held = self.step_up.held().clone();
        let mut request =
            json!({"response_type": "code", "code_challenge_method": "S256", "resource": self.resource()});
        if let (Some(object), Some(scopes)) = (request.as_object_mut(), scopes) {
            object.insert("scope".into(), scopes.to_string().into());
        }
        let asked = self.record_oauth((self.client.name(), "authorization server"), request, answers);
        if let Some(scopes) = scopes {
            self.step_up.asked(scopes);
        }
        let issued = self.authorization.authorize(&self.user, scopes, &held, self.generosity);
        self.step_up.granted(&issued.scopes);
        let response = json!({
            "access_token": format!("<{}>", issued.name),
            "token_type": "Bearer",
            "scope": issued.scopes.to_string(),
        });
        self.record_oauth(("authorization server", self.client.name()), response, asked);
        self.client.token = Some(issued);
    }
}

fn ending(received: &Received) -> Ending {
    let Some(message) = &received.message else { return Ending::Unusable(received.response.status) };
    if let Some(error) = message.get("error") {
        let code = error.get("code").and_then(Value::as_i64).unwrap_or_default();
        let text = error.get("message").and_then(Value::as_str).unwrap_or_default();
        return Ending::Error { code, message: text.to_owned() };
    }
    let result = message.get("result");
    // A result of a kind that this client does not know is invalid (rule RES-03).
    if !result.is_some_and(is_complete) {
        return Ending::Unusable(received.response.status);
    }
    let is_error = result.and_then(|result| result.get("isError")) == Some(&Value::Bool(true));
    let text = message.pointer("/result/content/0/text").and_then(Value::as_str).unwrap_or_default();
    Ending::Result { is_error, text: text.to_owned() }
}

fn is_complete(result: &Value) -> bool {
    result.get("resultType").and_then(Value::as_str) == Some("complete")
}
