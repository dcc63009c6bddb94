//! Hints with their defaults, and whether a person must be asked.

use crate::{read, review, row, told, with};
use serde_json::json;

#[test]
fn a_tool_without_hints_is_not_read_only_destructive_and_open_world() {
    let told = told(with("frobnicate", json!({})));
    assert_eq!(
        told.hints,
        "`readOnlyHint` false (not said), `destructiveHint` true (not said), `idempotentHint` false (not said), \
         `openWorldHint` true (not said)."
    );
    assert_eq!(
        told.person,
        "must be asked: nothing says that it only reads; nothing says that it does not destroy; nothing says that its \
         world is closed."
    );
    assert_eq!(row(&review(&json!([with("frobnicate", json!({}))])), "frobnicate"), "no | yes | yes | asked | 0 |");
}

#[test]
fn a_tool_that_says_the_worst_is_told_to_have_said_it() {
    let said = json!({"readOnlyHint": false, "destructiveHint": true, "idempotentHint": true, "openWorldHint": true});
    let told = told(with("frobnicate", said));
    assert_eq!(
        told.hints,
        "`readOnlyHint` false (said), `destructiveHint` true (said), `idempotentHint` true (said), `openWorldHint` \
         true (said)."
    );
    assert_eq!(
        told.person,
        "must be asked: it says that it does not only read; it says that it may destroy; it says that it reaches the \
         open world."
    );
}

#[test]
fn a_closed_world_read_is_asked_about_where_the_server_is_not_trusted() {
    let tool = read("list_files", json!({}));
    assert_eq!(row(&review(&json!([tool])), "list_files"), "yes | – | no | asked if not trusted | 0 |");
    let told = told(tool);
    assert!(told.person.starts_with("need not be asked if the user trusts this server and its hints are true: "));
    assert!(told.person.contains("Of a server that is not trusted, the host asks about this call too."));
    assert_eq!(
        told.hints,
        "`readOnlyHint` true (said), `openWorldHint` false (said); the other two mean nothing for a read."
    );
}

#[test]
fn each_hint_counts_by_itself() {
    let person = |annotations| told(with("frobnicate", annotations)).person;
    let harmless = json!({"readOnlyHint": false, "destructiveHint": false, "openWorldHint": false});
    assert_eq!(person(harmless), "must be asked: it says that it does not only read.");
    let open = json!({"readOnlyHint": true});
    assert_eq!(person(open), "must be asked: nothing says that its world is closed.");
    let mixed = json!({"readOnlyHint": false, "openWorldHint": false});
    assert_eq!(
        person(mixed),
        "must be asked: it says that it does not only read; nothing says that it does not destroy."
    );
}

#[test]
fn only_true_and_false_count() {
    for misshapen in [json!("true"), json!(1), json!(null), json!([true]), json!({"value": true})] {
        let told = told(with("frobnicate", json!({"readOnlyHint": misshapen, "openWorldHint": false})));
        assert!(told.hints.starts_with("`readOnlyHint` false (misshapen), "), "{}", told.hints);
        assert!(told.person.starts_with("must be asked: nothing says that it only reads; "), "{}", told.person);
        assert_eq!(told.found, ["ANN-08: `readOnlyHint` is neither true nor false, and counts as absent."]);
    }
    let told = told(with("frobnicate", json!({"ReadOnlyHint": true, "readonlyhint": true})));
    assert!(told.hints.starts_with("`readOnlyHint` false (not said), "), "{}", told.hints);
}

#[test]
fn hints_that_are_contradicted_do_not_count() {
    let person = |tool| told(tool).person;
    assert_eq!(
        person(read("delete_file", json!({}))),
        "must be asked: its hints say no, and they are contradicted; its name says `delete`."
    );
    assert_eq!(
        person(read("show", json!({"url": {}}))),
        "must be asked: its hints say no, and they are contradicted; an argument speaks of a URL."
    );
    for name in ["command", "shell", "code"] {
        assert!(person(read("show", json!({name: {}}))).starts_with("must be asked: its hints say no"), "{name}");
    }
    for name in ["query", "path"] {
        assert!(person(read("show", json!({name: {}}))).starts_with("need not be asked"), "{name}");
    }
}

#[test]
fn those_that_must_be_asked_about_are_counted() {
    let list = json!([read("list_files", json!({})), with("a", json!({})), read("wipe", json!({}))]);
    let review = review(&list);
    assert!(review.contains("Tools: 3. To be asked about whoever the server is: 2;"), "{review}");
    assert!(review.contains("Things to look at:\n1."), "{review}");
}
