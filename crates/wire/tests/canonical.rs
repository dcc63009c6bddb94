//! Canonical bytes: the published vectors of RFC 8785, and what a hash must not confuse.

#![expect(clippy::unwrap_used, reason = "tests fail loudly")]

use serde_json::{Map, Number, Value, json};
use sha2::{Digest as _, Sha256};
use twogates_wire::strict::{self, Reason};
use twogates_wire::{Call, canonical};

/// RFC 8785, appendix B: the bits of a double, and the text that stands for it.
const NUMBERS: &[(u64, &str)] = &[
    (0x0000_0000_0000_0000, "0"),
    (0x8000_0000_0000_0000, "0"),
    (0x0000_0000_0000_0001, "5e-324"),
    (0x8000_0000_0000_0001, "-5e-324"),
    (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
    (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
    (0x4340_0000_0000_0000, "9007199254740992"),
    (0xc340_0000_0000_0000, "-9007199254740992"),
    (0x4430_0000_0000_0000, "295147905179352830000"),
    (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
    (0x44b5_2d02_c7e1_4af6, "1e+23"),
    (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
    (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
    (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
    (0x444b_1ae4_d6e2_ef50, "1e+21"),
    (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
    (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
    (0x41b3_de43_5555_5553, "333333333.3333332"),
    (0x41b3_de43_5555_5554, "333333333.33333325"),
    (0x41b3_de43_5555_5555, "333333333.3333333"),
    (0x41b3_de43_5555_5556, "333333333.3333334"),
    (0x41b3_de43_5555_5557, "333333333.33333343"),
    (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
    (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
];

#[test]
fn numbers_are_written_as_appendix_b_says() {
    for (bits, text) in NUMBERS {
        let number = Number::from_f64(f64::from_bits(*bits)).unwrap();
        assert_eq!(canonical::text(&Value::Number(number)), *text, "{bits:016x}");
    }
}

#[test]
fn the_two_rows_of_appendix_b_that_are_no_number_have_no_value() {
    for bits in [0x7fff_ffff_ffff_ffff, 0x7ff0_0000_0000_0000] {
        assert_eq!(Number::from_f64(f64::from_bits(bits)), None, "{bits:016x}");
    }
}

#[test]
fn the_strict_reader_takes_the_rows_below_two_to_the_fifty_third_and_no_other() {
    for (bits, text) in NUMBERS {
        let double = f64::from_bits(*bits);
        if double.abs() < 9_007_199_254_740_992.0 {
            let value = strict::read(text).unwrap();
            assert_eq!(value.as_f64(), Some(double), "{text}");
            assert_eq!(canonical::text(&value), *text);
        } else {
            assert_eq!(strict::read(text).unwrap_err().reason, Reason::NumberTooLarge, "{text}");
        }
    }
    assert_eq!(NUMBERS.iter().filter(|(_, text)| strict::read(text).is_ok()).count(), 13);
}

/// RFC 8785, 3.2.2 and 3.2.4: the serialization of primitive data, down to the bytes.
#[test]
fn the_example_of_section_3_2_2() {
    let text = r#"{
        "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
        "literals": [null, true, false]
    }"#;
    let hex = "7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e756d62657273223a5b333333333333\
               3333332e333333333333332c31652b33302c342e352c302e3030322c31652d32375d2c22737472696e67223a22e282\
               ac245c75303030665c6e4127425c225c5c5c5c5c222f227d";
    let value: Value = serde_json::from_str(text).unwrap();
    assert_eq!(hexadecimal(&canonical::value(&value)), hex);
    assert_eq!(strict::read(text).unwrap_err().reason, Reason::NumberTooLarge, "it holds 1E30");
    let exact = text.replace("1E30", "1E15");
    let written = canonical::text(&strict::read(&exact).unwrap());
    assert_eq!(
        written,
        r#"{"literals":[null,true,false],"numbers":[333333333.3333333,1000000000000000,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}"#
    );
}

/// RFC 8785, 3.2.3: names are sorted as UTF-16, so that a pair comes before U+FB33.
#[test]
fn the_example_of_section_3_2_3() {
    let value = strict::read(
        r#"{
            "\u20ac": "Euro Sign",
            "\r": "Carriage Return",
            "\ufb33": "Hebrew Letter Dalet With Dagesh",
            "1": "One",
            "\ud83d\ude00": "Emoji: Grinning Face",
            "\u0080": "Control",
            "\u00f6": "Latin Small Letter O With Diaeresis"
        }"#,
    )
    .unwrap();
    let written = concat!(
        r#"{"\r":"Carriage Return","1":"One",""#,
        "\u{80}",
        r#"":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face",""#,
        "\u{fb33}",
        r#"":"Hebrew Letter Dalet With Dagesh"}"#
    );
    assert_eq!(canonical::text(&value), written);
}

/// Open case C083, with its bytes and their SHA-256.
#[test]
fn a_pair_sorts_before_a_full_width_letter() {
    let value = strict::read(r#"{"\uff21":2,"\ud800\udc00":1}"#).unwrap();
    let bytes = canonical::value(&value);
    assert_eq!(hexadecimal(&bytes), "7b22f0908080223a312c22efbca1223a327d");
    let digest = "ca0baa72e33604df3708d8e77c17a80ff20e62f55e9a27ef4e2cf8fad252df0d";
    assert_eq!(hexadecimal(&Sha256::digest(&bytes)), digest);
}

/// Open case C084: what a double cannot tell apart is refused before anything is hashed.
#[test]
fn two_large_ids_never_share_a_hash() {
    for id in ["9007199254740992", "9007199254740993", "18446744073709551615", "18446744073709551616", "1e400"] {
        let refused = strict::read(&format!("{{\"id\":{id}}}")).unwrap_err();
        assert_eq!((refused.reason, refused.at), (Reason::NumberTooLarge, 6), "{id}");
    }
    let hash = |text: &str| Call::new("item.delete", &object(text)).arg_hash();
    assert_ne!(hash(r#"{"id":9007199254740991}"#), hash(r#"{"id":9007199254740990}"#));
    assert_ne!(hash(r#"{"id":"9007199254740993"}"#), hash(r#"{"id":"9007199254740992"}"#));
}

/// Open case C089: nothing is normalized, so that two spellings of one look are two calls.
#[test]
fn two_spellings_of_an_accent_are_two_calls() {
    let composed = Call::new("file.publish", &object("{\"path\":\"caf\u{e9}.txt\"}"));
    let apart = Call::new("file.publish", &object("{\"path\":\"cafe\u{301}.txt\"}"));
    assert_eq!(apart.arguments(), "{\"path\":\"cafe\u{301}.txt\"}".as_bytes());
    assert_ne!(composed.arg_hash(), apart.arg_hash());
}

#[test]
fn one_meaning_has_one_text() {
    let spellings = [
        r#"{"b":[1.0,{"y":-0.0,"x":"\u0061\/"}],"a":1e2}"#,
        r#" { "a" : 100 , "b" : [ 1 , { "x" : "a/" , "y" : 0 } ] } "#,
        r#"{"\u0062":[10e-1,{"\u0078":"a/","y":0e5}],"a":100.00}"#,
    ];
    for text in spellings {
        let value = strict::read(text).unwrap();
        assert_eq!(canonical::text(&value), r#"{"a":100,"b":[1,{"x":"a/","y":0}]}"#, "{text}");
    }
}

#[test]
fn only_what_must_be_escaped_is() {
    let value = json!("\u{0}\u{1f}\u{7f}\u{80}\u{2028}\u{feff}</script>\t\"\\");
    assert_eq!(canonical::text(&value), "\"\\u0000\\u001f\u{7f}\u{80}\u{2028}\u{feff}</script>\\t\\\"\\\\\"");
}

#[test]
fn value_object_and_text_agree() {
    let value = json!({"b": 2, "a": {"d": [], "c": null}});
    let written = r#"{"a":{"c":null,"d":[]},"b":2}"#;
    assert_eq!(canonical::text(&value), written);
    assert_eq!(canonical::value(&value), written.as_bytes());
    assert_eq!(canonical::object(value.as_object().unwrap()), written.as_bytes());
    assert_eq!(canonical::object(&Map::new()), b"{}");
}

fn object(text: &str) -> Map<String, Value> {
    strict::read(text).unwrap().as_object().unwrap().clone()
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
