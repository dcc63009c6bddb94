//! What happens to a grant.

use super::End;
use crate::{AttemptId, Claiming};

/// What happens to a grant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// Someone wants to act on it.
    Claim {
        /// What they present.
        bid: Bid,
        /// The store's epoch now. What was issued in another is void.
        epoch: u64,
    },
    /// Whoever claimed it goes on with it, in another request of the same call, which a person answered in between.
    GoOn {
        /// Who held it when the question went out.
        holder: Holder,
        /// The store's epoch now.
        epoch: u64,
    },
    /// Whoever claimed it commits the effect: from here on it happened, and nobody can take it back.
    Commit {
        /// Who says so.
        holder: Holder,
        /// A short text for whoever asks again.
        text: String,
        /// The store's epoch now.
        epoch: u64,
    },
    /// Whoever claimed it says how the effect ended.
    Settle {
        /// Who says so.
        holder: Holder,
        /// How it ended.
        end: End,
        /// A short text for whoever asks again.
        text: String,
        /// The store's epoch now.
        epoch: u64,
    },
    /// A person says how an unknown effect ended.
    Resolve {
        /// How it ended.
        end: End,
        /// The evidence.
        text: String,
    },
    /// Someone takes the yes back.
    Revoke,
    /// The store was restored from a copy that is older than what happened.
    Void,
    /// Nothing but time.
    Lapse,
}

/// A claim as it reaches a store's row: what its one conditional write is held against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bid {
    /// What the worker presents.
    pub claiming: Claiming,
    /// Whether the policy says that the principal may still do this. It was asked before, on the worker's own thread.
    pub authorized: bool,
}

/// Who says that they hold a grant: an attempt, and the fence that its claim was given. An older fence is shut out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Holder {
    /// The attempt.
    pub attempt: AttemptId,
    /// Its fence.
    pub fence: u64,
}
