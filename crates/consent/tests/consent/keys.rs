//! Keys and their rotation.

use crate::{Scene, ring};
use rules::{Fault, Refused, state};
use twogates_consent::{BadKey, BadState, ConsentGate, Key, KeyRing};

fn key(id: &str, byte: u8) -> Key {
    Key::new(id, &[byte; 32]).unwrap()
}

fn with(ring: KeyRing) -> Scene {
    Scene { gate: ConsentGate::new("notes", ring), ..Scene::default() }
}

#[test]
fn a_secret_has_at_least_32_bytes() {
    for bytes in [0, 1, 16, 31] {
        assert_eq!(Key::new("k1", &vec![7; bytes]).unwrap_err(), BadKey::TooShort { bytes });
    }
    for bytes in [32, 33, 64, 65, 200] {
        assert_eq!(Key::new("k1", &vec![7; bytes]).unwrap().id(), "k1");
    }
}

#[test]
fn an_id_is_plain_and_not_long() {
    for id in ["k", "K-1_z", "0", &"k".repeat(32)] {
        assert_eq!(Key::new(id, &[7; 32]).unwrap().id(), id);
    }
    for id in ["", "k.1", "k 1", "k/1", "k\n", "é", "k\u{0}", &"k".repeat(33)] {
        assert_eq!(Key::new(id, &[7; 32]).unwrap_err(), BadKey::BadId, "{id:?}");
    }
    assert_eq!(Key::new("", &[7; 31]).unwrap_err(), BadKey::BadId, "the id is looked at first");
}

#[test]
fn the_previous_key_opens_and_the_one_before_it_does_not() {
    let first = ring();
    let second = first.clone().rotated(key("k2", 2)).unwrap();
    let third = second.clone().rotated(key("k3", 3)).unwrap();
    let of_first = with(first).state();
    let of_second = with(second.clone()).state();
    assert!(of_second.starts_with("v1.k2."), "the next key seals: {of_second}");
    assert_eq!(with(second).refusal(&of_first), None);
    assert_eq!(with(third.clone()).refusal(&of_second), None);
    assert_eq!(with(third).refusal(&of_first), Some(BadState::UnknownKey));
}

#[test]
fn a_ring_knows_its_keys_by_exact_id() {
    let ring = ring().rotated(key("k2", 2)).unwrap();
    assert_eq!(ring.current().id(), "k2");
    assert_eq!(ring.find("k2").map(Key::id), Some("k2"));
    assert_eq!(ring.find("k1").map(Key::id), Some("k1"));
    for id in ["k", "K1", "k1 ", "k3", ""] {
        assert!(ring.find(id).is_none(), "{id:?}");
    }
}

#[test]
fn a_rotation_needs_a_new_id() {
    assert_eq!(ring().rotated(key("k1", 2)).unwrap_err(), BadKey::SameId);
    // An id that is out of use may come back. What it sealed before does not.
    let again = ring().rotated(key("k2", 2)).unwrap().rotated(key("k1", 9)).unwrap();
    assert_eq!(with(again).refusal(&Scene::default().state()), Some(BadState::Tampered));
}

#[test]
fn another_server_s_key_of_the_same_name_opens_nothing() {
    let theirs = with(KeyRing::new(key("k1", 2)));
    assert_eq!(theirs.refusal(&Scene::default().state()), Some(BadState::Tampered));
}

#[test]
fn a_state_can_be_sealed_again_for_a_rotation() {
    let old = Scene::default().state();
    let two = ring().rotated(key("k2", 2)).unwrap();
    let new = two.resealed(&old).unwrap();
    assert_eq!(new, with(two.clone()).state(), "the same state under the next key");
    let three = two.clone().rotated(key("k3", 3)).unwrap();
    assert_eq!(with(three.clone()).refusal(&new), None);
    assert_eq!(three.resealed(&old), Err(BadState::UnknownKey));
    assert_eq!(two.resealed(&new), Ok(new));
    assert_eq!(two.resealed("v1.k1.AA.AA"), Err(BadState::Tampered));
}

#[test]
fn each_refusal_of_a_key_says_what_to_do() {
    let remedy = "make a key of 32 random bytes, under an id of its own";
    for (refusal, code, why) in [
        (BadKey::TooShort { bytes: 31 }, "key_too_short", "the key has 31 bytes; 32 are the least"),
        (BadKey::BadId, "bad_key_id", "the key's id is not 1 to 32 letters, digits, - or _"),
        (BadKey::SameId, "same_key_id", "both keys of the ring have the same id"),
    ] {
        assert_eq!((refusal.code(), refusal.why().as_str(), refusal.remedy()), (code, why, remedy));
        assert_eq!((refusal.fault(), refusal.rule()), (Fault::Ours, &state::INTEGRITY));
        assert_eq!(refusal.to_string(), why);
    }
}
