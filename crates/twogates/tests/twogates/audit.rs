//! What the audit tells of a server's day.

use crate::client::{call, delete, pay};
use crate::server::{START, Server};
use serde_json::json;
use twogates::consent::Moment;
use twogates::grants::audit::{What, unanswered, verify};

/// Each refusal is a row with its exact reason, and the rows are chained.
#[test]
fn every_refusal_is_a_row() {
    let server = Server::new();
    let state = server.ask(&delete("notes.txt"));
    let posts = [
        (call("list_notes", json!({"folder": 5})), "bad_arguments"),
        (call("list_notes", json!({})).by("alice/log:read"), "insufficient_scope"),
        (delete("notes.txt").by("alice/notes:read"), "insufficient_scope"),
        (delete("notes.txt").capabilities(json!({})), "no_form"),
        (call("delete_note", json!({})), "bad_arguments"),
        (delete("notes.txt").yes("x"), "tampered"),
        (delete("notes.txt").yes(&state.replacen("k1", "k2", 1)), "unknown_key"),
        (delete("notes.txt").yes(&state).by("bob"), "other_principal"),
        (pay("shop", 5).yes(&state), "other_contract"),
        (delete("report.csv").yes(&state), "other_arguments"),
    ];
    for (post, code) in posts {
        server.send(&post);
        let row = server.audit().pop().unwrap();
        assert_eq!((row.what, row.code.as_str()), (What::Refused, code));
    }
    assert_eq!(verify(&server.audit()), Ok(()));
}

/// A no is one row: that it was refused goes without saying.
#[test]
fn a_no_is_one_row() {
    let server = Server::new();
    let state = server.ask(&delete("notes.txt"));
    server.send(&delete("notes.txt").says(&state, "cancel"));
    let rows: Vec<_> = server.audit().into_iter().map(|row| (row.what, row.code)).collect();
    assert_eq!(rows[1..], [(What::Denied, "cancelled".to_owned())]);
}

/// What is refused at the question or behind it stands in that question's story; what is refused before it cannot.
#[test]
fn a_refusal_is_part_of_the_story_once_the_question_is_known() {
    let server = Server::new();
    let state = server.ask(&delete("notes.txt"));
    server.send(&delete("report.csv").yes(&state));
    server.clock.advance(300_000);
    server.send(&delete("notes.txt").yes(&state));
    let rows = server.audit();
    assert_eq!((rows[1].code.as_str(), rows[1].about.question), ("other_arguments", None));
    assert_eq!((rows[2].code.as_str(), rows[2].about.question), ("expired", rows[0].about.question));
}

/// C022: asked, and nobody answered.
#[test]
fn c022_a_question_that_expired_has_no_approver_and_no_grant() {
    let server = Server::new();
    let state = server.ask(&delete("notes.txt"));
    server.clock.advance(86_400_000);
    let rows = server.audit();
    let late = unanswered(&rows, Moment::from_store(START + 300_000));
    assert_eq!(late.iter().map(|row| row.number).collect::<Vec<_>>(), [1]);
    assert_eq!(rows.len(), 1, "nothing was written when it expired");
    let question = rows[0].about.question.unwrap();
    assert_eq!(server.gates.grants().recall(question), Ok(None));
    server.send(&delete("notes.txt").yes(&state));
    assert_eq!((server.reason().as_str(), server.effects()), ("expired", 0));
    assert_eq!(server.gates.grants().recall(question), Ok(None));
    assert_eq!(unanswered(&server.audit(), Moment::from_store(START + 300_000)).len(), 1);
}

/// Which approval allowed this effect: found by its grant.
#[test]
fn an_effect_leads_back_to_its_question() {
    let server = Server::new();
    let state = server.ask(&delete("notes.txt"));
    server.send(&delete("notes.txt").yes(&state));
    let rows = server.audit();
    let effect = rows.iter().find(|row| row.code == "executed").unwrap();
    let story = server.gates.grants().story(effect.about.question.unwrap()).unwrap();
    assert_eq!(story.first().map(|row| row.what), Some(What::Asked));
    assert_eq!(story.last(), Some(effect));
    assert!(story[1..].iter().all(|row| row.about.grant == effect.about.grant && row.about.grant.is_some()));
}
