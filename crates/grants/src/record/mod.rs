//! What a store keeps of a yes.

mod ids;
mod said;

pub use ids::{AttemptId, GrantId, GrantRef};
pub use said::{Denied, Order, Standing};

use crate::State;
use consent::{EffectClass, Intent, Lifetime, Moment, QuestionId, Until};
use wire::Digest;

/// A grant as it is stored: what the yes covers, and what became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Grant {
    /// The stored id: a digest of the handle. Idempotency keys and stage names are made from it, for it reveals nothing.
    pub id: GrantId,
    /// The question whose yes this is. There is at most one grant for each item of it (rule `GRANT-04`).
    pub question: QuestionId,
    /// Which item of the question's list this is.
    pub item: Item,
    /// What the yes covers.
    pub intent: Intent,
    /// The digest of the whole intent.
    pub intent_hash: Digest,
    /// What a retry and a crash may do with its effect.
    pub effect: EffectClass,
    /// The store's epoch when it was issued. In a later one it is void.
    pub epoch: u64,
    /// When it was issued.
    pub issued_at: Moment,
    /// The first moment at which it may be claimed.
    pub not_before: Moment,
    /// The first moment at which it may not be claimed any more.
    pub expires_at: Moment,
    /// What became of it.
    pub state: State,
    /// When it was first claimed.
    pub consumed_at: Option<Moment>,
    /// The last claim. It is kept when the grant has ended, so that its holder is known when it tells the end twice.
    pub held: Option<Held>,
    /// The fence of the last claim: one more for each that was not the same attempt's again.
    pub fence: u64,
    /// How many of its uses were begun.
    pub used: u32,
    /// When it was taken back, also where somebody had it by then.
    pub revoked_at: Option<Moment>,
    /// When it was settled or ended, and what its tool wrote for whoever asks again.
    pub outcome: Option<(Moment, String)>,
}

/// The last claim of a grant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    /// Whose it is.
    pub attempt: AttemptId,
    /// Since when.
    pub since: Moment,
    /// The first moment at which it is taken that its holder will not be heard of again.
    pub act_by: Moment,
    /// How it was taken.
    pub how: How,
}

/// How a claim was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum How {
    /// For the first time, or for the next of several uses.
    First,
    /// Once more by the attempt that has it: the store's first answer was lost.
    Again,
    /// Over from an attempt that was not heard of in time. It may have acted.
    Over,
}

impl How {
    /// Every way.
    pub const ALL: &[Self] = &[Self::First, Self::Again, Self::Over];

    /// It as a stable word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::First => "claimed",
            Self::Again => "claimed_again",
            Self::Over => "taken_over",
        }
    }
}

/// Which item of a list a grant is for. A call that is no list is the one item of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Item {
    /// Its place, from 1.
    pub number: u32,
    /// How many there are.
    pub of: u32,
}

impl Item {
    /// The one item of a call that is no list.
    pub const ONLY: Self = Self { number: 1, of: 1 };
}

/// A yes on its way into a store.
#[derive(Debug, Clone, PartialEq)]
pub struct NewGrant {
    /// The reference under which it is issued, unless its question has a grant already.
    pub reference: GrantRef,
    /// The question that was answered.
    pub question: QuestionId,
    /// Which item of the question's list this is.
    pub item: Item,
    /// What the yes covers.
    pub intent: Intent,
    /// What a retry and a crash may do with its effect: the tool says so.
    pub effect: EffectClass,
}

impl Grant {
    /// What stands as the outcome of a grant that nobody had claimed in a copy from which its store was restored.
    pub(crate) const VOID: &str = "The store was restored from a copy.";

    /// Whether a restored copy is all that is known of it: it may have been spent after the copy was made (rules `GRANT-13`
    /// and `GRANT-18`).
    #[must_use]
    pub fn is_void(&self) -> bool {
        self.state == State::Revoked && self.outcome.as_ref().is_some_and(|(_, text)| text == Self::VOID)
    }

    /// The grant of a yes that is issued at this moment, in this epoch of its store.
    #[must_use]
    pub fn new(new: &NewGrant, at: Moment, epoch: u64) -> Self {
        let (not_before, expires_at) = match new.intent.until {
            Until::AtOnce => (at, at.later(Lifetime::AT_ONCE_MS)),
            Until::At(moment) => (at, moment),
            Until::Within { from, to } => (from, to),
        };
        Self {
            id: new.reference.id(),
            question: new.question,
            item: new.item,
            intent: new.intent.clone(),
            intent_hash: new.intent.hash(),
            effect: new.effect,
            epoch,
            issued_at: at,
            not_before,
            expires_at,
            state: State::Issued,
            consumed_at: None,
            held: None,
            fence: 0,
            used: 0,
            revoked_at: None,
            outcome: None,
        }
    }

    pub(crate) fn ended(mut self, state: State, at: Moment, text: &str) -> Self {
        self.state = state;
        self.outcome = Some((at, text.to_owned()));
        self
    }
}
