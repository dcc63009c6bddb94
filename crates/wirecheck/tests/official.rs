//! The official schema beside the checks. With its path in `MCP_SCHEMA` it is the real one; else a small one stands in.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail loudly")]

use serde_json::{Value, json};
use twogates_wirecheck::official::Official;
use twogates_wirecheck::{Checker, Event, Options, all_rows};

/// Every definition that is needed. Each takes an object; some need a member, and calls name their tool.
fn small() -> Value {
    let needs = |name: &str| json!({"type": "object", "required": [name]});
    let names = [
        "DiscoverRequest",
        "DiscoverResult",
        "ListToolsRequest",
        "ListToolsResult",
        "CallToolRequest",
        "CallToolResult",
        "ListPromptsRequest",
        "ListPromptsResult",
        "GetPromptRequest",
        "GetPromptResult",
        "ListResourcesRequest",
        "ListResourcesResult",
        "ListResourceTemplatesRequest",
        "ListResourceTemplatesResult",
        "ReadResourceRequest",
        "ReadResourceResult",
        "CompleteRequest",
        "CompleteResult",
        "HeaderMismatchError",
        "MissingRequiredClientCapabilityError",
        "UnsupportedProtocolVersionError",
        "ElicitResult",
        "CreateMessageResult",
        "ListRootsResult",
        "JSONRPCRequest",
        "JSONRPCErrorResponse",
        "JSONRPCResultResponse",
        "InputRequiredResult",
    ];
    let mut definitions: Value = names.into_iter().map(|name| (name.to_owned(), json!({"type": "object"}))).collect();
    definitions["CallToolRequest"] = json!({"properties": {"params": {"properties": {"name": {"type": "string"}}}}});
    definitions["CallToolResult"] = needs("content");
    definitions["ListToolsResult"] = needs("tools");
    definitions["InputRequiredResult"] = json!({"properties": {"requestState": {"type": "string"}}});
    definitions["ElicitResult"] = needs("action");
    definitions["MissingRequiredClientCapabilityError"] = json!({"properties": {"error": needs("data")}});
    definitions["JSONRPCErrorResponse"] = json!({"properties": {"error": needs("message")}});
    json!({"$defs": definitions})
}

fn official() -> Official {
    Official::read(&small().to_string()).unwrap()
}

/// What the schema objects to, and nothing else.
fn objections(official: Official, lines: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    let mut happens = |event| {
        if let Event::Finding(finding) = event
            && finding.check == "official-schema"
        {
            found.push(format!("{} {} {}", finding.rule.id, finding.pointer, finding.wrong));
        }
    };
    let text = lines.join("\n");
    Checker::new(Options::default()).with_official(official).check(text.as_bytes(), &mut happens).unwrap();
    found
}

fn objects(messages: &[Value]) -> Vec<String> {
    objections(official(), &messages.iter().map(Value::to_string).collect::<Vec<_>>())
}

#[test]
fn each_message_is_held_against_its_own_definition() {
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x"}});
    let answered = |members: Value| {
        let mut answer = json!({"jsonrpc": "2.0", "id": 1});
        for (name, value) in members.as_object().unwrap() {
            answer[name] = value.clone();
        }
        objects(&[call.clone(), answer])
    };
    let missing = |at: &str, definition: &str, name: &str| {
        format!("BASE-14 {at} {definition}: \"{name}\" is a required property")
    };
    assert_eq!(answered(json!({"result": {"resultType": "complete", "content": []}})), [""; 0]);
    assert_eq!(
        answered(json!({"result": {"resultType": "complete"}})),
        [missing("/result", "CallToolResult", "content")]
    );
    assert_eq!(answered(json!({"result": {"resultType": "input_required"}})), [""; 0], "it is another definition's");
    assert_eq!(answered(json!({"error": {"code": 1}})), [missing("/error", "JSONRPCErrorResponse", "message")]);
    assert_eq!(
        answered(json!({"error": {"code": -32021, "message": "no"}})),
        [missing("/error", "MissingRequiredClientCapabilityError", "data")]
    );
    let mut wrong = call;
    wrong["params"]["name"] = json!(7);
    assert_eq!(objects(&[wrong]), ["BASE-14 /params/name CallToolRequest: value is not of type \"string\""]);
}

#[test]
fn no_value_is_named() {
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x"}});
    let state = json!({"S3CRET": "S3CRET"});
    let asked = json!({"jsonrpc": "2.0", "id": 1, "result": {"resultType": "input_required", "requestState": state}});
    let found = objects(&[call, asked]);
    assert_eq!(found, ["BASE-14 /result/requestState InputRequiredResult: value is not of type \"string\""]);
}

#[test]
fn answers_are_held_against_what_was_asked() {
    let asked = json!({"q": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {}}}});
    let retry = |answer: Value, key: &str| {
        objects(&[
            json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x"}}),
            json!({"jsonrpc": "2.0", "id": 1, "result": {"resultType": "input_required", "inputRequests": asked}}),
            json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "x", "inputResponses": {key: answer}}}),
        ])
    };
    assert_eq!(retry(json!({"action": "cancel"}), "q"), [""; 0]);
    let wrong = ["BASE-14 /params/inputResponses/q ElicitResult: \"action\" is a required property"];
    assert_eq!(retry(json!({}), "q"), wrong);
    assert_eq!(retry(json!({}), "unasked"), [""; 0], "what was not asked is ignored");
}

#[test]
fn what_is_no_schema_is_refused() {
    let refused = |text: &str| Official::read(text).unwrap_err().to_string();
    assert!(refused("{").starts_with("not the official schema: "));
    assert_eq!(refused("{}"), "not the official schema: it has no $defs");
    let mut less = small();
    less["$defs"].as_object_mut().unwrap().remove("ElicitResult");
    assert_eq!(refused(&less.to_string()), "not the official schema: it has no definition ElicitResult");
}

/// The good samples satisfy the real schema, where it is at hand.
#[test]
fn the_good_samples_are_what_the_real_schema_takes() {
    let Some(path) = std::env::var_os("MCP_SCHEMA") else { return };
    let official = Official::read(&std::fs::read_to_string(path).unwrap()).unwrap();
    for row in all_rows() {
        assert_eq!(objections(official.clone(), &row.samples().good), [""; 0], "{row:?}");
    }
}
