//! Requests that are under way at once, and states that were given twice.

use crate::common::{found, question, request, result};
use serde_json::{Value, json};

fn ask(id: u32, state: &str) -> Value {
    let mut asked = question(&json!({"type": "object", "properties": {"approved": {"type": "boolean"}}}));
    asked["requestState"] = state.into();
    result(id, &asked)
}

fn call(id: u32, path: &str) -> Value {
    request(id, "tools/call", &json!({"name": "delete", "arguments": {"path": path}}))
}

fn retry(id: u32, path: &str, answer: &Value) -> Value {
    let mut message = call(id, path);
    message["params"]["inputResponses"] = json!({"q": answer});
    message["params"]["requestState"] = "s".into();
    message
}

fn yes() -> Value {
    json!({"action": "accept", "content": {"approved": true}})
}

fn no() -> Value {
    json!({"action": "decline"})
}

fn done(id: u32) -> Value {
    result(id, &json!({"resultType": "complete", "content": []}))
}

fn not_done(id: u32) -> Value {
    result(id, &json!({"resultType": "complete", "isError": true, "content": [{"type": "text", "text": "no"}]}))
}

/// What is found when two retries of one question are sent before either is answered.
fn both_under_way(answers: [&Value; 2], results: [Value; 2]) -> Vec<String> {
    let asked = [call(1, "a"), ask(1, "s")];
    let sent = [retry(2, "a", answers[0]), retry(3, "a", answers[1])];
    found(&[&asked[..], &sent, &results].concat())
}

#[test]
fn a_result_is_held_against_what_happened_before_it_and_not_before_its_request() {
    assert_eq!(both_under_way([&yes(), &yes()], [done(2), done(3)]), ["state-done-twice RS-13 /result"]);
    assert_eq!(both_under_way([&yes(), &yes()], [done(3), done(2)]), ["state-done-twice RS-13 /result"]);
    assert_eq!(both_under_way([&no(), &yes()], [not_done(2), done(3)]), ["no-became-yes CALL-14 /result"]);
    assert_eq!(
        both_under_way([&yes(), &yes()], [ask(2, "s-2"), done(3)]),
        ["state-passed-over-accepted CALL-14 /result"]
    );
    assert_eq!(both_under_way([&yes(), &yes()], [done(2), not_done(3)]), [""; 0]);
    assert_eq!(both_under_way([&yes(), &no()], [done(2), not_done(3)]), [""; 0]);
}

#[test]
fn a_client_that_got_one_state_for_two_calls_sends_the_right_one() {
    let asked = [call(1, "a"), ask(1, "s"), call(2, "b"), ask(2, "s")];
    let after = |rest: &[Value]| found(&[&asked[..], rest].concat());
    assert_eq!(after(&[retry(3, "a", &yes()), done(3)]), [""; 0]);
    assert_eq!(after(&[retry(3, "b", &yes()), done(3)]), [""; 0]);
    // It was used all the same, whichever of the calls comes back with it.
    assert_eq!(
        after(&[retry(3, "a", &yes()), done(3), retry(4, "b", &yes()), done(4)]),
        ["state-done-twice RS-13 /result"]
    );
    assert_eq!(
        after(&[retry(3, "b", &yes()), done(3), retry(4, "a", &yes()), done(4)]),
        ["state-done-twice RS-13 /result"]
    );
    assert_eq!(
        after(&[retry(3, "c", &yes()), done(3)]),
        ["state-other-call RS-06 /params/requestState", "state-other-call-accepted RS-06 /result"]
    );
}
