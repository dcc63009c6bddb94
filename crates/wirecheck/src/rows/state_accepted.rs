//! `requestState` as a server takes it: what it must refuse and did not, and what one state did twice.

use super::{Faults, Look, On, Row, Seen};
use crate::memory::{Echo, Retry, Verdict};
use rules::{Rule, call, state};

const SAMPLES: &str = include_str!("../../samples/state_accepted.txt");

const fn row(
    name: &'static str,
    rule: &'static Rule,
    finds: &'static str,
    look: fn(&Seen<'_>, &mut Faults<'_>),
) -> Row {
    Row { name, rule, finds, look: Look::Seen(On::Answered, look), samples: SAMPLES }
}

pub(super) const ROWS: &[Row] = &[
    row(
        "state-forged-accepted",
        &state::INTEGRITY,
        "a result that reads as done, for a changed or forged state",
        forged,
    ),
    row(
        "state-other-client-accepted",
        &state::PRINCIPAL,
        "a result that reads as done, for the state of another client",
        other_client,
    ),
    row(
        "state-other-call-accepted",
        &state::REQUEST,
        "a result that reads as done, for the state of another call",
        other_call,
    ),
    row(
        "state-other-tool-accepted",
        &state::CONTRACT,
        "a result that reads as done, for the state of another tool or server",
        other_tool,
    ),
    row("state-done-twice", &state::USED, "a second result that reads as done, for one state", done_twice),
    row(
        "state-passed-over-accepted",
        &call::ANSWERED_ONCE,
        "a result that reads as done, for a state whose answer had brought another question",
        passed_over,
    ),
    row(
        "no-became-yes",
        &call::ANSWERED_ONCE,
        "a result that reads as done, for a yes to a question whose recorded answer is a no",
        no_became_yes,
    ),
    row(
        "yes-inexact-accepted",
        &call::EXACT_YES,
        "a result that reads as done, for an accepted form whose approval is neither true nor false",
        inexact,
    ),
    Row {
        name: "state-ran-twice",
        rule: &state::ONCE,
        finds: "a second effect of one state",
        look: Look::Seen(On::Effect, ran_twice),
        samples: SAMPLES,
    },
];

fn accepted(seen: &Seen<'_>, faults: &mut Faults<'_>, wrong: impl Fn(&Retry) -> bool, what: &str) {
    if seen.succeeds() && seen.joined.answered_retry().is_some_and(wrong) {
        faults.add("/result", format!("{what}, and the result reads as done"));
    }
}

fn forged(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    // A server that gave no state ignores one.
    let forged = |retry: &Retry| match retry.echo {
        Echo::Changed => true,
        Echo::Invented => retry.question.is_none(),
        Echo::Exact | Echo::Missing | Echo::Unjudged => false,
    };
    accepted(seen, faults, forged, "the state is none that the server gave");
}

fn other_client(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    accepted(seen, faults, |retry| retry.other_client, "the state was given to somebody else");
}

fn other_call(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    accepted(seen, faults, |retry| retry.other_call, "the state was given for another call");
}

fn other_tool(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let other = |retry: &Retry| retry.other_subject || retry.other_server;
    accepted(seen, faults, other, "the state was given for another tool, or by another server");
}

/// What was answered cannot be answered again while the question that followed is open, or after it.
fn passed_over(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let passed_over = |retry: &Retry| retry.became.followed && retry.became.used.is_none() && !retry.must_be_refused();
    accepted(seen, faults, passed_over, "an earlier answer to this question had brought another question");
}

fn no_became_yes(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let turned = |retry: &Retry| {
        let refused = retry.became.used.is_some_and(|used| used.verdict == Verdict::Refused);
        refused && retry.verdict == Verdict::Accepted && !retry.must_be_refused()
    };
    accepted(seen, faults, turned, "the recorded answer to this question is a no");
}

fn inexact(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let inexact = |retry: &Retry| retry.says_neither && !retry.must_be_refused();
    accepted(seen, faults, inexact, "the form that came back says neither yes nor no");
}

/// Entries keep effects, which say more than results.
fn done_twice(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let used = |retry: &Retry| {
        let done = retry.became.used.is_some_and(|used| !used.is_error && used.verdict == Verdict::Accepted);
        done && retry.verdict == Verdict::Accepted && !retry.must_be_refused()
    };
    if seen.exchange.number.is_none() {
        accepted(seen, faults, used, "the state had been used by an earlier result");
    }
}

fn ran_twice(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let retry = seen.exchange.answers.and_then(|number| seen.memory.questions.of_retry(number));
    if retry.is_some_and(|(became, _)| became.effects > 0) {
        faults.add_outside("", "the answers to this question had an effect before", None);
    }
}
