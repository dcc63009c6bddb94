//! Where approved calls wait.

use std::fmt::Debug;
use twogates::grants::GrantRef;

/// Where the calls wait that were approved to run later. It carries references: none of them is authority, and each may be
/// delivered twice (rules `GRANT-03`, `GRANT-05`).
pub trait Queue: Send + Sync + Debug {
    /// Takes a call. It may block. When this returns `Ok`, the call will be delivered to [`Gated::work`](crate::Gated::work)
    /// at least once.
    ///
    /// # Errors
    ///
    /// [`NotQueued`]: then the yes is taken back, and the caller is told that nothing will run.
    fn put(&self, queued: &Queued) -> Result<(), NotQueued>;
}

/// One approved call, as a queue carries it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Queued {
    /// The tool that is to run: where the worker finds it. A worker that is told another one finds that the grant is not its.
    pub tool: String,
    /// The grant.
    pub reference: GrantRef,
}

/// Why a queue did not take a call, for the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotQueued(pub String);
