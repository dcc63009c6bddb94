//! The claim: what one conditional write is held against, and what it writes.
//!
//! Each check is a clause of the condition in a store's own statement, too. A suite that every store runs says that both
//! decide alike, row by row.

use super::{Bid, State, Step, is_taken_over, void};
use crate::record::{Held, How};
use crate::{AttemptId, Grant, NotUsable};
use consent::Moment;
use rules::{Check, Defence, Defences, judge};
use wire::Digest;

/// A claim beside the grant that it is held against.
struct Attempt {
    given: Bound,
    approved: Bound,
    state: State,
    held: Option<Held>,
    taken_over: bool,
    uses_left: bool,
    revoked: bool,
    attempt: AttemptId,
    at: Moment,
    not_before: Moment,
    expires_at: Moment,
    authorized: bool,
}

/// What a grant is bound to, and a claim beside it.
struct Bound {
    arguments: Digest,
    server: Digest,
    contract: Digest,
    epoch: u64,
}

impl Attempt {
    fn of(grant: &Grant, bid: &Bid, epoch: u64, at: Moment) -> Self {
        let given = &bid.claiming;
        Self {
            given: Bound { arguments: given.arg_hash, server: given.server, contract: given.contract, epoch },
            approved: Bound {
                arguments: grant.intent.call.arg_hash(),
                server: grant.intent.server_digest(),
                contract: grant.intent.contract,
                epoch: grant.epoch,
            },
            state: grant.state,
            held: grant.held,
            taken_over: is_taken_over(grant.effect),
            uses_left: grant.used < grant.intent.uses,
            revoked: grant.state == State::Revoked || (grant.state.is_open() && grant.revoked_at.is_some()),
            attempt: given.attempt,
            at,
            not_before: grant.not_before,
            expires_at: grant.expires_at,
            authorized: bid.authorized,
        }
    }

    /// How it would be taken: for the first time, once more by the attempt that has it, or over from one that was not
    /// heard of.
    fn how(&self) -> Option<How> {
        match (self.state, self.held) {
            (State::Issued, _) if self.uses_left => Some(How::First),
            (State::Claimed, Some(held)) if self.at < held.act_by => {
                (held.attempt == self.attempt).then_some(How::Again)
            }
            (State::Claimed, Some(_)) if self.taken_over => Some(How::Over),
            _ => None,
        }
    }

    /// Whether it may be had later: somebody has it now, who could be taken over from.
    fn in_flight(&self) -> bool {
        self.state == State::Claimed && self.taken_over
    }
}

/// What a claim must meet, in order. What does not belong to the grant is refused before anything that would end it, so
/// that nobody burns a grant with the wrong arguments (rule `RS-12`).
const CLAIM: &[Check<Attempt, NotUsable>] = &[
    Check {
        defence: Defence::Arguments,
        refusal: NotUsable::OtherArguments,
        holds: |claim| claim.given.arguments == claim.approved.arguments,
    },
    Check {
        defence: Defence::Contract,
        refusal: NotUsable::OtherServer,
        holds: |claim| claim.given.server == claim.approved.server,
    },
    Check {
        defence: Defence::Contract,
        refusal: NotUsable::OtherContract,
        holds: |claim| claim.given.contract == claim.approved.contract,
    },
    Check {
        defence: Defence::Epoch,
        refusal: NotUsable::Void,
        holds: |claim| !claim.state.is_open() || claim.given.epoch == claim.approved.epoch,
    },
    Check { defence: Defence::SingleUse, refusal: NotUsable::Revoked, holds: |claim| !claim.revoked },
    Check {
        defence: Defence::SingleUse,
        refusal: NotUsable::InFlight,
        holds: |claim| !claim.in_flight() || claim.how().is_some(),
    },
    Check { defence: Defence::SingleUse, refusal: NotUsable::Used, holds: |claim| claim.how().is_some() },
    Check { defence: Defence::Window, refusal: NotUsable::TooEarly, holds: |claim| claim.not_before <= claim.at },
    Check { defence: Defence::GrantExpiry, refusal: NotUsable::Expired, holds: |claim| claim.at < claim.expires_at },
    Check {
        defence: Defence::StillAuthorized,
        refusal: NotUsable::NoLongerAuthorized,
        holds: |claim| claim.authorized,
    },
];

/// What comes of a claim.
pub(super) fn step(grant: Grant, bid: &Bid, epoch: u64, at: Moment, on: Defences) -> Step {
    let claim = Attempt::of(&grant, bid, epoch, at);
    let state = grant.state;
    match judge(on, CLAIM, &claim) {
        // With single use off, what was spent is taken as if for the first time.
        Ok(()) => Step::moved(taken(grant, bid, claim.how().unwrap_or(How::First), at)),
        // A refusal ends what nobody has acted on. What was done stays done, single use on or off.
        Err(refusal) => {
            // What a restore has ended, nobody took back.
            let refusal = if refusal == NotUsable::Revoked && grant.is_void() { NotUsable::Void } else { refusal };
            let after = match (&refusal, state) {
                (NotUsable::Expired, State::Issued) => grant.ended(State::Expired, at, ""),
                (NotUsable::NoLongerAuthorized, State::Issued) => grant.ended(State::NoLongerAuthorized, at, ""),
                (NotUsable::Void, _) => void(grant, at),
                _ => grant,
            };
            Step::refused(after, refusal)
        }
    }
}

fn taken(mut grant: Grant, bid: &Bid, how: How, at: Moment) -> Grant {
    grant.state = State::Claimed;
    if how == How::Again {
        grant.held = grant.held.map(|held| Held { how, ..held });
        return grant;
    }
    grant.fence = grant.fence.saturating_add(1);
    if how == How::First {
        grant.used = grant.used.saturating_add(1);
    }
    grant.consumed_at.get_or_insert(at);
    let act_by = at.later(bid.claiming.lease_ms).min(grant.expires_at);
    grant.held = Some(Held { attempt: bid.claiming.attempt, since: at, act_by, how });
    grant
}
