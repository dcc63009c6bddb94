//! The parts of the runner, one by one.

use lab::vectors::{Expect, Tamper, Tampered, Vector, Verdict};
use serde_json::{Value, json};
use wire::http::{Headers, Response};

fn tampered(tamper: Value, message: &Value) -> Tampered {
    let tamper: Tamper = serde_json::from_value(tamper).unwrap();
    tamper.apply(message, |message| {
        let named = message.pointer("/params/name").and_then(Value::as_str).unwrap_or_default();
        Headers::default().with("Mcp-Name", named).with("Mcp-Method", "tools/call")
    })
}

fn patched(patch: Value) -> Value {
    let message = json!({"id": 1, "list": ["a", "b"], "params": {"name": "x", "a/b": {"~c": 1}}});
    tampered(json!({"patch": patch}), &message).message
}

#[test]
fn a_patch_adds_replaces_and_removes() {
    let at = |op: &str, path: &str| patched(json!([{"op": op, "path": path, "value": 7}]));
    assert_eq!(at("add", "/new")["new"], 7);
    assert_eq!(at("add", "/id")["id"], 7);
    assert_eq!(at("add", "/list/0")["list"], json!([7, "a", "b"]));
    assert_eq!(at("add", "/list/2")["list"], json!(["a", "b", 7]));
    assert_eq!(at("add", "/list/9")["list"], json!(["a", "b", 7]));
    assert_eq!(at("add", "/list/-")["list"], json!(["a", "b", 7]));
    assert_eq!(at("add", ""), 7);
    assert_eq!(at("add", "/params/a~1b/~0d")["params"]["a/b"], json!({"~c": 1, "~d": 7}));
    assert_eq!(at("replace", "/params/a~1b/~0c")["params"]["a/b"]["~c"], 7);
    assert_eq!(at("replace", "/nowhere"), patched(json!([])));
    assert_eq!(at("add", "/id/deep"), patched(json!([])));
    let without = |path: &str| patched(json!([{"op": "remove", "path": path}]));
    assert_eq!(without("/id").get("id"), None);
    assert_eq!(without("/list/1")["list"], json!(["a"]));
    assert_eq!(without("/list/2")["list"], json!(["a", "b"]));
    assert_eq!(without(""), patched(json!([])));
    assert_eq!(without("/nowhere/deep"), patched(json!([])));
}

