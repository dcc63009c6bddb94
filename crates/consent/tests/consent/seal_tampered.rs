//! The seal opens only what it sealed.

use crate::seal_format::{body, parts};
use crate::{ID, NOW, Scene, ring};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD as BASE64};
use proptest::prelude::*;
use twogates_consent::{BadState, ConsentGate, Key, Policy, QuestionId};

/// Where the fields of a body end.
const ENDS: [usize; 11] = [16, 48, 80, 112, 144, 176, 208, 216, 224, 228, 229];

fn refusal(state: &str) -> Option<BadState> {
    Scene::default().refusal(state)
}

/// The honest state with another body, and with the tag that it had.
fn with_body(state: &str, body: &[u8]) -> String {
    let [version, key, _, tag] = parts(state);
    format!("{version}.{key}.{}.{tag}", BASE64.encode(body))
}

fn fields(body: &[u8]) -> Vec<Vec<u8>> {
    let starts = std::iter::once(0).chain(ENDS);
    starts.zip(ENDS).map(|(start, end)| body[start..end].to_vec()).collect()
}

#[test]
fn the_honest_state_opens() {
    let state = Scene::default().state();
    assert_eq!(refusal(&state), None);
    assert_eq!(fields(&body(&state)).concat(), body(&state));
}

#[test]
fn no_bit_of_the_body_or_the_tag_can_be_flipped() {
    let state = Scene::default().state();
    let [version, key, _, tag] = parts(&state);
    for (place, flipped) in flips(&body(&state)) {
        assert_eq!(refusal(&with_body(&state, &flipped)), Some(BadState::Tampered), "bit {place} of the body");
    }
    for (place, flipped) in flips(&BASE64.decode(tag).unwrap()) {
        let forged = format!("{version}.{key}.{}.{}", parts(&state)[2], BASE64.encode(flipped));
        assert_eq!(refusal(&forged), Some(BadState::Tampered), "bit {place} of the tag");
    }
}

/// The bytes with each of their bits flipped in turn.
fn flips(bytes: &[u8]) -> impl Iterator<Item = (usize, Vec<u8>)> {
    (0..bytes.len() * 8).map(|place| {
        let mut flipped = bytes.to_vec();
        flipped[place / 8] ^= 1 << (place % 8);
        (place, flipped)
    })
}

#[test]
fn no_bit_of_the_text_can_be_flipped() {
    let state = Scene::default().state();
    let texts = flips(state.as_bytes()).filter_map(|(place, flipped)| Some((place, String::from_utf8(flipped).ok()?)));
    let mut seen = 0;
    for (place, text) in texts {
        // Another key's name is said to be that; nothing else is told apart.
        let of_the_key = (3..5).contains(&(place / 8)) && !text[3..5].contains('.');
        let expected = if of_the_key { BadState::UnknownKey } else { BadState::Tampered };
        assert_eq!(refusal(&text), Some(expected), "bit {place}: {text}");
        seen += 1;
    }
    assert_eq!(seen, state.len() * 7, "each of ASCII's seven bits");
}

#[test]
fn no_two_fields_can_change_places() {
    let state = Scene::default().state();
    let fields = fields(&body(&state));
    for one in 0..fields.len() {
        for other in one + 1..fields.len() {
            let mut swapped = fields.clone();
            swapped.swap(one, other);
            assert_eq!(refusal(&with_body(&state, &swapped.concat())), Some(BadState::Tampered), "{one} and {other}");
        }
    }
}

#[test]
fn no_field_can_be_left_out_doubled_or_emptied() {
    let state = Scene::default().state();
    let fields = fields(&body(&state));
    for place in 0..fields.len() {
        let mut without = fields.clone();
        let field = without.remove(place);
        let mut doubled = fields.clone();
        doubled.insert(place, field.clone());
        let mut zeroed = fields.clone();
        zeroed[place] = vec![0; field.len()];
        // The field that is zero already: "until" of a call that runs at once.
        let changes = if field.iter().any(|byte| *byte != 0) { 3 } else { 2 };
        for changed in [without, doubled, zeroed].iter().take(changes) {
            assert_eq!(refusal(&with_body(&state, &changed.concat())), Some(BadState::Tampered), "field {place}");
        }
    }
}

