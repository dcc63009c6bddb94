//! Tools and calls: what the samples do not show.

use crate::common::{answered, find, found, request, result};
use serde_json::{Value, json};

/// What is found in a list of these tools.
fn listed(tools: Value) -> Vec<String> {
    let list = json!({"resultType": "complete", "tools": tools, "ttlMs": 0, "cacheScope": "private"});
    found(&[request(1, "tools/list", &json!({})), result(1, &list)])
}

#[test]
fn names_of_tools() {
    let named = |name: Value| listed(json!([{"name": name, "inputSchema": {"type": "object"}}]));
    for right in ["a", "A-z_0.9", &"n".repeat(128)] {
        assert_eq!(named(json!(right)), [""; 0], "{right}");
    }
    for wrong in ["", "a b", "a/b", "lösche", &"n".repeat(129)] {
        assert_eq!(named(json!(wrong)), ["tool-name TOOL-05 /result/tools/0/name"], "{wrong}");
    }
    assert_eq!(named(json!(null)), ["tool-name TOOL-05 /result/tools/0"]);
    let twice = json!([
        {"name": "a", "inputSchema": {"type": "object"}},
        {"name": "A", "inputSchema": {"type": "object"}},
        {"name": "a", "inputSchema": {"type": "object"}},
    ]);
    assert_eq!(listed(twice), ["tool-name TOOL-05 /result/tools/2/name"]);
}

#[test]
fn schemas_and_hints_of_tools() {
    let tool = |schema: Value| listed(json!([{"name": "a", "inputSchema": schema}]));
    let wrong = ["tool-schema TOOL-07 /result/tools/0/inputSchema"];
    assert_eq!(tool(json!({"type": "array"})), wrong);
    assert_eq!(tool(json!({"type": ["object", "null"]})), wrong);
    assert_eq!(tool(json!(true)), wrong);
    assert_eq!(listed(json!([{"name": "a"}])), ["tool-schema TOOL-07 /result/tools/0"]);
    let hinted = |hints: Value| listed(json!([{"name": "a", "inputSchema": {"type": "object"}, "annotations": hints}]));
    for name in ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] {
        let at = format!("tool-hint ANN-08 /result/tools/0/annotations/{name}");
        assert_eq!(hinted(json!({name: "false"})), [at.as_str()]);
        assert_eq!(hinted(json!({name: null})), [at.as_str()]);
        assert_eq!(hinted(json!({name: false})), [""; 0]);
    }
    assert_eq!(hinted(json!({"title": 7})), [""; 0], "a title is no hint");
}

#[test]
fn each_repair_of_a_list_fits_and_all_of_them_together() {
    let list = json!({"resultType": "complete", "tools": [
        {"name": "a"},
        {"name": "b", "inputSchema": 7, "annotations": {"readOnlyHint": 1, "openWorldHint": 0}},
        {"name": "c", "inputSchema": {}},
    ]});
    let asked = request(1, "tools/list", &json!({}));
    let findings = find(&[asked.to_string(), result(1, &list).to_string()]);
    assert_eq!(findings.len(), 7, "{findings:?}");
    let repaired = findings
        .iter()
        .fold(result(1, &list), |document, finding| finding.repair.as_ref().unwrap().apply(&document).unwrap());
    assert_eq!(found(&[asked, repaired]), [""; 0]);
}

#[test]
fn calls_and_what_they_return() {
    let refused = json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "no"}});
    let called = |params: Value| found(&[request(1, "tools/call", &params), refused.clone()]);
    assert_eq!(called(json!({})), ["call-shape TOOL-14 /params"]);
    assert_eq!(called(json!({"name": 7})), ["call-shape TOOL-14 /params/name"]);
    assert_eq!(called(json!({"name": "x", "arguments": null})), ["call-shape TOOL-14 /params/arguments"]);
    assert_eq!(called(json!({"name": "x"})), [""; 0]);
    let returns = |members: Value| {
        let mut members = members;
        members["resultType"] = "complete".into();
        answered(&json!({"result": members}))
    };
    assert_eq!(returns(json!({"content": {}})), ["call-content TOOL-09 /result/content"]);
    assert_eq!(
        returns(json!({"content": [{"type": "text", "text": ""}, {}]})),
        ["call-content TOOL-09 /result/content/1"]
    );
    assert_eq!(returns(json!({"content": [], "isError": "true"})), ["call-content TOOL-09 /result/isError"]);
    assert_eq!(returns(json!({"content": [], "isError": false})), [""; 0]);
    let blank = json!({"content": [{"type": "text", "text": " \n"}], "isError": true});
    assert_eq!(returns(blank), ["error-unreadable TOOL-11 /result/content"]);
}

