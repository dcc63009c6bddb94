//! Failures that others met, by case number: answers. Their toy tools are mapped to ours.

use crate::client::{asks, body, call, delete, error, pay, result};
use crate::server::Server;
use serde_json::{Value, json};
use twogates::grants::audit::What;

fn count(server: &Server, what: What) -> usize {
    server.audit().iter().filter(|row| row.what == what).count()
}

/// What a fresh question's answer comes to: the server afterwards, and what it said.
fn answered(answer: &Value) -> (Server, wire::http::Response) {
    let server = Server::new();
    let state = server.ask(&delete("notes.txt"));
    let response = server.send(&delete("notes.txt").state(&state).answer(answer.clone()));
    (server, response)
}

#[test]
fn c001_an_accept_without_content_is_asked_again() {
    for answer in [
        json!({"action": "accept"}),
        json!({"action": "accept", "content": {}}),
        json!({"action": "accept", "content": null}),
    ] {
        let (server, response) = answered(&answer);
        assert!(asks(&response), "{answer}");
        assert_eq!((server.effects(), count(&server, What::Issued), count(&server, What::Claimed)), (0, 0, 0));
        assert_eq!(count(&server, What::Asked), 2);
    }
}

#[test]
fn c003_three_noes_are_three_in_the_audit() {
    for (answer, code, text) in [
        (
            json!({"action": "accept", "content": {"approved": false}}),
            "refused_in_form",
            "Not run: the person answered no in the form. Do not repeat the call unless the person asks for it.",
        ),
        (
            json!({"action": "decline"}),
            "declined",
            "Not run: the person declined, or was not shown the question. Do not repeat the call unless the person asks \
             for it.",
        ),
        (
            json!({"action": "cancel"}),
            "cancelled",
            "Not run: the person closed the question without deciding. The person may be asked again later, if they \
             want the call.",
        ),
    ] {
        let (server, response) = answered(&answer);
        assert_eq!(result(&response), (true, text.to_owned()));
        assert_eq!((server.reason().as_str(), server.effects()), (code, 0));
        assert_eq!(server.audit().pop().unwrap().what, What::Denied);
    }
}

#[test]
fn c006_only_the_exact_yes_runs() {
    let (server, response) = answered(&json!({"action": "accept", "content": {"approved": true}}));
    assert_eq!((result(&response).0, server.effects()), (false, 1));
    for answer in [
        json!({"approved": true}),
        json!({"decision": "approved"}),
        json!({"action": "Accept", "content": {"approved": true}}),
        json!({"action": "accept", "content": {"confirm": {"approved": true}}}),
    ] {
        let (server, response) = answered(&answer);
        assert!(asks(&response), "{answer}");
        assert_eq!((server.effects(), count(&server, What::Issued)), (0, 0));
    }
}

#[test]
fn c008_a_decline_burns_the_question_and_no_argument_gets_around_it() {
    let server = Server::new();
    let state = server.ask(&delete("notes.txt"));
    let (is_error, text) = result(&server.send(&delete("notes.txt").says(&state, "decline")));
    assert!(is_error && text.starts_with("Not run: the person declined, or was not shown the question."), "{text}");
    let (is_error, text) = result(&server.send(&delete("notes.txt").yes(&state)));
    assert!(is_error && text.starts_with("Not run: this question was answered at"), "{text}");
    let bypass = call("delete_note", json!({"path": "notes.txt", "confirm": true}));
    let (is_error, text) = result(&server.send(&bypass));
    assert!(is_error && text.contains("unknown field `confirm`"), "{text}");
    assert!(asks(&server.send(&delete("notes.txt"))), "a new call is a new question");
    assert_eq!(server.effects(), 0);
}

#[test]
fn c012_absent_arguments_are_empty_and_others_are_malformed() {
    let server = Server::new();
    let absent = delete("notes.txt").param("arguments", json!(null));
    let (is_error, text) = result(&server.send(&absent));
    assert!(is_error && text.contains("missing field `path`"), "{text}");
    let null = delete("notes.txt").body(|body| body["params"]["arguments"] = json!(null));
    for malformed in
        [null, delete("notes.txt").param("arguments", json!([])), delete("notes.txt").param("arguments", json!("x"))]
    {
        let (status, code, message) = error(&server.send(&malformed));
        assert_eq!((status, code), (200, -32602));
        assert!(message.contains("arguments has the wrong shape"), "{message}");
    }
    assert_eq!(count(&server, What::Asked), 0);
    for (name, value) in [("inputResponses", json!([])), ("requestState", json!(5)), ("name", json!(5))] {
        let (_, code, message) =
            error(&server.send(&delete("notes.txt").param(name, value).set("Mcp-Name", "delete_note")));
        assert_eq!(code, -32602);
        assert!(message.contains(&format!("{name} has the wrong shape")), "{message}");
    }
}

#[test]
fn c014_nothing_is_reserved_before_the_yes() {
    let server = Server::new();
    let state = server.ask(&pay("acct-1", 10));
    assert_eq!(server.world.lock().unwrap().paid, []);
    let rows: Vec<_> = server.audit().into_iter().map(|row| row.what).collect();
    assert_eq!(rows, [What::Asked], "asking writes one row and nothing else");
    server.send(&pay("acct-1", 10).yes(&state));
    assert_eq!(server.world.lock().unwrap().paid, [("acct-1".to_owned(), 10)]);
}

#[test]
fn c024_a_client_without_forms_is_told_so_and_nothing_runs() {
    let server = Server::new();
    let bare = |arguments| call("delete_note", arguments).capabilities(json!({}));
    for post in [
        bare(json!({"path": "notes.txt", "confirm": true})),
        bare(json!({"path": "notes.txt", "requires_approval": false})),
        bare(json!({"path": "notes.txt"})).answer(crate::client::yes()),
    ] {
        let response = server.send(&post);
        assert_eq!((response.status, error(&response).1), (400, -32021));
        assert_eq!(body(&response)["error"]["data"], json!({"requiredCapabilities": {"elicitation": {"form": {}}}}));
    }
    let forged = delete("notes.txt").answer(crate::client::yes());
    assert!(asks(&server.send(&forged)), "an answer that nobody asked for is a question");
    assert_eq!((server.effects(), count(&server, What::Issued)), (0, 0));
}

/// Forms are declared by the very request: `{}` and `form` are forms, `url` alone is none.
#[test]
fn c024_capabilities_are_read_exactly() {
    let server = Server::new();
    for (capabilities, asked) in [
        (json!({"elicitation": {}}), true),
        (json!({"elicitation": {"form": {}}}), true),
        (json!({"elicitation": {"form": {}, "url": {}}}), true),
        (json!({"elicitation": {"url": {}}}), false),
        (json!({"sampling": {}}), false),
        (json!({"Elicitation": {}}), false),
    ] {
        let response = server.send(&delete("notes.txt").capabilities(capabilities.clone()));
        assert_eq!(asks(&response), asked, "{capabilities}");
    }
}

#[test]
fn c121_a_capability_that_is_no_object_is_malformed_and_declares_nothing() {
    let server = Server::new();
    for capabilities in [
        json!({"elicitation": []}),
        json!({"elicitation": true}),
        json!({"elicitation": null}),
        json!({"elicitation": {"form": true}}),
        json!({"elicitation": {"form": {}, "url": []}}),
        json!({"elicitation": {}, "sampling": 1}),
    ] {
        let response = server.send(&delete("notes.txt").capabilities(capabilities.clone()));
        assert_eq!((response.status, error(&response).1), (400, -32602), "{capabilities}");
    }
    assert_eq!(count(&server, What::Asked), 0);
}
