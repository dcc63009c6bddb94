//! One `tools/call`: both gates, and then the tool.
//!
//! The gates and the store block, and so does a tool of one's own: they run off the async threads. What runs on a claim runs
//! in a task of its own: a client that goes away stops nothing half-way.

mod running;

pub(crate) use running::{Came, run};

use crate::answer::Answers;
use crate::declared;
use crate::desk::{Desk, Kind};
use crate::gated::Gated;
use crate::native::{Ended, Native};
use crate::passed::{NOT_ADMITTED, Passed};
use crate::wrapped::Wrapped;
use rmcp::model::{CallToolRequestParams, CallToolResponse, ErrorData};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Map, Value};
use std::sync::Arc;
use tokio::task::spawn_blocking;
use twogates::consent::Unasked;
use twogates::scope::Caller;
use twogates::wire::message::ToolCall;
use twogates::{Attempt, Refusal, Rounds, Step, Turned};

/// What a client is told where a read broke off.
const BROKE_OFF: &str = "the tool broke off";

/// A call that came through the front door, to be made.
struct Calling<'a, H> {
    gated: &'a Gated<H>,
    passed: Passed,
    context: RequestContext<RoleServer>,
}

pub(crate) async fn call<H: ServerHandler>(
    gated: &Gated<H>,
    context: RequestContext<RoleServer>,
) -> Result<CallToolResponse, ErrorData> {
    let Some(passed) = Passed::of(&context.extensions).cloned() else {
        return Err(ErrorData::internal_error(NOT_ADMITTED, None));
    };
    Calling { gated, passed, context }.made().await
}

