//! Retries, however a log keeps them: with numbers, with names, or with neither.

use crate::common::{answered, entry, found, question, request, result};
use serde_json::{Value, json};

fn ask(id: u32, state: Option<&str>) -> Value {
    let mut asked = question(&json!({"type": "object", "properties": {"approved": {"type": "boolean"}}}));
    if let Some(state) = state {
        asked["requestState"] = state.into();
    }
    result(id, &asked)
}

fn call(id: u32, path: &str) -> Value {
    request(id, "tools/call", &json!({"name": "delete", "arguments": {"path": path}}))
}

fn retry(id: u32, path: &str, answer: &Value, state: Option<&str>) -> Value {
    let mut message = call(id, path);
    message["params"]["inputResponses"] = json!({"q": answer});
    if let Some(state) = state {
        message["params"]["requestState"] = state.into();
    }
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

fn refused(id: u32) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32602, "message": "Ask afresh."}})
}

#[test]
fn the_question_about_the_same_call_is_meant() {
    let two = [call(1, "a"), ask(1, Some("s-a")), call(2, "b"), ask(2, Some("s-b"))];
    let after = |rest: &[Value]| found(&[&two[..], rest].concat());
    assert_eq!(
        after(&[retry(3, "a", &yes(), Some("s-a")), done(3), retry(4, "b", &yes(), Some("s-b")), done(4)]),
        [""; 0]
    );
    assert_eq!(
        after(&[retry(3, "a", &yes(), Some("s-b")), refused(3)]),
        ["state-other-call RS-06 /params/requestState"]
    );
    assert_eq!(
        after(&[retry(3, "a", &yes(), Some("s-c")), refused(3)]),
        ["state-changed MRTR-13 /params/requestState"]
    );
    assert_eq!(after(&[retry(3, "a", &yes(), None), ask(3, Some("s"))]), ["state-missing MRTR-13 /params"]);
    assert_eq!(after(&[retry(1, "a", &yes(), Some("s-a")), done(1)]), ["retry-id MRTR-12 /id"]);
    assert_eq!(
        after(&[retry(2, "a", &yes(), Some("s-a")), done(2)]),
        [""; 0],
        "the id of another request is free again"
    );
    assert_eq!(after(&[call(3, "a"), ask(3, Some("s-d"))]), [""; 0], "a call without both is a call of its own");
}

#[test]
fn a_state_out_of_nowhere() {
    let invented = ["state-invented MRTR-13 /params/requestState", "answer-unasked MRTR-11 /params/inputResponses/q"];
    let rest = [retry(1, "a", &yes(), Some("s")), refused(1)];
    let mut found_all = found(&rest);
    found_all.sort_unstable_by(|one, other| other.cmp(one));
    assert_eq!(found_all, invented);
    let accepted = found(&[retry(1, "a", &yes(), Some("s")), done(1)]);
    assert!(accepted.contains(&"state-forged-accepted RS-02 /result".to_owned()), "{accepted:?}");
    // A server that gave no state ignores one.
    let stateless = found(&[call(1, "a"), ask(1, None), retry(2, "a", &yes(), Some("s")), done(2)]);
    assert_eq!(stateless, ["state-invented MRTR-13 /params/requestState"]);
    let mut number = retry(2, "a", &yes(), None);
    number["params"]["requestState"] = json!(7);
    let other_kind = found(&[call(1, "a"), ask(1, Some("7")), number, refused(2)]);
    assert_eq!(other_kind, ["state-changed MRTR-13 /params/requestState"], "7 is not \"7\"");
}

#[test]
fn another_tool_is_another_call_and_another_contract() {
    let mut other = retry(2, "a", &yes(), Some("s"));
    other["params"]["name"] = "pay".into();
    let both = ["state-other-call RS-06 /params/requestState", "state-other-tool RS-11 /params/requestState"];
    let begun = [call(1, "a"), ask(1, Some("s"))];
    assert_eq!(found(&[&begun[..], &[other.clone(), refused(2)]].concat()), both);
    let accepted = ["state-other-call-accepted RS-06 /result", "state-other-tool-accepted RS-11 /result"];
    assert_eq!(found(&[&begun[..], &[other.clone(), done(2)]].concat()), [both, accepted].concat());
    assert_eq!(
        found(&[&begun[..], &[other, not_done(2)]].concat()),
        both,
        "what says that nothing ran accepts nothing"
    );
}