#[test]
fn nothing_can_be_cut_off_or_added() {
    let state = Scene::default().state();
    for end in 0..state.len() {
        assert!(refusal(&state[..end]).is_some(), "the first {end} characters");
        assert!(refusal(&state[end + 1..]).is_some(), "without the first {}", end + 1);
    }
    for more in ["x", "A", "=", ".", ".v1", " ", "\n", "\0", "é"] {
        assert_eq!(refusal(&format!("{state}{more}")), Some(BadState::Tampered), "{more:?} behind");
        assert_eq!(refusal(&format!("{more}{state}")), Some(BadState::Tampered), "{more:?} before");
    }
    let whole = body(&state);
    for end in 0..whole.len() {
        assert_eq!(refusal(&with_body(&state, &whole[..end])), Some(BadState::Tampered), "the first {end} bytes");
    }
    assert_eq!(refusal(&with_body(&state, &[whole.as_slice(), &[0]].concat())), Some(BadState::Tampered));
}

#[test]
fn a_tag_counts_whole() {
    let state = Scene::default().state();
    let [version, key, body, tag] = parts(&state);
    let tag = BASE64.decode(tag).unwrap();
    for length in (0..tag.len()).chain([33]) {
        let other: Vec<_> = tag.iter().chain(&[0]).take(length).copied().collect();
        let forged = format!("{version}.{key}.{body}.{}", BASE64.encode(other));
        assert_eq!(refusal(&forged), Some(BadState::Tampered), "{length} bytes of it");
    }
}

#[test]
fn the_version_is_exact() {
    let state = Scene::default().state();
    for version in ["v2", "V1", "v01", "v1 ", "", "v"] {
        assert_eq!(refusal(&state.replacen("v1", version, 1)), Some(BadState::Tampered), "{version:?}");
    }
}

#[test]
fn what_is_no_state_is_none() {
    for text in ["", ".", "...", "v1", "v1.k1", "v1.k1.", "v1.k1..", "v1..AA.AA", "v1.k1.AA.AA.", "v1.k1.!.AA", "{}"] {
        assert_eq!(refusal(text), Some(if text == "v1..AA.AA" { BadState::UnknownKey } else { BadState::Tampered }));
    }
}

/// One encoding of each state: no other alphabet, no padding, no spare bits.
#[test]
fn base64_is_read_strictly() {
    // A state whose encoding has both of the characters in which the alphabets differ.
    let ids = (0..=u8::MAX).map(|byte| QuestionId::from_bytes([byte; 16]));
    let states = ids.map(|id| Scene::default().prepared().ask(&Policy::default(), id, NOW).unwrap().request_state);
    let state =
        states.into_iter().find(|state| parts(state)[2].contains('-') && parts(state)[3].contains('_')).unwrap();
    assert_eq!(refusal(&state), None);
    let [version, key, body, tag] = parts(&state);
    let decoded = [BASE64.decode(body).unwrap(), BASE64.decode(tag).unwrap()];
    let joined = |body: &str, tag: &str| format!("{version}.{key}.{body}.{tag}");
    let [padded_body, padded_tag] = decoded.clone().map(|bytes| URL_SAFE.encode(bytes));
    let [standard_body, standard_tag] = decoded.clone().map(|bytes| STANDARD_NO_PAD.encode(bytes));
    assert!(padded_body.ends_with('=') && standard_tag.contains('/') && STANDARD.encode(&decoded[0]).contains('+'));
    for (other_body, other_tag) in [
        (padded_body.as_str(), tag),
        (body, padded_tag.as_str()),
        (standard_body.as_str(), tag),
        (body, standard_tag.as_str()),
        (&format!("{} {}", &body[..8], &body[8..]), tag),
        (&format!("{body}\n"), tag),
    ] {
        assert_eq!(refusal(&joined(other_body, other_tag)), Some(BadState::Tampered), "{other_body}.{other_tag}");
    }
    for part in [2, 3] {
        for spare in spare_bits(parts(&state)[part]) {
            let mut forged = parts(&state);
            forged[part] = &spare;
            assert_eq!(refusal(&forged.join(".")), Some(BadState::Tampered), "spare bits of part {part}");
        }
    }
}

