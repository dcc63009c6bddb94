//! What whoever claimed a grant says of it, and what a person says of an unknown end.

use super::{End, Holder, State, Step};
use crate::{Grant, NotUsable};
use consent::{EffectClass, Moment};
use rules::{Defence, Defences};

/// Whether a grant was held in a copy that was put back: then its holder may have been taken over from since, and how it
/// ended is for a person to say.
pub(super) fn was_held_in_a_copy(grant: &Grant, epoch: u64, on: Defences) -> bool {
    on.on(Defence::Epoch) && grant.epoch != epoch && matches!(grant.state, State::Claimed | State::Indeterminate)
}

/// A claim whose call asked for something more, and whose answer comes in another request. Who held it when that question
/// went out goes on, once: the fence is raised, so that the same answer finds another holder. Its time is no longer for it.
pub(super) fn go_on(mut grant: Grant, holder: Holder, at: Moment, on: Defences) -> Step {
    let refusal = match (grant.state, grant.held) {
        (_, None) => Some(NotUsable::NotClaimed),
        _ if on.on(Defence::Fence) && !is_held_by(&grant, holder) => Some(NotUsable::Used),
        (State::Claimed, Some(_)) if grant.revoked_at.is_some() => Some(NotUsable::Revoked),
        (State::Claimed, Some(held)) if at >= held.act_by && on.on(Defence::GrantExpiry) => Some(NotUsable::Expired),
        (State::Claimed, Some(_)) => None,
        _ => Some(NotUsable::Used),
    };
    match refusal {
        Some(refusal) => Step::refused(grant, refusal),
        None => {
            grant.fence = grant.fence.saturating_add(1);
            Step::moved(grant)
        }
    }
}

/// The commit point: the last check before an effect counts as done. It is refused when the yes was taken back, when its
/// time has passed, and to whoever lost the claim.
pub(super) fn commit(grant: Grant, holder: Holder, text: &str, at: Moment, on: Defences) -> Step {
    let refusal = match grant.state {
        _ if grant.held.is_none() => Some(NotUsable::NotClaimed),
        _ if on.on(Defence::Fence) && !is_held_by(&grant, holder) => Some(NotUsable::LostLease),
        State::Executed => return Step::moved(told(grant, at, text)),
        State::Claimed if grant.revoked_at.is_some() && on.on(Defence::CommitPoint) => Some(NotUsable::Revoked),
        State::Claimed if at >= grant.expires_at && on.on(Defence::GrantExpiry) => Some(NotUsable::Expired),
        State::Claimed => None,
        // Time, or a restored store, has ended it meanwhile.
        _ => Some(NotUsable::LostLease),
    };
    match refusal {
        Some(refusal) => Step::refused(grant, refusal),
        None => Step::moved(used(grant, End::Executed, at, text)),
    }
}

/// An end, as its holder tells it: whenever that is, and more than once. A staged effect ends as executed at its commit
/// point only.
pub(super) fn settle(grant: Grant, holder: Holder, end: End, text: &str, at: Moment, on: Defences) -> Step {
    if grant.effect == EffectClass::Staged && end == End::Executed {
        return commit(grant, holder, text, at, on);
    }
    match grant.state {
        _ if grant.held.is_none() => Step::refused(grant, NotUsable::NotClaimed),
        _ if on.on(Defence::Fence) && !is_held_by(&grant, holder) => Step::refused(grant, NotUsable::LostLease),
        // Told before: the acknowledgement was lost, or time alone has said that the end is not known.
        state if state == end.state() => Step::moved(told(grant, at, text)),
        State::Claimed => Step::moved(used(grant, end, at, text)),
        State::Indeterminate => Step::moved(grant.ended(end.state(), at, text)),
        _ => Step::refused(grant, NotUsable::NotClaimed),
    }
}

/// What a person found out of an end that was not known.
pub(super) fn resolve(grant: Grant, end: End, text: &str, at: Moment) -> Step {
    match grant.state {
        State::Indeterminate => Step::moved(grant.ended(end.state(), at, text)),
        State::Issued | State::Claimed => Step::refused(grant, NotUsable::InFlight),
        _ => Step::refused(grant, NotUsable::Known),
    }
}

fn is_held_by(grant: &Grant, holder: Holder) -> bool {
    grant.fence == holder.fence && grant.held.is_some_and(|held| held.attempt == holder.attempt)
}

/// The end of one use. Where more are left and nothing speaks against it, the grant is issued again.
fn used(grant: Grant, end: End, at: Moment, text: &str) -> Grant {
    let more = grant.used < grant.intent.uses && grant.revoked_at.is_none() && at < grant.expires_at;
    match end {
        End::Executed | End::Failed if more => grant.ended(State::Issued, at, text),
        End::Failed if grant.revoked_at.is_some() => grant.ended(State::Revoked, at, text),
        _ => grant.ended(end.state(), at, text),
    }
}

/// The same end once more: what is told of it is kept where nothing was told yet.
fn told(mut grant: Grant, at: Moment, text: &str) -> Grant {
    if grant.outcome.as_ref().is_none_or(|(_, known)| known.is_empty()) && !text.is_empty() {
        grant.outcome = Some((at, text.to_owned()));
    }
    grant
}
