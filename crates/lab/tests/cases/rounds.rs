//! Servers that never come to an end: kind mrtr-loop.

use crate::stubs::{Visit, question};
use serde_json::Value;
use twogates_lab::host::{Ending, MAX_ROUNDS};
use wire::entry::Kind;

/// A call to a server that always asks, with a form or with a state alone, and its ending.
fn asked_for_ever(form: bool) -> (Visit, Ending) {
    let mut visit =
        Visit::to(None, move |request, before| question(request, form, &format!("round {before}"))).holding(&["a"]);
    let ending = visit.call();
    (visit, ending)
}

/// When each request was sent, in milliseconds.
fn times(visit: &Visit) -> Vec<u64> {
    let sent = visit.entries().into_iter().filter(|entry| entry.kind == Kind::Mcp && entry.from == "alice's host");
    sent.map(|entry| entry.at_ms).collect()
}

/// C140: the client stops, and says why.
#[test]
fn c140_a_client_stops_after_ten_rounds_with_a_clear_error() {
    assert_eq!(MAX_ROUNDS, 10);
    for form in [true, false] {
        let (visit, ending) = asked_for_ever(form);
        assert_eq!(ending, Ending::TooManyRounds, "form {form}");
        assert_eq!(visit.stub.posted().len(), 11, "the call and ten retries");
        let entries = visit.entries();
        let told = entries.iter().rev().find(|entry| entry.gate.is_some()).unwrap();
        let gate = told.gate.as_ref().unwrap();
        assert!(told.model_reads);
        assert_eq!(gate.code.as_deref(), Some("too_many_rounds"));
        assert_eq!(gate.why, "the server asked 10 times and did not come to an end");
        // Each retry echoes the state of the question before it, and no other.
        let states: Vec<Option<Value>> =
            visit.stub.posted().iter().map(|sent| sent.pointer("/params/requestState").cloned()).collect();
        let expected: Vec<Option<Value>> =
            (0..11).map(|round: u32| round.checked_sub(1).map(|before| format!("round {before}").into())).collect();
        assert_eq!(states, expected);
    }
}

/// C140: where nobody is asked, nobody slows the client down but itself.
#[test]
fn c140_rounds_without_a_form_are_paced() {
    let (visit, _) = asked_for_ever(false);
    let times = times(&visit);
    let waits: Vec<u64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert_eq!(waits.len(), 10);
    assert!(waits.iter().all(|wait| *wait >= 1_000), "{waits:?}");
    assert!(waits.windows(2).all(|pair| pair[0] < pair[1]), "each longer than the one before: {waits:?}");
}
