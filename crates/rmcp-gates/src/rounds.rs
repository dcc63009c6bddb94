//! `prompts/get` and `resources/read`, whose handler may ask for something more: its state travels within ours.

use crate::declared;
use crate::desk::Desk;
use crate::gated::Gated;
use crate::passed::{NOT_ADMITTED, Passed};
use rmcp::model::{
    ErrorData, GetPromptRequestParams, GetPromptResponse, InputRequiredResult, ReadResourceRequestParams,
    ReadResourceResponse,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Map, Value};
use std::sync::Arc;
use tokio::task::spawn_blocking;
use twogates::consent::BadState;
use twogates::grants::audit::About;
use twogates::scope::Principal;
use twogates::wire::Call;

/// What the rounds of one such request are bound to.
#[derive(Debug, Clone)]
struct Bound {
    desk: Arc<Desk>,
    passed: Passed,
    principal: Principal,
    method: &'static str,
    named: String,
    arguments: Map<String, Value>,
}

pub(crate) async fn of_prompt<H: ServerHandler>(
    gated: &Gated<H>,
    mut request: GetPromptRequestParams,
    context: RequestContext<RoleServer>,
) -> Result<GetPromptResponse, ErrorData> {
    let arguments = request.arguments.clone().unwrap_or_default();
    let bound = Bound::new(gated.desk(), &context, ("prompts/get", request.name.clone()), arguments)?;
    request.request_state = bound.open(request.request_state).await?;
    match gated.handler().get_prompt(request, context).await? {
        GetPromptResponse::InputRequired(asks) => bound.seal(asks).await.map(Into::into),
        complete => Ok(complete),
    }
}

pub(crate) async fn of_resource<H: ServerHandler>(
    gated: &Gated<H>,
    mut request: ReadResourceRequestParams,
    context: RequestContext<RoleServer>,
) -> Result<ReadResourceResponse, ErrorData> {
    let bound = Bound::new(gated.desk(), &context, ("resources/read", request.uri.clone()), Map::new())?;
    request.request_state = bound.open(request.request_state).await?;
    match gated.handler().read_resource(request, context).await? {
        ReadResourceResponse::InputRequired(asks) => bound.seal(asks).await.map(Into::into),
        complete => Ok(complete),
    }
}

impl Bound {
    fn new(
        desk: &Arc<Desk>,
        context: &RequestContext<RoleServer>,
        (method, named): (&'static str, String),
        arguments: Map<String, Value>,
    ) -> Result<Self, ErrorData> {
        let passed = Passed::of(&context.extensions).cloned().ok_or_else(not_admitted)?;
        let principal = passed.admitted().caller.principal.clone();
        Ok(Self { desk: desk.clone(), passed, principal, method, named, arguments })
    }

    /// The handler's own state within one that came back.
    async fn open(&self, state: Option<String>) -> Result<Option<String>, ErrorData> {
        let bound = self.clone();
        let opened = spawn_blocking(move || {
            let Self { desk, principal, method, named, arguments, .. } = bound;
            desk.gates.other_rounds(&principal, method, &named, &arguments, state.as_deref())
        });
        // One text for every reason: the precise one is in the audit (rule `CALL-11`).
        let bad = |_| ErrorData::invalid_params(BadState::OUTWARD, None);
        opened.await.map_err(|_| not_admitted())?.map_err(bad)
    }

    async fn seal(self, mut asks: InputRequiredResult) -> Result<InputRequiredResult, ErrorData> {
        if let Some(undeclared) = declared::missing(Some(&self.passed), &asks) {
            let about = About::of(&self.principal, &Call::new(self.method, &self.arguments));
            return Err(declared::refused(&self.desk, &self.passed, about, undeclared).await);
        }
        let state = asks.request_state.take();
        let sealed = spawn_blocking(move || {
            let Self { desk, principal, method, named, arguments, .. } = self;
            desk.gates.more_of_other(&principal, method, &named, &arguments, state)
        });
        asks.request_state = Some(sealed.await.map_err(|_| not_admitted())?);
        Ok(asks)
    }
}

fn not_admitted() -> ErrorData {
    ErrorData::internal_error(NOT_ADMITTED, None)
}