#[test]
fn text_and_headers_follow_the_patched_message() {
    let message = json!({"id": 1, "params": {"name": "x", "to": "one one"}});
    let changed = tampered(
        json!({
            "patch": [{"op": "replace", "path": "/params/name", "value": "y"}],
            "text": [{"replace": "one", "with": "two"}],
            "headers": {"mcp-method": null, "X-New": "1"},
        }),
        &message,
    );
    assert_eq!(changed.text, r#"{"id":1,"params":{"name":"y","to":"two one"}}"#);
    assert_eq!(changed.message["params"]["to"], "one one");
    assert_eq!(changed.headers, Headers::default().with("Mcp-Name", "y").with("X-New", "1"));
    let replaced = tampered(json!({"headers": {"mcp-name": "z"}}), &message).headers;
    assert_eq!(replaced, Headers::default().with("Mcp-Name", "z").with("Mcp-Method", "tools/call"));
}

#[test]
fn a_change_with_something_wrong_is_marked() {
    let wrong: Tamper = serde_json::from_value(json!({"wrong": "says no", "breaks": ["RS-06"]})).unwrap();
    let violation = wrong.violation().unwrap();
    assert_eq!((violation.text.as_str(), violation.rules), ("says no", vec!["RS-06".to_owned()]));
    assert_eq!(Tamper::default().violation(), None);
}

#[test]
fn a_verdict_is_read_off_the_response_alone() {
    let of = |status: u16, body: Value| Verdict::of_response(&Response::empty(status), &body).word();
    let errors = [
        (-32700, "not-json"),
        (-32600, "bad-request"),
        (-32601, "unknown-method"),
        (-32602, "invalid-params"),
        (-32603, "broken"),
        (-32020, "header-mismatch"),
        (-32021, "missing-capability"),
        (-32022, "wrong-version"),
        (-32000, "unusable"),
    ];
    for (code, word) in errors {
        assert_eq!(of(200, json!({"error": {"code": code}})), word);
    }
    let statuses = [
        (200, "unusable"),
        (202, "taken"),
        (400, "bad-request"),
        (401, "unauthorized"),
        (403, "forbidden"),
        (404, "not-there"),
        (405, "not-post"),
        (418, "unusable"),
        (499, "unusable"),
        (500, "broken"),
        (503, "broken"),
    ];
    for (status, word) in statuses {
        assert_eq!(of(status, Value::Null), word, "{status}");
    }
    assert_eq!(of(200, json!({"resource": "x"})), "document");
    let mut challenged = Response::empty(403);
    challenged.headers = challenged.headers.with("WWW-Authenticate", "Bearer");
    assert_eq!(Verdict::of_response(&challenged, &Value::Null), Verdict::Challenged);
    let result = |result: Value| of(200, json!({"result": result}));
    let text = |text: &str| json!({"resultType": "complete", "content": [{"type": "text", "text": text}]});
    assert_eq!(result(json!({"resultType": "input_required"})), "asked");
    assert_eq!(result(json!({"resultType": "complete", "isError": true})), "refused");
    assert_eq!(result(json!({"resultType": "complete", "isError": "true"})), "ran");
    assert_eq!(result(json!({"resultType": "complete", "tools": []})), "listed");
    assert_eq!(result(json!({"resultType": "complete", "supportedVersions": []})), "described");
    assert_eq!(result(text("Approved, not yet done. Wait.")), "queued");
    assert_eq!(result(text("done")), "ran");
    assert_eq!(result(json!({"resultType": "approved"})), "unusable");
}

/// A vector with one step by somebody without a token.
fn listing(expect: &Value) -> Vector {
    let vector = json!({
        "title": "t", "story": "s", "rules": ["AUTH-13"], "stops": [], "setup": {"people": {"nobody": {}}},
        "steps": [{"do": "send", "by": "nobody", "method": "tools/list", "expect": expect}],
    });
    Vector::read("listing", &vector.to_string()).unwrap()
}

#[test]
fn what_differs_is_said_the_verdict_first() {
    let expect = json!({"verdict": "listed", "code": "x", "rule": "RS-06", "status": 200, "lacks": ["files:write"],
        "text": ["gone"], "body": {"/a": 1}, "effects": ["deleted x"], "scopes": []});
    let vector = listing(&expect);
    let failure = vector.hold(&vector.play(&[])).unwrap_err();
    let told: Vec<_> = failure.mismatches.iter().map(ToString::to_string).collect();
    assert_eq!(
        told[..6],
        [
            "verdict: expected listed, got unauthorized",
            "effects: expected deleted x, got none",
            "code: expected x, got no_token",
            "rule: expected RS-06, got AUTH-13",
            "body /a: expected 1, got nothing",
            "lacks: expected no \"files:write\", got \"WWW-Authenticate: Bearer scope=\\\"files:write web:search\\\", \
             resource_metadata=\\\"https://lab.example/.well-known/oauth-protected-resource/mcp\\\"\\n\"",
        ]
    );
    assert_eq!(
        told[6..],
        [
            "scopes: expected none, got files:write, web:search",
            "status: expected 200, got 401",
            "text: expected \"gone\" in it, got \"\""
        ]
    );
    assert_eq!((failure.step, failure.rule), (1, rules::find("RS-06")));
}

#[test]
fn a_step_that_says_no_effects_expects_none() {
    let expect: Expect = serde_json::from_value(json!({"verdict": "ran"})).unwrap();
    assert_eq!(expect.effects, None);
    assert_eq!(expect.of_step().effects, Some(Vec::new()));
    assert_eq!(expect.members().len(), 1);
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let unreadable = lab::vectors::load(std::path::Path::new("no such folder")).unwrap_err();
    assert!(unreadable.to_string().starts_with("no such folder: "), "{unreadable}");
}
