//! Results, errors and caching: what the samples do not show.

use crate::common::{answered, find, found, meta, names, request, result};
use serde_json::{Value, json};

#[test]
fn codes_by_their_ranges() {
    let code = |code: i64| {
        let data = json!({"requiredCapabilities": {}, "supported": [], "requested": ""});
        answered(&json!({"error": {"code": code, "message": "no", "data": data}}))
    };
    for right in [-32700, -32600, -32601, -32602, -32603, -32020, -32021, -32022, -31999, -32769, 0, 1, 404] {
        assert_eq!(code(right), [""; 0], "{right}");
    }
    for (wrong, row) in [
        (-32023, "code-undefined ERR-01"),
        (-32099, "code-undefined ERR-01"),
        (-32041, "code-undefined ERR-01"),
        (-32042, "code-retired ERR-03"),
        (-32002, "code-retired ERR-03"),
        (-32000, "code-legacy ERR-02"),
        (-32001, "code-legacy ERR-02"),
        (-32019, "code-legacy ERR-02"),
        (-32100, "code-own ERR-05"),
        (-32599, "code-own ERR-05"),
        (-32604, "code-own ERR-05"),
        (-32768, "code-own ERR-05"),
    ] {
        assert_eq!(code(wrong), [format!("{row} /error/code")], "{wrong}");
    }
}

#[test]
fn an_error_has_a_code_and_a_message() {
    for (error, at) in [
        (json!("no"), "/error"),
        (json!({"message": "no"}), "/error"),
        (json!({"code": 1}), "/error"),
        (json!({"code": 1.5, "message": "no"}), "/error/code"),
        (json!({"code": null, "message": "no"}), "/error/code"),
        (json!({"code": 1, "message": 7}), "/error/message"),
    ] {
        assert_eq!(answered(&json!({"error": error})), [format!("error-shape ERR-06 {at}")], "{error}");
    }
}

#[test]
fn what_an_error_must_carry() {
    let capability = |data: Value| answered(&json!({"error": {"code": -32021, "message": "no", "data": data}}));
    let at = "capability-data META-06 /error/data/requiredCapabilities";
    assert_eq!(capability(json!({"requiredCapabilities": {"elicitation": {}}})), [""; 0]);
    assert_eq!(capability(json!({"requiredCapabilities": ["elicitation", 7]})), [at]);
    assert_eq!(capability(json!({"requiredCapabilities": "elicitation"})), [at]);
    assert_eq!(capability(json!({})), ["capability-data META-06 /error"]);
    assert_eq!(capability(json!(null)), ["capability-data META-06 /error"]);
    let version = |data: Value| answered(&json!({"error": {"code": -32022, "message": "no", "data": data}}));
    assert_eq!(version(json!({"supported": ["2026-07-28"], "requested": "1"})), [""; 0]);
    let wrong = "version-data VER-02 /error";
    assert_eq!(version(json!({"supported": "2026-07-28", "requested": "1"})), [wrong]);
    assert_eq!(version(json!({"supported": [1], "requested": "1"})), [wrong]);
    assert_eq!(version(json!({"supported": [], "requested": 1})), [wrong]);
    assert_eq!(version(json!(null)), [wrong, wrong]);
}

#[test]
fn a_consent_is_no_error() {
    let says = |code: i64, message: &str| {
        let data = json!({"requiredCapabilities": {}, "supported": [], "requested": ""});
        answered(&json!({"error": {"code": code, "message": message, "data": data}}))
    };
    for message in [
        "User declined",
        "The user has rejected this call.",
        "cancelled by the user",
        "a human denied it",
        "the person refused",
        "Consent required",
        "approval required",
        "This tool requires approval",
        "this needs approval",
        "requires confirmation",
        "not confirmed by the user",
        "The user did not approve.",
        "Call REJECTED by the user's host: user said no, denied by operator",
        "Consent is required.",
        "human approval needed",
        "no consent",
    ] {
        assert_eq!(says(-32603, message), ["consent-error ERR-07 /error"], "{message}");
        assert_eq!(says(-32021, message), [""; 0], "what a client lacks is an error");
    }
    for message in [
        "the card was declined by the bank",
        "no such user",
        "requestState is not usable for this call. Call again without it to be asked afresh.",
        "approved hosts only",
        "access denied for user bob",
        "user bob was denied access",
        "the person is refused",
        "the user table could not be found; the statement was cancelled",
        "rejected by the bank of the user",
        "consent screen not configured",
    ] {
        assert_eq!(says(-32602, message), [""; 0], "{message}");
    }
}

#[test]
fn a_result_says_what_it_is() {
    assert_eq!(
        answered(&json!({"result": {"resultType": 7, "content": []}})),
        ["result-type RES-01 /result/resultType"]
    );
    let unknown = |kind: &str, extensions: Value| {
        let mut asked = request(1, "tools/call", &json!({"name": "x"}));
        asked["params"]["_meta"] = meta(&json!({"extensions": extensions}));
        found(&[asked, result(1, &json!({"resultType": kind}))])
    };
    let known = "result-type-known RES-02 /result/resultType";
    assert_eq!(unknown("banana", json!({})), [known]);
    assert_eq!(unknown("banana", json!({"com.example/fruit": {}})), [""; 0]);
    assert_eq!(unknown("task", json!({"com.example/fruit": {}})), [known]);
    assert_eq!(unknown("task", json!({"io.modelcontextprotocol/tasks": {}})), [""; 0]);
    assert_eq!(unknown("Complete", json!({})), [known]);
}