/// The text with another last character that a careless reader takes for the same bytes.
fn spare_bits(text: &str) -> Vec<String> {
    const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let (head, last) = text.split_at(text.len() - 1);
    let place = ALPHABET.find(last).unwrap();
    let spare = if text.len() % 4 == 2 { 16 } else { 4 };
    assert_eq!(place % spare, 0, "the honest encoding has no spare bits");
    (1..spare).map(|bits| format!("{head}{}", &ALPHABET[place + bits..=place + bits])).collect()
}

#[test]
fn a_state_of_another_key_does_not_pass_under_this_key_s_name() {
    let two = ring().rotated(Key::new("k2", &[2; 32]).unwrap()).unwrap();
    let scene = Scene { gate: ConsentGate::new("notes", two), ..Scene::default() };
    let (old, new) = (Scene::default().state(), scene.state());
    assert_eq!((scene.refusal(&old), scene.refusal(&new)), (None, None));
    assert_eq!(scene.refusal(&old.replacen("k1", "k2", 1)), Some(BadState::Tampered));
    assert_eq!(scene.refusal(&new.replacen("k2", "k1", 1)), Some(BadState::Tampered));
    assert_eq!(scene.refusal(&new.replacen("k2", "k3", 1)), Some(BadState::UnknownKey));
    assert_eq!(scene.refusal(&new.replacen("k2", "K2", 1)), Some(BadState::UnknownKey));
}

/// The key's name is sealed too: the same secret under another name is another key.
#[test]
fn a_key_s_name_is_part_of_it() {
    let renamed = ConsentGate::new("notes", ring().rotated(Key::new("k2", &[1; 32]).unwrap()).unwrap());
    let scene = Scene { gate: renamed, ..Scene::default() };
    assert_eq!(scene.refusal(&Scene::default().state().replacen("k1", "k2", 1)), Some(BadState::Tampered));
}

proptest! {
    /// Parts of two honest states do not make a third.
    #[test]
    fn nothing_is_put_together_from_two_states(cut in 0_usize..357, other in any::<[u8; 16]>()) {
        let scene = Scene::default();
        let ask = |id| scene.prepared().ask(&Policy::default(), id, NOW).unwrap().request_state;
        let (one, other) = (ask(ID), ask(QuestionId::from_bytes(other)));
        let cut = cut.min(one.len());
        let spliced = format!("{}{}", &one[..cut], &other[cut..]);
        if spliced != one && spliced != other {
            prop_assert_eq!(refusal(&spliced), Some(BadState::Tampered));
        }
    }

    #[test]
    fn no_text_opens_and_none_is_too_odd(text in ".{0,400}") {
        prop_assert!(refusal(&text).is_some());
    }

    #[test]
    fn no_text_in_the_right_form_opens(
        key in "[a-z0-9]{1,3}", body in "[A-Za-z0-9_-]{306}", tag in "[A-Za-z0-9_-]{43}",
    ) {
        let state = format!("v1.{key}.{body}.{tag}");
        prop_assert!(refusal(&state).is_some());
    }

    /// Any one character put in, taken out or replaced.
    #[test]
    fn no_character_can_be_changed(place in 0_usize..357, put in prop::char::any(), how in 0_u8..3) {
        let state = Scene::default().state();
        let mut characters: Vec<_> = state.chars().collect();
        let place = place.min(characters.len() - 1);
        match how {
            0 => characters.insert(place, put),
            1 => drop(characters.remove(place)),
            _ => characters[place] = put,
        }
        let changed: String = characters.into_iter().collect();
        if changed != state {
            prop_assert!(refusal(&changed).is_some());
        }
    }
}
