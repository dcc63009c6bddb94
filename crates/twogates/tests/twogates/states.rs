//! Bad states: one outward text, an exact reason in the audit, and the honest state still works.

use crate::client::{Post, call, delete, error, pay, result};
use crate::server::{METADATA, Server};
use serde_json::json;
use twogates::consent::BadState;

/// Every way in which a state can be no good for a call.
fn bad(server: &Server) -> Vec<(&'static str, Post)> {
    let state = server.ask(&delete("notes.txt"));
    let by_bob = server.ask(&delete("notes.txt").by("bob"));
    let expired = server.ask(&delete("report.csv"));
    server.clock.advance(299_999);
    let fresh = server.ask(&delete("notes.txt"));
    server.clock.advance(1);
    vec![
        ("tampered", delete("notes.txt").yes("nonsense")),
        ("tampered", delete("notes.txt").yes("")),
        ("tampered", delete("notes.txt").yes(&format!("{fresh}A"))),
        ("unknown_key", delete("notes.txt").yes(&fresh.replacen("k1", "k9", 1))),
        ("other_principal", delete("notes.txt").yes(&by_bob)),
        ("other_contract", pay("shop", 5).yes(&fresh)),
        ("other_arguments", delete("report.csv").yes(&fresh)),
        ("expired", delete("notes.txt").yes(&state)),
        ("expired", delete("report.csv").says(&expired, "decline")),
    ]
}

#[test]
fn weakness_15_all_bad_states_have_one_outward_answer() {
    let server = Server::new();
    for (reason, post) in bad(&server) {
        let response = server.send(&post);
        assert_eq!(error(&response), (200, -32602, BadState::OUTWARD.to_owned()), "{reason}");
        assert_eq!(server.reason(), reason);
    }
    let mut bodies: Vec<_> = bad(&server).iter().map(|(_, post)| server.send(post).body).collect();
    bodies.dedup();
    assert_eq!(bodies.len(), 1, "byte for byte");
    assert_eq!(server.effects(), 0);
}

#[test]
fn a_state_that_was_refused_elsewhere_still_works() {
    let server = Server::new();
    let state = server.ask(&delete("notes.txt"));
    for post in [
        delete("notes.txt").yes(&state).by("bob"),
        delete("report.csv").yes(&state),
        pay("shop", 5).yes(&state),
        delete("notes.txt").yes(&format!("{state}A")),
        delete("report.csv").says(&state, "decline"),
        delete("notes.txt").says(&state, "decline").by("bob"),
    ] {
        assert_eq!(error(&server.send(&post)).2, BadState::OUTWARD);
    }
    assert_eq!(result(&server.send(&delete("notes.txt").yes(&state))), (false, "Deleted notes.txt.".into()));
}

/// The principal is bound, not the token: a step-up between question and answer does not kill the question.
#[test]
fn a_new_token_of_the_same_principal_keeps_the_question() {
    let server = Server::new();
    let state = server.ask(&pay("shop", 5).by("alice/payments:write"));
    let stepped_up = pay("shop", 5).yes(&state).by("alice/payments:write+payments:approve");
    assert_eq!(result(&server.send(&stepped_up)), (false, "Paid 5 to shop.".into()));
}

/// A state without an answer, and an answer without a state.
#[test]
fn a_state_without_an_answer_is_asked_again_and_an_answer_without_a_state_afresh() {
    let server = Server::new();
    let state = server.ask(&delete("notes.txt"));
    let again = server.ask(&delete("notes.txt").state(&state));
    assert_ne!(again, state);
    let afresh = server.ask(&delete("notes.txt").answer(crate::client::yes()));
    assert!(afresh != state && afresh != again);
    let questions: Vec<_> = server.audit().iter().filter_map(|row| row.about.question).collect();
    assert_eq!(questions.len(), 3);
    assert!(questions[0] == questions[1] && questions[2] != questions[0]);
    assert_eq!(server.effects(), 0);
    for yes in [delete("notes.txt").yes(&again), delete("notes.txt").yes(&state)] {
        server.send(&yes);
    }
    assert_eq!(server.effects(), 1, "both rounds are one question");
}

/// The time to answer runs from the first asking: not answering wins none.
#[test]
fn asking_again_wins_no_time() {
    let server = Server::new();
    let state = server.ask(&delete("notes.txt"));
    server.clock.advance(299_999);
    let again = server.ask(&delete("notes.txt").state(&state));
    server.clock.advance(1);
    assert_eq!(error(&server.send(&delete("notes.txt").yes(&again))).2, BadState::OUTWARD);
    assert_eq!(server.reason(), "expired");
}

/// A server under another name, or with another tool behind the name, is another server.
#[test]
fn a_state_of_a_server_whose_tool_changed_is_refused() {
    let mut server = Server::new();
    let state = server.ask(&pay("shop", 5));
    server.pay.urgent = true;
    assert_eq!(error(&server.send(&pay("shop", 5).yes(&state))).2, BadState::OUTWARD);
    assert_eq!(server.reason(), "other_contract");
    server.pay.urgent = false;
    assert_eq!(result(&server.send(&pay("shop", 5).yes(&state))), (false, "Paid 5 to shop.".into()));
}

/// Each row of the audit is about who called and what, the refused among them.
#[test]
fn a_refused_state_is_written_down_with_who_presented_it() {
    let server = Server::new();
    let state = server.ask(&delete("notes.txt"));
    server.send(&delete("notes.txt").yes(&state).by("bob"));
    let row = server.audit().pop().unwrap();
    assert_eq!(
        (row.about.subject.as_str(), row.about.tool.as_str(), row.code.as_str()),
        ("bob", "delete_note", "other_principal")
    );
    assert_eq!(row.about.question, None, "nobody else's attempts stand in the question's story");
    assert!(!server.send(&call("list_notes", json!({}))).body.contains(METADATA));
}

/// C020: a yes after the time to answer. The one outward text says what to do; that the call would be asked about afresh says
/// that it is not pending. It does not say "nothing ran" (the case's words): where the store was not asked, a server does not
/// know that, and every bad state has the same text.
#[test]
fn c020_a_late_yes_is_told_to_call_again() {
    let server = Server::new();
    let state = server.ask(&delete("notes.txt"));
    server.clock.advance(300_000);
    let (status, code, text) = error(&server.send(&delete("notes.txt").yes(&state)));
    assert_eq!((status, code), (200, -32602));
    assert!(text.contains("Call again without it to be asked afresh"), "{text}");
    assert!(["pending", "queued", "approved"].iter().all(|word| !text.contains(word)), "{text}");
    assert_eq!((server.reason().as_str(), server.effects()), ("expired", 0));
}