#[test]
fn the_order_of_tools_is_kept() {
    let list = |names: &[&str]| {
        let tools: Vec<_> = names.iter().map(|name| json!({"name": name, "inputSchema": {"type": "object"}})).collect();
        json!({"resultType": "complete", "tools": tools, "ttlMs": 0, "cacheScope": "private"})
    };
    let asked = |id: u32, cursor: Option<&str>| {
        request(id, "tools/list", &cursor.map_or_else(|| json!({}), |cursor| json!({"cursor": cursor})))
    };
    let after = |second: &Value, cursor| {
        found(&[asked(1, None), result(1, &list(&["a", "b", "c"])), asked(2, cursor), result(2, second)])
    };
    let moved = ["tool-order TOOL-04 /result/tools"];
    assert_eq!(after(&list(&["a", "c", "b"]), None), moved);
    assert_eq!(after(&list(&["a", "b", "c"]), None), [""; 0]);
    assert_eq!(after(&list(&["b", "a"]), None), [""; 0], "another set");
    assert_eq!(after(&list(&["c", "b", "a"]), Some("p2")), [""; 0], "another page");
}

/// What is found in the result of a tool with this output schema.
fn output(schema: &Value, output: Value) -> Vec<String> {
    let tools = json!([{"name": "x", "inputSchema": {"type": "object"}, "outputSchema": schema}]);
    let list = json!({"resultType": "complete", "tools": tools, "ttlMs": 0, "cacheScope": "private"});
    let call = request(2, "tools/call", &json!({"name": "x"}));
    let mut done = json!({"resultType": "complete", "content": []});
    done["structuredContent"] = output;
    found(&[request(1, "tools/list", &json!({})), result(1, &list), call, result(2, &done)])
}

#[test]
fn what_a_tool_promised_to_return() {
    let at = |place: &str| [format!("output-misfit TOOL-08 /result/structuredContent{place}")];
    let schema = json!({
        "type": "object", "required": ["n"], "additionalProperties": false,
        "properties": {
            "n": {"type": ["integer", "null"]}, "e": {"enum": ["a", 1]}, "k": {"const": 7},
            "list": {"type": "array", "items": {"type": "object", "required": ["id"]}},
        },
    });
    assert_eq!(output(&schema, json!({"n": null, "e": 1, "k": 7, "list": [{"id": 1}]})), [""; 0]);
    assert_eq!(output(&schema, json!({"n": 1.5})), at("/n"));
    assert_eq!(output(&schema, json!({"n": 1, "e": "b"})), at("/e"));
    assert_eq!(output(&schema, json!({"n": 1, "k": 8})), at("/k"));
    assert_eq!(output(&schema, json!({"n": 1, "list": [{"id": 1}, {}]})), at("/list/1"));
    assert_eq!(output(&schema, json!({"n": 1, "x": 1})), at("/x"));
    assert_eq!(output(&schema, json!({})), at(""));
    assert_eq!(output(&schema, json!([])), at(""));
    assert_eq!(output(&json!({"$ref": "#/$defs/a"}), json!({})), [""; 0], "a reference is not followed");
    assert_eq!(output(&json!(true), json!({})), [""; 0]);
}

/// A tool that is listed anew without an output schema promises none any more.
#[test]
fn what_a_tool_no_longer_promises() {
    let list = |id: u32, more: &Value| {
        let mut tool = json!({"name": "x", "inputSchema": {"type": "object"}});
        tool.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let list = json!({"resultType": "complete", "tools": [tool], "ttlMs": 0, "cacheScope": "private"});
        [request(id, "tools/list", &json!({})), result(id, &list)]
    };
    let call = |id: u32| {
        let done = json!({"resultType": "complete", "content": []});
        [request(id, "tools/call", &json!({"name": "x"})), result(id, &done)]
    };
    let promised = list(1, &json!({"outputSchema": {"type": "object"}}));
    let after = |rest: &[Value]| found(&[&promised[..], rest].concat());
    assert_eq!(after(&call(2)), ["output-missing TOOL-08 /result"]);
    assert_eq!(after(&[list(2, &json!({})), call(3)].concat()), [""; 0]);
    let other =
        [request(2, "tools/call", &json!({"name": "y"})), result(2, &json!({"resultType": "complete", "content": []}))];
    assert_eq!(after(&other), [""; 0]);
}
