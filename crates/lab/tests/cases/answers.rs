//! What comes back in place of a yes: kinds elicit-content and elicit-action.

use crate::{Lab, Told, accepted, asked, call, notes, retry, yes};
use serde_json::{Value, json};

/// What this answer to a fresh question comes to, and the lab afterwards.
fn answered(answer: &Value) -> (Lab, Told) {
    let (lab, _, told) = with_state(answer);
    (lab, told)
}

/// The same, with the state of the question.
fn with_state(answer: &Value) -> (Lab, String, Told) {
    let lab = Lab::new();
    let mut alice = lab.alice();
    let state = asked(&mut alice, "delete_file", &notes());
    let told = Told::of(&retry(&mut alice, "delete_file", &notes(), answer, &state));
    (lab, state, told)
}

/// C001: an accept without what was asked for.
#[test]
fn c001_an_accept_without_the_answer_asks_again_and_leaves_no_grant() {
    for answer in [
        json!({"action": "accept"}),
        json!({"action": "accept", "content": {}}),
        json!({"action": "accept", "content": null}),
    ] {
        let (lab, first, told) = with_state(&answer);
        assert!(told.asks(), "{answer}: {told:?}");
        assert!(lab.untouched(), "{answer}");
        assert_eq!(lab.audit(), ["asked input_required", "asked input_required"], "{answer}");
        // What was asked again is the same question: its answer runs the call once, and both states are spent by it.
        let mut alice = lab.alice();
        let second = told.state();
        assert_eq!(accepted(&mut alice, "delete_file", &notes(), &second), Told::Done("deleted notes.txt".into()));
        for spent in [first, second] {
            let text = accepted(&mut alice, "delete_file", &notes(), &spent).failure();
            assert!(text.starts_with("Already done"), "{text}");
        }
        assert_eq!(lab.issued(), 1, "{answer}");
    }
}

/// C003: three noes, told apart in the audit.
#[test]
fn c003_three_noes_are_three_outcomes_and_no_effect() {
    for (answer, code) in [
        (json!({"action": "accept", "content": {"approved": false}}), "refused_in_form"),
        (json!({"action": "decline"}), "declined"),
        (json!({"action": "cancel"}), "cancelled"),
    ] {
        let (lab, told) = answered(&answer);
        assert!(told.failure().starts_with("Not run: "), "{answer}");
        assert!(lab.untouched(), "{answer}");
        assert_eq!(lab.audit(), ["asked input_required".to_owned(), format!("denied {code}")]);
    }
}

/// C006: what looks like a yes.
#[test]
fn c006_of_five_answers_the_exact_yes_alone_deletes() {
    let (lab, told) = answered(&yes());
    assert_eq!(told, Told::Done("deleted notes.txt".into()));
    assert_eq!(lab.files(), ["payroll/june.csv", "report.csv"]);
    for answer in [
        json!({"approved": true}),
        json!({"decision": "approved"}),
        json!({"action": "Accept", "content": {"approved": true}}),
        json!({"action": "accept", "content": {"approval": {"approved": true}}}),
    ] {
        let (lab, told) = answered(&answer);
        assert!(told.asks(), "{answer}: {told:?}");
        assert!(lab.untouched(), "{answer}");
        assert_eq!(lab.audit(), ["asked input_required", "asked input_required"], "{answer}");
    }
}

/// C008: a no stands, and no argument gets around the question.
#[test]
fn c008_a_declined_state_is_burnt_and_no_argument_is_a_bypass() {
    let lab = Lab::new();
    let mut alice = lab.alice();
    let state = asked(&mut alice, "delete_file", &notes());
    let declined = retry(&mut alice, "delete_file", &notes(), &json!({"action": "decline"}), &state);
    let text = Told::of(&declined).failure();
    assert_eq!(
        text,
        "Not run: the person declined, or was not shown the question. Do not repeat the call unless the person asks \
         for it."
    );
    let burnt = accepted(&mut alice, "delete_file", &notes(), &state).failure();
    assert!(burnt.starts_with("Not run: this question was answered at "), "{burnt}");
    assert!(lab.untouched());
    assert_eq!(lab.audit(), ["asked input_required", "denied declined", "refused answered_no"]);

    // The schema has no such argument, so that nobody is asked about a call that has one.
    let confirmed = Told::of(&call(&mut alice, "delete_file", &json!({"path": "notes.txt", "confirm": true})));
    let confirmed = confirmed.failure();
    assert!(confirmed.contains("unknown field `confirm`"), "{confirmed}");
    let again = asked(&mut alice, "delete_file", &notes());
    assert_ne!(again, state, "a question of its own");
    assert!(lab.untouched());
    for said in [&text, &burnt] {
        assert!(!said.contains("confirm"), "{said}");
    }
}
