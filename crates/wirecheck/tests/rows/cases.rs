//! Failures that others met, by their numbers, and the rest of a row that one sample cannot show.

use crate::common::{find, names};
use serde_json::{Value, json};
use twogates_wirecheck::Severity;

fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
    })
}

/// A call, the question about it with or without a state, and the retry with or without one.
fn exchange(given: Option<&str>, sent: Option<&str>) -> Vec<String> {
    let form = json!({"type": "object", "properties": {"approved": {"type": "boolean"}}});
    let asked =
        json!({"method": "elicitation/create", "params": {"message": "May this run?", "requestedSchema": form}});
    let mut question = json!({"resultType": "input_required", "inputRequests": {"approval": asked}});
    let answer = json!({"approval": {"action": "accept", "content": {"approved": true}}});
    let mut retry = json!({"name": "delete_file", "_meta": meta(), "inputResponses": answer});
    if let Some(given) = given {
        question["requestState"] = given.into();
    }
    if let Some(sent) = sent {
        retry["requestState"] = sent.into();
    }
    let first = json!({"name": "delete_file", "_meta": meta()});
    let refused = json!({"code": -32602, "message": "Ask afresh."});
    [
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": first}),
        json!({"jsonrpc": "2.0", "id": 1, "result": question}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": retry}),
        json!({"jsonrpc": "2.0", "id": 2, "error": refused}),
    ]
    .map(|message| message.to_string())
    .into()
}

#[test]
fn c035_a_state_is_echoed_exactly_or_not_at_all() {
    let transcripts = [
        (Some("abc.DEF=="), Some("abc.DEF"), &["state-changed MRTR-13 /params/requestState"][..]),
        (Some("abc.DEF=="), None, &["state-missing MRTR-13 /params"]),
        (None, Some("abc"), &["state-invented MRTR-13 /params/requestState"]),
        (Some("a\u{301}"), Some("\u{e1}"), &["state-changed MRTR-13 /params/requestState"]),
        (Some("abc.DEF=="), Some("abc.DEF=="), &[]),
        (Some(""), Some(""), &[]),
        (Some(""), None, &["state-missing MRTR-13 /params"]),
    ];
    for (given, sent, expected) in transcripts {
        let found = find(&exchange(given, sent));
        assert_eq!(names(&found), expected, "{given:?} {sent:?}");
        for finding in found {
            assert!(finding.rule.source.contains("Client Requirements 2"), "each names its clause");
            let report = format!("{} {:?}", finding.wrong, finding.repair);
            for state in [given, sent].into_iter().flatten().filter(|state| !state.is_empty()) {
                assert!(!report.contains(state), "a state is printed: {report}");
            }
        }
    }
}

/// The findings in a `tools/list` result, or in that of another method.
fn in_result(method: &str, result: Value) -> Vec<String> {
    let asked =
        json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": {"_meta": meta(), "name": "x", "uri": "x:"}});
    let answered = json!({"jsonrpc": "2.0", "id": 1, "result": result});
    names(&find(&[asked.to_string(), answered.to_string()]))
}

#[test]
fn c071_ttl_and_scope_are_values_that_mean_something() {
    let list = |ttl: Value, scope: &str| {
        in_result("tools/list", json!({"resultType": "complete", "tools": [], "ttlMs": ttl, "cacheScope": scope}))
    };
    let ttl = ["cache-ttl CACHE-03 /result/ttlMs"];
    assert_eq!(list(json!(-5), "private"), ttl);
    assert_eq!(list(json!(0), "private"), [""; 0]);
    assert_eq!(list(json!(60000), "shared"), ["cache-scope CACHE-04 /result/cacheScope"]);
    assert_eq!(list(json!("60000"), "private"), ttl);
    assert_eq!(list(json!(1.5), "private"), ttl);
    assert_eq!(list(Value::Null, "private"), ttl);
    assert_eq!(Severity::of(&rules::cache::TTL), Severity::Error);
    assert_eq!(Severity::of(&rules::cache::SCOPE), Severity::Error);
}

#[test]
fn c085_names_that_stand_twice_are_found_in_the_raw_text() {
    for params in [
        r#"{"name":"pay.send","arguments":{"to":"alice","to":"mallory"}}"#,
        r#"{"name":"pay.send","arguments":{"to":"alice","t\u006f":"mallory"}}"#,
        r#"{"name":"item.read","name":"item.delete","arguments":{}}"#,
    ] {
        let params = params.replacen('{', &format!(r#"{{"_meta":{},"#, meta()), 1);
        let call = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#);
        let refused = json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Send each name once."}});
        let found = find(&[call.clone(), refused.to_string()]);
        assert_eq!(names(&found), ["duplicate-name CALL-04 "], "{params}");
        let at = found[0].wrong.rsplit(' ').next().unwrap().parse::<usize>().unwrap();
        assert_eq!(call.as_bytes()[at], b'"', "byte {at} is where a name begins");
    }
}

#[test]
fn c119_the_hints_stand_on_all_lists_and_nowhere_else() {
    let both = ["cache-missing CACHE-01 /result", "cache-missing CACHE-01 /result"];
    for (method, rest) in [
        ("server/discover", json!({"supportedVersions": ["2026-07-28"], "capabilities": {}})),
        ("tools/list", json!({"tools": []})),
        ("prompts/list", json!({"prompts": []})),
        ("resources/list", json!({"resources": []})),
        ("resources/templates/list", json!({"resourceTemplates": []})),
        ("resources/read", json!({"contents": []})),
    ] {
        let mut result = rest;
        result["resultType"] = "complete".into();
        assert_eq!(in_result(method, result.clone()), both, "{method}");
        result["ttlMs"] = 0.into();
        assert_eq!(in_result(method, result.clone()), both[..1], "{method}");
        result["cacheScope"] = "private".into();
        assert_eq!(in_result(method, result), [""; 0], "{method}");
    }
    assert_eq!(in_result("tools/call", json!({"resultType": "complete", "content": []})), [""; 0]);
    assert_eq!(in_result("tools/call", json!({"resultType": "input_required", "requestState": "s"})), [""; 0]);
}

#[test]
fn c121_capabilities_are_those_of_the_very_request() {
    let asks = |capabilities: Value, mode: &str| {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": capabilities,
        });
        let form = json!({"type": "object", "properties": {"approved": {"type": "boolean"}}});
        let params = json!({"mode": mode, "message": "?", "requestedSchema": form, "url": "https://pay.example"});
        let asked = json!({"approval": {"method": "elicitation/create", "params": params}});
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"_meta": meta, "name": "x"}});
        let result = json!({"resultType": "input_required", "inputRequests": asked});
        names(&find(&[call.to_string(), json!({"jsonrpc": "2.0", "id": 1, "result": result}).to_string()]))
    };
    let undeclared = ["question-undeclared MRTR-06 /result/inputRequests/approval"];
    let mode = ["mode-undeclared ELIC-04 /result/inputRequests/approval"];
    assert_eq!(asks(json!({"elicitation": {"url": {}}}), "form"), mode);
    assert_eq!(asks(json!({"elicitation": {}}), "form"), [""; 0]);
    assert_eq!(asks(json!({"elicitation": {}}), "url"), mode);
    assert_eq!(asks(json!({"elicitation": {"form": {}, "url": {}}}), "url"), [""; 0]);
    assert_eq!(asks(json!({"elicitation": {"form": {}, "url": {}}}), "form"), [""; 0]);
    assert_eq!(asks(json!({"sampling": {}}), "form"), undeclared);
    assert_eq!(asks(json!({}), "url"), undeclared);
}
