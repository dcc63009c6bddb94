//! A call of the handler on a claim, from the last look at the resource to the end that is stored.

use super::params;
use crate::desk::Desk;
use crate::native::BROKE_OFF;
use crate::passed::Passed;
use crate::wrapped::Wrapped;
use crate::{GrantKey, declared};
use rmcp::model::{CallToolResponse, CallToolResult, ErrorCode, ErrorData};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use std::sync::Arc;
use tokio::task::spawn_blocking;
use tokio_util::sync::CancellationToken;
use twogates::grants::{Claim, End, Grant, NotUsable, Running, Settled};
use twogates::{Rounds, Undeclared};

/// What is kept of a claim whose handler asks for what its client did not declare. It ran before it asked, and a question does
/// not say whether it did anything; nobody will answer, so waiting would not tell either.
const CANNOT_ASK: &str = "The tool asked for what the client did not declare.";

/// What came of a claim.
#[derive(Debug)]
pub(crate) enum Came {
    /// The handler answered, and how it ended is stored; or it asks for something more, and its claim stays open.
    Gave(Box<Result<CallToolResponse, ErrorData>>, Option<Box<Grant>>),
    /// The handler was not called, and this is stored.
    Kept(Box<Grant>),
    /// The handler panicked, and it is stored that nobody knows what it did.
    BrokeOff(Option<Box<Grant>>),
    /// The handler asks for what the client did not declare, and it is stored that nobody knows what it did before.
    Undeclared(Undeclared, Box<Grant>),
    /// The store did not take the end.
    Unkept(NotUsable),
}

/// Calls the handler on a claim. It is not stopped by a client that goes away: what began is not broken off by it.
pub(crate) async fn run<H: ServerHandler>(
    handler: Arc<H>,
    desk: Arc<Desk>,
    tool: Arc<Wrapped>,
    (claim, rounds): (Claim<Wrapped>, Option<Rounds>),
    context: RequestContext<RoleServer>,
) -> Came {
    let (looking, broken_off) = (tool.clone(), claim.if_broken_off());
    let looked = spawn_blocking(move || claim.take(|arguments| looking.policy.look(arguments))).await;
    let (arguments, running) = match looked {
        Err(_) => {
            let kept = settled(desk, broken_off.unknown(BROKE_OFF)).await;
            return kept.map_or_else(Came::Unkept, |grant| Came::BrokeOff(Some(Box::new(grant))));
        }
        Ok(Err(changed)) => {
            return settled(desk, changed).await.map_or_else(Came::Unkept, |grant| Came::Kept(Box::new(grant)));
        }
        Ok(Ok(taken)) => taken,
    };
    let params = params(&tool, arguments, rounds.as_ref());
    let passed = Passed::of(&context.extensions).cloned();
    let context = own(context, &running);
    let called = tokio::spawn(async move { handler.call_tool(params, context).await }).await;
    let called = match (called, rounds) {
        (Ok(Ok(CallToolResponse::InputRequired(mut asks))), Some(rounds)) => {
            if let Some(undeclared) = declared::missing(passed.as_ref(), &asks) {
                return cannot_ask(desk, undeclared, running).await;
            }
            asks.request_state = Some(desk.gates.more_on(&rounds, asks.request_state, running));
            return Came::Gave(Box::new(Ok(asks.into())), None);
        }
        (called, _) => called,
    };
    let (end, text) = end(&tool, called.as_ref().ok());
    let kept = settled(desk, running.settle(end, text)).await;
    match (called, kept) {
        (_, Err(unusable)) => Came::Unkept(unusable),
        (Err(_), Ok(grant)) => Came::BrokeOff(Some(Box::new(grant))),
        (Ok(response), Ok(grant)) => Came::Gave(Box::new(response), Some(Box::new(grant))),
    }
}

async fn cannot_ask(desk: Arc<Desk>, undeclared: Undeclared, running: Running<Wrapped>) -> Came {
    let kept = settled(desk, running.settle(End::Indeterminate, CANNOT_ASK)).await;
    kept.map_or_else(Came::Unkept, |grant| Came::Undeclared(undeclared.begun(), Box::new(grant)))
}

/// The context of a call on a claim: it has the key, and no client can cancel it.
fn own(mut context: RequestContext<RoleServer>, running: &Running<Wrapped>) -> RequestContext<RoleServer> {
    context.ct = CancellationToken::new();
    context.extensions.insert(GrantKey(running.key()));
    context
}

/// How a call ended, as far as its handler says so; none where it panicked.
fn end(tool: &Wrapped, called: Option<&Result<CallToolResponse, ErrorData>>) -> (End, String) {
    let unknown = |text: &str| (End::Indeterminate, text.to_owned());
    match called {
        None => unknown(BROKE_OFF),
        Some(Ok(CallToolResponse::Complete(result))) => said(tool, result),
        Some(Ok(_)) => unknown("The tool did not say how it ended."),
        // The handler refused the call as it stands.
        Some(Err(error)) if matches!(error.code, ErrorCode::INVALID_PARAMS | ErrorCode::METHOD_NOT_FOUND) => {
            (End::Failed, "The tool refused the call.".to_owned())
        }
        Some(Err(_)) => unknown("The tool ended with an error."),
    }
}

fn said(tool: &Wrapped, result: &CallToolResult) -> (End, String) {
    tool.policy.tell(result)
}

async fn settled(desk: Arc<Desk>, settled: Settled) -> Result<Grant, NotUsable> {
    let broke_off = |_| NotUsable::Unavailable("the store broke off".into());
    spawn_blocking(move || desk.gates.settle(settled)).await.map_err(broke_off).flatten()
}
