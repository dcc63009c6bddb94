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
    let at = "answer-to-page URL-02 /params/inputResponses/q/content";
    assert_eq!(answer(json!({"action": "accept", "content": {}})), [at]);
}

/// A call that is asked about with this form, the answer, and a result that reads as done.
fn done_after(schema: &Value, responses: &Value) -> Vec<String> {
    found(&[
        request(1, "tools/call", &json!({"name": "x"})),
        result(1, &question(schema)),
        request(2, "tools/call", &json!({"name": "x", "inputResponses": responses})),
        result(2, &json!({"resultType": "complete", "content": []})),
    ])
}

/// `approved: false` is a no in the form. What is no approval says nothing of that kind.
#[test]
fn a_no_in_the_form_is_a_no() {
    let form = |name: &str| {
        let properties = json!({name: {"type": "boolean"}, "note": {"type": "string"}});
        json!({"type": "object", "properties": properties})
    };
    let accept = |content: Value| json!({"q": {"action": "accept", "content": content}});
    let passed = ["no-passed TOOL-11 /result"];
    assert_eq!(done_after(&form("approved"), &accept(json!({"approved": false}))), passed);
    assert_eq!(done_after(&form("approved"), &accept(json!({"approved": false, "note": "a"}))), passed);
    assert_eq!(done_after(&form("approved"), &accept(json!({"approved": true}))), [""; 0]);
    assert_eq!(done_after(&form("approved"), &accept(json!({"note": "a"}))), [""; 0], "nothing was said");
    assert_eq!(done_after(&form("verbose"), &accept(json!({"verbose": false}))), [""; 0], "no approval");
    let titled = json!({"type": "object", "properties": {"x": {"type": "boolean", "title": "Run it"}}});
    assert_eq!(done_after(&titled, &accept(json!({"x": false}))), passed);
    let two = json!({
        "type": "object", "properties": {"allow_a": {"type": "boolean"}, "allow_b": {"type": "boolean"}},
    });
    assert_eq!(done_after(&two, &accept(json!({"allow_a": false, "allow_b": true}))), [""; 0], "one of them is a yes");
    assert_eq!(done_after(&two, &accept(json!({"allow_a": false, "allow_b": false}))), passed);
}

/// A server that takes `"true"` for a yes is at fault, whatever its client sent.
#[test]
fn what_says_neither_yes_nor_no_is_no_yes() {
    let form = |required: &Value, fields: &Value| json!({"type": "object", "properties": fields, "required": required});
    let alone = form(&json!([]), &json!({"approved": {"type": "boolean"}}));
    let beside = json!({"approved": {"type": "boolean"}, "note": {"type": "string"}});
    let took = |schema: &Value, content: Value| {
        let found = done_after(schema, &json!({"q": {"action": "accept", "content": content}}));
        found.iter().any(|finding| finding == "yes-inexact-accepted CALL-02 /result")
    };
    for neither in [json!("true"), json!(1), json!(null), json!({}), json!([true])] {
        assert!(took(&alone, json!({"approved": neither})), "{neither}");
        assert!(took(&form(&json!([]), &beside), json!({"approved": neither})), "{neither}");
    }
    assert!(took(&alone, json!({})) && took(&alone, json!("true")));
    assert!(took(&form(&json!(["approved"]), &beside), json!({"note": "a"})));
    assert!(!took(&form(&json!([]), &beside), json!({"note": "a"})));
    assert!(!took(&alone, json!({"approved": true})) && !took(&alone, json!({"approved": false})));
}

#[test]
fn each_person_that_is_asked_is_answered_for() {
    let ask = |method: &str| {
        let form = json!({"type": "object", "properties": {"approved": {"type": "boolean"}}});
        let params = json!({"message": "?", "requestedSchema": form});
        let mut asked = question(&form);
        asked["inputRequests"]["r"] = json!({"method": method, "params": params});
        asked
    };
    let yes = json!({"action": "accept", "content": {"approved": true}});
    let after = |method: &str, responses: Value| {
        let mut first = request(1, "tools/call", &json!({"name": "x"}));
        first["params"]["_meta"] = meta(&json!({"elicitation": {}, "sampling": {}}));
        found(&[
            first,
            result(1, &ask(method)),
            request(2, "tools/call", &json!({"name": "x", "inputResponses": responses})),
            result(2, &json!({"resultType": "complete", "content": []})),
        ])
    };
    let none = "answers-none MRTR-09 /params/inputResponses";
    assert_eq!(after("elicitation/create", json!({"q": yes, "r": yes})), [""; 0]);
    assert_eq!(after("elicitation/create", json!({"q": yes})), [none]);
    assert_eq!(after("elicitation/create", json!({})), [none, none]);
    assert_eq!(after("sampling/createMessage", json!({"q": yes})), [""; 0], "what failed need not be told");
}
