//! Answers: what the samples do not show.

use crate::common::{found, meta, question, request, result};
use serde_json::{Value, json};

/// What is found when a form with this schema is answered so.
fn answers(schema: &Value, answer: &Value) -> Vec<String> {
    let call = json!({"name": "x", "inputResponses": {"q": answer}});
    found(&[
        request(1, "tools/call", &json!({"name": "x"})),
        result(1, &question(schema)),
        request(2, "tools/call", &call),
        result(2, &question(schema)),
    ])
}

#[test]
fn content_fits_its_form() {
    let schema = json!({
        "type": "object",
        "properties": {
            "text": {"type": "string", "minLength": 2, "maxLength": 3},
            "whole": {"type": "integer", "minimum": 1, "maximum": 3},
            "number": {"type": "number"},
            "flag": {"type": "boolean"},
            "one": {"type": "string", "enum": ["a", "b"]},
            "titled": {"type": "string", "oneOf": [{"const": "a", "title": "A"}]},
            "some": {"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 1, "maxItems": 2},
            "many": {"type": "array", "items": {"anyOf": [{"const": "a"}]}},
        },
        "required": ["text"],
    });
    let accept = |name: &str, value: Value| {
        let mut content = json!({"text": "ab"});
        content[name] = value;
        answers(&schema, &json!({"action": "accept", "content": content}))
    };
    for (name, value) in [
        ("text", json!("äöü")),
        ("whole", json!(1)),
        ("whole", json!(3.0)),
        ("number", json!(12.5)),
        ("flag", json!(false)),
        ("one", json!("b")),
        ("titled", json!("a")),
        ("some", json!(["a", "b"])),
        ("many", json!([])),
        ("unknown", json!({})),
    ] {
        assert_eq!(accept(name, value.clone()), [""; 0], "{name} {value}");
    }
    for (name, value) in [
        ("text", json!("a")),
        ("text", json!("abcd")),
        ("text", json!(7)),
        ("whole", json!(0)),
        ("whole", json!(4)),
        ("whole", json!(1.5)),
        ("whole", json!("1")),
        ("number", json!(null)),
        ("flag", json!("false")),
        ("flag", json!(0)),
        ("one", json!("c")),
        ("titled", json!("b")),
        ("some", json!([])),
        ("some", json!(["a", "b", "a"])),
        ("some", json!(["c"])),
        ("some", json!("a")),
        ("many", json!(["b"])),
    ] {
        let at = format!("answer-content ELIC-10 /params/inputResponses/q/content/{name}");
        assert_eq!(accept(name, value.clone()), [at], "{name} {value}");
    }
    let at = "answer-content ELIC-10 /params/inputResponses/q";
    assert_eq!(answers(&schema, &json!({"action": "accept", "content": {}})), [format!("{at}/content")]);
    assert_eq!(answers(&schema, &json!({"action": "accept", "content": []})), [format!("{at}/content")]);
    assert_eq!(answers(&schema, &json!({"action": "accept"})), [at]);
    assert_eq!(answers(&schema, &json!({"action": "decline", "content": {"text": 7}})), [""; 0]);
}

#[test]
fn answers_are_bare_and_one_of_three() {
    let schema = json!({"type": "object", "properties": {"approved": {"type": "boolean"}}});
    let at = "/params/inputResponses/q";
    for action in ["accept", "decline", "cancel"] {
        assert_eq!(answers(&schema, &json!({"action": action, "content": {}})), [""; 0], "{action}");
    }
    assert_eq!(answers(&schema, &json!({"action": "reject"})), [format!("answer-action ELIC-09 {at}/action")]);
    assert_eq!(answers(&schema, &json!({})), [format!("answer-action ELIC-09 {at}")]);
    assert_eq!(answers(&schema, &json!(null)), [format!("answer-action ELIC-09 {at}")]);
    let typed = json!({"resultType": "complete", "action": "decline"});
    assert_eq!(answers(&schema, &typed), [format!("answer-bare MRTR-11 {at}/resultType")]);
    assert_eq!(answers(&schema, &json!({"result": {"action": "decline"}})), [format!("answer-bare MRTR-11 {at}")]);
}

/// Whoever agrees to open a page has nothing to send.
#[test]
fn a_page_is_answered_without_content() {
    let mut call = request(1, "tools/call", &json!({"name": "x"}));
    let declared = meta(&json!({"elicitation": {"url": {}}}));
    call["params"]["_meta"] = declared.clone();
    let page =
        json!({"method": "elicitation/create", "params": {"mode": "url", "message": "?", "url": "https://a.example"}});
    let asked = json!({"resultType": "input_required", "inputRequests": {"q": page}});
    let answer = |answer: Value| {
        let mut retry = request(2, "tools/call", &json!({"name": "x", "inputResponses": {"q": answer}}));
        retry["params"]["_meta"] = declared.clone();
        found(&[call.clone(), result(1, &asked), retry, result(2, &asked)])
    };
    assert_eq!(answer(json!({"action": "accept"})), [""; 0]);
    let at = "answer-content ELIC-10 /params/inputResponses/q/content";
    assert_eq!(answer(json!({"action": "accept", "content": {}})), [at]);
}