#[test]
fn rounds_go_on_with_their_own_states() {
    let honest = [
        call(1, "a"),
        ask(1, Some("s-1")),
        retry(2, "a", &yes(), Some("s-1")),
        ask(2, Some("s-2")),
        retry(3, "a", &yes(), Some("s-2")),
        done(3),
    ];
    assert_eq!(found(&honest), [""; 0]);
    let same_again = [call(1, "a"), ask(1, Some("s")), retry(2, "a", &no(), Some("s")), ask(2, Some("s"))];
    let after = |rest: &[Value]| found(&[&same_again[..], rest].concat());
    assert_eq!(
        after(&[retry(3, "a", &yes(), Some("s")), done(3)]),
        [""; 0],
        "the same question again is answered again"
    );
    let state_only = result(1, &json!({"resultType": "input_required", "requestState": "s"}));
    let mut resumed = call(2, "a");
    resumed["params"]["requestState"] = "s".into();
    assert_eq!(found(&[call(1, "a"), state_only, resumed, done(2)]), [""; 0], "nothing was asked");
}

#[test]
fn a_used_state_may_ask_what_became_of_it() {
    let used = [call(1, "a"), ask(1, Some("s")), retry(2, "a", &yes(), Some("s")), done(2)];
    let after = |rest: &[Value]| found(&[&used[..], rest].concat());
    assert_eq!(after(&[retry(3, "a", &yes(), Some("s")), not_done(3)]), [""; 0]);
    assert_eq!(after(&[retry(3, "a", &yes(), Some("s")), refused(3)]), [""; 0]);
    assert_eq!(after(&[retry(3, "a", &no(), Some("s")), not_done(3)]), [""; 0], "a no revokes");
    let in_the_form = json!({"action": "accept", "content": {"approved": false}});
    assert_eq!(after(&[retry(3, "a", &in_the_form, Some("s")), not_done(3)]), [""; 0], "so does a no in the form");
    let other = json!({"action": "accept", "content": {"approved": true, "note": "b"}});
    assert_eq!(
        after(&[retry(3, "a", &other, Some("s")), not_done(3)]),
        ["answered-again CALL-14 /params/inputResponses"]
    );
    assert_eq!(after(&[retry(3, "a", &yes(), Some("s")), done(3)]), ["state-done-twice RS-13 /result"]);
    // What was refused used nothing.
    let refused_first = [
        call(1, "a"),
        ask(1, Some("s")),
        retry(2, "a", &no(), Some("s")),
        refused(2),
        retry(3, "a", &yes(), Some("s")),
        done(3),
    ];
    assert_eq!(found(&refused_first), [""; 0]);
}

/// Once an answer brought another question, that one is open, and the state before it brings nothing.
#[test]
fn a_state_that_was_passed_over_is_done() {
    let first = |answer: &Value| [call(1, "a"), ask(1, Some("s-1")), retry(2, "a", answer, Some("s-1"))];
    let after = |answer: &Value, rest: &[Value]| found(&[&first(answer)[..], rest].concat());
    let passed_over = ["state-passed-over-accepted CALL-14 /result"];
    let again = [retry(3, "a", &yes(), Some("s-1")), done(3)];
    for answer in [yes(), no()] {
        assert_eq!(after(&answer, &[&[ask(2, Some("s-2"))][..], &again].concat()), passed_over);
    }
    let both_used =
        [ask(2, Some("s-2")), retry(4, "a", &yes(), Some("s-2")), done(4), again[0].clone(), again[1].clone()];
    assert_eq!(after(&yes(), &both_used), passed_over);
    assert_eq!(after(&yes(), &[ask(2, Some("s-2")), again[0].clone(), not_done(3)]), [""; 0]);
    assert_eq!(after(&yes(), &[ask(2, Some("s-2")), again[0].clone(), ask(3, Some("s-2"))]), [""; 0], "a lost answer");
    assert_eq!(after(&yes(), &[&[ask(2, Some("s-1"))][..], &again].concat()), [""; 0], "the same question again");
    let half = json!({"action": "accept", "content": {"approved": "true"}});
    let asked_again = after(&half, &[&[ask(2, Some("s-2"))][..], &again].concat());
    let pointer = "/params/inputResponses/q/content/approved";
    assert_eq!(asked_again, [format!("answer-content ELIC-10 {pointer}")], "half an answer is asked for again");
    let misshapen = json!({"action": "later"});
    let unanswered = after(&misshapen, &[&[ask(2, Some("s-2"))][..], &again].concat());
    assert_eq!(
        unanswered,
        ["answer-action ELIC-09 /params/inputResponses/q/action"],
        "what was no answer used nothing"
    );
}

