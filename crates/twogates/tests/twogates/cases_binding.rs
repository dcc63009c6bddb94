//! Failures that others met, by case number: whom and what a yes is for.

use crate::client::{asks, call, delete, error, pay, result, yes};
use crate::server::Server;
use serde_json::{Value, json};
use twogates::consent::BadState;
use wire::message::META_CLIENT;

#[test]
fn c010_a_yes_to_one_payment_runs_no_other() {
    let server = Server::new();
    let state = server.ask(&pay("acct-1", 10));
    for other in [pay("acct-1", 9999), pay("acct-2", 10), pay("acct-1", 11), pay("acct-1 ", 10)] {
        assert_eq!(error(&server.send(&other.yes(&state))), (200, -32602, BadState::OUTWARD.to_owned()));
        assert_eq!(server.reason(), "other_arguments");
    }
    // A property that the schema does not know is told before the state is looked at.
    let memo = call("pay", json!({"to": "acct-1", "amount": 10, "memo": "x"})).yes(&state);
    let (is_error, text) = result(&server.send(&memo));
    assert!(is_error && text.contains("unknown field `memo`"), "{text}");
    let urgent = call("pay", json!({"to": "acct-1", "amount": 10, "urgent": true})).yes(&state);
    assert_eq!(error(&server.send(&urgent)).1, -32602);
    assert_eq!(server.effects(), 0);
    assert_eq!(result(&server.send(&pay("acct-1", 10).yes(&state))), (false, "Paid 10 to acct-1.".into()));
    assert!(result(&server.send(&pay("acct-1", 10).yes(&state))).0, "once");
    assert_eq!(server.world.lock().unwrap().paid, [("acct-1".to_owned(), 10)]);
}

/// What is the same call written otherwise is the same call: the default written out, the names in another order.
#[test]
fn c010_the_same_payment_written_otherwise_is_the_same() {
    let server = Server::new();
    let state = server.ask(&pay("acct-1", 10));
    let written_out = call("pay", json!({"urgent": false, "amount": 10.0, "to": "acct-1"})).yes(&state);
    assert_eq!(result(&server.send(&written_out)), (false, "Paid 10 to acct-1.".into()));
}

#[test]
fn c026_another_user_s_state_is_refused_and_not_burnt() {
    let server = Server::new();
    let state = server.ask(&delete("notes.txt").by("alice"));
    let by_bob = server.send(&delete("notes.txt").yes(&state).by("bob"));
    assert_eq!(error(&by_bob), (200, -32602, BadState::OUTWARD.to_owned()));
    assert_eq!((server.reason().as_str(), server.effects()), ("other_principal", 0));
    assert!(!result(&server.send(&delete("notes.txt").yes(&state).by("alice"))).0);
    assert_eq!(server.effects(), 1);
}

/// Who calls is taken from the token and from nothing else that a request says.
#[test]
fn c028_nothing_but_the_token_says_who_calls() {
    let server = Server::new();
    let info = |post: crate::client::Post, name: &str| {
        post.body(|body| body["params"]["_meta"][META_CLIENT] = json!({"name": name, "version": "1"}))
    };
    let state = server.ask(&info(delete("notes.txt"), "DeskApp"));
    let as_alice = info(delete("notes.txt").yes(&state), "DeskApp")
        .by("bob")
        .header("Mcp-User", "alice")
        .header("X-Forwarded-User", "alice")
        .header("Mcp-Session-Id", "alice");
    assert_eq!(error(&server.send(&as_alice)).2, BadState::OUTWARD);
    let claimed = call("delete_note", json!({"path": "notes.txt", "user": "alice"})).yes(&state).by("bob");
    assert!(result(&server.send(&claimed)).0, "an argument that the schema does not know");
    let in_the_answer = delete("notes.txt").state(&state).by("bob").answer(json!({
        "action": "accept", "content": {"approved": true, "user": "alice"}, "principal": "alice",
    }));
    assert_eq!(error(&server.send(&in_the_answer)).1, -32602);
    assert_eq!(server.effects(), 0);
    // Another client name, or none, is the same caller all the same.
    assert!(!result(&server.send(&info(delete("notes.txt").yes(&state), "OtherApp"))).0);
}

/// C029, over HTTP: nobody's principal and tool run together into another's.
#[test]
fn c029_no_state_opens_for_another_principal_or_tool() {
    let server = Server::new();
    let posts = || [delete("notes.txt"), delete("notes.txt").by("bob"), pay("shop", 5), pay("shop", 5).by("bob")];
    for (place, sealing) in posts().into_iter().enumerate() {
        let state = server.ask(&sealing);
        for (other, opening) in posts().into_iter().enumerate().filter(|(other, _)| *other != place) {
            let response = server.send(&opening.yes(&state));
            assert_eq!(error(&response).2, BadState::OUTWARD, "sealed by {place}, opened by {other}");
        }
    }
    assert_eq!(server.effects(), 0);
}

/// A worker's or a client's arguments are not what runs: the stored ones are.
#[test]
fn what_was_shown_is_what_runs() {
    let server = Server::new();
    let state = server.ask(&pay("acct-1", 10));
    let twice = pay("acct-1", 10).yes(&state).body(|body| {
        let inside: Value = json!({"action": "accept", "content": {"approved": true, "amount": 9999, "to": "acct-2"}});
        body["params"]["inputResponses"]["approval"] = inside;
    });
    assert_eq!(result(&server.send(&twice)), (false, "Paid 10 to acct-1.".into()));
}

#[test]
fn an_answer_to_something_else_is_ignored() {
    let server = Server::new();
    let state = server.ask(&delete("notes.txt"));
    let elsewhere = delete("notes.txt").state(&state).param("inputResponses", json!({"other": yes()}));
    assert!(asks(&server.send(&elsewhere)));
    let beside = json!({"other": {"action": "decline"}, "approval": yes(), "more": {"foo": 1}});
    let beside = delete("notes.txt").state(&state).param("inputResponses", beside);
    assert_eq!(result(&server.send(&beside)), (false, "Deleted notes.txt.".into()));
}
