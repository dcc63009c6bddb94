//! What a state looks like, computed here once more from the description alone.

use crate::{ID, NOW, Scene, alice, digest};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::json;
use sha2::Sha256;
use twogates_consent::{Lifetime, Policy};
use wire::{Call, Digest};

/// The four parts of a state.
pub(crate) fn parts(state: &str) -> [&str; 4] {
    state.split('.').collect::<Vec<_>>().try_into().unwrap()
}

/// The body of a state, decoded.
pub(crate) fn body(state: &str) -> Vec<u8> {
    BASE64.decode(parts(state)[2]).unwrap()
}

/// The state with this body, sealed as the description says with the key of [`crate::ring`].
fn sealed(body: &[u8]) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(&[1; 32]).unwrap();
    for part in [b"two-gates/state/1".as_slice(), b"k1", body] {
        mac.update(&u64::try_from(part.len()).unwrap().to_be_bytes());
        mac.update(part);
    }
    format!("v1.k1.{}.{}", BASE64.encode(body), BASE64.encode(mac.finalize().into_bytes()))
}

/// The body that a question of [`Scene`] must have.
fn expected(expires: u64, until: u64, round: u8) -> Vec<u8> {
    let scene = Scene::default();
    let arguments = json!({"path": "notes.txt"});
    [
        ID.bytes().as_slice(),
        Digest::of("two-gates/server/1", &[b"notes"]).bytes(),
        alice().digest().bytes(),
        scene.tool.contract.digest().bytes(),
        Call::new("delete_note", arguments.as_object().unwrap()).arg_hash().bytes(),
        digest("notes.txt").bytes(),
        digest("hello").bytes(),
        &expires.to_be_bytes(),
        &until.to_be_bytes(),
        &1_u32.to_be_bytes(),
        &[round],
    ]
    .concat()
}

#[test]
fn a_state_is_as_described() {
    let state = Scene::default().state();
    assert_eq!(body(&state), expected(NOW.ms() + 300_000, 0, 1));
    assert_eq!(state, sealed(&expected(NOW.ms() + 300_000, 0, 1)));
}

#[test]
fn a_call_that_may_wait_says_until_when() {
    let policy = Policy { lifetime: Lifetime::Deferred(600_000), ..Policy::default() };
    let question = Scene::default().prepared().ask(&policy, ID, NOW).unwrap();
    assert_eq!(question.request_state, sealed(&expected(NOW.ms() + 300_000, NOW.ms() + 600_000, 1)));
}

#[test]
fn what_is_sealed_by_the_description_opens() {
    assert!(Scene::default().open(&sealed(&expected(5, 7, 200))).is_ok());
}

/// Even the right key makes no state of a body that has another length.
#[test]
fn a_body_of_another_length_is_none_though_its_tag_fits() {
    let whole = expected(5, 7, 1);
    let longer = [whole.as_slice(), &[0]].concat();
    for body in [&longer, &whole[1..], &whole[..whole.len() - 1], &[]] {
        let refusal = Scene::default().refusal(&sealed(body));
        assert_eq!(refusal, Some(twogates_consent::BadState::Tampered), "{} bytes", body.len());
    }
}

#[test]
fn a_state_holds_nothing_that_its_holder_may_not_read() {
    let body = body(&Scene::default().state());
    for readable in ["alice", "notes", "delete_note", "desk", "hello"] {
        assert!(!body.windows(readable.len()).any(|window| window == readable.as_bytes()), "{readable}");
    }
}

/// A window is one field more, and there is one encoding of each state.
#[test]
fn a_window_is_sealed_behind_the_rest() {
    let scene = Scene::default();
    let window = |from: u64, to: u64| [expected(5, to, 1), from.to_be_bytes().to_vec()].concat();
    let asked = Policy {
        lifetime: Lifetime::Window(twogates_consent::Window { opens_minute: 0, for_ms: 60_000 }),
        ..Policy::default()
    };
    let state = scene.prepared().ask(&asked, ID, NOW).unwrap().request_state;
    let midnight = NOW.ms() - NOW.ms() % 86_400_000 + 86_400_000;
    let whole = [expected(NOW.ms() + 300_000, midnight + 60_000, 1), midnight.to_be_bytes().to_vec()].concat();
    assert_eq!(state, sealed(&whole));
    assert!(scene.open(&sealed(&window(3, 7))).is_ok());
    assert_eq!(
        scene.refusal(&sealed(&window(3, 0))),
        Some(twogates_consent::BadState::Tampered),
        "a window of no call"
    );
}
