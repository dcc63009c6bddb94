//! What a server has: its gates, and its tools of both kinds.

use crate::native::Native;
use crate::wrapped::Wrapped;
use crate::{NotQueued, Queue, Queued};
use rmcp::model::Tool as Listed;
use std::sync::Arc;
use tokio_util::task::TaskTracker;
use twogates::grants::{GrantRef, Order};
use twogates::reply::Server;
use twogates::scope::{Caller, ScopeSet};
use twogates::wire::Call;
use twogates::{Gates, Refusal};

/// A server without its handler.
#[derive(Debug)]
pub(crate) struct Desk {
    /// The server's own configured identity.
    pub(crate) server: String,
    pub(crate) gates: Gates,
    pub(crate) reply: Server,
    pub(crate) wrapped: Vec<Arc<Wrapped>>,
    pub(crate) natives: Vec<Arc<dyn Native>>,
    pub(crate) queue: Option<Arc<dyn Queue>>,
    /// What a first token should cover.
    pub(crate) first_scopes: ScopeSet,
    /// What runs on a claim.
    pub(crate) running: TaskTracker,
    /// The methods that the handler has.
    pub(crate) methods: Vec<String>,
    /// Those of them that the specification does not know.
    pub(crate) own_methods: Vec<String>,
}

/// A tool of either kind.
#[derive(Debug, Clone)]
pub(crate) enum Kind {
    Wrapped(Arc<Wrapped>),
    Native(Arc<dyn Native>),
}

impl Desk {
    pub(crate) fn find(&self, name: &str) -> Option<Kind> {
        let wrapped = self.wrapped.iter().find(|tool| tool.listed.name == name);
        let native = || self.natives.iter().find(|tool| tool.listed().name == name);
        wrapped.cloned().map(Kind::Wrapped).or_else(|| native().cloned().map(Kind::Native))
    }

    /// The tools that this caller may call, in the order in which the handler has them; its own come last.
    pub(crate) fn listed(&self, caller: &Caller) -> Vec<Listed> {
        let names = self.gates.scope().listed(caller);
        let wrapped = self.wrapped.iter().map(|tool| &tool.listed);
        let all = wrapped.chain(self.natives.iter().map(|tool| tool.listed()));
        all.filter(|tool| names.contains(&tool.name.as_ref())).cloned().collect()
    }

    /// The tool against whose schema the headers of this call are held: none for a call that gate one does not let through,
    /// so that no error about headers tells of its arguments.
    pub(crate) fn checked(&self, caller: &Caller, call: &twogates::wire::message::ToolCall) -> Option<Listed> {
        let (completed, listed) = match self.find(&call.name)? {
            Kind::Wrapped(tool) => (tool.schema.complete(call.arguments.clone()), tool.listed.clone()),
            Kind::Native(tool) => (tool.complete(call.arguments.clone()), tool.listed().clone()),
        };
        let call = Call::new(&call.name, &completed);
        self.gates.scope().clear(caller.clone(), call).ok().map(|_| listed)
    }

    /// Puts an approved call into the queue. Where that takes none, the yes is taken back.
    pub(crate) fn put(&self, tool: &str, reference: GrantRef) -> Result<(), Refusal> {
        let no_queue = || NotQueued("there is no queue".into());
        let grant = reference.id();
        let queued = Queued { tool: tool.to_owned(), reference };
        let put = self.queue.as_ref().ok_or_else(no_queue).and_then(|queue| queue.put(&queued));
        put.map_err(|NotQueued(what)| {
            tracing::error!(grant = %grant, what, "the queue did not take an approved call");
            let order = Order::new("the server", format!("it could not be queued: {what}"));
            match self.gates.grants().revoke(grant, &order) {
                Ok(revoked) => Refusal::Known(Box::new(revoked)),
                Err(failed) => Refusal::Grant(failed),
            }
        })
    }
}
