//! A list is found in what servers answer, and what is none is said to be none.

use crate::{read, review};
use serde_json::json;
use twogates_checklist::review::{MAX_BYTES, MAX_TOOLS, NotAList, Review};

fn refused(text: &str) -> NotAList {
    Review::of(text.as_bytes(), "list.json").unwrap_err()
}

#[test]
fn a_response_its_result_and_the_bare_array_are_the_same_list() {
    let tools = json!([read("list_files", json!({}))]);
    let array = review(&tools);
    assert!(array.starts_with("# Review of a tool list: `list.json`\n\nTools: 1. "));
    assert_eq!(review(&json!({"tools": tools})), array);
    assert_eq!(review(&json!({"jsonrpc": "2.0", "id": 1, "result": {"tools": tools}})), array);
    assert!(review(&json!([])).contains("\nTools: 0. "));
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_list() {
    assert!(Review::of("\u{feff}[]".as_bytes(), "list.json").is_ok());
    assert!(matches!(refused("\u{feff}\u{feff}[]"), NotAList::Malformed(_)));
}

#[test]
fn a_page_that_is_not_the_last_is_said_to_be_one() {
    let goes_on = "**The list goes on:**";
    assert!(review(&json!({"tools": [], "nextCursor": "2"})).contains(goes_on));
    assert!(review(&json!({"result": {"tools": [], "nextCursor": "2"}})).contains(goes_on));
    assert!(!review(&json!({"tools": [], "nextCursor": null})).contains(goes_on));
    assert!(!review(&json!({"tools": []})).contains(goes_on));
}

#[test]
fn what_is_no_list_is_refused_with_what_was_expected() {
    for text in ["{}", "3", "null", r#""tools""#, r#"{"tools": {}}"#, r#"{"result": 1}"#, r#"{"result": {"tools": 1}}"#]
    {
        assert_eq!(refused(text), NotAList::NoTools, "{text}");
    }
    assert!(NotAList::NoTools.to_string().starts_with("there is no list: expected an array of tools"));
    let error = r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "no"}}"#;
    assert_eq!(refused(error), NotAList::ServerError);
    assert_eq!(refused(error).to_string(), "the server answered with an error, not with a list");
}

#[test]
fn a_list_is_read_strictly() {
    for (text, why) in [
        ("{", "not JSON at byte 1"),
        (r#"[{"name": "a", "name": "b"}]"#, "the name \"name\" stands twice"),
        ("[9007199254740992]", "2^53 or more"),
        (r#"["\ud800"]"#, "half of a surrogate pair"),
    ] {
        let refused = refused(text).to_string();
        assert!(refused.starts_with("the list cannot be read: ") && refused.contains(why), "{refused}");
    }
    let not_text = Review::of(&[b'[', 0xff, b']'], "list.json").unwrap_err();
    assert_eq!(not_text.to_string(), "the list cannot be read: byte 1 is not UTF-8");
    assert!(matches!(refused(&"[".repeat(100)), NotAList::Malformed(_)));
}

#[test]
fn limits_are_exact() {
    let of = |count: usize| format!("[{}]", vec!["0"; count].join(","));
    assert!(Review::of(of(MAX_TOOLS).as_bytes(), "list.json").is_ok());
    assert_eq!(refused(&of(MAX_TOOLS + 1)), NotAList::TooMany(MAX_TOOLS + 1));
    assert_eq!(refused(&of(MAX_TOOLS + 1)).to_string(), "the list has 2001 tools; 2000 are reviewed at most");
    let long = |bytes: usize| format!("[]{}", " ".repeat(bytes - 2));
    assert!(Review::of(long(MAX_BYTES).as_bytes(), "list.json").is_ok());
    assert_eq!(refused(&long(MAX_BYTES + 1)), NotAList::TooLong);
    assert_eq!(NotAList::TooLong.to_string(), "the list has more than 16777216 bytes");
}

#[test]
fn what_is_no_tool_counts_as_the_worst_one() {
    let review = review(&json!([7, null, "x", [], {}]));
    for number in 1..=5 {
        let told = crate::told_of(&review, number);
        assert!(told.found[0].starts_with("TOOL-05: it has no name"), "{:?}", told.found);
        assert!(told.person.starts_with("must be asked: "));
    }
    assert!(review.contains("\n## 1. `\"\"`\n"));
}
