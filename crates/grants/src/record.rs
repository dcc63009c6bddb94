//! What a store keeps of a yes.

use crate::State;
use consent::{Intent, Moment, No, QuestionId};
use std::fmt;
use wire::Digest;

/// A grant as it is stored: what the yes covers, and what became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Grant {
    /// The stored id: a digest of the handle. Idempotency keys and stage names are made from it, for it reveals nothing.
    pub id: GrantId,
    /// The question whose yes this is. There is at most one grant for it (rule `GRANT-04`).
    pub question: QuestionId,
    /// What the yes covers.
    pub intent: Intent,
    /// The digest of the whole intent.
    pub intent_hash: Digest,
    /// When it was issued.
    pub issued_at: Moment,
    /// The first moment at which it may not be claimed any more.
    pub expires_at: Moment,
    /// What became of it.
    pub state: State,
    /// When it was claimed.
    pub consumed_at: Option<Moment>,
    /// When it was settled or ended, and what its tool wrote for whoever asks again.
    pub outcome: Option<(Moment, String)>,
}

/// The stored id of a grant: SHA-256 of its handle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GrantId(Digest);

impl GrantId {
    /// The digest itself, for stores.
    #[must_use]
    pub const fn digest(&self) -> &Digest {
        &self.0
    }
}

impl fmt::Display for GrantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.short())
    }
}

impl fmt::Debug for GrantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GrantId({self})")
    }
}

/// A reference to a grant, as it travels in a queue: a handle of 128 random bits, and the hash of the arguments. It is
/// no authority: the row is (rule `GRANT-03`). The handle does not print.
#[derive(Clone, PartialEq, Eq)]
pub struct GrantRef {
    handle: [u8; 16],
    arg_hash: Digest,
}

impl GrantRef {
    /// A reference from its parts, as a queue carried them.
    #[must_use]
    pub const fn new(handle: [u8; 16], arg_hash: Digest) -> Self {
        Self { handle, arg_hash }
    }

    /// The handle, for a queue to carry.
    #[must_use]
    pub const fn expose_handle(&self) -> &[u8; 16] {
        &self.handle
    }

    /// The hash of the arguments that were approved.
    #[must_use]
    pub const fn arg_hash(&self) -> Digest {
        self.arg_hash
    }

    /// The stored id that the handle leads to.
    #[must_use]
    pub fn id(&self) -> GrantId {
        GrantId(Digest::of("two-gates/grant/1", &[&self.handle]))
    }
}

impl fmt::Debug for GrantRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GrantRef({})", self.id())
    }
}

/// A yes on its way into a store.
#[derive(Debug, Clone, PartialEq)]
pub struct NewGrant {
    /// The reference under which it is issued, unless its question has a grant already.
    pub reference: GrantRef,
    /// The question that was answered.
    pub question: QuestionId,
    /// What the yes covers.
    pub intent: Intent,
}

/// What a store knows of a question.
#[derive(Debug, Clone, PartialEq)]
pub enum Standing {
    /// It was answered with a no.
    Denied {
        /// Which.
        no: No,
        /// When.
        at: Moment,
    },
    /// It was answered with a yes, and this is its grant.
    Granted(Box<Grant>),
}
