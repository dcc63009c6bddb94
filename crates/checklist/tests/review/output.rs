//! An output schema beside a refusal.

use crate::{read, told, with};
use serde_json::{Value, json};

/// What is found of an output schema of a tool that is asked about.
fn found(schema: Value) -> Vec<String> {
    let mut tool = with("frobnicate", json!({}));
    tool["outputSchema"] = schema;
    told(tool).found
}

#[test]
fn what_a_refusal_does_not_have_cannot_be_required() {
    assert_eq!(
        found(json!({"type": "object", "properties": {"content": {}}, "required": ["content", "size"]})),
        ["TOOL-08: its output schema requires `content`, `size`, which a refusal does not have."]
    );
}

#[test]
fn what_an_empty_object_conforms_to_is_no_finding() {
    for schema in [
        json!({}),
        json!({"type": "object"}),
        json!({"type": ["object", "null"]}),
        json!({"type": "object", "required": [], "properties": {"a": {}}}),
        json!({"type": "object", "minProperties": 0}),
        json!(null),
    ] {
        assert_eq!(found(schema.clone()), [""; 0], "{schema}");
    }
}

#[test]
fn what_asks_for_more_is_one() {
    let more = "TOOL-08: its output schema asks for more than an empty object.";
    for schema in [
        json!({"minProperties": 1}),
        json!({"anyOf": [{"required": ["a"]}]}),
        json!({"oneOf": []}),
        json!({"allOf": []}),
        json!({"not": {}}),
        json!({"const": {}}),
        json!({"enum": []}),
        json!({"$ref": "#/x"}),
        json!({"if": {}}),
    ] {
        assert_eq!(found(schema.clone()), [more], "{schema}");
    }
    for schema in [json!({"type": "array"}), json!({"type": ["string", "null"]}), json!({"type": 1})] {
        let told = "TOOL-08: its output schema takes no object, so that a refusal has nothing to put there.";
        assert_eq!(found(schema.clone()), [told], "{schema}");
    }
    assert_eq!(found(json!(true)), ["TOOL-08: its output schema is no object, so that nothing conforms for certain."]);
}

#[test]
fn who_is_not_asked_about_is_not_refused() {
    let mut tool = read("frobnicate", json!({}));
    tool["outputSchema"] = json!({"required": ["content"]});
    assert_eq!(told(tool.clone()).found, [""; 0]);
    tool["inputSchema"]["properties"] = json!({"url": {}});
    assert!(told(tool).found.iter().any(|told| told.starts_with("TOOL-08: ")), "its hints are contradicted");
}
