//! What an operator decides: how long a yes may wait, and how strong its evidence must be.

use crate::{ID, NOW, Scene, responses, yes};
use twogates_consent::{Answered, CannotAsk, Effect, EffectClass, Evidence, Lifetime, Policy, Question, Until};

fn ask(lifetime: Lifetime, evidence: Evidence) -> Result<Question, CannotAsk> {
    Scene::default().prepared().ask(&Policy { lifetime, evidence }, ID, NOW)
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
    assert_eq!(policy, Policy { lifetime: Lifetime::AtOnce, evidence: Evidence::ReportedByClient });
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
    for ms in [1, 2, 60_000, 86_399_999, 86_400_000] {
        assert_eq!(until(Lifetime::Deferred(ms)), Until::At(NOW.later(ms)), "{ms}");
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
