//! The lab's tools are those of `tools.json`: names, titles, schemas, hints and scopes.

use super::json;
use lab::vectors::{TOOLS, Vector};
use serde_json::{Value, json};

fn tools() -> Vec<Value> {
    json("tools.json")["tools"].as_array().unwrap().clone()
}

#[test]
fn the_lab_lists_what_stands_there() {
    let names: Vec<_> = tools().iter().map(|tool| tool["listed"]["name"].as_str().unwrap().to_owned()).collect();
    assert_eq!(names, TOOLS);
    for tool in tools() {
        let name = tool["listed"]["name"].as_str().unwrap();
        assert_eq!(lab::tools::listed(name).unwrap(), tool["listed"], "{name}");
    }
    assert_eq!(lab::tools::listed("send_gift"), None);
}

/// The scopes that a call by somebody without any is told that it needs, and whether somebody with them is asked.
fn played(name: &str, arguments: &Value, scopes: &Value, verdict: &str) -> Vector {
    let call = |by: &str, expect: Value| json!({"do": "send", "by": by, "tool": name, "arguments": arguments, "expect": expect});
    let vector = json!({
        "title": "a call", "story": "A call.", "rules": ["SCOPE-07"], "stops": [],
        "setup": {"people": {"nobody": {"scopes": []}, "somebody": {"scopes": scopes}}},
        "steps": [
            call("nobody", json!({"verdict": "challenged", "scopes": scopes})),
            call("somebody", json!({"verdict": verdict})),
        ],
    });
    Vector::read("tools", &vector.to_string()).unwrap_or_else(|unreadable| panic!("{unreadable}"))
}

#[test]
fn the_lab_asks_for_the_scopes_that_stand_there() {
    for tool in tools() {
        let name = tool["listed"]["name"].as_str().unwrap();
        for example in tool["scopes"].as_array().unwrap() {
            let verdict = if tool["asks"] == true { "asked" } else { "ran" };
            let vector = played(name, &example["arguments"], &example["needs"], verdict);
            assert_eq!(vector.hold(&vector.play(&[])).map_err(|failure| failure.to_string()), Ok(()), "{name}");
        }
    }
}

#[test]
fn what_stands_there_is_held() {
    let vector = played("send_payment", &json!({"to": "A", "amount": 1}), &json!(["payments:read"]), "asked");
    assert!(vector.hold(&vector.play(&[])).is_err());
}
