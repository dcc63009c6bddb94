//! The same question again.

use crate::seal_format::body;
use crate::{DeleteNote, ID, NOW, Scene, digest, note, responses, yes};
use serde_json::json;
use twogates_consent::{
    Answered, BadState, CannotAsk, Changed, How, Lifetime, NotAnswered, Policy, Question, Snapshot,
};

/// What comes of an answer that is none.
fn again(scene: &Scene, state: &str) -> Question {
    match scene.open(state).unwrap().answer(&responses(&json!({})), NOW.later(1000)).unwrap() {
        Answered::Again(question) => question,
        other => panic!("not asked again: {other:?}"),
    }
}

#[test]
fn it_has_the_same_id_text_and_expiry_and_another_state() {
    let scene = Scene::default();
    let first = scene.ask();
    let second = again(&scene, &first.request_state);
    assert_eq!((second.id, second.expires), (ID, first.expires), "no time is won by not answering");
    assert_eq!(second.message, first.message);
    assert_ne!(second.request_state, first.request_state);
}

/// A round after midnight is read on another day than the first.
#[test]
fn a_round_on_another_day_tells_the_day() {
    let (scene, before_midnight) = (Scene::default(), NOW.later(35_940_000));
    let policy = Policy { lifetime: Lifetime::Deferred(120_000), ..Policy::default() };
    let first = scene.prepared().ask(&policy, ID, before_midnight).unwrap();
    assert!(first.message.ends_with("until 2026-07-29 00:01 UTC"), "{}", first.message);
    let opened = scene.open(&first.request_state).unwrap();
    let Answered::Again(second) = opened.answer(&responses(&json!({})), before_midnight.later(60_000)).unwrap() else {
        panic!("not asked again")
    };
    assert!(second.message.ends_with("until 00:01 UTC"), "{}", second.message);
}

#[test]
fn each_round_is_the_next_and_nothing_else_changes() {
    let scene = Scene::default();
    let mut state = scene.state();
    for round in 2..=4 {
        let before = body(&state);
        state = again(&scene, &state).request_state;
        let after = body(&state);
        assert_eq!(after[..228], before[..228]);
        assert_eq!((before[228], after[228]), (round - 1, round));
    }
}

/// The last round stays the last: the expiry ends it, and the client's own limit long before.
#[test]
fn rounds_do_not_run_over() {
    let scene = Scene::default();
    let mut state = scene.state();
    for _ in 1..300 {
        state = again(&scene, &state).request_state;
    }
    assert_eq!(body(&state)[228], 255);
}

#[test]
fn every_round_can_be_answered() {
    let scene = Scene::default();
    let first = scene.state();
    let second = again(&scene, &first).request_state;
    for state in [first, second] {
        let answered = scene.open(&state).unwrap().answer(&responses(&yes()), NOW).unwrap();
        assert!(matches!(answered, Answered::Yes(approval) if approval.question() == ID));
    }
}

#[test]
fn until_when_it_may_run_is_the_same_in_each_round() {
    let scene = Scene::default();
    let policy = Policy { lifetime: Lifetime::Deferred(3_600_000), ..Policy::default() };
    let first = scene.prepared().ask(&policy, ID, NOW).unwrap();
    let second = again(&scene, &first.request_state);
    assert_eq!(second.message, first.message);
    assert!(second.message.contains("until"), "{}", second.message);
}

#[test]
fn nobody_is_asked_again_too_late() {
    let scene = Scene::default();
    let late = scene.open(&scene.state()).unwrap().answer(&responses(&json!({})), NOW.later(300_000)).unwrap_err();
    assert_eq!(late, NotAnswered::TooLate(BadState::Expired));
}

/// A person who is asked again sees the resource as it is: if it is another one, the whole call starts over.
#[test]
fn nobody_is_asked_again_about_another_resource() {
    let state = Scene::default().state();
    let elsewhere = Snapshot::Exists { identity: digest("new"), content: digest("hello"), shown: "a new one".into() };
    for (now, how) in [
        (note("another text"), How::Content),
        (elsewhere, How::Replaced),
        (Snapshot::Absent { shown: "gone".into() }, How::Gone),
    ] {
        let changed = Changed { how, now: now.shown().into() };
        let scene = Scene { tool: DeleteNote { now, ..DeleteNote::default() }, ..Scene::default() };
        let refused = scene.open(&state).unwrap().answer(&responses(&json!({})), NOW).unwrap_err();
        assert_eq!(refused, NotAnswered::Changed(CannotAsk::Changed(changed)));
    }
}

/// What a person reads of the resource may be put in other words; what is sealed of it is what counts.
#[test]
fn other_words_for_the_same_resource_are_shown() {
    let state = Scene::default().state();
    let Snapshot::Exists { identity, content, .. } = note("hello") else { panic!("a note exists") };
    let now = Snapshot::Exists { identity, content, shown: "notes.txt, 5 bytes".into() };
    let scene = Scene { tool: DeleteNote { now, ..DeleteNote::default() }, ..Scene::default() };
    assert!(again(&scene, &state).message.contains("notes.txt, 5 bytes"));
}
