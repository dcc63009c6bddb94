//! Scopes to consider.

use crate::{read, told, with};
use serde_json::json;

/// The scope that is proposed for a tool of this name, of which nothing is said.
fn scope(name: &str) -> String {
    let told = told(with(name, json!({}))).scopes;
    told.split('`').nth(1).unwrap().to_owned()
}

#[test]
fn what_a_tool_is_about_and_what_it_does() {
    for (name, expected) in [
        ("read_file", "file:read"),
        ("read_multiple_files", "file:read"),
        ("list_allowed_directories", "directory:read"),
        ("list_directory_with_sizes", "directory:read"),
        ("get_file_info", "file:read"),
        ("writeFile", "file:write"),
        ("delete_entities", "entity:delete"),
        ("run_script", "script:execute"),
        ("git_status", "git:read"),
        ("git_create_branch", "branch:write"),
        ("search_boxes", "box:read"),
        ("get_address", "address:read"),
        ("list_corpus", "corpus:read"),
        ("get_analysis", "analysis:read"),
        ("fetch", "fetch:read"),
        ("frobnicate", "frobnicate:write"),
        ("ファイル", "tool:write"),
        ("", "tool:write"),
    ] {
        assert_eq!(scope(name), expected, "{name}");
    }
}

#[test]
fn hints_decide_where_a_name_says_nothing_or_too_little() {
    let of = |tool| told(tool).scopes;
    assert_eq!(of(read("frobnicate", json!({}))), "`frobnicate:read`.");
    assert_eq!(of(with("get_file", json!({"readOnlyHint": false}))), "`file:write`.");
    assert_eq!(of(read("delete_file", json!({}))), "`file:delete`.", "a hint makes no deletion a read");
}

#[test]
fn arguments_may_need_more() {
    let of = |properties| told(read("get_thing", properties)).scopes;
    assert_eq!(of(json!({"path": {}})), "`thing:read`. By `path`: another scope for a folder that fewer may touch.");
    assert_eq!(
        of(json!({"url": {}})),
        "`thing:read`. By `url`: another scope for addresses within the own network, or none."
    );
    assert_eq!(
        of(json!({"amount": {}, "totalPrice": {}})),
        "`thing:read`. By `amount`, `totalPrice`: another scope above a limit."
    );
}
