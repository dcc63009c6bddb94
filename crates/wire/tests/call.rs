//! A call is its canonical bytes, and its hash is over nothing else.

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use twogates_wire::{Call, Digest, canonical, strict};

fn object(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

#[test]
fn a_call_keeps_its_tool_and_its_arguments() {
    let arguments = object(&json!({"path": "notes.txt", "force": true, "depth": 1.0}));
    let call = Call::new("delete_file", &arguments);
    assert_eq!(call.tool(), "delete_file");
    assert_eq!(call.arguments(), br#"{"depth":1,"force":true,"path":"notes.txt"}"#);
    assert_eq!(call.values(), object(&json!({"path": "notes.txt", "force": true, "depth": 1})));
}

#[test]
fn no_arguments_are_an_empty_object() {
    let call = Call::new("now", &Map::new());
    assert_eq!(call.arguments(), b"{}");
    assert_eq!(call.values(), Map::new());
}

#[test]
fn what_is_shown_of_arguments_that_are_not_exact_is_what_would_run() {
    let call = Call::new("item.delete", &object(&json!({"id": u64::MAX})));
    assert_eq!(call.arguments(), br#"{"id":18446744073709552000}"#);
    assert_eq!(call.values(), object(&json!({"id": 18_446_744_073_709_552_000.0})));
    assert!(!call.is_exact());
    assert!(Call::new("item.delete", &object(&json!({"id": 9_007_199_254_740_991_u64}))).is_exact());
    assert!(!Call::new("item.delete", &object(&json!({"id": 9_007_199_254_740_992_u64}))).is_exact());
}

#[test]
fn the_hash_is_over_the_canonical_arguments_under_their_own_tag() {
    let call = Call::new("delete_file", &object(&json!({"path": "notes.txt"})));
    assert_eq!(call.arg_hash(), Digest::of("two-gates/arguments/1", &[br#"{"path":"notes.txt"}"#]));
    let hash = "6d77b566fa03f82bfb8b526f0553b035d6da636dff68dddd79a9ebc6eb1167ab";
    assert_eq!(call.arg_hash().to_string(), hash);
}

#[test]
fn the_order_of_names_makes_no_other_call() {
    let one = strict::read(r#"{"a":1,"b":{"c":2,"d":3}}"#).unwrap();
    let other = strict::read(r#"{"b":{"d":3.0,"c":2},"a":1e0}"#).unwrap();
    assert_eq!(Call::new("x", &object(&one)), Call::new("x", &object(&other)));
    assert_ne!(Call::new("x", &object(&one)), Call::new("y", &object(&one)));
    assert_ne!(Call::new("x", &object(&json!([]))), Call::new("x", &object(&one)));
}

/// A tagged digest: the length of each part as eight bytes, then the part; the tag comes first.
#[test]
fn a_digest_is_of_lengths_and_parts() {
    use sha2::Digest as _;
    let bytes = b"\0\0\0\0\0\0\0\x03tag\0\0\0\0\0\0\0\x02ab\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01c";
    let expected: [u8; 32] = sha2::Sha256::digest(bytes).into();
    assert_eq!(Digest::of("tag", &[b"ab", b"", b"c"]).bytes(), &expected);
}

#[test]
fn tags_and_parts_do_not_run_into_each_other() {
    let digests = [
        Digest::of("tag", &[]),
        Digest::of("tag", &[b""]),
        Digest::of("tag", &[b"", b""]),
        Digest::of("", &[b"tag"]),
        Digest::of("ta", &[b"g"]),
        Digest::of("tag", &[b"ab"]),
        Digest::of("tag", &[b"a", b"b"]),
        Digest::of("other", &[b"ab"]),
    ];
    for (place, digest) in digests.iter().enumerate() {
        assert!(!digests[..place].contains(digest), "digest {place} stands twice");
    }
}

#[test]
fn a_digest_is_printed_in_full_shown_in_short_and_read_back() {
    let mut bytes = [0; Digest::LENGTH];
    bytes[..7].copy_from_slice(&[0x01, 0xab, 0x00, 0xff, 0x10, 0x9c, 0xde]);
    let digest = Digest::from_bytes(bytes);
    assert_eq!(digest.bytes(), &bytes);
    assert_eq!(digest.to_string(), format!("01ab00ff109cde{}", "0".repeat(50)));
    assert_eq!(digest.short(), "01ab00ff109c");
    assert_eq!(format!("{digest:?}"), "Digest(01ab00ff109c)");
}

proptest! {
    /// What is run is parsed from the bytes: it must be what was hashed.
    #[test]
    fn the_values_are_those_of_the_bytes(double in -9e15..9e15_f64, small in any::<f64>(), text in any::<String>()) {
        let small = small % 1.0;
        let arguments = object(&json!({"double": double, "small": small, "text": text, "nested": [[double]]}));
        let call = Call::new("tool", &arguments);
        let values = call.values();
        prop_assert_eq!(values["double"].as_f64(), Some(double));
        prop_assert_eq!(values["small"].as_f64(), Some(small));
        prop_assert_eq!(values["text"].as_str(), Some(text.as_str()));
        prop_assert_eq!(canonical::object(&values), call.arguments());
        prop_assert_eq!(Call::new("tool", &values), call);
    }

    /// The strict reader takes what the canonical writer wrote, and gives the same bytes again.
    #[test]
    fn canonical_text_is_read_strictly(double in -9e15..9e15_f64, name in any::<String>(), text in any::<String>()) {
        let written = canonical::text(&json!({name: [double, text]}));
        let read = strict::read(&written).map_err(|malformed| TestCaseError::fail(malformed.to_string()))?;
        prop_assert_eq!(canonical::text(&read), written);
    }
}
