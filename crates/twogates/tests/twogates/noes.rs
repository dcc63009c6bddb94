//! After three noes in ten minutes nobody is asked for a while.

use crate::client::{asks, delete, error, pay, result};
use crate::server::{Server, deferred, principal};
use crate::tools::DeleteNote;
use rules::Defence;
use rules::danger::without;
use serde_json::json;
use twogates::consent::{Moment, Policy};
use twogates::grants::NotUsable;
use twogates::scope::{Caller, ScopeSet};
use twogates::{Attempt, NOES, NOES_WITHIN_MS, Refusal};
use wire::message::ToolCall;

/// Alice says no to this tool's question.
fn no(server: &Server, post: &crate::client::Post) {
    let state = server.ask(post);
    assert!(result(&server.send(&post.clone().says(&state, "decline"))).0);
}

#[test]
fn it_is_three_in_ten_minutes() {
    assert_eq!((NOES, NOES_WITHIN_MS), (3, 600_000));
}

#[test]
fn the_fourth_question_is_not_asked() {
    let server = Server::new();
    for _ in 0..3 {
        assert!(asks(&server.send(&delete("report.csv"))));
        no(&server, &delete("notes.txt"));
    }
    let expected = "Not run: this tool was refused three times in ten minutes; nobody is asked before 2026-07-28 \
                    14:10:00 UTC. Do something else; later, call only if the person asks for it.";
    for post in [delete("notes.txt"), delete("report.csv")] {
        assert_eq!(result(&server.send(&post)), (true, expected.to_owned()), "whatever the arguments");
        assert_eq!(server.reason(), "too_many_noes");
    }
    assert!(asks(&server.send(&pay("shop", 5))), "another tool");
    assert!(asks(&server.send(&delete("notes.txt").by("bob"))), "another person");
}

/// The oldest of the last three decides; the moment that was told is the first at which it is asked again.
#[test]
fn they_count_for_ten_minutes_and_not_a_millisecond_more() {
    let server = Server::new();
    for _ in 0..3 {
        no(&server, &delete("notes.txt"));
        server.clock.advance(10);
    }
    server.clock.set(crate::server::START + 600_000);
    let caller = Caller { principal: principal("alice"), granted: ScopeSet::of(&["notes:write"]) };
    let call = json!({"name": "delete_note", "arguments": {"path": "notes.txt"}});
    let attempt = Attempt::of(ToolCall::read(call.as_object().unwrap()).unwrap(), true);
    let refusal = server.gates.act(&DeleteNote(server.world.clone()), &Policy::default(), caller, attempt).unwrap_err();
    let again_at = Moment::from_store(crate::server::START + 600_001);
    assert_eq!(refusal, Refusal::TooManyNoes { again_at }, "told to the millisecond");
    assert!(!asks(&server.send(&delete("notes.txt"))), "the oldest is ten minutes old");
    server.clock.advance(1);
    assert!(asks(&server.send(&delete("notes.txt"))), "and now older");
    no(&server, &delete("notes.txt"));
    let (_, text) = result(&server.send(&delete("notes.txt")));
    assert!(text.contains("nobody is asked before 2026-07-28 14:10:00 UTC"), "the second of before counts: {text}");
    server.clock.set(crate::server::START + 600_010);
    assert!(!asks(&server.send(&delete("notes.txt"))));
    server.clock.advance(1);
    assert!(asks(&server.send(&delete("notes.txt"))));
}

/// However a no comes, it counts: as a late answer, or after a yes that it takes back.
#[test]
fn every_no_counts_however_it_comes() {
    let late = |server: &Server| {
        let state = server.ask(&pay("shop", 5));
        server.clock.advance(300_000);
        let answer = server.send(&pay("shop", 5).says(&state, "decline"));
        assert_eq!(error(&answer).1, -32602, "it is refused like any late answer");
        let again = result(&server.send(&pay("shop", 5).yes(&state)));
        assert!(again.0 && again.1.contains("declined"), "and stands: {}", again.1);
    };
    let taken_back = |server: &Server| {
        let state = server.ask(&pay("shop", 5));
        server.send(&pay("shop", 5).yes(&state));
        assert!(result(&server.send(&pay("shop", 5).says(&state, "cancel"))).1.contains("taken back"));
        assert_eq!(server.work(), Err(NotUsable::Revoked));
    };
    let kinds: [&dyn Fn(&Server); 2] = [&late, &taken_back];
    for kind in kinds {
        let mut server = Server::new();
        server.policies.pay = deferred();
        no(&server, &pay("shop", 5));
        no(&server, &pay("shop", 5));
        kind(&server);
        let (_, text) = result(&server.send(&pay("shop", 5)));
        assert!(text.contains("refused three times"), "{text}");
    }
}

/// Whoever was asked before may still answer: the limit is on asking.
#[test]
fn an_open_question_can_still_be_answered() {
    let server = Server::new();
    let open = server.ask(&delete("report.csv"));
    for _ in 0..3 {
        no(&server, &delete("notes.txt"));
    }
    assert_eq!(result(&server.send(&delete("report.csv").yes(&open))), (false, "Deleted report.csv.".into()));
}

/// And a retry that says nothing puts no question again: a question from before the noes is no way around them.
#[test]
fn an_open_question_is_not_put_again_after_the_noes() {
    let server = Server::new();
    let open = server.ask(&delete("report.csv"));
    no(&server, &delete("notes.txt"));
    no(&server, &delete("notes.txt"));
    assert!(asks(&server.send(&delete("report.csv").state(&open))), "two are not too many");
    no(&server, &delete("notes.txt"));
    let (is_error, text) = result(&server.send(&delete("report.csv").state(&open)));
    assert!(is_error && text.contains("refused three times in ten minutes"), "{text}");
    assert_eq!(server.reason(), "too_many_noes");
}

#[test]
fn a_yes_between_does_not_count_and_does_not_clear() {
    let server = Server::new();
    no(&server, &delete("notes.txt"));
    no(&server, &delete("notes.txt"));
    let state = server.ask(&delete("report.csv"));
    server.send(&delete("report.csv").yes(&state));
    no(&server, &delete("notes.txt"));
    assert!(!asks(&server.send(&delete("notes.txt"))));
}

#[test]
fn without_the_limit_a_model_asks_until_somebody_gives_in() {
    let server = Server::new();
    let server = Server { gates: without(server.gates, Defence::NoesLimit), ..server };
    for _ in 0..10 {
        no(&server, &delete("notes.txt"));
    }
    let state = server.ask(&delete("notes.txt"));
    server.send(&delete("notes.txt").yes(&state));
    assert_eq!(server.effects(), 1);
}
