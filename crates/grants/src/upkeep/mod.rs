//! What an operator does with a store, and what a start-up does.

mod background;
mod follows;

pub use background::Background;

use crate::audit::{Checkpoint, Trail};
use crate::table::Which;
use crate::{End, Grant, GrantId, NotUsable, Order, Store};
use consent::{ANSWER_WITHIN_MS, Moment};
use wire::Digest;

/// What became of each grant of a principal.
pub type Revoked = Vec<(GrantId, Result<Grant, NotUsable>)>;

/// What came of a new epoch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Raised {
    /// The epoch.
    pub epoch: u64,
    /// How many grants were issued, and are revoked.
    pub revoked: u64,
    /// How many were claimed, and are indeterminate.
    pub unknown: u64,
}

/// For how long what is over must be known, in milliseconds. What is forgotten can be delivered again as if it were new,
/// so that nothing is forgotten before everybody else has forgotten it too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// For how long a queue may still deliver a job.
    pub queue_ms: u64,
    /// For how long a backend remembers an idempotency key, and a person may ask what became of a call.
    pub keys_ms: u64,
}

impl Retention {
    /// The shortest, in milliseconds: ten minutes. No question can be answered any more by then (its state has expired, so
    /// that what is forgotten is never new again), and no no counts any more.
    pub const LEAST_MS: u64 = 2 * ANSWER_WITHIN_MS;

    /// The longer of both, and never shorter than the shortest.
    #[must_use]
    pub fn ms(self) -> u64 {
        self.queue_ms.max(self.keys_ms).max(Self::LEAST_MS)
    }
}

/// What was forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forgotten {
    /// What ended before this moment is gone.
    pub before: Moment,
    /// How many questions, each with its grants, its no and its rows.
    pub questions: u64,
}

/// What an operator does with a store. Like [`Store`], it follows from [`Transactions`](crate::Transactions).
pub trait Upkeep: Store {
    /// Some grants in the order of their ids, after this one, at most so many.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    fn list(&self, which: Which, after: Option<GrantId>, limit: usize) -> Result<Vec<Grant>, NotUsable>;

    /// A person says how an unknown effect ended, and on what evidence. Both stand in the audit.
    ///
    /// # Errors
    ///
    /// [`NotUsable::Known`] where it is known, [`NotUsable::InFlight`] where it has not ended, [`NotUsable::Unknown`], or
    /// when the store does not answer.
    fn resolve(&self, grant: GrantId, end: End, order: &Order) -> Result<Grant, NotUsable>;

    /// Takes back all that a principal's yeses still allow: what became of each grant that was open.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    fn revoke_all(&self, principal: Digest, order: &Order) -> Result<Revoked, NotUsable>;

    /// Marks every grant whose time has passed. Nothing waits for it: a claim and a recall see by themselves that it has.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    fn lapse(&self) -> Result<(), NotUsable>;

    /// The store's epoch.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    fn epoch(&self) -> Result<u64, NotUsable>;

    /// Declares that the store was restored from a copy. What was open in the copy is void: what was issued is revoked, for
    /// it may have been spent since; what was claimed is indeterminate (rule `GRANT-18`).
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    fn raise_epoch(&self, order: &Order) -> Result<Raised, NotUsable>;

    /// Writes checkpoints until every chain is covered, and returns the last one there is. It runs in the background: no
    /// change waits for it.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    fn checkpoint(&self) -> Result<Option<Checkpoint>, NotUsable>;

    /// Forgets what ended so long ago that nobody can ask for it any more. Checkpoints keep where its chains ended. What
    /// may still run, and what nobody knows the end of, stays.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    fn forget(&self, retention: Retention, order: &Order) -> Result<Forgotten, NotUsable>;

    /// Rows and checkpoints, to be verified.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    fn trail(&self) -> Result<Trail, NotUsable>;
}
