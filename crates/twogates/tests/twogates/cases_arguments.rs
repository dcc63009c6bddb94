//! Failures that others met, by case number: one reading of the arguments, and of the headers.

use crate::client::{Post, asks, body, call, delete, error, pay, request, result};
use crate::server::Server;
use serde_json::json;
use twogates::consent::BadState;

/// A payment whose arguments stand in the body as this text.
fn raw(arguments: &str) -> Post {
    let post = pay("x", 1);
    let text = post.text().replace(r#"{"amount":1,"to":"x"}"#, arguments);
    assert!(text.contains(arguments), "{text}");
    post.raw(&text)
}

fn message(server: &Server, post: &Post) -> String {
    let asked = body(&server.send(post));
    asked["result"]["inputRequests"]["approval"]["params"]["message"].as_str().unwrap().to_owned()
}

#[test]
fn c084_a_number_that_a_double_does_not_hold_is_refused_before_anybody_is_asked() {
    let server = Server::new();
    for number in [
        "9007199254740992",
        "9007199254740993",
        "-9007199254740992",
        "9007199254740992.0",
        "9.007199254740992e15",
        "18446744073709551615",
        "18446744073709551616",
        "1e400",
    ] {
        let response = server.send(&raw(&format!(r#"{{"to":"x","amount":{number}}}"#)));
        let (status, code, message) = error(&response);
        assert_eq!((status, code), (400, -32600), "{number}");
        assert!(message.contains("2^53") && message.contains("as strings"), "{message}");
    }
    assert_eq!(server.codes(), ["number_too_large"; 8], "refused, and nobody asked");
    let largest = raw(r#"{"to":"x","amount":9007199254740991}"#);
    assert!(message(&server, &largest).contains("9007199254740991"), "the largest is shown as it is");
}

#[test]
fn c085_a_name_that_stands_twice_is_refused_at_every_depth() {
    let server = Server::new();
    for arguments in [
        r#"{"to":"alice","to":"mallory","amount":5}"#,
        r#"{"to":"alice","t\u006f":"mallory","amount":5}"#,
        r#"{"to":"alice","amount":5,"x":[{"a":{"b":1,"b":2}}]}"#,
    ] {
        let (status, code, message) = error(&server.send(&raw(arguments)));
        assert_eq!((status, code), (400, -32600), "{arguments}");
        assert!(message.contains("stands twice"), "{message}");
    }
    let text = pay("x", 1).text();
    let names = text.replace(r#""name":"pay""#, r#""name":"list_notes","name":"pay""#);
    assert_ne!(names, text);
    assert_eq!(error(&server.send(&pay("x", 1).raw(&names))).1, -32600);
    assert_eq!((server.codes(), server.effects()), (vec!["duplicate_name".to_owned(); 4], 0));
}

#[test]
fn c087_nothing_is_coerced_and_every_value_that_will_be_used_is_shown() {
    let server = Server::new();
    for (arguments, what) in [
        (json!({"to": "x", "amount": "7"}), "invalid type: string"),
        (json!({"to": "x", "amount": 7.5}), "invalid type: floating point"),
        (json!({"to": "x"}), "missing field `amount`"),
        (json!({}), "missing field"),
        (json!({"to": "x", "amount": 7, "urgent": "false"}), "invalid type: string"),
        (json!({"to": "x", "amount": 7, "urgent": null}), "invalid type: null"),
    ] {
        let (is_error, text) = result(&server.send(&call("pay", arguments)));
        assert!(is_error && text.contains(what), "{text}");
    }
    let filled_in = message(&server, &call("pay", json!({"to": "x", "amount": 7})));
    assert!(filled_in.contains("urgent = false"), "{filled_in}");
    assert_eq!(message(&server, &call("pay", json!({"to": "x", "amount": 7, "urgent": false}))), filled_in);
}

#[test]
fn c087_a_yes_does_not_outlive_a_default() {
    let mut server = Server::new();
    let state = server.ask(&pay("x", 7));
    server.pay.urgent = true;
    assert_eq!(error(&server.send(&pay("x", 7).yes(&state))).2, BadState::OUTWARD);
    assert_eq!(server.effects(), 0);
}

#[test]
fn c089_texts_that_look_alike_are_two_and_are_shown_apart() {
    let server = Server::new();
    let (composed, decomposed) = ("café.txt", "cafe\u{301}.txt");
    let state = server.ask(&delete(composed));
    assert_eq!(error(&server.send(&delete(decomposed).yes(&state))).2, BadState::OUTWARD);
    assert_eq!((server.reason().as_str(), server.effects()), ("other_arguments", 0));
    let (one, other) = (message(&server, &delete(composed)), message(&server, &delete(decomposed)));
    assert!(one.contains("café.txt") && other.contains(r"cafe\u{301}.txt"), "{other}");
    assert!(!other.contains(decomposed));
    server.send(&delete(composed).yes(&state));
    assert_eq!(server.world.lock().unwrap().deleted, [composed]);
}

#[test]
fn c124_headers_say_what_the_body_says() {
    let server = Server::new();
    for post in [
        delete("notes.txt").set("Mcp-Name", "list_notes"),
        delete("notes.txt").set("Mcp-Method", "tools/list").without("Mcp-Name"),
        delete("notes.txt").set("MCP-Protocol-Version", "2025-06-18"),
        delete("notes.txt").without("Mcp-Name"),
    ] {
        let (status, code, _) = error(&server.send(&post));
        assert_eq!((status, code), (400, -32020));
        // Before anything is decided by tool: nobody's scope and no question has a say.
        let poor = server.send(&post.by("alice/log:read"));
        assert_eq!(error(&poor).1, -32020);
    }
    assert_eq!((server.codes(), server.effects()), (vec!["header_mismatch".to_owned(); 8], 0));
    // A body of an older revision is no way around: then the version itself is refused.
    let old = delete("notes.txt")
        .set("MCP-Protocol-Version", "2025-06-18")
        .body(|body| body["params"]["_meta"][wire::message::META_VERSION] = json!("2025-06-18"));
    assert_eq!(error(&server.send(&old)).1, -32022);
    assert!(asks(&server.send(&delete("notes.txt"))));
    assert_eq!(server.send(&request("tools/list", json!({})).header("Mcp-Name", "anything")).status, 200);
}
