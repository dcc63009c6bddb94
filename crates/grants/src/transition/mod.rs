//! What may become of a grant. Pure: one function for every store and every test.
//!
//! ```text
//! issued ──claim──▶ claimed ──settle──▶ executed | failed | indeterminate
//!   │  ▲               │ │ └──claim again: same attempt, or taken over where the class allows; go on: its holder──▶ claimed
//!   │  └─uses are left─┘ └──time passes──▶ indeterminate ──settle, resolve──▶ executed | failed
//!   ├──time passes──▶ expired
//!   ├──revoke──▶ revoked
//!   └──claim, no longer allowed──▶ no longer authorized
//! ```

mod claim;
mod event;
mod held;

pub use event::{Bid, Event, Holder};

use crate::{Grant, NotUsable};
use consent::{EffectClass, Moment};
use rules::{Defence, Defences};

/// The state of a grant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// A person said yes; nobody holds the right to act. Between two of several uses it is issued again.
    Issued,
    /// Someone holds the right to act.
    Claimed,
    /// The effect happened.
    Executed,
    /// The effect did not happen.
    Failed,
    /// Whether the effect happened is not known; a person decides (rule `GRANT-13`).
    Indeterminate,
    /// Its time passed before anyone acted.
    Expired,
    /// It was revoked before anyone acted.
    Revoked,
    /// Its principal may no longer do this.
    NoLongerAuthorized,
}

impl State {
    /// Every state.
    pub const ALL: &[Self] = &[
        Self::Issued,
        Self::Claimed,
        Self::Executed,
        Self::Failed,
        Self::Indeterminate,
        Self::Expired,
        Self::Revoked,
        Self::NoLongerAuthorized,
    ];

    /// The state as a stable word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Issued => "issued",
            Self::Claimed => "claimed",
            Self::Executed => "executed",
            Self::Failed => "failed",
            Self::Indeterminate => "indeterminate",
            Self::Expired => "expired",
            Self::Revoked => "revoked",
            Self::NoLongerAuthorized => "no_longer_authorized",
        }
    }

    /// Whether all is said of it: what became of it is known, and stays so.
    #[must_use]
    pub const fn is_settled(self) -> bool {
        !self.is_open() && !matches!(self, Self::Indeterminate)
    }

    /// Whether somebody may still act: issued or claimed.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Issued | Self::Claimed)
    }
}

/// How an effect ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    /// It happened.
    Executed,
    /// It did not happen.
    Failed,
    /// Whether it happened is not known.
    Indeterminate,
}

impl End {
    /// The state of a grant whose last use ended so.
    #[must_use]
    pub const fn state(self) -> State {
        match self {
            Self::Executed => State::Executed,
            Self::Failed => State::Failed,
            Self::Indeterminate => State::Indeterminate,
        }
    }
}

/// What comes of an event: the grant afterwards, and whether the event was refused. A refusal can change a grant too: the
/// claim that finds it expired marks it so.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The grant afterwards.
    pub after: Grant,
    /// Why the event was refused, where it was.
    pub refusal: Option<NotUsable>,
}

impl Step {
    fn moved(after: Grant) -> Self {
        Self { after, refusal: None }
    }

    fn refused(after: Grant, refusal: NotUsable) -> Self {
        Self { after, refusal: Some(refusal) }
    }
}

/// Whether the effect of a class may be tried again by another attempt, once the first has not been heard of in time: it
/// can see what the first one did, or its backend can.
#[must_use]
pub const fn is_taken_over(class: EffectClass) -> bool {
    matches!(class, EffectClass::Transactional | EffectClass::Staged | EffectClass::Keyed)
}

/// What comes of an event at a moment of the store's clock. Stores that ship pass [`Defences::all`]; only the memory
/// store can be weakened, for teaching.
#[must_use]
pub fn step(grant: &Grant, event: &Event, at: Moment, on: Defences) -> Step {
    let after = grant.clone();
    match event {
        Event::Claim { bid, epoch } => claim::step(after, bid, *epoch, at, on),
        Event::GoOn { epoch, .. } | Event::Commit { epoch, .. } | Event::Settle { epoch, .. }
            if held::was_held_in_a_copy(&after, *epoch, on) =>
        {
            Step::refused(void(after, at), NotUsable::Void)
        }
        Event::GoOn { holder, .. } => held::go_on(after, *holder, at, on),
        Event::Commit { holder, text, .. } => held::commit(after, *holder, text, at, on),
        Event::Settle { holder, end, text, .. } => held::settle(after, *holder, *end, text, at, on),
        Event::Resolve { end, text } => held::resolve(after, *end, text, at),
        Event::Revoke => revoke(after, at),
        Event::Void if on.on(Defence::Epoch) => Step::moved(void(after, at)),
        Event::Void => Step::moved(after),
        Event::Lapse => Step::moved(lapse(after, at, on)),
    }
}

/// Before anyone acts a yes is taken back for good. After that it is marked where something can still heed the mark: the
/// commit point of a staged effect, or the next of several uses. Otherwise it is too late.
fn revoke(mut grant: Grant, at: Moment) -> Step {
    let heeded = grant.effect == EffectClass::Staged || grant.used < grant.intent.uses;
    match grant.state {
        State::Issued => {
            grant.revoked_at = Some(at);
            Step::moved(grant.ended(State::Revoked, at, ""))
        }
        State::Claimed if heeded => {
            grant.revoked_at.get_or_insert(at);
            Step::moved(grant)
        }
        State::Claimed => Step::refused(grant, NotUsable::InFlight),
        _ => Step::refused(grant, NotUsable::Used),
    }
}

/// The store was restored from a copy: whether this was acted on since the copy was made is not known.
fn void(mut grant: Grant, at: Moment) -> Grant {
    match grant.state {
        State::Issued => {
            grant.revoked_at = Some(at);
            grant.ended(State::Revoked, at, Grant::VOID)
        }
        State::Claimed => grant.ended(State::Indeterminate, at, ""),
        _ => grant,
    }
}

fn lapse(grant: Grant, at: Moment, on: Defences) -> Grant {
    let expired = at >= grant.expires_at;
    let unheard = expired || grant.held.is_none_or(|held| at >= held.act_by);
    match (grant.state, grant.effect) {
        (State::Issued, _) if expired && on.on(Defence::GrantExpiry) => grant.ended(State::Expired, at, ""),
        // Nothing can have been committed since the mark: what is staged goes back.
        (State::Claimed, EffectClass::Staged) if unheard && grant.revoked_at.is_some() => {
            grant.ended(State::Revoked, at, "")
        }
        (State::Claimed, class) if is_taken_over(class) && !expired => grant,
        // A lost read has changed nothing, and needs no person.
        (State::Claimed, EffectClass::Read) if unheard => grant.ended(State::Failed, at, ""),
        (State::Claimed, _) if unheard => grant.ended(State::Indeterminate, at, ""),
        _ => grant,
    }
}
