//! What a state says when nobody checks its tag: the defence `integrity`, off. Each field is read at its own place.

use crate::seal_format::{body, parts};
use crate::{NOW, Scene, digest, responses, yes};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use rules::{Defence, danger};
use twogates_consent::{Answered, BadState, BoundSnapshot, Intent, Moment, QuestionId, Until};

fn careless() -> Scene {
    let scene = Scene::default();
    Scene { gate: danger::without(scene.gate, Defence::Integrity), ..scene }
}

/// The honest state with these bytes from `at` on, under a tag and a key that are nobody's.
fn forged(at: usize, bytes: &[u8]) -> String {
    let mut body = body(&Scene::default().state());
    body[at..at + bytes.len()].copy_from_slice(bytes);
    format!("v1.nobody.{}.", BASE64.encode(body))
}

/// What a yes to a forged state would cover.
fn intent(state: &str) -> Intent {
    let answered = careless().open(state).unwrap().answer(&responses(&yes()), NOW).unwrap();
    let Answered::Yes(approval) = answered else { panic!("not a yes: {answered:?}") };
    approval.into_intent()
}

#[test]
fn each_field_is_read_at_its_place() {
    let opened = careless();
    assert_eq!(opened.open(&forged(0, &[4; 16])).unwrap().question(), QuestionId::from_bytes([4; 16]));
    assert_eq!(opened.refusal(&forged(16, &[4; 32])), Some(BadState::OtherServer));
    assert_eq!(opened.refusal(&forged(48, &[4; 32])), Some(BadState::OtherPrincipal));
    assert_eq!(opened.refusal(&forged(80, &[4; 32])), Some(BadState::OtherContract));
    assert_eq!(opened.refusal(&forged(112, &[4; 32])), Some(BadState::OtherArguments));
    let bound = BoundSnapshot { identity: digest("a new one"), content: digest("hello") };
    assert_eq!(intent(&forged(144, digest("a new one").bytes())).snapshot, bound);
    let bound = BoundSnapshot { identity: digest("notes.txt"), content: digest("other") };
    assert_eq!(intent(&forged(176, digest("other").bytes())).snapshot, bound);
    assert_eq!(intent(&forged(216, &0_u64.to_be_bytes())).until, Until::AtOnce);
    assert_eq!(intent(&forged(216, &258_u64.to_be_bytes())).until, Until::At(Moment::from_store(258)));
    assert_eq!(intent(&forged(224, &258_u32.to_be_bytes())).uses, 258);
}

#[test]
fn the_time_to_answer_is_read_at_its_place() {
    let state = forged(208, &(NOW.ms() + 7).to_be_bytes());
    let at = |ms| careless().open(&state).unwrap().answer(&responses(&yes()), NOW.later(ms)).is_ok();
    assert!(at(6) && !at(7));
}

#[test]
fn a_body_that_is_no_body_is_refused_all_the_same() {
    let scene = careless();
    let honest = Scene::default().state();
    assert_eq!(scene.refusal(&honest), None);
    let whole = body(&honest);
    for end in 0..whole.len() {
        let state = format!("v1.k1.{}.", BASE64.encode(&whole[..end]));
        assert_eq!(scene.refusal(&state), Some(BadState::Tampered), "{end} bytes");
    }
    let longer = format!("v1.k1.{}.", BASE64.encode([whole.as_slice(), &[0]].concat()));
    assert_eq!(scene.refusal(&longer), Some(BadState::Tampered));
    assert_eq!(scene.refusal(&format!("v1.k1.{}=.", parts(&honest)[2])), Some(BadState::Tampered));
    assert_eq!(scene.refusal("v1.k1"), Some(BadState::Tampered));
}

#[test]
fn with_the_defence_on_none_of_this_opens() {
    for state in [forged(0, &[4; 16]), forged(216, &[4; 8])] {
        assert_eq!(Scene::default().refusal(&state), Some(BadState::UnknownKey));
        assert_eq!(Scene::default().refusal(&state.replace("nobody", "k1")), Some(BadState::Tampered));
    }
}
