//! What an operator decides: how long a yes may wait, and how strong its evidence must be.

use crate::{ID, NOW, Scene, responses, yes};
use twogates_consent::{
    Answered, CannotAsk, Effect, EffectClass, Evidence, Lifetime, Moment, Policy, Question, Until, Uses, Window,
};

fn ask(lifetime: Lifetime, evidence: Evidence) -> Result<Question, CannotAsk> {
    Scene::default().prepared().ask(&Policy { lifetime, evidence, ..Policy::default() }, ID, NOW)
}

fn until(lifetime: Lifetime) -> Until {
    let scene = Scene::default();
    let state = ask(lifetime, Evidence::ReportedByClient).unwrap().request_state;
    match scene.open(&state).unwrap().answer(&responses(&yes()), NOW).unwrap() {
        Answered::Yes(approval) => approval.intent().until,
        other => panic!("not a yes: {other:?}"),
    }
}

#[test]
fn a_call_runs_at_once_unless_the_operator_says_otherwise() {
    let policy = Policy::default();
    assert_eq!(policy, Policy { lifetime: Lifetime::AtOnce, evidence: Evidence::ReportedByClient, uses: Uses::Once });
    assert_eq!(until(Lifetime::AtOnce), Until::AtOnce);
}

#[test]
fn the_lifetimes_are_60_seconds_10_minutes_and_24_hours() {
    assert_eq!(
        [Lifetime::AT_ONCE_MS, Lifetime::DEFERRED_MS, Lifetime::CEILING_MS],
        [60 * 1000, 10 * 60 * 1000, 24 * 60 * 60 * 1000]
    );
}

#[test]
fn a_lifetime_is_between_one_millisecond_and_24_hours() {
    for (ms, shown) in [(1, 1), (2, 2), (60_000, 60_000), (86_399_999, 86_340_000), (86_400_000, 86_400_000)] {
        assert_eq!(until(Lifetime::Deferred(ms)), Until::At(NOW.later(shown)), "{ms}");
    }
    for ms in [0, 86_400_001, u64::MAX] {
        assert_eq!(ask(Lifetime::Deferred(ms), Evidence::ReportedByClient), Err(CannotAsk::Lifetime { ms }));
    }
}

/// The lifetime counts from the question, not from the answer.
#[test]
fn a_late_answer_wins_no_time() {
    let scene = Scene::default();
    let state = ask(Lifetime::Deferred(600_000), Evidence::ReportedByClient).unwrap().request_state;
    let answered = scene.open(&state).unwrap().answer(&responses(&yes()), NOW.later(299_999)).unwrap();
    assert!(matches!(answered, Answered::Yes(approval) if approval.intent().until == Until::At(NOW.later(600_000))));
}

#[test]
fn a_form_gives_no_stronger_evidence_than_the_client_s_word() {
    assert!(ask(Lifetime::AtOnce, Evidence::ReportedByClient).is_ok());
    for demanded in [Evidence::ProvenOnPage, Evidence::Signed] {
        assert_eq!(ask(Lifetime::AtOnce, demanded), Err(CannotAsk::EvidenceTooWeak { demanded }));
        let both = ask(Lifetime::Deferred(0), demanded);
        assert_eq!(both, Err(CannotAsk::EvidenceTooWeak { demanded }), "evidence is looked at first");
    }
}

#[test]
fn evidence_has_an_order_and_stable_words() {
    assert!(Evidence::ReportedByClient < Evidence::ProvenOnPage && Evidence::ProvenOnPage < Evidence::Signed);
    let words = [Evidence::ReportedByClient, Evidence::ProvenOnPage, Evidence::Signed].map(Evidence::word);
    assert_eq!(words, ["reported_by_client", "proven_on_page", "signed"]);
}

#[test]
fn effect_classes_have_stable_words_and_none_is_at_most_once() {
    let all = [
        EffectClass::Read,
        EffectClass::Transactional,
        EffectClass::Staged,
        EffectClass::Keyed,
        EffectClass::Conditional,
        EffectClass::AtMostOnce,
    ];
    let words = ["read", "transactional", "staged", "keyed", "conditional", "at-most-once"];
    assert_eq!(all.map(EffectClass::word), words);
    assert_eq!(EffectClass::default(), EffectClass::AtMostOnce);
}

