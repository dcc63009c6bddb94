//! C131 and C133: tests that could pass without testing anything are tested themselves.

use crate::seal_format::parts;
use crate::{Scene, digest};
use base64::Engine;
use base64::alphabet;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, URL_SAFE, URL_SAFE_NO_PAD as STRICT};
use serde_json::{Number, Value, json};
use twogates_consent::{BadState, ConsentGate, Key, KeyRing};
use unicode_normalization::UnicodeNormalization;
use wire::{canonical, strict};

/// A decoder that takes what ours refuses: spare bits, and padding or none.
fn lenient() -> GeneralPurpose {
    let config = GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent);
    GeneralPurpose::new(&alphabet::URL_SAFE, config)
}

/// The text with another character at one place, chosen by a byte.
fn with_other(text: &str, place: usize, byte: u8) -> String {
    let letters = alphabet::URL_SAFE.as_str();
    let old = text[place..=place].to_owned();
    let others = letters.chars().filter(|letter| *letter.to_string() != *old);
    let other = others.clone().nth(usize::from(byte) % others.count()).unwrap();
    format!("{}{other}{}", &text[..place], &text[place + 1..])
}

/// A character at the end of Base64 may carry spare bits alone: to change it could change nothing, now and then. What the
/// tests of tampering change carries data, to a strict reader and to a lenient one.
#[test]
fn c131_what_is_tampered_with_decodes_to_other_bytes_under_a_thousand_keys() {
    let lenient = lenient();
    let spare = with_other("AA", 1, 0);
    assert_eq!(STRICT.decode(&spare).ok(), None, "{spare}: ours is strict");
    assert_eq!(lenient.decode(&spare).unwrap(), lenient.decode("AA").unwrap(), "and this one is not");
    for number in 0..1000_u32 {
        let secret = digest(&format!("key {number}"));
        let random = secret.bytes();
        let gate = ConsentGate::new("notes", KeyRing::new(Key::new("k1", random).unwrap()));
        let scene = Scene { gate, ..Scene::default() };
        let state = scene.state();
        assert_eq!(scene.refusal(&state), None, "key {number}");
        let [version, key, body, tag] = parts(&state);
        let within = usize::from(random[0]) % (body.len() - 1);
        let forged = [(body, with_other(body, within, random[1])), (tag, with_other(tag, 0, random[2]))];
        for (honest, other) in &forged {
            for engine in [&STRICT, &URL_SAFE, &lenient] {
                let decoded = |text: &str| engine.decode(text).ok();
                assert!(decoded(other).is_none() || decoded(other) != decoded(honest), "key {number}: {other}");
            }
            assert_ne!(STRICT.decode(other).unwrap(), STRICT.decode(honest).unwrap(), "key {number}: {other}");
        }
        let [(_, other_body), (_, other_tag)] = &forged;
        for forged in [format!("{version}.{key}.{other_body}.{tag}"), format!("{version}.{key}.{body}.{other_tag}")] {
            assert_eq!(scene.refusal(&forged), Some(BadState::Tampered), "key {number}: {forged}");
        }
    }
}

/// Texts and what stands for each; `None` where it is refused. From RFC 8785, and from the cases of this project.
const VECTORS: &[(&str, Option<&str>)] = &[
    (r#"{"\uff21":2,"\ud800\udc00":1}"#, Some("{\"\u{10000}\":1,\"\u{ff21}\":2}")),
    (r#""\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/""#, Some(r#""€$\u000f\nA'B\"\\\\\"/""#)),
    ("{\"path\":\"cafe\\u0301.txt\"}", Some("{\"path\":\"cafe\u{301}.txt\"}")),
    (r#"{"a":1,"a":2}"#, None),
];

/// 2^68, and what stands for it: the shortest text of that double, and not its exact value.
const LARGE: (f64, &str) = (295_147_905_179_352_825_856.0, "295147905179352830000");

/// A way to write canonical text, right or wrong.
struct Writer {
    read: fn(&str) -> Option<Value>,
    before: fn(&str, &str) -> std::cmp::Ordering,
    string: fn(&str) -> String,
    number: fn(&Number) -> String,
}

impl Writer {
    /// What RFC 8785 says, written once more.
    const RIGHT: Self = Self {
        read: |text| strict::read(text).ok(),
        before: |one, other| one.encode_utf16().cmp(other.encode_utf16()),
        string: |text| serde_json::to_string(text).unwrap(),
        number: |number| canonical::text(&Value::Number(number.clone())),
    };

    fn text(&self, value: &Value) -> String {
        match value {
            Value::Object(members) => {
                let mut members: Vec<_> = members.iter().collect();
                members.sort_by(|(one, _), (other, _)| (self.before)(one, other));
                let member =
                    |(name, value): &(&String, &Value)| format!("{}:{}", (self.string)(name), self.text(value));
                format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(","))
            }
            Value::String(text) => (self.string)(text),
            Value::Number(number) => (self.number)(number),
            other => other.to_string(),
        }
    }

    /// The vectors that do not hold of it, by their place; the large number is the last.
    fn broken(&self) -> Vec<usize> {
        let holds = |(text, expected): &(&str, Option<&str>)| {
            (self.read)(text).map(|value| self.text(&value)).as_deref() == *expected
        };
        let mut broken: Vec<_> = (0..VECTORS.len()).filter(|place| !holds(&VECTORS[*place])).collect();
        let large = Value::Number(Number::from_f64(LARGE.0).unwrap());
        broken.extend((self.text(&large) != LARGE.1).then_some(VECTORS.len()));
        broken
    }
}

/// Reads names that stand twice, and keeps the first.
fn first_of_two(text: &str) -> Option<Value> {
    if text == r#"{"a":1,"a":2}"# { Some(json!({"a": 1})) } else { strict::read(text).ok() }
}

#[test]
fn c133_each_wrong_way_to_write_canonical_text_breaks_a_vector() {
    let right = Writer::RIGHT;
    assert_eq!(right.broken(), [0_usize; 0]);
    let ours = |text: &str| strict::read(text).ok().map(|value| canonical::text(&value));
    for (text, expected) in VECTORS {
        assert_eq!(ours(text).as_deref(), *expected, "{text}");
    }
    assert_eq!(canonical::text(&Value::Number(Number::from_f64(LARGE.0).unwrap())), LARGE.1);
    let wrong = [
        ("sorted by code point", Writer { before: |one, other| one.chars().cmp(other.chars()), ..Writer::RIGHT }, 0),
        (
            "sorted by the bytes of UTF-8",
            Writer { before: |one, other| one.bytes().cmp(other.bytes()), ..Writer::RIGHT },
            0,
        ),
        ("no escapes", Writer { string: |text| format!("\"{text}\""), ..Writer::RIGHT }, 1),
        (
            "integers exactly",
            Writer { number: |number| format!("{:.0}", number.as_f64().unwrap()), ..Writer::RIGHT },
            VECTORS.len(),
        ),
        (
            "normalized to NFC",
            Writer { string: |text| serde_json::to_string(&text.nfc().collect::<String>()).unwrap(), ..Writer::RIGHT },
            2,
        ),
        ("the first of two names", Writer { read: first_of_two, ..Writer::RIGHT }, 3),
    ];
    for (name, writer, vector) in wrong {
        assert!(writer.broken().contains(&vector), "{name}: {:?}", writer.broken());
    }
}
