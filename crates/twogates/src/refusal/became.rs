//! What became of a yes, as it is told to whoever asks again.

use crate::outcome::Outcome;
use consent::Until;
use grants::{Grant, Item, State};

const ASK_AGAIN: &str = "ask again later with the same state";
const FIND_OUT: &str = "find out what happened before anything is tried again";

/// The row for what became of a yes. Of one that was to run later it is no failure that it waits, runs or is done (rule
/// `GRANT-10`).
pub(super) fn what_stands(grants: &[Grant]) -> Outcome {
    let waits = |grant: &Grant| grant.state == State::Issued || (grant.state == State::Claimed && is_deferred(grant));
    if grants.iter().any(waits) {
        Outcome::Queued
    } else if grants.iter().all(|grant| grant.state == State::Executed && is_deferred(grant)) {
        Outcome::DoneSince
    } else {
        Outcome::Used
    }
}

/// What can be done about a grant.
pub(super) fn to_do_about(grant: &Grant) -> &'static str {
    match grant.state {
        _ if grant.is_void() => FIND_OUT,
        State::Claimed if is_deferred(grant) => ASK_AGAIN,
        State::Issued => ASK_AGAIN,
        State::Claimed | State::Indeterminate => FIND_OUT,
        State::Executed => "to do it once more, call without requestState, and a person is asked afresh",
        State::Failed | State::Expired => "make the call again without requestState, and a person is asked afresh",
        State::Revoked => "do not repeat the call unless the person asks for it",
        State::NoLongerAuthorized => "have the permission restored before the call is made again",
    }
}

/// What became of each item of a list.
pub(super) fn became_of_all(grants: &[Grant]) -> String {
    if let [only] = grants {
        return became(only);
    }
    let each = grants.iter().map(|grant| format!("{} of {}: {}", grant.item.number, grant.item.of, became(grant)));
    let each = each.collect::<Vec<_>>().join("; ");
    match what_stands(grants) {
        Outcome::DoneSince => format!("Done, each of {}. {each}", grants.len()),
        _ => each,
    }
}

/// What became of a grant, for its rightful principal.
pub(super) fn became(grant: &Grant) -> String {
    let (ended, text) = grant.outcome.as_ref().map_or((grant.issued_at, ""), |(at, text)| (*at, text.as_str()));
    let claimed = grant.consumed_at.unwrap_or(grant.issued_at);
    let text = text.trim_end_matches('.');
    // A tool writes what a caller gave it into its text.
    let said = if text.is_empty() { String::new() } else { format!(" ({})", consent::render::line(text)) };
    let (id, expired) = (grant.id, grant.expires_at);
    match grant.state {
        State::Issued if grant.used > 0 => {
            let uses = grant.intent.uses;
            format!("Approved for up to {uses} runs, {} of them done; grant {id} may run until {expired}", grant.used)
        }
        State::Issued if grant.not_before > grant.issued_at => {
            let from = grant.not_before;
            format!("Approved, not yet done; grant {id} may run from {from} until {expired}")
        }
        State::Issued => format!("Approved, not yet done; grant {id} may run until {expired}"),
        State::Claimed if is_deferred(grant) => format!("Approved, not yet done; in progress since {claimed}"),
        State::Executed if is_deferred(grant) => format!("Done at {ended}, as approved{said}"),
        State::Claimed => format!("In progress since {claimed}; nothing ran again"),
        State::Executed => format!("Already done at {ended}; nothing ran again{said}"),
        State::Failed => format!("Already tried at {ended}, and it failed; nothing ran again{said}"),
        State::Indeterminate => {
            format!("Tried at {claimed}, and whether it happened is not known; nothing ran again{said}")
        }
        State::Expired if grant.used > 0 => {
            let (uses, used) = (grant.intent.uses, grant.used);
            format!("Approved for up to {uses} runs, {used} of them made; it expired at {expired}; nothing ran again")
        }
        State::Revoked if grant.is_void() => {
            format!("Approved; whether it ran is not known, for the store was restored from a copy at {ended}")
        }
        State::Revoked if grant.used > 0 && grant.intent.uses > 1 => {
            let (uses, used) = (grant.intent.uses, grant.used);
            format!("Approved for up to {uses} runs, {used} of them made, and taken back at {ended}; nothing ran again")
        }
        State::Expired => format!("Approved, but not run in time: it expired at {expired}; nothing ran"),
        State::Revoked => format!("Approved, and taken back at {ended}; nothing ran"),
        State::NoLongerAuthorized => format!("Approved, but no longer authorized at {ended}; nothing ran"),
    }
}

/// Whether the yes was to run later, as that to a list always is: whoever asks again then asks what became of it, and
/// repeats nothing.
fn is_deferred(grant: &Grant) -> bool {
    grant.intent.until != Until::AtOnce || grant.item != Item::ONLY
}
