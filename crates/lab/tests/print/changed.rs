//! What is said to have changed.

use crate::made::{asks, bare, call, changed, http, mcp, result};
use serde_json::{Value, json};
use wire::Entry;
use wire::entry::Kind;

fn said(text: &str) -> Option<String> {
    Some(text.to_owned())
}

/// A call, the question about it, and a retry with these parameters.
fn retried(params: Value) -> Vec<Entry> {
    let first = call(1, None, json!({"name": "delete_file", "arguments": {"path": "a"}}));
    vec![first, asks(2, 1, "v1.state"), call(3, Some(2), params)]
}

fn answered() -> Value {
    json!({"name": "delete_file", "arguments": {"path": "a"}, "requestState": "v1.state",
        "inputResponses": {"approval": {"action": "accept"}}})
}

#[test]
fn nothing_is_said_of_a_first_request_and_its_response() {
    let first = call(1, None, json!({"name": "a"}));
    assert_eq!(changed(std::slice::from_ref(&first)), None);
    assert_eq!(changed(&[first, result(2, 1, json!({"resultType": "complete"}))]), None);
}

#[test]
fn an_honest_retry() {
    let honest = "id 1 → 3, answered, state byte for byte as in 2, same call";
    assert_eq!(changed(&retried(answered())), said(honest));
}

