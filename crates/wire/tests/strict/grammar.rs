//! What is JSON and what is not, and how deep it may go.

use super::{expects, refused};
use serde_json::{Value, json};
use twogates_wire::strict::{MAX_DEPTH, Malformed, Reason, read, read_bytes};

#[test]
fn every_kind_of_value_is_read() {
    let text = " {\"a\" : [ ] , \"b\":[1 ,\t\"x\"\r\n, true,false,null], \"c\":{ } ,\"\":{\"d\":-2}} ";
    let value = json!({"a": [], "b": [1, "x", true, false, null], "c": {}, "": {"d": -2}});
    assert_eq!(read(text), Ok(value));
}

#[test]
fn a_value_may_stand_alone() {
    for (text, value) in
        [("null", Value::Null), ("true", json!(true)), ("false", json!(false)), ("\"\"", json!("")), ("[]", json!([]))]
    {
        assert_eq!(read(text), Ok(value.clone()));
        assert_eq!(read(&format!("\t\r\n {text} \t\r\n")), Ok(value));
    }
}

#[test]
fn a_text_without_a_value_is_refused() {
    expects("", "a value", 0);
    expects(" \n", "a value", 2);
    expects("[", "a value", 1);
    expects("[,1]", "a value", 1);
    expects("[1,]", "a value", 3);
    expects("{\"a\":}", "a value", 5);
    expects("'a'", "a value", 0);
    expects("+1", "a value", 0);
    expects(".5", "a value", 0);
    expects("NaN", "a value", 0);
    expects("Infinity", "a value", 0);
    expects("// comment", "a value", 0);
}

#[test]
fn words_are_exact() {
    expects("nul", "null", 3);
    expects("nil", "null", 1);
    expects("tRue", "true", 1);
    expects("fals", "false", 4);
    expects("True", "a value", 0);
}

#[test]
fn objects_and_arrays_are_closed_and_separated() {
    expects("[1 2]", "a comma or a closing bracket", 3);
    expects("[1", "a comma or a closing bracket", 2);
    expects("[1}", "a comma or a closing bracket", 2);
    expects("{\"a\":1 \"b\":2}", "a comma or a closing brace", 7);
    expects("{\"a\":1", "a comma or a closing brace", 6);
    expects("{\"a\":1]", "a comma or a closing brace", 6);
    expects("{\"a\" 1}", "a colon", 5);
    expects("{\"a\"", "a colon", 4);
    expects("{", "a name in quotes", 1);
    expects("{a:1}", "a name in quotes", 1);
    expects("{\"a\":1,}", "a name in quotes", 7);
    expects("{ ,\"a\":1}", "a name in quotes", 2);
    expects("{1:1}", "a name in quotes", 1);
}

#[test]
fn nothing_follows_the_value() {
    expects("null null", "the end of the text", 5);
    expects("{} {}", "the end of the text", 3);
    expects("{}\n\u{0}", "the end of the text", 3);
    expects("truex", "the end of the text", 4);
    expects("[]]", "the end of the text", 2);
}

#[test]
fn a_byte_order_mark_is_no_space() {
    expects("\u{feff}{}", "a value", 0);
    expects("{}\u{feff}", "the end of the text", 2);
}

#[test]
fn only_the_four_characters_of_the_grammar_are_space() {
    for space in ["\u{b}", "\u{c}", "\u{85}", "\u{a0}", "\u{2028}", "\u{0}"] {
        expects(&format!("{space}1"), "a value", 0);
        expects(&format!("[1{space}]"), "a comma or a closing bracket", 2);
    }
}

#[test]
fn nesting_to_the_limit_passes_and_one_more_is_refused() {
    assert_eq!(MAX_DEPTH, 64);
    let nested = |open: &str, close: &str, depth: usize| open.repeat(depth) + "1" + &close.repeat(depth);
    assert!(read(&nested("[", "]", 64)).is_ok());
    assert_eq!(refused(&nested("[", "]", 65)), (Reason::TooDeep, 64));
    assert!(read(&nested("{\"a\":", "}", 64)).is_ok());
    assert_eq!(refused(&nested("{\"a\":", "}", 65)), (Reason::TooDeep, 64 * 5));
    assert!(read(&nested("[{\"a\":", "}]", 32)).is_ok());
    assert_eq!(refused(&nested("[{\"a\":", "}]", 33)), (Reason::TooDeep, 32 * 6));
}

#[test]
fn what_stands_beside_does_not_count_as_depth() {
    let wide = format!("[{}[]]", "[],{},".repeat(1000));
    assert!(read(&wide).is_ok());
    assert!(read(&format!("[{wide},{wide}]")).is_ok());
}

#[test]
fn a_million_brackets_are_refused_without_being_followed() {
    assert_eq!(refused(&"[".repeat(1_000_000)), (Reason::TooDeep, 64));
}

#[test]
fn bytes_that_are_not_utf8_are_refused_where_they_stand() {
    let at = |bytes: &[u8]| read_bytes(bytes).unwrap_err();
    let not_utf8 = |at| Malformed { reason: Reason::NotUtf8, at };
    assert_eq!(at(b"\xff"), not_utf8(0));
    assert_eq!(at(b"{\"a\":\"\xe9\"}"), not_utf8(6), "Latin-1");
    assert_eq!(at(b"\"\xc0\xaf\""), not_utf8(1), "an overlong slash");
    assert_eq!(at(b"\"\xed\xa0\x80\""), not_utf8(1), "half of a pair, encoded");
    assert_eq!(at(b"[\xf0\x9f\x98"), not_utf8(1), "cut off");
    assert_eq!(at(b"\xff\xfe{\x00}\x00"), not_utf8(0), "UTF-16");
}

#[test]
fn bytes_are_read_as_text_is() {
    assert_eq!(read_bytes("{\"é\":\"😀\"}".as_bytes()), Ok(json!({"é": "😀"})));
    assert_eq!(read_bytes(b"[1"), read("[1"));
}
