//! A yes that comes twice, a yes after a no, a no after a yes.

use crate::client::{asks, call, delete, result};
use crate::server::Server;
use serde_json::json;
use std::sync::{Barrier, Mutex};
use twogates::grants::audit::{What, verify};

#[test]
fn the_same_yes_again_is_told_what_was_done() {
    let server = Server::new();
    let yes = delete("notes.txt").yes(&server.ask(&delete("notes.txt")));
    assert_eq!(result(&server.send(&yes)), (false, "Deleted notes.txt.".into()));
    server.world.lock().unwrap().notes.insert("notes.txt".into(), "the text of notes.txt".into());
    let told = "Already done at 2026-07-28 14:00:00 UTC; nothing ran again (Deleted notes.txt). To do it once more, call \
                without requestState, and a person is asked afresh.";
    for _ in 0..3 {
        server.clock.advance(100_000);
        assert_eq!(result(&server.send(&yes)), (true, told.to_owned()));
    }
    assert_eq!(server.effects(), 1);
    let state_alone = yes.param("inputResponses", json!(null));
    assert_eq!(result(&server.send(&state_alone)), (true, told.to_owned()), "whatever the answer says");
    assert!(asks(&server.send(&delete("notes.txt"))), "another call is asked about again");
}

#[test]
fn a_yes_after_a_no_changes_nothing() {
    // A no that is told again invites nobody to call again.
    for (action, why) in [
        (
            "decline",
            "the person declined, or was not shown the question. Do not repeat the call unless the person asks for it.",
        ),
        (
            "cancel",
            "the person closed the question without deciding. The person may be asked again later, if they want the call.",
        ),
    ] {
        let server = Server::new();
        let state = server.ask(&delete("notes.txt"));
        assert!(result(&server.send(&delete("notes.txt").says(&state, action))).0);
        server.clock.advance(60_000);
        let told = format!("Not run: this question was answered at 2026-07-28 14:00:00 UTC: {why}");
        for retry in [
            delete("notes.txt").yes(&state),
            delete("notes.txt").state(&state),
            delete("notes.txt").says(&state, "cancel"),
        ] {
            assert_eq!(result(&server.send(&retry)), (true, told.clone()));
        }
        assert_eq!(server.effects(), 0);
    }
}

#[test]
fn a_no_after_a_spent_yes_changes_nothing() {
    let server = Server::new();
    let state = server.ask(&delete("notes.txt"));
    server.send(&delete("notes.txt").yes(&state));
    let (is_error, text) = result(&server.send(&delete("notes.txt").says(&state, "decline")));
    assert!(is_error && text.starts_with("Already done at 2026-07-28 14:00:00 UTC; nothing ran again"), "{text}");
    let audit = server.audit();
    assert!(audit.iter().all(|row| row.what != What::Denied && row.code != "used"), "nobody tries to take it back");
    assert_eq!(audit.last().map(|row| row.code.as_str()), Some("executed"));
}

/// C016 in one process: 20 connections send the same accepted retry at once.
#[test]
fn c016_of_twenty_retries_at_once_one_runs() {
    for _ in 0..20 {
        let server = Server::new();
        let yes = delete("notes.txt").yes(&server.ask(&delete("notes.txt")));
        let (start, told) = (Barrier::new(20), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            for number in 100..120 {
                let (yes, server, start, told) =
                    (yes.clone().body(|body| body["id"] = json!(number)), &server, &start, &told);
                scope.spawn(move || {
                    start.wait();
                    let response = server.send(&yes);
                    told.lock().unwrap().push(result(&response));
                });
            }
        });
        let told = told.into_inner().unwrap();
        assert_eq!(told.iter().filter(|(is_error, text)| !is_error && text == "Deleted notes.txt.").count(), 1);
        let used = |text: &str| text.starts_with("In progress since ") || text.starts_with("Already done at ");
        assert_eq!(told.iter().filter(|(is_error, text)| *is_error && used(text)).count(), 19, "{told:?}");
        assert_eq!(server.effects(), 1);
        assert_eq!(verify(&server.audit()), Ok(()));
    }
}

/// A replay stands in the story of its question, so that who looks up an effect sees it.
#[test]
fn a_replay_is_part_of_the_story() {
    let server = Server::new();
    let state = server.ask(&delete("notes.txt"));
    server.send(&delete("notes.txt").yes(&state));
    server.send(&delete("notes.txt").yes(&state));
    let question = server.audit()[0].about.question.unwrap();
    let story = server.gates.grants().story(question).unwrap();
    let told: Vec<_> = story.iter().map(|row| (row.what, row.code.as_str())).collect();
    let expected = [
        (What::Asked, "input_required"),
        (What::Issued, "reported_by_client"),
        (What::Claimed, "claimed"),
        (What::Ended, "executed"),
        (What::Refused, "executed"),
    ];
    assert_eq!(told, expected);
}

/// One yes covers one call: not the tool, not the same call a second time.
#[test]
fn a_yes_covers_one_call() {
    let server = Server::new();
    server.send(&delete("notes.txt").yes(&server.ask(&delete("notes.txt"))));
    assert!(asks(&server.send(&delete("notes.txt"))));
    assert!(asks(&server.send(&delete("report.csv"))));
    assert_eq!(server.effects(), 1);
}

/// The effect itself looks at the resource once more: what the person saw is what is acted on.
#[test]
fn a_note_that_changed_after_the_question_is_not_deleted() {
    let server = Server::new();
    let state = server.ask(&delete("notes.txt"));
    server.world.lock().unwrap().notes.insert("notes.txt".into(), "something else".into());
    let (is_error, text) = result(&server.send(&delete("notes.txt").yes(&state)));
    let told = "Not run: since the question was asked, its content changed; now: notes.txt, 14 bytes. Make the call \
                again, so that a person sees the resource as it is now.";
    assert_eq!((is_error, text.as_str()), (true, told));
    let (is_error, text) = result(&server.send(&delete("notes.txt").yes(&state)));
    let again = format!(
        "Already tried at 2026-07-28 14:00:00 UTC, and it failed; nothing ran again ({}). Make the call again without \
         requestState, and a person is asked afresh.",
        told.trim_end_matches('.')
    );
    assert_eq!((is_error, text), (true, again));
    assert_eq!(server.effects(), 0);
}

#[test]
fn a_read_is_never_asked_about_and_leaves_no_row() {
    let server = Server::new();
    let read = call("list_notes", json!({"folder": "inbox"})).capabilities(json!({}));
    assert_eq!(result(&server.send(&read)), (false, "the notes of inbox".into()));
    assert_eq!(server.audit(), []);
}
