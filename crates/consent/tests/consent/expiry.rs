//! How long a question may be answered.

use crate::{DeleteNote, ID, NOW, Scene, note, responses, yes};
use serde_json::json;
use twogates_consent::{
    ANSWER_WITHIN_MS, Answered, BadState, BoundSnapshot, Lifetime, Moment, NotAnswered, Policy, Question, Until,
};

fn answered(question: &Question, at: Moment) -> Result<Answered<DeleteNote>, NotAnswered> {
    let scene = Scene::default();
    scene.open(&question.request_state).unwrap().answer(&responses(&yes()), at)
}

#[test]
fn a_question_is_answered_within_five_minutes() {
    assert_eq!(ANSWER_WITHIN_MS, 300_000);
    assert_eq!(Scene::default().ask().expires, NOW.later(300_000));
}

/// The moment at which it expires is the first that is too late.
#[test]
fn the_boundary_is_exact() {
    let question = Scene::default().ask();
    for ms in [0, 1, 299_999] {
        assert!(matches!(answered(&question, NOW.later(ms)), Ok(Answered::Yes(_))), "after {ms} ms");
    }
    for ms in [300_000, 300_001, u64::MAX] {
        let late = answered(&question, NOW.later(ms)).unwrap_err();
        assert_eq!(late, NotAnswered::TooLate(BadState::Expired), "after {ms} ms");
    }
}

/// A moment before the question is no reason to refuse: it is the store that sees to it that time does not run back.
#[test]
fn an_answer_is_never_too_early() {
    assert!(answered(&Scene::default().ask(), Moment::from_store(0)).is_ok());
}

/// Nobody is asked about what is too late anyway.
#[test]
fn a_call_that_may_wait_less_is_answered_sooner() {
    let ask = |ms| {
        let policy = Policy { lifetime: Lifetime::Deferred(ms), ..Policy::default() };
        Scene::default().prepared().ask(&policy, ID, NOW).unwrap()
    };
    for (ms, answer_within) in [(1, 1), (60_000, 60_000), (299_999, 240_000), (300_000, 300_000), (300_001, 300_000)] {
        let question = ask(ms);
        assert_eq!(question.expires, NOW.later(answer_within), "a lifetime of {ms} ms");
        assert!(answered(&question, NOW.later(answer_within - 1)).is_ok());
        let late = answered(&question, NOW.later(answer_within)).unwrap_err();
        assert_eq!(late, NotAnswered::TooLate(BadState::Expired));
    }
}

/// What is sealed is what was shown, and not what was rounded away from it.
#[test]
fn a_grant_ends_when_its_question_said() {
    let scene = Scene::default();
    for (asked, lives, shown, end) in [
        (0, 3_600_000, "until 15:00 UTC", 3_600_000),
        (1_000, 3_600_000, "until 15:00 UTC", 3_600_000),
        (59_999, 3_600_000, "until 15:00 UTC", 3_600_000),
        (30_500, 20_000, "until 14:00:50 UTC", 50_000),
        (30_500, 100, "until 14:00:30 UTC", 30_600),
    ] {
        let policy = Policy { lifetime: Lifetime::Deferred(lives), ..Policy::default() };
        let question = scene.prepared().ask(&policy, ID, NOW.later(asked)).unwrap();
        assert!(question.message.ends_with(shown), "{}", question.message);
        let opened = scene.open(&question.request_state).unwrap();
        let Ok(Answered::Yes(approval)) = opened.answer(&responses(&yes()), NOW.later(asked)) else { panic!("no yes") };
        assert_eq!(approval.intent().until, Until::At(NOW.later(end)), "asked after {asked} ms for {lives} ms");
    }
}

/// Age is judged before the answer: a late yes, a late no and a late nothing are all too late.
#[test]
fn whatever_comes_too_late_is_too_late() {
    let scene = Scene::default();
    let state = scene.state();
    for answer in [yes(), json!({"action": "decline"}), json!({"action": "cancel"}), json!(null), json!({})] {
        let late = scene.open(&state).unwrap().answer(&responses(&answer), NOW.later(300_000)).unwrap_err();
        assert_eq!(late, NotAnswered::TooLate(BadState::Expired), "{answer}");
    }
}

/// Age does not keep a state from opening: the store is asked about it first.
#[test]
fn a_late_state_opens_so_that_the_store_can_be_asked() {
    let scene = Scene::default();
    let opened = scene.open(&scene.state()).unwrap();
    assert_eq!(opened.question(), ID);
}

#[test]
fn a_yes_covers_what_was_sealed_and_not_what_is_there_now() {
    let sealed = Scene::default().state();
    let tool = DeleteNote { now: note("another text"), ..DeleteNote::default() };
    let scene = Scene { tool, ..Scene::default() };
    let answered = scene.open(&sealed).unwrap().answer(&responses(&yes()), NOW).unwrap();
    let Answered::Yes(approval) = answered else { panic!("not a yes: {answered:?}") };
    let hello = note("hello").bound();
    assert_eq!(approval.intent().snapshot, hello);
    assert_ne!(hello, BoundSnapshot { content: note("another text").bound().content, ..hello });
}
