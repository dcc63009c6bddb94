//! Checks lines, and says what was found.

use serde_json::{Value, json};
use twogates_wirecheck::{Checker, Event, Finding, Options, Row, all_rows};

/// What the rows find in these lines. Nothing may be unreadable.
pub(crate) fn find_by(rows: Vec<&'static Row>, lines: &[String]) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut happens = |event| match event {
        Event::Finding(finding) => found.push(finding),
        Event::Unproven { .. } => {}
        Event::Unreadable(place, why) => panic!("line {}: {why}", place.line),
    };
    let text = lines.join("\n");
    Checker::with_rows(rows, Options::default()).check(text.as_bytes(), &mut happens).unwrap();
    found
}

/// What all rows find in these lines.
pub(crate) fn find(lines: &[String]) -> Vec<Finding> {
    find_by(all_rows().collect(), lines)
}

/// Check, rule and pointer of each finding.
pub(crate) fn names(found: &[Finding]) -> Vec<String> {
    found.iter().map(|finding| format!("{} {} {}", finding.check, finding.rule.id, finding.pointer)).collect()
}

/// What a request must say of itself.
pub(crate) fn meta(capabilities: &Value) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    })
}

/// A request with these parameters, and with a `_meta` that declares forms.
pub(crate) fn request(id: u32, method: &str, params: &Value) -> Value {
    let mut params = params.clone();
    params["_meta"] = meta(&json!({"elicitation": {}}));
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

pub(crate) fn result(id: u32, result: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "result": result})
}

/// What is found in these messages.
pub(crate) fn found(messages: &[Value]) -> Vec<String> {
    names(&find(&messages.iter().map(Value::to_string).collect::<Vec<_>>()))
}

/// What is found when a call of the tool `x` is answered with this.
pub(crate) fn answered(answer: &Value) -> Vec<String> {
    let mut answer = answer.clone();
    answer["jsonrpc"] = "2.0".into();
    answer["id"] = 1.into();
    found(&[request(1, "tools/call", &json!({"name": "x"})), answer])
}

/// The question whose form has this schema.
pub(crate) fn question(form: &Value) -> Value {
    let params = json!({"message": "?", "requestedSchema": form});
    json!({"resultType": "input_required", "inputRequests": {"q": {"method": "elicitation/create", "params": params}}})
}

/// An entry of a transcript.
pub(crate) fn entry(number: u32, kind: &str, from: &str, to: &str, more: Value) -> Value {
    let mut entry = json!({"v": 1, "number": number, "act": "a", "atMs": 0, "kind": kind, "from": from, "to": to});
    for (name, value) in more.as_object().unwrap() {
        entry[name] = value.clone();
    }
    entry
}
