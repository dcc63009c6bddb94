//! Tools of one's own behind the gates, beside those of the handler.

mod erased;

pub(crate) use erased::{Acting, BROKE_OFF, Ended, Looking, Native};

use rmcp::model::{CallToolResult, ToolAnnotations};
use std::fmt::Debug;
use twogates::Gates;
use twogates::consent::{ClosedWorldRead, Effect, Unasked};
use twogates::grants::{Claim, Grant, NotUsable, Settled};

/// A tool of one's own whose calls are asked about: for what a handler of rmcp's cannot say, such as a staged or a
/// transactional effect, or a resource that is looked at and changed under one lock.
///
/// It runs on a thread of its own, and goes on when the client has gone. Where it panics, whether it acted is not known, and
/// its grant says so (rule `GRANT-13`).
pub trait Act: Effect + Debug + Sized + Send + Sync + 'static {
    /// The name for people that `tools/list` has, where there is one.
    fn title(&self) -> Option<String> {
        None
    }

    /// What `tools/list` says of it.
    fn description(&self) -> String;

    /// What `tools/list` hints of it. The policy counts, and no hint.
    fn annotations(&self) -> ToolAnnotations {
        ToolAnnotations::new().read_only(false).destructive(true).open_world(true)
    }

    /// Acts on a claim, once.
    fn act(&self, claim: Claim<Self>, gates: &Gates) -> Acted;
}

/// A tool of one's own that only reads, in a closed world, and runs with nobody asked.
pub trait Look: ClosedWorldRead + Debug + Sized + Send + Sync + 'static {
    /// The name for people that `tools/list` has, where there is one.
    fn title(&self) -> Option<String> {
        None
    }

    /// What `tools/list` says of it.
    fn description(&self) -> String;

    /// Looks. The proof has the arguments.
    fn look(&self, unasked: Unasked<Self>) -> CallToolResult;
}

/// What came of a claim.
#[derive(Debug)]
#[must_use = "the store must be told how the effect ended"]
pub struct Acted {
    ended: HowEnded,
    output: Option<CallToolResult>,
}

#[derive(Debug)]
enum HowEnded {
    Settled(Settled),
    Stored(Box<Result<Grant, NotUsable>>),
}

impl Acted {
    /// The effect ended, and the store is still to be told.
    pub const fn settled(settled: Settled) -> Self {
        Self { ended: HowEnded::Settled(settled), output: None }
    }

    /// The store knows already: what a staged or a transactional effect returns.
    pub fn stored(ended: Result<Grant, NotUsable>) -> Self {
        Self { ended: HowEnded::Stored(Box::new(ended)), output: None }
    }

    /// What the model reads where the effect happened, in place of the short text that is kept with the grant.
    pub fn with_output(self, output: CallToolResult) -> Self {
        Self { output: Some(output), ..self }
    }
}

impl From<Settled> for Acted {
    fn from(settled: Settled) -> Self {
        Self::settled(settled)
    }
}