/// The client's second answer and the server's taking it are two faults.
#[test]
fn a_recorded_no_becomes_no_yes() {
    for answer in [no(), json!({"action": "accept", "content": {"approved": false}})] {
        let begun = [call(1, "a"), ask(1, Some("s")), retry(2, "a", &answer, Some("s")), not_done(2)];
        let after = |rest: &[Value]| found(&[&begun[..], rest].concat());
        let second = "answered-again CALL-14 /params/inputResponses";
        let turned = after(&[retry(3, "a", &yes(), Some("s")), done(3)]);
        assert_eq!(turned, [second, "no-became-yes CALL-14 /result"]);
        assert_eq!(after(&[retry(3, "a", &yes(), Some("s")), not_done(3)]), [second]);
        assert_eq!(after(&[retry(3, "a", &answer, Some("s")), not_done(3)]), [""; 0]);
    }
}

#[test]
fn a_used_state_that_comes_again_and_is_refused_is_counted() {
    let again = |rest: &[Value]| {
        let used = [call(1, "a"), ask(1, Some("s")), retry(2, "a", &yes(), Some("s")), done(2)];
        let lines: Vec<_> = [&used[..], rest].concat().iter().map(Value::to_string).collect();
        let mut happens = |_| {};
        let checker = twogates_wirecheck::Checker::new(twogates_wirecheck::Options::default());
        checker.check(lines.join("\n").as_bytes(), &mut happens).unwrap().again
    };
    assert_eq!(again(&[]), 0);
    let retried = |id| retry(id, "a", &yes(), Some("s"));
    assert_eq!(again(&[retried(3), refused(3)]), 1);
    assert_eq!(again(&[retried(3), not_done(3), retried(4), refused(4)]), 2);
    assert_eq!(again(&[retried(3), done(3)]), 0, "that is a finding");
    assert_eq!(again(&[retried(3), ask(3, Some("t"))]), 0);
    assert_eq!(again(&[call(3, "a"), refused(3)]), 0);
}

/// No arguments and an empty object of them are one call.
#[test]
fn no_arguments_are_an_empty_object_of_them() {
    let without = |mut message: Value| {
        message["params"].as_object_mut().unwrap().remove("arguments");
        message
    };
    let empty = |mut message: Value| {
        message["params"]["arguments"] = json!({});
        message
    };
    let (first, second) = (call(1, "a"), retry(2, "a", &yes(), Some("s")));
    let run = |first: Value, second: Value| found(&[first, ask(1, Some("s")), second, done(2)]);
    assert_eq!(run(without(first.clone()), empty(second.clone())), [""; 0]);
    assert_eq!(run(empty(first.clone()), without(second.clone())), [""; 0]);
    let other = ["state-other-call RS-06 /params/requestState", "state-other-call-accepted RS-06 /result"];
    assert_eq!(run(without(first), second.clone()), other);
    let null = |mut message: Value| {
        message["params"]["arguments"] = Value::Null;
        message
    };
    let shape = "call-shape TOOL-14 /params/arguments";
    assert_eq!(run(empty(call(1, "a")), null(second)), [other[0], shape, other[1]], "null is something else");
}

