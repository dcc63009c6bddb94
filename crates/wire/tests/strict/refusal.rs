//! What a refusal says of itself.

use rules::{Fault, Refused, base, call};
use twogates_wire::strict::{Malformed, read, read_bytes};

/// One text for each reason: its code, its sentence, its remedy, and whether it is JSON at all.
#[rustfmt::skip]
fn reasons() -> [(Malformed, &'static str, &'static str, &'static str, bool); 7] {
    let no = |text: &str| read(text).unwrap_err();
    [
        (read_bytes(b"[\xff]").unwrap_err(), "not_utf8", "byte 1 is not UTF-8", "send one JSON value in UTF-8", true),
        (no("[1"), "not_json", "not JSON at byte 2: expected a comma or a closing bracket", "send one JSON value in UTF-8", true),
        (no(r#"{"a":1,"a":2}"#), "duplicate_name", "the name \"a\" stands twice in one object (byte 7)", "send each name once", false),
        (no("[1e400]"), "number_too_large", "the number at byte 1 is 2^53 or more", "send large numbers as strings", false),
        (no("[1e-400]"), "number_inexact", "the number at byte 1 is finer than a double holds", "send 17 significant digits at most, or a string", false),
        (no(r#" "\ud800""#), "lone_surrogate", "the string at byte 1 has half of a surrogate pair", "send whole characters", false),
        (no(&"[".repeat(65)), "too_deep", "nested deeper than 64 levels at byte 64", "send flatter data", false),
    ]
}

#[test]
fn each_reason_has_its_own_words() {
    for (malformed, code, why, remedy, _) in reasons() {
        assert_eq!(malformed.code(), code);
        assert_eq!(malformed.why(), why);
        assert_eq!(malformed.remedy(), remedy);
        assert_eq!(malformed.to_string(), why);
        assert_eq!(malformed.fault(), Fault::PeerMisbehaved);
    }
}

#[test]
fn what_is_not_json_breaks_another_rule_than_what_reads_two_ways() {
    for (malformed, code, _, _, not_json) in reasons() {
        let rule = if not_json { &base::JSON_RPC } else { &call::STRICT_JSON };
        assert_eq!(malformed.not_json(), not_json, "{code}");
        assert_eq!(malformed.rule(), rule, "{code}");
    }
}

#[test]
fn a_name_is_printed_so_that_it_hides_nothing() {
    let malformed = read("{\"\u{202e}\\n\":1,\"\u{202e}\\n\":2}").unwrap_err();
    assert_eq!(malformed.why(), "the name \"\\u{202e}\\n\" stands twice in one object (byte 11)");
}

#[test]
fn a_name_with_letters_that_nobody_sees_is_printed_whole() {
    let malformed = read("{\"a\u{3164}\":1,\"a\u{3164}\":2}").unwrap_err();
    assert_eq!(malformed.why(), "the name \"a\\u{3164}\" stands twice in one object (byte 10)");
}
