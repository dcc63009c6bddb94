//! One refusal, one row: which refusals a store has written by itself.

use crate::Refusal;
use crate::outcome::Outcome;
use grants::{NotUsable, Standing, State};

/// A refusal on its way out, and whether its row stands already.
pub(crate) struct Told {
    /// The refusal.
    pub(crate) refusal: Refusal,
    /// Whether the store wrote its row, together with what became of the grant.
    pub(crate) written: bool,
}

impl<E> From<E> for Told
where
    Refusal: From<E>,
{
    fn from(refusal: E) -> Self {
        Self { refusal: refusal.into(), written: false }
    }
}

/// What stands, as a refusal.
pub(crate) fn refusal_of(standing: Standing) -> Refusal {
    match standing {
        Standing::Denied { no, at } => Refusal::AnsweredNo { no, at },
        Standing::Granted(grant) => Refusal::Known(grant),
        Standing::Listed(grants) => Refusal::KnownList(grants),
    }
}

/// What stands, told to whoever says no to it. Where that waited for its worker, a plain "done" would pass over the no.
pub(crate) fn refusal_of_no(standing: Standing) -> Refusal {
    let refusal = refusal_of(standing);
    match (refusal.outcome(), refusal) {
        (Outcome::Queued | Outcome::DoneSince, Refusal::Known(grant)) => Refusal::TooLate(vec![*grant]),
        (Outcome::Queued | Outcome::DoneSince, Refusal::KnownList(grants)) => Refusal::TooLate(grants),
        (_, other) => other,
    }
}

/// A no that found a grant. Where that was spent, the store has written that the no came too late.
pub(crate) fn overtaken(granted: Standing) -> Told {
    let written = granted.grants().iter().all(|grant| grant.state != State::Revoked);
    Told { refusal: refusal_of_no(granted), written }
}

/// Whether a claim was refused with this. A store writes the row of that itself, with what became of the grant.
pub(crate) const fn is_of_a_claim(no: &NotUsable) -> bool {
    match no {
        NotUsable::OtherArguments
        | NotUsable::OtherServer
        | NotUsable::OtherContract
        | NotUsable::Used
        | NotUsable::Revoked
        | NotUsable::InFlight
        | NotUsable::Void
        | NotUsable::TooEarly
        | NotUsable::Expired
        | NotUsable::NoLongerAuthorized => true,
        NotUsable::Unknown
        | NotUsable::AnsweredNo
        | NotUsable::NotClaimed
        | NotUsable::LostLease
        | NotUsable::Known
        | NotUsable::Unreadable
        | NotUsable::Changed(_)
        | NotUsable::Full
        | NotUsable::TooManyOpen
        | NotUsable::Unavailable(_) => false,
    }
}
