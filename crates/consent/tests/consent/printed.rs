//! What is printed for a programmer, and what never is.

use crate::{ID, NOW, Scene, cleared, responses, yes};
use serde_json::json;
use twogates_consent::{ClosedWorldRead, ConsentGate, Contract, EffectClass, Key, KeyRing, Tool, Until};

#[test]
fn no_secret_is_printed() {
    let secret = b"correct horse battery staple, 32+";
    let old = Key::new("old", secret).unwrap();
    let ring = KeyRing::new(old.clone()).rotated(Key::new("new", secret).unwrap()).unwrap();
    let gate = ConsentGate::new("notes", ring.clone());
    let scene = Scene { gate: gate.clone(), ..Scene::default() };
    assert_eq!(format!("{old:?}"), "Key(old)");
    let printed = format!("{old:?} {old:#?} {ring:?} {ring:#?} {gate:?} {gate:#?} {:?}", scene.prepared());
    let bytes = secret.map(|byte| byte.to_string()).join(", ");
    for trace in ["correct", "horse", &bytes[..12], "636f7272"] {
        assert!(!printed.contains(trace), "{trace} is in {printed}");
    }
    assert!(printed.contains("old") && printed.contains("new"));
}

#[test]
fn proofs_print_what_they_are_about() {
    let scene = Scene::default();
    assert_eq!(format!("{:?}", scene.prepared()), "Prepared(delete_note)");
    let id = "09090909090909090909090909090909";
    assert_eq!((ID.to_string().as_str(), format!("{ID:?}")), (id, format!("QuestionId({id})")));
    assert_eq!(format!("{:?}", scene.open(&scene.state()).unwrap()), format!("Opened(QuestionId({id}))"));
    let printed = |answer| format!("{:?}", scene.answer(&answer).unwrap());
    assert_eq!(printed(yes()), format!("Approval(QuestionId({id}))"));
    assert_eq!(printed(json!({"action": "decline"})), "No(Declined)");
    assert_eq!(printed(json!({})), format!("Again(QuestionId({id}))"));
}

struct Listing;

impl Tool for Listing {
    type Args = serde_json::Value;

    fn contract(&self) -> Contract {
        Contract { name: "list_notes".into(), input_schema: json!({}), effect: EffectClass::Read, version: 1 }
    }
}

impl ClosedWorldRead for Listing {}

#[test]
fn a_proof_that_nobody_need_be_asked_prints_no_arguments() {
    let proof = Scene::default().gate.unasked(&Listing, cleared(&crate::alice(), "list_notes", &json!({"a": 1})));
    assert_eq!(format!("{proof:?}"), "Ok(Unasked)");
    assert_eq!(proof.unwrap().take(), json!({"a": 1}));
}

#[test]
fn until_is_told_as_a_person_reads_it() {
    assert_eq!(Until::AtOnce.shown(NOW), "now");
    assert_eq!(Until::At(NOW.later(2_700_000)).shown(NOW), "until 14:45 UTC");
    // Ten hours later it is midnight.
    assert_eq!(Until::At(NOW.later(35_999_999)).shown(NOW), "until 23:59:59 UTC");
    assert_eq!(Until::At(NOW.later(36_000_000)).shown(NOW), "until 2026-07-29 00:00 UTC");
    assert_eq!(Until::At(NOW).shown(NOW.later(36_000_000)), "until 2026-07-28 14:00 UTC", "seen a day later");
}

#[test]
fn an_answer_before_it_is_judged_needs_its_question() {
    // What is printed of a state that was opened tells which question to look up in the audit.
    let scene = Scene::default();
    let opened = scene.open(&scene.state()).unwrap();
    assert_eq!(opened.question(), ID);
    assert!(opened.answer(&responses(&yes()), NOW).is_ok());
}
