//! No object has a name twice, at any depth and in any spelling.

use super::refused;
use serde_json::json;
use twogates_wire::strict::{Reason, read};

fn twice(text: &str, name: &str, at: usize) {
    assert_eq!(refused(text), (Reason::DuplicateName(name.into()), at), "{text:?}");
}

/// Open case C085: whoever asks about one reading must not run the other.
#[test]
fn a_name_that_stands_twice_is_refused_where_it_stands_again() {
    twice(r#"{"name":"pay.send","arguments":{"to":"alice","to":"mallory"}}"#, "to", 45);
    twice(r#"{"name":"pay.send","arguments":{"to":"alice","t\u006f":"mallory"}}"#, "to", 45);
    twice(r#"{"name":"item.read","name":"item.delete","arguments":{}}"#, "name", 20);
}

#[test]
fn the_same_value_does_not_excuse_it() {
    twice(r#"{"a":1,"a":1}"#, "a", 7);
    twice(r#"{"a":1,"b":2, "a":3}"#, "a", 14);
}

#[test]
fn every_depth_is_looked_at() {
    twice(r#"[[{"x":{"y":[{"z":0,"z":0}]}}]]"#, "z", 20);
    let open = r#"{"a":"#.repeat(63);
    twice(&format!(r#"{open}{{"b":1,"b":2}}{}"#, "}".repeat(63)), "b", 63 * 5 + 7);
}

#[test]
fn every_spelling_is_the_same_name() {
    twice(r#"{"/":1,"\/":2}"#, "/", 7);
    twice(r#"{"\u0041":1,"A":2}"#, "A", 12);
    twice(r#"{"😀":1,"\ud83d\ude00":2}"#, "😀", 10);
    twice(r#"{"é":1,"\u00E9":2}"#, "é", 8);
    twice(r#"{"\n":1,"\u000a":2}"#, "\n", 8);
    twice(r#"{"":1,"":2}"#, "", 6);
    twice(r#"{"__proto__":1,"__proto__":2}"#, "__proto__", 15);
}

#[test]
fn names_that_only_look_alike_are_two() {
    assert_eq!(read(r#"{"a":1,"A":2}"#), Ok(json!({"a": 1, "A": 2})));
    assert_eq!(read("{\"é\":1,\"e\u{301}\":2}"), Ok(json!({"é": 1, "e\u{301}": 2})));
    assert_eq!(read(r#"{"a":1,"a ":2}"#), Ok(json!({"a": 1, "a ": 2})));
    assert_eq!(read(r#"{"a":1,"a\u0000":2}"#), Ok(json!({"a": 1, "a\0": 2})));
}

#[test]
fn the_same_name_in_two_objects_is_fine() {
    assert_eq!(read(r#"[{"a":{"a":1}},{"a":2}]"#), Ok(json!([{"a": {"a": 1}}, {"a": 2}])));
}
