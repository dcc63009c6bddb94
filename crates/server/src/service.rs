//! One server, put together: front door, gates, tools, and what answers.

mod answers;
mod build;

pub(crate) use build::Parts;

use crate::database::Database;
use crate::tools::{self, Act, DeleteFile, ListFiles, Look, SearchWeb, SendPayment};
use crate::watched::Metrics;
use serde_json::{Map, Value};
use std::sync::Arc;
use twogates::consent::Policy;
use twogates::grants::{GrantRef, NotUsable, State};
use twogates::outcome::Outcome;
use twogates::reply::Server as Reply;
use twogates::rules::Refused;
use twogates::scope::Caller;
use twogates::wire::http::{Request, Response};
use twogates::wire::message::{RequestId, ToolCall};
use twogates::{Admission, Admitted, Attempt, Front, Gates, Refusal, Step, Turned};

/// One server. Its methods block: the store is asked, and effects happen.
#[derive(Debug)]
pub(crate) struct Service {
    front: Front,
    gates: Gates,
    reply: Reply,
    resource: String,
    issuers: Vec<String>,
    database: Database,
    metrics: Arc<Metrics>,
    argument_bytes: usize,
    policies: [(&'static str, Policy); 4],
    list_files: ListFiles,
    search_web: SearchWeb,
    delete_file: DeleteFile,
    send_payment: SendPayment,
}

/// What a worker did with one job.
#[derive(Debug)]
pub(crate) enum Worked {
    /// It ran, and ended in this state.
    Ended(State),
    /// The grant could not be used. Where it may pass, the job is given out again later.
    Refused(NotUsable),
}

impl Service {
    /// Answers one HTTP request.
    pub(crate) fn http(&self, http: &Request) -> Response {
        let issuers: Vec<_> = self.issuers.iter().map(String::as_str).collect();
        if let Some(metadata) = self.front.metadata(http, &issuers) {
            return metadata;
        }
        match self.front.admit(http, self.gates.grants()) {
            Ok(Admission::Request(admitted)) => {
                self.answered(admitted, |reply, id, refusal| reply.refused(id, refusal))
            }
            Ok(Admission::Notification) => Response::empty(202),
            Err(turned) => self.turned(&turned),
        }
    }

    /// Answers one line of stdio; none for a notification.
    pub(crate) fn line(&self, line: &str, caller: Caller) -> Option<String> {
        let response = match self.front.admit_line(line, caller, self.gates.grants()) {
            Ok(Admission::Request(admitted)) => {
                self.answered(admitted, |reply, id, refusal| reply.refused_on_stdio(id, refusal))
            }
            Ok(Admission::Notification) => return None,
            Err(turned) => self.turned(&turned),
        };
        (!response.body.is_empty()).then_some(response.body)
    }

    /// Does one queued call.
    pub(crate) fn work(&self, tool: &str, reference: &GrantRef) -> Worked {
        let came = match tool {
            "search_web" => self.claim_and_act(&self.search_web, reference),
            "delete_file" => self.claim_and_act(&self.delete_file, reference),
            "send_payment" => self.claim_and_act(&self.send_payment, reference),
            _ => Err(NotUsable::OtherContract),
        };
        came.map_or_else(Worked::Refused, Worked::Ended)
    }

    fn claim_and_act<T: Act>(&self, tool: &T, reference: &GrantRef) -> Result<State, NotUsable> {
        let claim = self.gates.claim(tool, reference)?;
        tool.act(claim, &self.gates).map(|acted| acted.grant.state)
    }

    fn turned(&self, turned: &Turned) -> Response {
        self.metrics.turned(turned.code());
        self.reply.turned(turned)
    }

    fn answered(&self, admitted: Admitted, refused: fn(&Reply, &RequestId, &Refusal) -> Response) -> Response {
        let Admitted { caller, request, shows_forms } = admitted;
        let id = request.id;
        let result = match request.method.as_str() {
            "server/discover" => answers::discover(),
            "tools/list" => answers::tools(&self.gates.scope().listed(&caller)),
            "prompts/list" => answers::nothing("prompts"),
            "resources/list" => answers::nothing("resources"),
            "resources/templates/list" => answers::nothing("resourceTemplates"),
            "resources/read" => return answers::no_resource(&id, &request.params),
            "prompts/get" => return answers::no_prompt(&id, &request.params),
            _ => match ToolCall::read(&request.params) {
                Ok(call) => {
                    return self
                        .call(&id, caller, call, shows_forms)
                        .unwrap_or_else(|no| refused(&self.reply, &id, &no));
                }
                Err(params) => return self.turned(&Turned::BadParams { id, params }),
            },
        };
        self.reply.result(&id, result)
    }

    fn call(&self, id: &RequestId, caller: Caller, call: ToolCall, shows_forms: bool) -> Result<Response, Refusal> {
        if self.too_long(&call.arguments) {
            let text = format!("Not run: the arguments are longer than {} bytes.", self.argument_bytes);
            return Ok(self.reply.ran(id, Outcome::Failed, &text));
        }
        let name = call.name.clone();
        let attempt = Attempt::of(call, shows_forms);
        match name.as_str() {
            "list_files" => {
                let permit = self.gates.read(&self.list_files, caller, attempt)?;
                let (outcome, text) = match self.list_files.look(permit) {
                    Ok(text) => (Outcome::Done, text),
                    Err(why) => (Outcome::Failed, why),
                };
                Ok(self.reply.ran(id, outcome, &text))
            }
            "search_web" => self.act(&self.search_web, id, caller, attempt),
            "delete_file" => self.act(&self.delete_file, id, caller, attempt),
            "send_payment" => self.act(&self.send_payment, id, caller, attempt),
            _ => Err(self.gates.unknown(&caller, attempt)),
        }
    }

    fn act<T: Act>(&self, tool: &T, id: &RequestId, caller: Caller, attempt: Attempt) -> Result<Response, Refusal> {
        let name = tool.contract().name;
        let policy = self.policies.iter().find(|(known, _)| *known == name).map(|(_, policy)| *policy);
        match self.gates.act(tool, &policy.unwrap_or_default(), caller, attempt)? {
            Step::Ask(question) => Ok(self.reply.question(id, &question)),
            Step::Run(claim) => {
                let acted = tool.act(claim, &self.gates)?;
                let text = acted.grant.outcome.map(|(_, text)| text).unwrap_or_default();
                let outcome = if acted.grant.state == State::Executed { Outcome::Done } else { Outcome::Failed };
                Ok(self.reply.ran(id, outcome, acted.output.as_ref().unwrap_or(&text)))
            }
            Step::Queued { reference, handle } => {
                self.database.put(name, &reference)?;
                Ok(self.reply.queued(id, handle))
            }
        }
    }

    fn too_long(&self, arguments: &Map<String, Value>) -> bool {
        serde_json::to_string(arguments).map_or(true, |text| text.len() > self.argument_bytes)
    }
}

/// The tools whose policy is an operator's.
fn policies(policy: impl Fn(&str) -> Policy) -> [(&'static str, Policy); 4] {
    ["list_files", "search_web", "delete_file", "send_payment"].map(|name| (name, policy(name)))
}

const _: () = assert!(tools::FOUR.len() == 4);
