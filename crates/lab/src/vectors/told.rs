//! What came of a worker's turn, or of an operator's order: in words, and as a decision.

use crate::server::Aside;
use rules::{Refused, Rule, grant};
use twogates::grants::{Grant, NotUsable, State};
use wire::entry::Decision;

type Told = (String, Decision);

/// A worker came to its end.
pub(super) fn worked(came: Result<Grant, NotUsable>) -> Told {
    came.map_or_else(refused, ended)
}

/// A worker's process ended before it recorded anything.
pub(super) fn died(came: Result<(), NotUsable>) -> Told {
    let why = "the worker's process ended before it recorded what it did";
    let died = || ("nobody says what happened".to_owned(), decision("died", why, "claimed", &grant::UNKNOWN_SAID));
    came.map_or_else(refused, |()| died())
}

/// A worker stalled, or there was nothing to set aside.
pub(super) fn stalled(came: Result<Result<Aside, Grant>, NotUsable>, keep: impl FnOnce(Aside)) -> Told {
    let why = "the worker has set the file aside, and is not heard of";
    let stalled = || ("set the file aside".to_owned(), decision("stalled", why, "claimed", &grant::FENCED));
    match came {
        Ok(Ok(aside)) => {
            keep(aside);
            stalled()
        }
        Ok(Err(grant)) => ended(grant),
        Err(no) => refused(no),
    }
}

/// The operator took a yes back, or came too late.
pub(super) fn revoked(came: Result<Grant, NotUsable>) -> Told {
    let why = |grant: &Grant| match grant.state {
        State::Revoked => "nobody had acted on the yes",
        _ => "somebody acts on the yes, and will not get it committed",
    };
    let taken = |grant: Grant| {
        ("the yes is taken back".to_owned(), decision("taken back", why(&grant), grant.state.word(), &grant::IN_FLIGHT))
    };
    came.map_or_else(refused, taken)
}

fn ended(grant: Grant) -> Told {
    let text = grant.outcome.map(|(_, text)| text).unwrap_or_default();
    // Between two of several uses it is issued again: that one was spent.
    let spent = matches!(grant.state, State::Executed | State::Issued);
    let verdict = if spent { "spent" } else { "failed" };
    (text, decision(verdict, "the worker claimed the grant", grant.state.word(), &grant::CLAIMED_ONCE))
}

fn refused(no: NotUsable) -> Told {
    ("nothing happened".to_owned(), decision("refused", &no.why(), no.code(), no.rule()))
}

fn decision(verdict: &str, why: &str, code: &str, rule: &Rule) -> Decision {
    Decision {
        gate: "grant".into(),
        verdict: verdict.into(),
        why: why.into(),
        code: Some(code.into()),
        rules: vec![rule.id.into()],
    }
}
