//! Failures that others met, by their numbers, and the rest of a row that one sample cannot show.

use crate::common::{find, names};
use serde_json::{Value, json};
use twogates_wirecheck::Severity;

/// What the lesson on consent ships as its transcript.
const LESSON: &str = include_str!("../../../../outputs/lesson-25.jsonl");

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

/// A malformed capability is a fault of the request, and a server that serves it all the same has one of its own.
#[test]
fn c121_capabilities_that_are_no_objects() {
    let with = |capabilities: Value, answer: Value| {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": capabilities,
        });
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"_meta": meta, "name": "x"}});
        names(&find(&[call.to_string(), answer.to_string()]))
    };
    let at = "/params/_meta/io.modelcontextprotocol~1clientCapabilities";
    let refused = json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Malformed."}});
    let served = json!({"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete", "content": []}});
    for (capabilities, place) in [
        (json!({"elicitation": []}), "/elicitation"),
        (json!({"elicitation": {"form": true}}), "/elicitation/form"),
        (json!({"elicitation": {"form": {}, "url": null}}), "/elicitation/url"),
        (json!([]), ""),
    ] {
        let fault = format!("meta-capabilities META-02 {at}{place}");
        assert_eq!(with(capabilities.clone(), refused.clone()), [fault.as_str()]);
        assert_eq!(with(capabilities, served.clone()), [fault.as_str(), "meta-accepted META-04 /result"]);
    }
}

/// What a client echoes is compared code point for code point, whatever it looks like.
#[test]
fn c037_no_state_is_trimmed_normalised_or_parsed() {
    let changed = ["state-changed MRTR-13 /params/requestState"];
    for (given, sent) in [
        ("  lead and trail  ", "lead and trail"),
        ("line1\nline2", "line1\r\nline2"),
        ("a+/=_-", "a-_=_-"),
        ("\u{e9} vs e\u{301}", "\u{e9} vs \u{e9}"),
        (r#"{"looks":"like json"}"#, r#"{"looks": "like json"}"#),
    ] {
        assert_eq!(names(&find(&exchange(Some(given), Some(given)))), [""; 0], "{given:?}");
        assert_eq!(names(&find(&exchange(Some(given), Some(sent)))), changed, "{given:?}");
    }
}

/// Numbers that a double rounds to one are refused as they stand, so that no two of them count as one call.
#[test]
fn c084_numbers_that_are_rounded_are_found_in_the_raw_text() {
    let call = |id: &str| {
        let meta = meta();
        let params = format!(r#"{{"_meta":{meta},"name":"item.delete","arguments":{{"id":{id}}}}}"#);
        let call = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#);
        let refused = json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Send it as a text."}});
        names(&find(&[call, refused.to_string()]))
    };
    assert_eq!(call("9007199254740991"), [""; 0]);
    for id in ["9007199254740992", "9007199254740993", "18446744073709551615", "18446744073709551616", "9.1e15"] {
        assert_eq!(call(id), ["number-too-large CALL-04 "], "{id}");
    }
    // No reader takes this one, so that the message is not read and its answer answers nothing that is known.
    assert_eq!(call("1e400"), ["number-too-large CALL-04 "]);
}

/// A retry is for the same call if its arguments are the same values: no coercion, no defaults, no normalisation, and
/// no order of names.
#[test]
fn c083_c087_c089_arguments_are_compared_exactly() {
    let retried = |first: &str, second: &str| {
        let mut lines = exchange(Some("s"), Some("s"));
        let with = |line: &String, arguments: &str| {
            line.replace(r#""name":"delete_file""#, &format!(r#""arguments":{arguments},"name":"delete_file""#))
        };
        (lines[0], lines[2]) = (with(&lines[0], first), with(&lines[2], second));
        names(&find(&lines))
    };
    let other = ["state-other-call RS-06 /params/requestState"];
    assert_eq!(retried(r#"{"\uff21":2,"\ud800\udc00":1}"#, r#"{"\ud800\udc00":1,"\uff21":2}"#), [""; 0]);
    assert_eq!(retried(r#"{"id":7}"#, r#"{"id":7.0}"#), [""; 0], "one number");
    assert_eq!(retried(r#"{"id":7}"#, r#"{"id":"7"}"#), other);
    assert_eq!(retried("{}", r#"{"active":false}"#), other);
    assert_eq!(retried(r#"{"path":"caf\u00e9.txt"}"#, r#"{"path":"cafe\u0301.txt"}"#), other);
}

/// Seed row S98: a secret belongs on a page, not into a form.
#[test]
fn s98_a_form_never_asks_for_a_secret() {
    let asks = |field: Value| {
        let form = json!({"type": "object", "properties": {"answer": field}});
        let params = json!({"message": "?", "requestedSchema": form});
        let asked = json!({"q": {"method": "elicitation/create", "params": params}});
        in_result("tools/call", json!({"resultType": "input_required", "inputRequests": asked}))
    };
    let secret = ["form-secret ELIC-13 /result/inputRequests/q/params/requestedSchema/properties/answer"];
    for title in ["Password", "Your PIN", "API key", "apiKey", "Card number", "CVV", "One-time code", "Access token"] {
        assert_eq!(asks(json!({"type": "string", "title": title})), secret, "{title}");
    }
    for title in ["Pinned note", "Token limit", "Key of the map", "Card holder", "Zip code"] {
        assert_eq!(asks(json!({"type": "string", "title": title})), [""; 0], "{title}");
    }
    assert_eq!(asks(json!({"type": "boolean", "title": "Show the password?"})), [""; 0], "a yes or no is no secret");
    let message = |text: &str, field: Value| {
        let form = json!({"type": "object", "properties": {"answer": field}});
        let params = json!({"message": text, "requestedSchema": form});
        let asked = json!({"q": {"method": "elicitation/create", "params": params}});
        in_result("tools/call", json!({"resultType": "input_required", "inputRequests": asked}))
    };
    let told = ["form-secret ELIC-13 /result/inputRequests/q/params/message"];
    let field = || json!({"type": "string"});
    assert_eq!(message("Please enter your password.", field()), told);
    assert_eq!(message("Paste the API key of your account", field()), told);
    assert_eq!(message("To go on, type in here, at once, the secret", field()), told);
    assert_eq!(message("Bitte geben Sie hier Ihr Kennwort ein.", field()), told);
    assert_eq!(message("To go on, type in here, at once, the whole secret", field()), [""; 0], "too far off");
    assert_eq!(message("The token of alice is rotated. Give a reason.", field()), [""; 0]);
    assert_eq!(message("Please enter your password.", json!({"type": "boolean"})), [""; 0]);
    assert_eq!(message("Please enter your password.", json!({"type": "string", "enum": ["a"]})), [""; 0]);
    assert_eq!(message("Please enter your password.", json!({"type": "string", "title": "Password"})), secret);
}

/// Seed row S92: the checker validates the transcript of the lesson, and would not if one state differed.
#[test]
fn s92_the_transcript_of_the_lesson_is_valid() {
    let lines: Vec<String> = LESSON.lines().map(str::to_owned).collect();
    assert_eq!(names(&find(&lines)), [""; 0]);
    let retry = lines.iter().position(|line| line.contains("inputResponses")).unwrap();
    let mut changed = lines;
    changed[retry] = changed[retry].replace(r#""requestState":"v1."#, r#""requestState":"v2."#);
    assert_eq!(names(&find(&changed))[0], "state-changed MRTR-13 /message/params/requestState");
}
