//! Servers that never come to an end: kind mrtr-loop.

use crate::stubs::{Visit, done, question, result};
use serde_json::{Map, Value, json};
use twogates_lab::host::{Ending, MAX_ROUNDS, Reply, Script};
use wire::entry::Kind;
use wire::http::Request;

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

/// A host at a server that asks so many questions at once, and then is done; a host whose person answers so.
fn asked_at_once(questions: usize, replies: &[Reply]) -> (Visit, Ending) {
    let many = move |request: &Request, before: usize| {
        if before > 0 {
            return done(request);
        }
        let form =
            json!({"mode": "form", "message": "May it?", "requestedSchema": {"type": "object", "properties": {}}});
        let one = json!({"method": "elicitation/create", "params": form});
        let all: Map<String, Value> = (0..questions).map(|at| (format!("q{at:02}"), one.clone())).collect();
        result(request, json!({"resultType": "input_required", "requestState": "s", "inputRequests": all}))
    };
    let mut visit = Visit::to(None, many).holding(&["a"]);
    visit.host.seat(Box::new(Script::of(replies)));
    let ending = visit.call();
    (visit, ending)
}

fn prompts(visit: &Visit) -> usize {
    visit.entries().iter().filter(|entry| entry.kind == Kind::Human).count()
}

/// Many questions in one round are many questions.
#[test]
fn questions_that_come_at_once_count_as_rounds() {
    let (visit, ending) = asked_at_once(10, &[Reply::Yes; 20]);
    assert_eq!((ending, prompts(&visit)), (Ending::Result { is_error: false, text: "done".into() }, 10));
    for questions in [11, 500] {
        let (visit, ending) = asked_at_once(questions, &[Reply::Yes; 600]);
        assert_eq!((ending, prompts(&visit)), (Ending::TooManyRounds, 0), "nobody is asked any of them");
        assert_eq!(visit.stub.posted().len(), 1);
        let gates: Vec<_> = visit.entries().into_iter().filter_map(|entry| entry.gate).collect();
        let gate = gates.last().unwrap();
        assert_eq!(gate.code.as_deref(), Some("too_many_rounds"));
        assert_eq!(gate.why, format!("the server asks {questions} questions at once, and one call may have 10 in all"));
    }
}

/// And they add up with those of other rounds: three of four are twelve.
#[test]
fn questions_of_all_rounds_add_up() {
    let four = |request: &Request, _: usize| {
        let one = json!({"method": "elicitation/create", "params": {"message": "May it?"}});
        let all: Map<String, Value> = (0..4).map(|at| (format!("q{at}"), one.clone())).collect();
        result(request, json!({"resultType": "input_required", "requestState": "s", "inputRequests": all}))
    };
    let mut visit = Visit::to(None, four).holding(&["a"]);
    assert_eq!(visit.call(), Ending::TooManyRounds);
    assert_eq!((prompts(&visit), visit.stub.posted().len()), (8, 3));
}

/// After a no nobody is asked about the same call in the same round.
#[test]
fn the_first_no_ends_the_questions_of_its_round() {
    let accept = json!({"action": "accept", "content": {"approved": true}});
    for (reply, wire) in [
        (Reply::Decline, json!({"action": "decline"})),
        (Reply::NoInTheForm, json!({"action": "accept", "content": {"approved": false}})),
        (Reply::Cancel, json!({"action": "cancel"})),
    ] {
        let (visit, _) = asked_at_once(4, &[Reply::Yes, reply, Reply::Yes, Reply::Yes]);
        assert_eq!(prompts(&visit), 2, "{reply:?}");
        assert_eq!(visit.host.ledger().records().len(), 2, "what nobody was asked, nobody answered");
        let cancel = json!({"action": "cancel"});
        let sent = json!({"q00": accept, "q01": wire, "q02": cancel, "q03": cancel});
        assert_eq!(visit.stub.posted()[1]["params"]["inputResponses"], sent, "{reply:?}");
    }
}
