//! What the audit tells of a server's day.

use crate::client::{asks, call, delete, pay, request};
use crate::server::{Policies, START, Server, deferred, principal};
use serde_json::json;
use std::sync::Arc;
use twogates::consent::Moment;
use twogates::grants::audit::{About, What, unanswered, verify};
use twogates::grants::{Memory, NotUsable};
use wire::message::META_VERSION;

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

/// Whoever is known and is turned away at the front door leaves one row with the exact reason: no tool, no arguments.
#[test]
fn whoever_is_known_and_turned_away_is_a_row() {
    let ask = || delete("notes.txt");
    for (post, code) in [
        (ask().by("alice@https://other.example"), "other_audience"),
        (ask().by("alice!0"), "token_expired"),
        (ask().raw("{"), "not_json"),
        (ask().raw(r#"{"a":1,"a":2}"#), "duplicate_name"),
        (ask().raw("[]"), "bad_envelope"),
        (ask().without("Mcp-Name"), "header_mismatch"),
        (ask().set("Mcp-Method", "x"), "header_mismatch"),
        (ask().param("_meta", json!(null)), "meta_missing"),
        (
            ask().body(|body| body["params"]["_meta"][META_VERSION] = json!("1")).set("MCP-Protocol-Version", "1"),
            "wrong_version",
        ),
        (request("initialize", json!({})), "unknown_method"),
        (ask().param("arguments", json!([])), "bad_params"),
        (
            request("notifications/x", json!({}))
                .without("Mcp-Method")
                .body(|body| drop(body.as_object_mut().unwrap().remove("id"))),
            "header_mismatch",
        ),
    ] {
        let server = Server::new();
        server.send(&post);
        let rows = server.audit();
        assert_eq!(server.codes(), [code]);
        assert_eq!((rows[0].what, rows[0].about.clone()), (What::Refused, About::at_the_door(&principal("alice"))));
        assert_eq!((rows[0].about.subject.as_str(), rows[0].about.tool.as_str()), ("alice", ""));
    }
    let server = Server::new();
    server.line("{", &["notes:write"]);
    assert_eq!(server.codes(), ["not_json"], "on stdio it is the local user");
}

/// There is nobody to name, and anybody could write.
#[test]
fn whoever_is_not_known_leaves_no_row() {
    let server = Server::new();
    for post in [
        delete("a").path("/elsewhere"),
        delete("a").method("GET"),
        delete("a").header("Origin", "https://evil.example"),
        delete("a").without("Authorization"),
        delete("a").by("mallory"),
        delete("a").header("Authorization", "Bearer alice"),
    ] {
        server.send(&post);
    }
    assert_eq!(server.audit(), []);
}

/// What is let in leaves no row of the door's.
#[test]
fn whoever_is_let_in_leaves_no_row() {
    let server = Server::new();
    server.send(&request("tools/list", json!({})));
    server.send(&call("list_notes", json!({})));
    server.line(&request("tools/list", json!({})).text(), &[]);
    assert_eq!(server.audit(), []);
}

/// Nobody fills a store by being refused, at whichever door: half of it is kept for questions.
#[test]
fn refusals_of_every_kind_together_take_half_of_a_store() {
    let server = Server::over(|clock| Arc::new(Memory::new(clock).with_capacity(12)));
    let poor = || delete("a").by("alice/notes:read");
    for post in
        [poor(), delete("a").raw("{"), call("drop_all", json!({})), call("read_log", json!({})).by("alice/notes:read")]
    {
        for _ in 0..20 {
            server.send(&post);
        }
    }
    assert_eq!(server.codes(), ["insufficient_scope"; 6]);
    for _ in 0..6 {
        server.ask(&delete("notes.txt"));
    }
    assert!(!asks(&server.send(&delete("notes.txt"))));
}

/// A worker that is handed a spent reference again and again fills no store either.
#[test]
fn refused_claims_are_among_them() {
    let server = Server {
        policies: Policies { pay: deferred(), ..Policies::default() },
        ..Server::over(|clock| Arc::new(Memory::new(clock).with_capacity(12)))
    };
    let state = server.ask(&pay("shop", 5));
    server.send(&pay("shop", 5).yes(&state));
    let reference = server.queue.lock().unwrap().front().unwrap().clone();
    server.work().unwrap();
    for _ in 0..20 {
        assert_eq!(server.gates.claim(&server.pay, &reference).unwrap_err(), NotUsable::Used);
    }
    let refused = server.codes().into_iter().filter(|code| code == "used").count();
    assert_eq!(refused, 6);
}

/// A caller makes up the name of an unknown tool: no row keeps more of it than a name may have.
#[test]
fn a_row_keeps_no_long_name() {
    let server = Server::new();
    let kept = |name: &str| {
        server.send(&call(name, json!({})));
        server.audit().pop().unwrap().about.tool
    };
    assert_eq!(kept(&"x".repeat(128)), "x".repeat(128));
    let cut = kept(&"x".repeat(129));
    assert!(cut.contains("(129 characters, SHA-256 ") && cut.len() < 250, "{cut}");
    assert!(kept(&"x".repeat(100_000)).len() < 250);
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

/// One refusal is one row: what the store wrote with the claim is not written again.
#[test]
fn a_refused_claim_is_one_row() {
    let server = Server::new();
    let state = server.ask(&delete("notes.txt"));
    server.authority.0.store(false, std::sync::atomic::Ordering::SeqCst);
    server.send(&delete("notes.txt").yes(&state));
    let rows: Vec<_> = server.audit().into_iter().map(|row| (row.what, row.code)).collect();
    let row = |what, code: &str| (what, code.to_owned());
    assert_eq!(
        rows,
        [
            row(What::Asked, "input_required"),
            row(What::Issued, "reported_by_client"),
            row(What::Refused, "no_longer_authorized"),
            row(What::Ended, "no_longer_authorized"),
        ]
    );
}
