//! A handler behind both gates.

mod handler;

use crate::desk::Desk;
use crate::{BadSetup, Http};
use rmcp::ServerHandler;
use rmcp::model::Tool as Listed;
use std::fmt;
use std::sync::Arc;
use twogates::{Gates, Tokens};

/// A handler behind both gates. It is a handler itself, whose clones are one server: [`Gated::http`] serves it.
///
/// Whoever gives it to a transport of rmcp's directly gets a server that refuses each call: only what came through the front
/// door is let through.
pub struct Gated<H> {
    handler: Arc<H>,
    desk: Arc<Desk>,
    /// The tool against whose schema rmcp holds the headers of the one request that this clone is for.
    checked: Option<Listed>,
}

impl<H: ServerHandler> Gated<H> {
    pub(crate) const fn new(handler: Arc<H>, desk: Arc<Desk>) -> Self {
        Self { handler, desk, checked: None }
    }

    /// Serves it over Streamable HTTP, to whoever shows one of these tokens.
    ///
    /// # Errors
    ///
    /// [`BadSetup::NotAnAddress`] for a server whose identity is no address.
    pub fn http(&self, tokens: Arc<dyn Tokens>) -> Result<Http<H>, BadSetup> {
        Http::new(self.clone(), tokens)
    }

    /// Both gates, and the grants behind them.
    #[must_use]
    pub fn gates(&self) -> &Gates {
        &self.desk.gates
    }

    /// The tools that run with nobody asked by the operator's own decision, each with its reason.
    #[must_use]
    pub fn unasked(&self) -> Vec<(&str, &'static str)> {
        let because = |tool: &'_ Arc<crate::wrapped::Wrapped>| tool.policy.unasked_because();
        self.desk.wrapped.iter().filter_map(|tool| Some((tool.listed.name.as_ref(), because(tool)?))).collect()
    }

    /// Waits until nothing runs on a claim: what a server does before it stops. What it began goes on although nobody waits for
    /// it, and would be left unknown.
    pub async fn idle(&self) {
        self.desk.running.close();
        self.desk.running.wait().await;
        self.desk.running.reopen();
    }

    pub(crate) fn handler(&self) -> &Arc<H> {
        &self.handler
    }

    pub(crate) fn desk(&self) -> &Arc<Desk> {
        &self.desk
    }

    /// The same for one request, whose headers rmcp holds against this tool's schema.
    pub(crate) fn checking(&self, checked: Option<Listed>) -> Self {
        Self { checked, ..self.clone() }
    }
}

impl<H> Clone for Gated<H> {
    fn clone(&self) -> Self {
        Self { handler: self.handler.clone(), desk: self.desk.clone(), checked: self.checked.clone() }
    }
}

impl<H> fmt::Debug for Gated<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gated").field("desk", &self.desk).finish_non_exhaustive()
    }
}
