//! Values: quoted, and cut where they are long.

use consent::render::value;
use twogates_consent as consent;
use wire::Digest;

fn note(text: &str) -> String {
    let digest = Digest::of("two-gates/shown/1", &[text.as_bytes()]).short();
    format!("({} characters, SHA-256 {digest}...)", text.chars().count())
}

#[test]
fn a_short_text_is_quoted() {
    assert_eq!(value("notes.txt", 20), r#""notes.txt""#);
    assert_eq!(value("", 20), r#""""#);
}

#[test]
fn a_text_cannot_end_its_own_quotation() {
    assert_eq!(value(r#"a", force = "true"#, 40), r#""a\", force = \"true""#);
    assert_eq!(value(r"a\", 40), r#""a\\""#);
}

#[test]
fn a_text_of_exactly_the_limit_is_whole_and_a_longer_one_is_cut() {
    assert_eq!(value("1234567890", 10), r#""1234567890""#);
    let long = "1234567890a";
    assert_eq!(value(long, 10), format!(r#""12345" ... "7890a" {}"#, note(long)));
}

#[test]
fn an_odd_limit_shows_no_more_than_it_says() {
    let long = "1234567890";
    assert_eq!(value(long, 9), format!(r#""1234" ... "7890" {}"#, note(long)));
    assert_eq!(value(long, 1), format!(r#""" ... "" {}"#, note(long)));
    assert_eq!(value(long, 0), format!(r#""" ... "" {}"#, note(long)));
}

#[test]
fn what_counts_is_what_is_shown() {
    // Eight characters of the text, but twelve on the line.
    assert_eq!(value("\n\n\n\nabcd", 12), r#""\n\n\n\nabcd""#);
    let long = "\n\n\n\nabcd";
    assert_eq!(value(long, 11), format!(r#""\n\n" ... "\nabc" {}"#, note(long)).replace(r#""\nabc""#, r#""abcd""#));
}

#[test]
fn an_escape_is_never_cut_in_two() {
    let long = "ab\u{202e}cdefgh\u{202e}ij";
    assert_eq!(value(long, 14), format!(r#""ab" ... "ij" {}"#, note(long)));
    assert_eq!(value(long, 20), format!(r#""ab\u{{202e}}" ... "\u{{202e}}ij" {}"#, note(long)));
}

#[test]
fn the_tail_does_not_start_with_a_mark() {
    let long = "abcdefghq\u{301}\u{302}jk";
    assert_eq!(value(long, 8), format!(r#""abcd" ... "jk" {}"#, note(long)));
}

#[test]
fn an_escaped_mark_may_start_the_tail() {
    let long = "abcdefghijklmne\u{301}k";
    assert_eq!(value(long, 16), format!(r#""abcdefgh" ... "\u{{301}}k" {}"#, note(long)));
}

#[test]
fn two_long_texts_with_the_same_ends_are_told_apart() {
    let text = |middle: &str| format!("{}{middle}{}", "a".repeat(20), "b".repeat(20));
    assert_ne!(value(&text("x"), 10), value(&text("y"), 10));
}

#[test]
fn a_text_cannot_pretend_to_have_been_cut() {
    let long = "1234567890a";
    let pretends = format!(r#"12345" ... "7890a" {}"#, note(long));
    assert_ne!(value(&pretends, 100), value(long, 10));
    assert!(value(&pretends, 100).ends_with('"'));
}
