//! A model's call that waits at the server's question, as a step of a vector.

#![expect(clippy::indexing_slicing, clippy::unwrap_used, reason = "tests fail loudly")]

use serde_json::{Value, json};
use twogates_lab::vectors::{Run, Vector};
use wire::entry::Kind;

/// A deletion that waits at its question, and what follows.
fn played(rest: &[Value]) -> Run {
    let call = json!({"do": "model", "by": "alice", "tool": "delete_file", "arguments": {"path": "notes.txt"},
        "waits": true, "expect": {"verdict": "asked"}});
    let steps: Vec<&Value> = [&call].into_iter().chain(rest).collect();
    let people = json!({"alice": {"scopes": ["files:write"]}, "bob": {"scopes": ["files:write"]}});
    let vector = json!({"title": "t", "story": "s", "rules": ["CALL-01"], "stops": [], "setup": {"people": people},
        "steps": steps});
    Vector::read("waits", &vector.to_string()).unwrap().play(&[])
}

fn answer(word: &str) -> Value {
    json!({"do": "retry", "of": 1, "answer": word, "expect": {"verdict": "ran"}})
}

fn fact(run: &Run, step: usize, name: &str) -> Value {
    run.seen[step - 1].as_ref().unwrap().fact(name).clone()
}

/// How often the model was told that the call is over.
fn told(run: &Run) -> usize {
    let to_model = run.entries.iter().filter(|entry| entry.kind == Kind::Host && entry.to.as_deref() == Some("model"));
    to_model.count()
}

#[test]
fn nobody_is_asked_before_the_retry() {
    let run = played(&[answer("yes")]);
    assert_eq!((fact(&run, 1, "verdict"), fact(&run, 1, "prompts")), (json!("asked"), json!(0)));
    assert_eq!((fact(&run, 2, "verdict"), fact(&run, 2, "prompts")), (json!("ran"), json!(1)));
    assert_eq!(fact(&run, 2, "ledger"), json!(["delete_file of lab: yes, to the server's question, by a person"]));
    assert_eq!(told(&run), 1);
}

#[test]
fn nobody_is_asked_twice_and_the_model_is_told_once() {
    let run = played(&[answer("decline"), answer("yes")]);
    assert_eq!((fact(&run, 2, "prompts"), fact(&run, 3, "prompts")), (json!(1), json!(0)));
    assert_eq!((fact(&run, 3, "code"), fact(&run, 3, "ledger")), (json!("answered_no"), json!([])));
    assert_eq!(told(&run), 1);
}

#[test]
fn in_another_client_nobody_is_asked() {
    let bob = json!({"do": "retry", "of": 1, "by": "bob", "answer": "yes", "expect": {"verdict": "ran"}});
    let run = played(&[bob, answer("yes")]);
    assert_eq!((fact(&run, 2, "code"), fact(&run, 2, "prompts")), (json!("other_principal"), json!(0)));
    assert_eq!((fact(&run, 3, "verdict"), fact(&run, 3, "prompts")), (json!("ran"), json!(1)));
}

#[test]
fn a_call_that_does_not_wait_is_not_answered_later() {
    let call = json!({"do": "model", "by": "alice", "tool": "delete_file", "expect": {"verdict": "refused"}});
    let vector = json!({"title": "t", "story": "s", "rules": ["CALL-01"], "stops": [],
        "setup": {"people": {"alice": {}}}, "steps": [call, answer("yes")]});
    let why = Vector::read("waits", &vector.to_string()).unwrap_err().why;
    assert_eq!(why, "step 2 refers to step 1, which sends nothing before it");
}
