//! The order in which names are written, and the one text of a value.

use proptest::prelude::*;
use serde_json::{Value, json};
use twogates_wire::order::{compact, entries};
use twogates_wire::strict;

/// Every name that has a place of its own, in that place.
const PLACED: &[&str] = &[
    "jsonrpc",
    "id",
    "method",
    "resultType",
    "isError",
    "code",
    "name",
    "title",
    "description",
    "type",
    "mode",
    "message",
    "action",
    "content",
    "text",
    "inputRequests",
    "requestedSchema",
    "inputSchema",
    "arguments",
    "inputResponses",
    "requestState",
    "annotations",
    "params",
    "result",
    "error",
    "properties",
    "required",
    // Names without a place stand here, by the alphabet.
    "Zebra",
    "data",
    "zebra",
    "ttlMs",
    "cacheScope",
    "_meta",
];

#[test]
fn placed_names_come_first_unknown_ones_by_the_alphabet_and_meta_last() {
    let object: Value = PLACED.iter().rev().map(|name| ((*name).to_owned(), json!(1))).collect();
    let written: Vec<_> = entries(object.as_object().unwrap()).into_iter().map(|(name, _)| name).collect();
    assert_eq!(written, PLACED);
}

#[test]
fn entries_keep_each_value_with_its_name() {
    let object = json!({"b": 2, "id": 1, "_meta": 4, "a": 3});
    let entries = entries(object.as_object().unwrap());
    assert_eq!(entries, [("id", &json!(1)), ("a", &json!(3)), ("b", &json!(2)), ("_meta", &json!(4))]);
}

#[test]
fn every_depth_is_ordered_and_nothing_stands_between() {
    let value = json!([{"x": [], "id": {}}, [1, [true, null]], {"_meta": {"b": 1, "a": 2}, "params": "p"}]);
    assert_eq!(compact(&value), r#"[{"id":{},"x":[]},[1,[true,null]],{"params":"p","_meta":{"a":2,"b":1}}]"#);
    assert_eq!(compact(&json!({"only": 1})), r#"{"only":1}"#);
}

#[test]
fn text_is_escaped_in_names_and_values() {
    assert_eq!(compact(&json!({"a\"\n": "\u{1}é\\"})), "{\"a\\\"\\n\":\"\\u0001é\\\\\"}");
}

#[test]
fn a_number_has_one_text() {
    for (value, text) in [
        (json!(1), "1"),
        (json!(1.0), "1"),
        (json!(-7), "-7"),
        (json!(0.5), "0.5"),
        (json!(-0.0), "0"),
        (json!(0.000_001), "0.000001"),
        (json!(1e-7), "1e-7"),
        (json!(1e21), "1e+21"),
        (json!(u64::MAX), "18446744073709551615"),
        (json!(i64::MIN), "-9223372036854775808"),
        (json!(9_007_199_254_740_993_i64), "9007199254740993"),
    ] {
        assert_eq!(compact(&value), text);
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(names in prop::collection::btree_set(any::<String>(), 0..6), double in -9e15..9e15_f64) {
        let value: Value = names.into_iter().map(|name| (name.clone(), json!([name, double, null]))).collect();
        let read = strict::read(&compact(&value)).map_err(|malformed| TestCaseError::fail(malformed.to_string()))?;
        prop_assert_eq!(compact(&read), compact(&value));
        prop_assert_eq!(read.as_object().map(serde_json::Map::len), value.as_object().map(serde_json::Map::len));
    }
}
