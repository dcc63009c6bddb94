//! Strings: whole characters, known escapes, nothing that hides.

use super::{expects, refused};
use serde_json::json;
use twogates_wire::strict::{Reason, read};

fn half(text: &str, at: usize) {
    assert_eq!(refused(text), (Reason::LoneSurrogate, at), "{text:?}");
}

#[test]
fn each_escape_is_its_character() {
    assert_eq!(read(r#""\"\\\/\b\f\n\r\t""#), Ok(json!("\"\\/\u{8}\u{c}\n\r\t")));
    assert_eq!(read(r#""\u0041\u00e9\u00E9\u20ac\u0000\uffff\uABCD""#), Ok(json!("Aéé€\0\u{ffff}\u{abcd}")));
    assert_eq!(read("\"é€😀\u{7f}\u{80}\""), Ok(json!("é€😀\u{7f}\u{80}")));
}

#[test]
fn a_whole_pair_is_one_character() {
    assert_eq!(read(r#""\ud83d\ude00""#), Ok(json!("😀")));
    assert_eq!(read(r#""\uD83D\uDE00""#), Ok(json!("😀")));
    assert_eq!(read(r#""\ud800\udc00""#), Ok(json!("\u{10000}")));
    assert_eq!(read(r#""\ud800\udfff""#), Ok(json!("\u{103ff}")));
    assert_eq!(read(r#""\udbff\udc00""#), Ok(json!("\u{10fc00}")));
    assert_eq!(read(r#""\udbff\udfff""#), Ok(json!("\u{10ffff}")));
    assert_eq!(read(r#""\ud83d\ude00\ud83d\ude01""#), Ok(json!("😀😁")));
}

#[test]
fn the_neighbours_of_the_surrogates_are_characters() {
    assert_eq!(read(r#""\ud7ff\ue000""#), Ok(json!("\u{d7ff}\u{e000}")));
}

#[test]
fn half_of_a_pair_is_refused_where_its_string_begins() {
    half(r#""\ud800""#, 0);
    half(r#""\udbff""#, 0);
    half(r#""\udc00""#, 0);
    half(r#""\udfff""#, 0);
    half(r#"["a", "b\ud83d"]"#, 6);
    half(r#"{"\ude00":1}"#, 1);
    half(r#"{"a":"x\udE00"}"#, 5);
}

#[test]
fn a_pair_has_its_high_half_first_and_at_once() {
    half(r#""\ude00\ud83d""#, 0);
    half(r#""\ud83d\ud83d\ude00""#, 0);
    half(r#""\ud83dx\ude00""#, 0);
    half(r#""\ud83d\u0041""#, 0);
    half(r#""\ud83d\udbff""#, 0);
    half(r#""\ud83d\ue000""#, 0);
    half(r#""\ud83d\n""#, 0);
    half(r#""\ud83d\\ude00""#, 0);
    half(r#""\ud83du""#, 0);
}

#[test]
fn an_unknown_escape_is_refused_where_it_stands() {
    expects(r#""\a""#, "an escape", 2);
    expects(r#""ab\'""#, "an escape", 4);
    expects(r#""\U0041""#, "an escape", 2);
    expects("\"\\é\"", "an escape", 2);
    expects("\"\\\n\"", "an escape", 2);
    expects("\"\\", "an escape", 2);
}

#[test]
fn a_code_point_has_four_digits() {
    expects(r#""\u""#, "four hexadecimal digits", 3);
    expects(r#""\u004""#, "four hexadecimal digits", 6);
    expects(r#""\u00g0""#, "four hexadecimal digits", 5);
    expects(r#""\u+041""#, "four hexadecimal digits", 3);
    expects("\"\\u00é\"", "four hexadecimal digits", 5);
    expects(r#""\u{41}""#, "four hexadecimal digits", 3);
    expects(r#""\u00"#, "four hexadecimal digits", 5);
    expects(r#""\ud83d\u12""#, "four hexadecimal digits", 11);
}

#[test]
fn control_characters_are_escaped_or_refused() {
    for code in 0..0x20_u8 {
        let character = char::from(code);
        expects(&format!("\"ab{character}\""), "the end of a string", 3);
        expects(&format!("{{\"{character}\":1}}"), "the end of a string", 2);
        assert_eq!(read(&format!("\"\\u{code:04x}\"")), Ok(json!(character.to_string())));
    }
    assert_eq!(read("\" \""), Ok(json!(" ")));
}

#[test]
fn a_string_ends() {
    expects("\"", "the end of a string", 1);
    expects("\"abc", "the end of a string", 4);
    expects("{\"a", "the end of a string", 3);
    expects(r#""\""#, "the end of a string", 3);
}

#[test]
fn the_text_is_kept_code_point_for_code_point() {
    assert_eq!(read("\"cafe\u{301}\""), Ok(json!("cafe\u{301}")));
    assert_eq!(read("\"\u{202e}\u{200b}\u{feff}\u{2028}\""), Ok(json!("\u{202e}\u{200b}\u{feff}\u{2028}")));
}

/// Characters are looked at eight bytes at a time: whichever it is and wherever it stands, it is read as others read it.
#[test]
fn every_character_at_every_place_of_a_word() {
    let characters =
        (0..0x180).chain([0x7ff, 0x800, 0x2028, 0xfffd, 0xffff, 0x10000, 0x10ffff]).filter_map(char::from_u32);
    for character in characters {
        for before in 0..18 {
            let text = format!("\"{}{character}{}\"", "x".repeat(before), "y".repeat(17 - before));
            let others = serde_json::from_str::<serde_json::Value>(&text).ok();
            assert_eq!(read(&text).ok(), others, "{character:?} behind {before}");
        }
    }
}
