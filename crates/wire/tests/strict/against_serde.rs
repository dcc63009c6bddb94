//! Held against another reader: whatever is taken here is taken there with an equal value, and whatever is called "not
//! JSON" here is refused there.

use proptest::prelude::*;
use serde_json::Value;
use twogates_wire::strict::{Reason, read, read_bytes};

/// JSON-like text: mostly well formed, with the spots that readers disagree on.
fn nearly_json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("fals".to_owned()),
        "-?(0|[1-9][0-9]{0,18})(\\.[0-9]{1,18})?([eE][+-]?[0-9]{1,3})?",
        "-?[0-9]{1,3}(\\.[0-9]{0,2})?",
        "\"[a-c\\\\/\"\u{0}-\u{20}é😀]{0,4}\"",
        "\"(a|\\\\u006[0-9a-f]|\\\\ud83d|\\\\ude00|\\\\n|\\\\x|é){0,4}\"",
    ];
    leaf.prop_recursive(5, 40, 5, |inner| {
        let name = prop_oneof!["\"[ab]\"", "\"(\\\\u0061|b|c)\"", "\"[a-z]{3}\"", Just("a".to_owned())];
        prop_oneof![
            (prop::collection::vec(inner.clone(), 0..5), "[ \t]?", "[],]?")
                .prop_map(|(items, space, end)| format!("[{space}{}{end}]", items.join(","))),
            (prop::collection::vec((name, inner), 0..5), "[ \n]?").prop_map(|(members, space)| {
                let members: Vec<_> = members.iter().map(|(name, value)| format!("{name}{space}:{value}")).collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    })
}

/// Equal as values: numbers by what they stand for, for the other reader keeps `1.0` and `1` apart.
fn equal(ours: &Value, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Value::Number(ours), Value::Number(theirs)) => ours.as_f64() == theirs.as_f64(),
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(ours, theirs)| equal(ours, theirs))
        }
        (Value::Object(ours), Value::Object(theirs)) => {
            ours.len() == theirs.len()
                && ours.iter().all(|(name, value)| theirs.get(name).is_some_and(|other| equal(value, other)))
        }
        _ => ours == theirs,
    }
}

fn hold_against(text: &str) -> Result<(), TestCaseError> {
    let theirs = serde_json::from_str::<Value>(text);
    match read(text) {
        Ok(ours) => {
            let theirs = theirs.map_err(|error| TestCaseError::fail(format!("only we take {text:?}: {error}")))?;
            prop_assert!(equal(&ours, &theirs), "{text:?}: {ours} is not {theirs}");
        }
        Err(malformed) if malformed.not_json() => {
            prop_assert!(theirs.is_err(), "only we refuse {text:?}: {malformed}");
        }
        Err(malformed) => prop_assert!(malformed.at < text.len(), "{text:?}: {malformed}"),
    }
    Ok(())
}

proptest! {
    #[test]
    fn arbitrary_text_does_not_panic(text in any::<String>()) {
        hold_against(&text)?;
    }

    #[test]
    fn arbitrary_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        let ours = read_bytes(&bytes);
        match std::str::from_utf8(&bytes) {
            Ok(text) => prop_assert_eq!(ours, read(text)),
            Err(error) => {
                let malformed = ours.expect_err("it is not UTF-8");
                prop_assert_eq!((malformed.reason, malformed.at), (Reason::NotUtf8, error.valid_up_to()));
            }
        }
    }

    #[test]
    fn text_of_the_alphabet_of_json_agrees(text in "[\\[\\]{}:,\"\\\\u0-9aAdDeE+. truefalsn-]{0,24}") {
        hold_against(&text)?;
    }

    #[test]
    fn nearly_json_agrees(text in nearly_json()) {
        hold_against(&text)?;
    }

    #[test]
    fn one_changed_byte_agrees(text in nearly_json(), place in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = text.into_bytes();
        if !bytes.is_empty() {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if let Ok(text) = String::from_utf8(bytes) {
            hold_against(&text)?;
        }
    }

    #[test]
    fn what_serde_writes_is_read_back(value in values()) {
        let text = value.to_string();
        let ours = read(&text).map_err(|malformed| TestCaseError::fail(format!("{text}: {malformed}")))?;
        prop_assert!(equal(&ours, &value), "{text}");
    }
}

/// Values whose numbers and depth are in range.
fn values() -> impl Strategy<Value = Value> {
    let exact = 9_007_199_254_740_991_i64;
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-exact..=exact).prop_map(Value::from),
        (-1e15..1e15_f64).prop_map(Value::from),
        any::<f64>().prop_map(|double| Value::from(double % 1e6)),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 64, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}
