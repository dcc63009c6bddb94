//! Failures that others met, by case number: scopes and lists, as a server answers them.

use crate::client::{asks, body, call, challenge, delete, request};
use crate::server::Server;
use serde_json::json;

#[test]
fn c058_a_scope_is_compared_whole() {
    let server = Server::new();
    for scope in [
        "notes:write.draft",
        "xnotes:write",
        "notes:writer",
        "NOTES:WRITE",
        "notes:writ",
        "notes",
        "notes:*",
        "*",
        "notes:write,notes:read",
    ] {
        let (status, header) = challenge(&server.send(&delete("notes.txt").by(&format!("alice/{scope}"))));
        assert_eq!(status, 403, "{scope}");
        assert!(header.contains(r#"error="insufficient_scope", scope="notes:write""#), "{header}");
    }
    assert!(asks(&server.send(&delete("notes.txt").by("alice/x+notes:write"))));
}

#[test]
fn c061_a_broader_scope_counts_and_the_least_is_asked_for() {
    let server = Server::new();
    let admin = "alice/notes:admin";
    assert_eq!(server.send(&call("list_notes", json!({})).by(admin)).status, 200);
    assert!(asks(&server.send(&delete("notes.txt").by(admin))));
    let list = body(&server.send(&request("tools/list", json!({})).by(admin)));
    assert_eq!(list["result"]["tools"], json!([{"name": "list_notes"}, {"name": "delete_note"}]));
    let (_, header) = challenge(&server.send(&delete("notes.txt").by("alice/notes:read")));
    assert!(header.contains(r#"scope="notes:write","#), "not notes:admin: {header}");
}

#[test]
fn c066_no_answer_names_a_hidden_tool() {
    let server = Server::new();
    let reader = "alice/notes:read";
    let list = server.send(&request("tools/list", json!({})).by(reader));
    assert_eq!(body(&list)["result"]["tools"], json!([{"name": "list_notes"}]));
    let more = server.send(&request("tools/list", json!({})).by("alice/notes:read+notes:write"));
    assert_eq!(body(&more)["result"]["tools"], json!([{"name": "list_notes"}, {"name": "delete_note"}]));
    let discover = server.send(&request("server/discover", json!({})).by(reader));
    let unknown = server.send(&call("nothing", json!({})).by(reader));
    for answer in [list, discover, unknown] {
        for hidden in ["delete_note", "pay", "read_log", "path", "amount"] {
            assert!(!answer.body.contains(hidden), "{hidden}: {}", answer.body);
        }
    }
}

/// For every set of scopes and every tool: it is listed exactly when a call with what any arguments need is not 403.
#[test]
fn c068_a_tool_is_listed_exactly_when_it_can_be_called() {
    let server = Server::new();
    let scopes = ["notes:read", "notes:write", "notes:admin", "payments:write", "log:read"];
    let calls = [
        ("list_notes", json!({"folder": "inbox"})),
        ("delete_note", json!({"path": "notes.txt"})),
        ("pay", json!({"to": "x", "amount": 5})),
        ("read_log", json!({"folder": "x"})),
    ];
    for subset in 0..1 << scopes.len() {
        let held: Vec<_> = (0..scopes.len()).filter(|bit| subset >> bit & 1 == 1).map(|bit| scopes[bit]).collect();
        let token = format!("alice/{}", if held.is_empty() { "none".to_owned() } else { held.join("+") });
        let list = body(&server.send(&request("tools/list", json!({})).by(&token)));
        let listed = list["result"]["tools"].as_array().unwrap().clone();
        for (tool, arguments) in &calls {
            let response = server.send(&call(tool, arguments.clone()).by(&token));
            let told = response.status == 200 && body(&response).get("error").is_none();
            assert_eq!(listed.contains(&json!({"name": tool})), told, "{tool} with {token}");
            // Not listed: a challenge, or for the undisclosed one nothing but an unknown name.
            let expected = if told || *tool == "read_log" { 200 } else { 403 };
            assert_eq!(response.status, expected, "{tool} with {token}");
        }
    }
}

/// What a call needs may depend on its arguments: listed, and still 403 for some of them.
#[test]
fn c068_arguments_may_need_more_than_the_list_says() {
    let server = Server::new();
    let payroll = call("list_notes", json!({"folder": "payroll"})).by("alice/notes:read");
    let (status, header) = challenge(&server.send(&payroll));
    assert_eq!(status, 403);
    assert!(header.contains(r#"scope="notes:payroll notes:read""#), "all that the call needs: {header}");
}
