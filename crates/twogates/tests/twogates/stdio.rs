//! The same without HTTP: no headers, no token, and a scope that does not suffice is a result.

use crate::client::{body, call, delete, error, request, result, yes};
use crate::server::Server;
use serde_json::json;

const WRITE: &[&str] = &["notes:write"];

#[test]
fn a_call_is_asked_about_answered_and_runs() {
    let server = Server::new();
    let asked = body(&server.line(&delete("notes.txt").text(), WRITE));
    let state = asked["result"]["requestState"].as_str().unwrap();
    let done = server.line(&delete("notes.txt").state(state).answer(yes()).text(), WRITE);
    assert_eq!(result(&done), (false, "Deleted notes.txt.".into()));
    assert_eq!(server.effects(), 1);
}

#[test]
fn a_scope_that_does_not_suffice_is_a_result_that_the_model_can_read() {
    let server = Server::new();
    let told = server.line(&delete("notes.txt").text(), &["notes:read"]);
    let expected = "Not run: this call of delete_note needs notes:write. Authorize again for these scopes and for those \
                    requested before.";
    assert_eq!(result(&told), (true, expected.to_owned()));
    assert_eq!(told.headers.first("WWW-Authenticate"), None);
    assert_eq!(server.reason(), "insufficient_scope");
}

/// Every other refusal is told as over HTTP.
#[test]
fn other_refusals_are_the_same() {
    let server = Server::new();
    let no_form = delete("notes.txt").capabilities(json!({}));
    assert_eq!(server.line(&no_form.text(), WRITE), server.send(&no_form));
    let bad = call("delete_note", json!({}));
    assert_eq!(server.line(&bad.text(), WRITE), server.send(&bad));
    let unknown = call("drop_all", json!({}));
    assert_eq!(server.line(&unknown.text(), WRITE), server.send(&unknown));
    let state = delete("notes.txt").yes("nonsense");
    assert_eq!(server.line(&state.text(), WRITE), server.send(&state));
}

#[test]
fn lines_are_read_as_strictly() {
    let server = Server::new();
    let code = |line: &str| error(&server.line(line, WRITE)).1;
    assert_eq!(code("{"), -32700);
    assert_eq!(code(r#"{"id": 1, "id": 2}"#), -32600);
    assert_eq!(code(r#"[]"#), -32600);
    assert_eq!(code(&delete("a").param("_meta", json!(null)).text()), -32602);
    let old = delete("a").body(|body| body["params"]["_meta"][wire::message::META_VERSION] = json!("2024-11-05"));
    assert_eq!(code(&old.text()), -32022);
    assert_eq!(code(&request("initialize", json!({})).text()), -32601);
    let handshake =
        request("initialize", json!({})).body(|body| body["params"] = json!({"protocolVersion": "2025-11-25"}));
    assert_eq!(code(&handshake.text()), -32022);
}

#[test]
fn a_notification_is_taken_and_not_answered() {
    let server = Server::new();
    let notification = delete("notes.txt").body(|body| drop(body.as_object_mut().unwrap().remove("id")));
    let taken = server.line(&notification.text(), WRITE);
    assert_eq!((taken.status, taken.body.as_str(), server.effects()), (202, "", 0));
}

/// A question that was asked over HTTP is another principal's here, and the same one's there.
#[test]
fn the_local_user_is_who_the_server_was_configured_with() {
    let server = Server::new();
    let by_bob = server.ask(&delete("notes.txt").by("bob"));
    let told = server.line(&delete("notes.txt").yes(&by_bob).text(), WRITE);
    assert_eq!(error(&told).1, -32602);
    let by_alice = server.ask(&delete("notes.txt"));
    let told = server.line(&delete("notes.txt").yes(&by_alice).text(), WRITE);
    assert_eq!(result(&told), (false, "Deleted notes.txt.".into()));
}