impl<H: ServerHandler> Calling<'_, H> {
    async fn made(self) -> Result<CallToolResponse, ErrorData> {
        let admitted = self.passed.admitted();
        let call = match ToolCall::read(&admitted.request.params) {
            Ok(call) => call,
            Err(params) => {
                let turned = Turned::BadParams { id: admitted.request.id.clone(), params };
                return Ok(self.passed.answer(self.desk().reply.turned(&turned)));
            }
        };
        let (caller, attempt) = (admitted.caller.clone(), Attempt::of(call, admitted.shows_forms));
        match self.desk().find(&attempt.tool) {
            None => self.unknown(caller, attempt).await,
            Some(Kind::Native(tool)) => Ok(self.native(tool, caller, attempt).await),
            Some(Kind::Wrapped(tool)) if tool.policy.is_asked() => self.asked(tool, caller, attempt).await,
            Some(Kind::Wrapped(tool)) => self.unasked(tool, caller, attempt).await,
        }
    }

    async fn unknown(&self, caller: Caller, attempt: Attempt) -> Result<CallToolResponse, ErrorData> {
        let desk = self.gated.desk().clone();
        let refusal = spawn_blocking(move || desk.gates.unknown(&caller, attempt)).await;
        Ok(refusal.map_or_else(|_| self.answers().broke_off(), |refusal| self.answers().refused(&refusal)))
    }

    /// A tool of one's own, gates and all, on a thread of its own: nothing stops it half-way.
    async fn native(&self, tool: Arc<dyn Native>, caller: Caller, attempt: Attempt) -> CallToolResponse {
        let desk = self.gated.desk().clone();
        let ended = self.desk().running.spawn_blocking(move || {
            let name = attempt.tool.clone();
            match tool.attempt(&desk.gates, caller, attempt)? {
                Ended::Queued { reference, handle } => {
                    desk.put(&name, reference.clone())?;
                    Ok::<_, Refusal>(Ended::Queued { reference, handle })
                }
                ended => Ok(ended),
            }
        });
        match ended.await {
            Err(_) => self.answers().broke_off(),
            Ok(Err(refusal)) => self.answers().refused(&refusal),
            Ok(Ok(Ended::Asks(question))) => self.answers().asks(&question),
            Ok(Ok(Ended::Queued { handle, .. })) => self.answers().queued(handle),
            Ok(Ok(Ended::Looked(output))) => output.into(),
            Ok(Ok(Ended::Acted { grant, output })) => self.answers().ran(*grant, output),
        }
    }

    async fn unasked(
        self,
        tool: Arc<Wrapped>,
        caller: Caller,
        attempt: Attempt,
    ) -> Result<CallToolResponse, ErrorData> {
        let desk = self.gated.desk().clone();
        let reading = tool.clone();
        let read = spawn_blocking(move || desk.gates.read_in_rounds(&*reading, caller, attempt)).await;
        match read {
            Err(_) => Err(ErrorData::internal_error(BROKE_OFF, None)),
            Ok(Err(refusal)) => Ok(self.answers().refused(&refusal)),
            Ok(Ok((unasked, rounds))) => self.look(&tool, unasked, rounds).await,
        }
    }

    /// The handler, with the proof that nobody had to be asked.
    async fn look(
        self,
        tool: &Wrapped,
        unasked: Unasked<Wrapped>,
        rounds: Rounds,
    ) -> Result<CallToolResponse, ErrorData> {
        let params = params(tool, unasked.take(), Some(&rounds));
        let Self { gated, passed, context } = self;
        let (handler, desk) = (gated.handler().clone(), gated.desk().clone());
        let called = tokio::spawn(async move { handler.call_tool(params, context).await }).await;
        let mut response = called.unwrap_or_else(|_| Err(ErrorData::internal_error(BROKE_OFF, None)));
        if let Ok(CallToolResponse::InputRequired(asks)) = &mut response {
            if let Some(undeclared) = declared::missing(Some(&passed), asks) {
                let about = rounds.about(&passed.admitted().caller.principal, &tool.listed.name);
                return Err(declared::refused(gated.desk(), &passed, about, undeclared).await);
            }
            let state = asks.request_state.take();
            let sealed = spawn_blocking(move || desk.gates.more(&rounds, state)).await;
            asks.request_state = Some(sealed.map_err(|_| ErrorData::internal_error(BROKE_OFF, None))?);
        }
        response
    }

    async fn asked(self, tool: Arc<Wrapped>, caller: Caller, attempt: Attempt) -> Result<CallToolResponse, ErrorData> {
        let (desk, asking) = (self.gated.desk().clone(), tool.clone());
        let step = spawn_blocking(move || {
            let (step, rounds) = desk.gates.act_in_rounds(&*asking, &asking.policy.consent, caller, attempt)?;
            if let Step::Queued { reference, .. } = &step {
                desk.put(&asking.listed.name, reference.clone())?;
            }
            Ok::<_, Refusal>((step, rounds))
        });
        match step.await {
            Err(_) => Ok(self.answers().broke_off()),
            Ok(Err(refusal)) => Ok(self.answers().refused(&refusal)),
            Ok(Ok((Step::Ask(question), _))) => Ok(self.answers().asks(&question)),
            Ok(Ok((Step::Queued { handle, .. }, _))) => Ok(self.answers().queued(handle)),
            Ok(Ok((Step::Run(claim), rounds))) => {
                let (handler, desk) = (self.gated.handler().clone(), self.gated.desk().clone());
                let run = run(handler, desk, tool, (claim, Some(rounds)), self.context.clone());
                let ran = self.desk().running.spawn(run).await;
                self.came(ran.unwrap_or(Came::BrokeOff(None)))
            }
        }
    }

    /// What came of a claim, as an answer.
    fn came(&self, came: Came) -> Result<CallToolResponse, ErrorData> {
        match came {
            Came::Kept(grant) => Ok(self.answers().ran(*grant, None)),
            Came::Gave(response, _) => *response,
            Came::BrokeOff(_) => Ok(self.answers().broke_off()),
            Came::Undeclared(undeclared, _) => Ok(self.answers().refused(&undeclared.into())),
            Came::Unkept(unusable) => Ok(self.answers().refused(&unusable.into())),
        }
    }

    fn answers(&self) -> Answers<'_> {
        Answers { desk: self.gated.desk(), passed: &self.passed }
    }

    fn desk(&self) -> &Desk {
        self.gated.desk()
    }
}

/// The call as the handler gets it: its arguments are those that were hashed, and not what rmcp read.
fn params(tool: &Wrapped, arguments: Map<String, Value>, rounds: Option<&Rounds>) -> CallToolRequestParams {
    let mut params = CallToolRequestParams::new(tool.listed.name.clone()).with_arguments(arguments);
    if let Some(Rounds { state, responses, .. }) = rounds {
        params.input_responses = (!responses.is_empty()).then(|| responses.clone().into_iter().collect());
        params.request_state.clone_from(state);
    }
    params
}