#[test]
fn other_arguments() {
    let mut params = answered();
    params["arguments"] = json!({"path": "b"});
    let text = changed(&retried(params)).unwrap();
    assert!(text.contains(r#"OTHER arguments (path "a" → "b"), answered"#), "{text}");
    assert!(text.ends_with("same name"), "{text}");

    let mut params = answered();
    params["arguments"] = json!({"path": "a", "recursive": true});
    let text = changed(&retried(params)).unwrap();
    assert!(text.contains("OTHER arguments (recursive nothing → true), "), "{text}");

    let mut params = answered();
    params["arguments"] = json!({"force": 1});
    let text = changed(&retried(params)).unwrap();
    assert!(text.contains(r#"OTHER arguments (path "a" → nothing; force nothing → 1), "#), "{text}");

    let mut params = answered();
    params["arguments"] = json!("path");
    let text = changed(&retried(params)).unwrap();
    assert!(text.contains("OTHER arguments, answered"), "{text}");
}

#[test]
fn another_name_and_left_out_arguments() {
    let text = changed(&retried(json!({"name": "x", "requestState": "v1.state"}))).unwrap();
    let expected = r#"id 1 → 3, OTHER name ("delete_file" → "x"), arguments LEFT OUT, state byte for byte as in 2"#;
    assert_eq!(text, expected);
}

#[test]
fn another_meta_is_named_without_its_content() {
    let all = [
        call(1, None, json!({"name": "a", "_meta": {"x": 1}})),
        bare_answer(2, 1),
        call(3, Some(2), json!({"name": "a", "_meta": {"x": 2}})),
    ];
    assert_eq!(changed(&all), said("id 1 → 3, OTHER _meta, same name"));
}

fn bare_answer(number: u32, answers: u32) -> Entry {
    http(Entry { answers: Some(answers), ..bare(number, Kind::Http) }, None, Some(403), &[])
}

#[test]
fn a_changed_state_says_from_where_on() {
    let mut params = answered();
    params["requestState"] = json!("v1.stAte");
    let text = changed(&retried(params.clone())).unwrap();
    assert!(text.contains("requestState NOT that of 2, from character 6 on"), "{text}");
    params["requestState"] = json!("v1.state+");
    let text = changed(&retried(params.clone())).unwrap();
    assert!(text.contains("requestState NOT that of 2, from character 9 on"), "{text}");
    params["requestState"] = json!(7);
    let text = changed(&retried(params)).unwrap();
    assert!(text.contains("requestState NOT that of 2, from character 1 on"), "{text}");
}

#[test]
fn a_state_that_is_left_out_or_invented() {
    let mut params = answered();
    params.as_object_mut().unwrap().remove("requestState");
    let text = changed(&retried(params)).unwrap();
    assert!(text.contains("answered, the requestState of 2 LEFT OUT, same call"), "{text}");

    let mut all = retried(answered());
    all[1] = result(2, 1, json!({"resultType": "input_required"}));
    let text = changed(&all).unwrap();
    assert!(text.contains("answered, a requestState that NOBODY gave, same call"), "{text}");

    all[1] = bare_answer(2, 1);
    let text = changed(&all).unwrap();
    assert!(text.contains("a requestState that NOBODY gave"), "{text}");
}

#[test]
fn a_question_without_a_state_is_answered_without_one() {
    let mut all = retried(json!({"name": "delete_file", "arguments": {"path": "a"}}));
    all[1] = result(2, 1, json!({"resultType": "input_required"}));
    assert_eq!(changed(&all), said("id 1 → 3, same body"));
}

#[test]
fn the_same_id_is_said_loudly() {
    let mut all = retried(answered());
    all[2].message.as_mut().unwrap()["id"] = json!(1);
    assert!(changed(&all).unwrap().starts_with("the SAME id 1, "));
    all[2].message.as_mut().unwrap().as_object_mut().unwrap().remove("id");
    assert!(changed(&all).unwrap().starts_with("id 1 → none, "));
}

#[test]
fn another_method() {
    let mut all = retried(answered());
    all[2].message.as_mut().unwrap()["method"] = json!("tools/list");
    assert!(changed(&all).unwrap().starts_with("id 1 → 3, OTHER method, "));
    all[1] = bare_answer(2, 1);
    all[2].message.as_mut().unwrap()["params"] = all[0].message.as_ref().unwrap()["params"].clone();
    assert_eq!(changed(&all), said("id 1 → 3, OTHER method, same call"));
}

#[test]
fn a_second_round_is_held_against_the_first_call() {
    let mut all = retried(answered());
    all.push(asks(4, 3, "v1.second"));
    assert_eq!(changed(&all), said("since 2: a new requestState"));
    all[3] = asks(4, 3, "v1.state");
    assert_eq!(changed(&all), said("since 2: the same requestState"));
    let mut params = answered();
    params["inputResponses"] = json!({"approval": {"action": "decline"}});
    all.push(call(5, Some(4), params));
    let text = "id 1 → 5, answered, state byte for byte as in 4, same call";
    assert_eq!(changed(&all), said(text));
}

#[test]
fn after_a_403_the_body_is_the_same_and_the_token_another() {
    let token =
        |entry, token: &str| http(entry, Some("POST /mcp"), None, &[("authorization", &format!("bearer {token}"))]);
    let mut all = retried(answered());
    all[2] = token(all[2].clone(), "alice-1");
    all.push(bare_answer(4, 3));
    all.push(token(call(5, Some(4), answered()), "alice-2"));
    assert_eq!(changed(&all), said("id 3 → 5, token alice-1 → alice-2, same body"));
    all[4].http = None;
    assert_eq!(changed(&all), said("id 3 → 5, token alice-1 → none, same body"));
    all[4] = call(
        5,
        Some(4),
        json!({"name": "delete_file", "arguments": {"path": "a"}, "requestState": "v2",
        "inputResponses": {"approval": {"action": "decline"}}}),
    );
    let text = "id 3 → 5, token alice-1 → none, another answer, \
        OTHER requestState (\"v1.state\" → \"v2\"), same call";
    assert_eq!(changed(&all), said(text));
}

#[test]
fn a_long_changed_value_is_cut() {
    let mut params = answered();
    params["arguments"] = json!({"path": "b".repeat(31)});
    let text = changed(&retried(params)).unwrap();
    let cut = format!("→ \"{}…{}\" (31 characters))", "b".repeat(20), "b".repeat(10));
    assert!(text.contains(&cut), "{text}");
}

#[test]
fn a_response_that_answers_with_another_id() {
    let request = call(1, None, json!({"name": "a"}));
    let mut response = result(2, 1, json!({}));
    response.message.as_mut().unwrap()["id"] = json!("one");
    assert_eq!(changed(&[request, response]), said("ANOTHER id: 1 asked, \"one\" answered"));

    let mut all = retried(answered());
    all.push(asks(4, 3, "v1.state"));
    all[3].message.as_mut().unwrap()["id"] = json!(9);
    assert_eq!(changed(&all), said("ANOTHER id: 3 asked, 9 answered, since 2: the same requestState"));
    all[3] = result(4, 3, json!({"resultType": "complete"}));
    assert_eq!(changed(&all), None);
}

#[test]
fn minutes_that_passed() {
    let mut all = retried(answered());
    for (waited, text) in [(59_999, None), (60_000, Some("1 minute later")), (120_000, Some("2 minutes later"))] {
        all[2].at_ms = waited;
        let changed = changed(&all).unwrap();
        assert_eq!(changed.split(", ").find(|part| part.ends_with("later")), text, "{changed}");
    }
    let mut effect = Entry { answers: Some(1), ..bare(2, Kind::Effect) };
    effect.at_ms = 300_000;
    assert_eq!(changed(&[all[0].clone(), effect]), said("5 minutes later"));
}

/// A challenge for these scopes, and what is then asked for and granted.
fn authorized(challenged: &str, asked: &str, granted: Value) -> Vec<Entry> {
    let challenge = format!(
        "Bearer error=\"insufficient_scope\", error_description=\"scope=none, at all\", scope=\"{challenged}\""
    );
    let mut request = Entry { answers: Some(2), ..bare(3, Kind::Oauth) };
    request.message = Some(json!({"scope": asked}));
    let mut response = Entry { answers: Some(3), ..bare(4, Kind::Oauth) };
    response.message = Some(granted);
    let refused = http(bare_answer(2, 1), None, Some(403), &[("www-authenticate", &challenge)]);
    vec![call(1, None, json!({"name": "a"})), refused, request, response]
}

#[test]
fn scopes_are_held_against_the_challenge() {
    let asked = |challenged, asked| changed(&authorized(challenged, asked, json!({}))[..3]);
    assert_eq!(asked("b c", "c b"), said("asks for c b as 2 demands"));
    assert_eq!(asked("b", "a b"), said("asks for b as 2 demands, asks for a besides"));
    assert_eq!(asked("b c", "c"), said("asks for c as 2 demands, 2 demands b: LEFT OUT"));
    assert_eq!(asked("b", ""), said("2 demands b: LEFT OUT"));
    assert_eq!(changed(&authorized("b", "b", json!({}))[2..3]), None);
}

#[test]
fn scopes_are_read_from_a_challenge_of_any_shape() {
    let mut all = authorized("b", "b", json!({}));
    all.truncate(3);
    for challenge in [
        "Bearer SCOPE = \"b\"",
        "Bearer scope=b, realm=\"x\"",
        "bearer realm=\"a, b=\\\"c\\\", scope=d\",scope=\"b\"",
        "Bearer error_description=\"one \\\", scope=d, two\", scope=b",
        "Bearer error_description=\"one \\\\\", scope=b",
        "\"x, scope=d\", scope=b",
    ] {
        all[1] = http(bare_answer(2, 1), None, Some(403), &[("WWW-Authenticate", challenge)]);
        assert_eq!(changed(&all), said("asks for b as 2 demands"), "{challenge}");
    }
    all[1] = http(bare_answer(2, 1), None, Some(403), &[("WWW-Authenticate", "Bearer realm=\"scope=b\"")]);
    assert_eq!(changed(&all), None);
}

#[test]
fn what_is_granted_is_held_against_what_was_asked_for() {
    let granted = |scope| changed(&authorized("a b", "a b", json!({"scope": scope})));
    assert_eq!(granted("b a"), said("all that 3 asks for is granted"));
    assert_eq!(granted("a"), said("of what 3 asks for, NOT granted: b"));
    assert_eq!(granted("a b c"), said("all that 3 asks for is granted, beyond it: c"));
    assert_eq!(changed(&authorized("a", "a", json!({"access_token": "t"}))), None);
}

#[test]
fn a_message_that_is_no_request_has_no_original() {
    let all = [call(1, None, json!({"name": "a"})), mcp(2, Some(1), json!({"id": 1, "result": {}}))];
    assert_eq!(changed(&all), None);
}