#[test]
fn only_three_methods_ask() {
    for (method, may) in [
        ("tools/call", true),
        ("prompts/get", true),
        ("resources/read", true),
        ("tools/list", false),
        ("server/discover", false),
        ("completion/complete", false),
        ("tasks/get", false),
    ] {
        let asked = request(1, method, &json!({"name": "x", "uri": "x:", "ref": {}, "argument": {}}));
        let expected = if may { vec![] } else { vec!["question-where MRTR-02 /result/resultType"] };
        assert_eq!(found(&[asked, result(1, &json!({"resultType": "input_required", "requestState": "s"}))]), expected);
    }
}

#[test]
fn a_question_asks_or_gives_a_state() {
    let asks = |members: Value| {
        let mut result = members;
        result["resultType"] = "input_required".into();
        answered(&json!({"result": result}))
    };
    assert_eq!(asks(json!({"requestState": ""})), [""; 0], "an empty state is one");
    assert_eq!(asks(json!({})), ["question-empty MRTR-05 /result"]);
    assert_eq!(asks(json!({"requestState": 7})), ["question-empty MRTR-05 /result/requestState"]);
    assert_eq!(
        asks(json!({"inputRequests": []})),
        ["question-empty MRTR-05 /result", "question-shape MRTR-04 /result/inputRequests"]
    );
}

#[test]
fn discover_names_versions_and_capabilities() {
    let says = |members: Value| {
        let mut all = members;
        for (name, value) in [("resultType", json!("complete")), ("ttlMs", json!(0)), ("cacheScope", json!("public"))] {
            all[name] = value;
        }
        found(&[request(1, "server/discover", &json!({})), result(1, &all)])
    };
    let wrong = "discover-result DISC-03 /result";
    assert_eq!(says(json!({})), [wrong, wrong]);
    assert_eq!(says(json!({"supportedVersions": "2026-07-28", "capabilities": {}})), [wrong]);
    assert_eq!(says(json!({"supportedVersions": [1], "capabilities": {}})), [wrong]);
    assert_eq!(says(json!({"supportedVersions": ["2026-07-28"], "capabilities": []})), [wrong]);
    assert_eq!(says(json!({"supportedVersions": ["2026-07-28"], "capabilities": {}})), [""; 0]);
}

#[test]
fn hints_have_their_place() {
    let on_call =
        answered(&json!({"result": {"resultType": "complete", "content": [], "ttlMs": 1, "cacheScope": "public"}}));
    assert_eq!(on_call, ["cache-elsewhere CACHE-12 /result/ttlMs", "cache-elsewhere CACHE-12 /result/cacheScope"]);
    let task = json!({"resultType": "complete", "taskId": "t", "status": "working", "ttlMs": 5});
    assert_eq!(found(&[request(1, "tasks/get", &json!({"taskId": "t"})), result(1, &task)]), [""; 0]);
    assert_eq!(
        answered(&json!({"result": {"resultType": "complete", "content": [], "taskId": "t", "ttlMs": 5}})),
        [""; 0]
    );
    let asked = json!({"resultType": "input_required", "requestState": "s", "ttlMs": 0, "cacheScope": "private"});
    assert_eq!(
        answered(&json!({"result": asked})),
        ["cache-on-question CACHE-02 /result/ttlMs", "cache-on-question CACHE-02 /result/cacheScope"]
    );
    let scope = json!({"resultType": "complete", "tools": [], "ttlMs": 0, "cacheScope": 7});
    let found = find(&[request(1, "tools/list", &json!({})).to_string(), result(1, &scope).to_string()]);
    assert_eq!(names(&found), ["cache-scope CACHE-04 /result/cacheScope"]);
}

#[test]
fn pages_of_one_list_agree() {
    let page = |next: Option<&str>, scope: &str| {
        let mut page = json!({"resultType": "complete", "prompts": [], "ttlMs": 0, "cacheScope": scope});
        if let Some(next) = next {
            page["nextCursor"] = next.into();
        }
        page
    };
    let asked = |id: u32, cursor: &str| request(id, "prompts/list", &json!({"cursor": cursor}));
    let first = [request(1, "prompts/list", &json!({})), result(1, &page(Some("p2"), "public"))];
    let rest =
        |cursor: &str, scope: &str| found(&[&first[..], &[asked(2, cursor), result(2, &page(None, scope))]].concat());
    assert_eq!(rest("p2", "private"), ["cache-pages CACHE-08 /result/cacheScope"]);
    assert_eq!(rest("p2", "public"), [""; 0]);
    assert_eq!(rest("another", "private"), [""; 0], "the page of another list");
}