/// Whoever is not asked is not shown anything: the snapshot is taken once the policy allows a question.
#[test]
fn what_cannot_be_asked_about_is_not_looked_at() {
    struct Watched(std::cell::Cell<u32>);
    impl twogates_consent::Tool for Watched {
        type Args = serde_json::Value;
        fn contract(&self) -> twogates_consent::Contract {
            crate::DeleteNote::default().contract
        }
    }
    impl Effect for Watched {
        fn snapshot(&self, _: &serde_json::Value) -> twogates_consent::Snapshot {
            self.0.set(self.0.get() + 1);
            crate::note("hello")
        }
    }
    let (scene, tool) = (Scene::default(), Watched(std::cell::Cell::new(0)));
    let cleared = crate::cleared(&scene.principal, "delete_note", &scene.arguments);
    let prepared = scene.gate.prepare(&tool, cleared, true).unwrap();
    assert!(prepared.ask(&Policy { evidence: Evidence::Signed, ..Policy::default() }, ID, NOW).is_err());
    assert_eq!(tool.0.get(), 0);
    assert!(prepared.ask(&Policy::default(), ID, NOW).is_ok());
    assert_eq!(tool.0.get(), 1);
}

fn within(lifetime: Lifetime, at: Moment) -> Result<(Until, Moment), CannotAsk> {
    let scene = Scene::default();
    let question = scene.prepared().ask(&Policy { lifetime, ..Policy::default() }, ID, at)?;
    let opened = scene.open(&question.request_state).unwrap();
    match opened.answer(&responses(&yes()), at).unwrap() {
        Answered::Yes(approval) => Ok((approval.intent().until, question.expires)),
        other => panic!("not a yes: {other:?}"),
    }
}

/// The window that is open, or the next one; and nobody is asked about one for longer than it is open.
#[test]
fn a_window_is_the_one_that_is_open_or_the_next() {
    const HOUR: u64 = 3_600_000;
    // The questions of these tests are asked at 14:00.
    let day = NOW.earlier(14 * HOUR);
    let nightly = |opens_minute, for_ms| Lifetime::Window(Window { opens_minute, for_ms });
    for (opens, from, to) in [
        (15 * 60, day.later(15 * HOUR), day.later(16 * HOUR)),
        (14 * 60, day.later(14 * HOUR), day.later(15 * HOUR)),
        (13 * 60, day.later(37 * HOUR), day.later(38 * HOUR)),
        (13 * 60 + 1, day.later(13 * HOUR + 60_000), day.later(14 * HOUR + 60_000)),
        (0, day.later(24 * HOUR), day.later(25 * HOUR)),
    ] {
        let (until, answer_by) = within(nightly(opens, HOUR), NOW).unwrap();
        assert_eq!(until, Until::Within { from, to });
        assert_eq!(answer_by, NOW.later(300_000).min(to), "opens at minute {opens}");
    }
    for (opens, ms) in [(1440, HOUR), (0, 0), (0, 24 * HOUR)] {
        assert_eq!(within(nightly(opens, ms), NOW), Err(CannotAsk::Lifetime { ms }));
    }
}

#[test]
fn a_question_shows_its_window() {
    let lifetime = Lifetime::Window(Window { opens_minute: 120, for_ms: 3_600_000 });
    let question = Scene::default().prepared().ask(&Policy { lifetime, ..Policy::default() }, ID, NOW).unwrap();
    let last = question.message.lines().last().unwrap();
    assert_eq!(last, "Runs: once, not before 2026-07-29 02:00 UTC, until 2026-07-29 03:00 UTC");
}

/// How often a yes lets the call run is shown, sealed, and part of the intent.
#[test]
fn a_yes_counts_as_often_as_the_question_said() {
    let lifetime = Lifetime::Deferred(600_000);
    let ask = |uses, lifetime| {
        let mut scene = Scene::default();
        scene.tool.contract.effect = EffectClass::Keyed;
        let question = scene.prepared().ask(&Policy { uses, lifetime, ..Policy::default() }, ID, NOW)?;
        let said = question.message.lines().last().unwrap().to_owned();
        match scene.open(&question.request_state).unwrap().answer(&responses(&yes()), NOW).unwrap() {
            Answered::Yes(approval) => Ok((said, approval.intent().uses)),
            other => panic!("not a yes: {other:?}"),
        }
    };
    let many = ask(Uses::Idempotent(5), lifetime).unwrap();
    assert!(many.0.starts_with("Runs: up to 5 times, until ") && many.1 == 5, "{many:?}");
    assert!(ask(Uses::Idempotent(1), lifetime).unwrap().0.starts_with("Runs: once, until "));
    for number in [0, 101, u32::MAX] {
        assert_eq!(ask(Uses::Idempotent(number), lifetime), Err(CannotAsk::Uses { number }));
    }
    let at_once = ask(Uses::Idempotent(2), Lifetime::AtOnce);
    assert_eq!(at_once, Err(CannotAsk::Uses { number: 2 }), "the others would have no reference");
}
