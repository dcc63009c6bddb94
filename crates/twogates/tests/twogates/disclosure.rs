//! What a caller is not told.

use crate::client::{body, call, challenge, delete, request, result};
use crate::server::Server;
use serde_json::{Value, json};
use twogates::grants::audit::What;
use wire::http::Response;

fn listed(server: &Server, token: &str) -> Vec<String> {
    let response = server.send(&request("tools/list", json!({})).by(token));
    let tools = body(&response)["result"]["tools"].clone();
    tools.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

/// The answer with the name replaced: what is left is the same, byte for byte.
fn anonymous(response: &Response, name: &str) -> (u16, Vec<(String, String)>, String) {
    (response.status, response.headers.0.clone(), response.body.replace(name, "NAME"))
}

#[test]
fn an_undisclosed_tool_answers_as_an_unknown_one() {
    let server = Server::new();
    let reader = "alice/notes:read+notes:admin";
    for arguments in [json!({}), json!({"folder": 5}), json!({"folder": "x", "more": [1]})] {
        let unknown = server.send(&call("read_lag", arguments.clone()).by(reader));
        let undisclosed = server.send(&call("read_log", arguments).by(reader));
        assert_eq!(anonymous(&undisclosed, "read_log"), anonymous(&unknown, "read_lag"));
    }
    let unknown = server.send(&call("read_lag", json!({})).by(reader).yes("x").capabilities(json!({})));
    let undisclosed = server.send(&call("read_log", json!({})).by(reader).yes("x").capabilities(json!({})));
    assert_eq!(anonymous(&undisclosed, "read_log"), anonymous(&unknown, "read_lag"));
    assert!(!listed(&server, reader).contains(&"read_log".to_owned()));
}

#[test]
fn whoever_holds_its_scope_is_told() {
    let server = Server::new();
    let insider = "alice/log:read";
    assert_eq!(result(&server.send(&call("read_log", json!({"folder": "x"})).by(insider))), (false, "the log".into()));
    assert_eq!(listed(&server, insider), ["read_log"]);
}

/// Somebody who tries names is seen in the audit, whether a name is a tool's or not: the rows are of one kind, and fill a
/// store alike.
#[test]
fn an_undisclosed_tool_and_an_unknown_one_leave_the_same_row() {
    let row = |name: &str| {
        let server = Server::new();
        server.send(&call(name, json!({})).by("bob/notes:read"));
        let mut rows = server.audit();
        assert_eq!(rows.len(), 1, "{name}");
        rows.remove(0)
    };
    for name in ["read_log", "read_lag"] {
        let row = row(name);
        assert_eq!((row.code.as_str(), row.about.tool.as_str()), ("unknown_tool", name));
        assert_eq!((row.about.subject.as_str(), row.what), ("bob", What::Refused));
    }
    assert_eq!(row("read_log").about.arg_hash, row("read_lag").about.arg_hash);
}

/// A hidden tool with bad arguments is answered as with good ones: by its challenge, and never by its schema.
#[test]
fn a_hidden_tool_gives_no_hint_of_its_schema() {
    let server = Server::new();
    let good = server.send(&delete("notes.txt").by("alice/notes:read"));
    for arguments in [json!({}), json!({"force": true}), json!({"path": 5}), json!({"path": "x", "extra": {}})] {
        let bad = server.send(&call("delete_note", arguments).by("alice/notes:read"));
        assert_eq!(bad, good);
    }
    let (status, header) = challenge(&good);
    assert_eq!(status, 403);
    assert!(!header.contains("path"), "{header}");
}

/// A state is no key to a tool: without the scope, nobody learns whether it was ever used.
#[test]
fn without_the_scope_a_state_tells_nothing() {
    let server = Server::new();
    let state = server.ask(&delete("notes.txt"));
    let poor = |state: &str| server.send(&delete("notes.txt").yes(state).by("alice/notes:read"));
    let unused = poor(&state);
    server.send(&delete("notes.txt").yes(&state));
    assert_eq!(server.effects(), 1);
    assert_eq!(poor(&state), unused);
    assert_eq!(poor("nonsense"), unused);
    assert_eq!(unused.status, 403);
}

/// What was done is told to the one for whom it was done.
#[test]
fn a_used_state_tells_nobody_else_what_was_done() {
    let server = Server::new();
    let state = server.ask(&delete("notes.txt"));
    server.send(&delete("notes.txt").yes(&state));
    let bob = server.send(&delete("notes.txt").yes(&state).by("bob"));
    let nonsense = server.send(&delete("notes.txt").yes("nonsense").by("bob"));
    assert_eq!(bob, nonsense);
    let told: Value = body(&bob);
    assert!(!told.to_string().contains("Deleted"), "{told}");
}

#[test]
fn consent_never_changes_the_list() {
    let server = Server::new();
    let before = listed(&server, "alice/notes:write");
    assert_eq!(before, ["list_notes", "delete_note"]);
    let state = server.ask(&delete("notes.txt"));
    server.send(&delete("notes.txt").says(&state, "decline"));
    assert_eq!(listed(&server, "alice/notes:write"), before);
}