#[test]
fn a_no_is_a_no_where_a_yes_was_asked_for() {
    let said = |schema: &Value, answer: &Value, end: Value| {
        let message = json!({"name": "x", "inputResponses": {"q": answer}});
        let first = request(1, "tools/call", &json!({"name": "x"}));
        found(&[first, result(1, &question(schema)), request(2, "tools/call", &message), end])
    };
    let approval = json!({"type": "object", "properties": {"approved": {"type": "boolean"}}});
    let name = json!({"type": "object", "properties": {"name": {"type": "string"}}});
    assert_eq!(said(&approval, &no(), done(2)), ["no-passed TOOL-11 /result"]);
    assert_eq!(said(&approval, &json!({"action": "cancel"}), done(2)), ["no-passed TOOL-11 /result"]);
    assert_eq!(said(&approval, &no(), not_done(2)), [""; 0]);
    assert_eq!(said(&name, &no(), done(2)), [""; 0], "a name may be kept to oneself");
    assert_eq!(answered(&json!({"result": {"resultType": "complete", "content": []}})), [""; 0]);
}

/// Entries name what they answer, who speaks, and what happened.
#[test]
fn in_entries_the_numbers_and_names_decide() {
    let sent = |number: u32, from: &str, answers: Option<u32>, message: Value| {
        let more = answers
            .map_or_else(|| json!({"message": message}), |answers| json!({"message": message, "answers": answers}));
        entry(number, "mcp", from, "server", more)
    };
    let back = |number: u32, to: &str, answers: u32, message: Value| {
        entry(number, "mcp", "server", to, json!({"answers": answers, "message": message}))
    };
    let asked = [sent(1, "alice's host", None, call(1, "a")), back(2, "alice's host", 1, ask(1, Some("s")))];
    let after = |rest: &[Value]| found(&[&asked[..], rest].concat());
    // Another file, and the number of the question: without the number nothing would tell which question is meant.
    assert_eq!(
        after(&[sent(3, "alice's host", Some(2), retry(2, "b", &yes(), None)), back(4, "alice's host", 3, refused(2))]),
        ["state-missing MRTR-13 /message/params"]
    );
    assert_eq!(
        after(&[sent(3, "bob's host", None, retry(1, "a", &yes(), Some("s"))), back(4, "bob's host", 3, done(1))]),
        ["state-other-client RS-04 /message/params/requestState", "state-other-client-accepted RS-04 /message/result"]
    );
    let effect = |number: u32, answers: u32| {
        entry(number, "effect", "server", "server", json!({"answers": answers, "text": ["gone"]}))
    };
    let twice = [
        sent(3, "alice's host", Some(2), retry(2, "a", &yes(), Some("s"))),
        effect(4, 3),
        back(5, "alice's host", 3, done(2)),
        sent(6, "alice's host", Some(2), retry(3, "a", &yes(), Some("s"))),
        effect(7, 6),
        back(8, "alice's host", 6, done(3)),
    ];
    assert_eq!(after(&twice), ["state-ran-twice RS-07 "], "results are not counted where effects are");
    let unasked =
        [sent(3, "alice's host", None, call(2, "b")), effect(4, 3), effect(5, 3), back(6, "alice's host", 3, done(2))];
    assert_eq!(after(&unasked), [""; 0], "an effect of a call that nobody was asked about");
}

/// Two servers may give one state, and ids are of a connection.
#[test]
fn each_connection_has_states_of_its_own() {
    let on = |name: &str, message: Value| json!({"session": name, "message": message});
    let both = [
        on("one", call(1, "a")),
        on("two", call(1, "b")),
        on("one", ask(1, Some("1"))),
        on("two", ask(1, Some("1"))),
        on("one", retry(2, "a", &yes(), Some("1"))),
        on("two", retry(2, "b", &yes(), Some("1"))),
        on("one", done(2)),
        on("two", done(2)),
    ];
    assert_eq!(found(&both), [""; 0]);
    let carried = [
        on("one", call(1, "a")),
        on("one", ask(1, Some("s"))),
        on("two", retry(2, "a", &yes(), Some("s"))),
        on("two", refused(2)),
    ];
    assert_eq!(
        found(&carried),
        [
            "state-other-client RS-04 /message/params/requestState",
            "state-other-tool RS-11 /message/params/requestState"
        ]
    );
}
