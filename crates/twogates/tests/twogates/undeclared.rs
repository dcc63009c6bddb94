//! What a tool's own questions need, and what of it a request did not declare.

use rules::{Fault, Refused};
use serde_json::{Value, json};
use twogates::{Refusal, Undeclared};

fn missing(capabilities: Value, questions: &[Value]) -> Value {
    let undeclared = Undeclared::among(capabilities.as_object().unwrap(), questions);
    undeclared.map_or(Value::Null, |undeclared| undeclared.required.into())
}

#[test]
fn each_kind_and_mode_needs_its_own_capability() {
    let ask = |method: &str, params: Value| json!({"method": method, "params": params});
    let form = json!({"elicitation": {"form": {}}});
    let url = json!({"elicitation": {"url": {}}});
    let tools = json!({"sampling": {"tools": {}}});
    for (question, needs, enough, too_little) in [
        (ask("elicitation/create", json!({})), &form, json!({"elicitation": {}}), &url),
        (ask("elicitation/create", json!({"mode": "form"})), &form, form.clone(), &url),
        (ask("elicitation/create", json!({"mode": "url"})), &url, url.clone(), &json!({"elicitation": {}})),
        (ask("elicitation/create", json!({"mode": "url"})), &url, url.clone(), &form),
        (
            ask("elicitation/create", json!({"mode": "new"})),
            &json!({"elicitation": {"new": {}}}),
            json!({"elicitation": {"new": {}}}),
            &form,
        ),
        (ask("sampling/createMessage", json!({})), &json!({"sampling": {}}), tools.clone(), &form),
        (
            ask("sampling/createMessage", json!({"tools": null})),
            &json!({"sampling": {}}),
            json!({"sampling": {}}),
            &form,
        ),
        (ask("sampling/createMessage", json!({"tools": []})), &tools, tools.clone(), &json!({"sampling": {}})),
        (
            ask("sampling/createMessage", json!({"toolChoice": {}})),
            &tools,
            tools.clone(),
            &json!({"sampling": {"context": {}}}),
        ),
        (ask("roots/list", json!({})), &json!({"roots": {}}), json!({"roots": {}}), &tools),
        (json!({"method": "roots/list"}), &json!({"roots": {}}), json!({"roots": {}}), &json!({"roots": true})),
        (ask("tasks/get", json!({})), &json!({"tasks": {}}), json!({"tasks": {}}), &json!({"sampling": {}})),
        (Value::Null, &json!({"": {}}), json!({"": {}}), &form),
    ] {
        let questions = [question];
        for little in [&json!({}), too_little] {
            assert_eq!(missing(little.clone(), &questions), *needs, "{questions:?} with {little}");
        }
        assert_eq!(missing(enough.clone(), &questions), Value::Null, "{questions:?} with {enough}");
    }
    let all = [json!({"method": "roots/list"}), ask("sampling/createMessage", json!({"tools": []}))];
    let both = [ask("elicitation/create", json!({"mode": "url"})), ask("elicitation/create", json!({}))];
    assert_eq!(
        missing(json!({}), &[&all[..], &both[..]].concat()),
        json!({"roots": {}, "sampling": {"tools": {}}, "elicitation": {"url": {}, "form": {}}})
    );
    assert_eq!(missing(form, &both), url, "only what is missing is named");
    assert_eq!(missing(json!({}), &[]), Value::Null);
}

#[test]
fn what_is_told_says_what_to_declare_and_claims_no_more_than_is_known() {
    let questions =
        [json!({"method": "elicitation/create", "params": {"mode": "url"}}), json!({"method": "roots/list"})];
    let undeclared = Undeclared::among(&serde_json::Map::new(), &questions).unwrap();
    let refusal = Refusal::from(undeclared.clone());
    assert_eq!(
        refusal.spoken(),
        "What was called asks for elicitation.url, roots, which the request did not declare. Declare \
         data.requiredCapabilities in clientCapabilities."
    );
    let begun = Refusal::from(undeclared.begun());
    assert_eq!(
        begun.spoken(),
        "What was called asks for elicitation.url, roots, which the request did not declare; whether it did anything \
         before it asked is not known. Find out what happened before anything is tried again, and then declare \
         data.requiredCapabilities in clientCapabilities."
    );
    for refusal in [refusal, begun] {
        let row = (refusal.fault(), refusal.rule().id, refusal.code());
        assert_eq!(row, (Fault::PeerIncompatible, "META-06", "undeclared"));
    }
}
