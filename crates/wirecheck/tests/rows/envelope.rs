//! Envelope, `_meta` and methods: what the samples do not show.

use crate::common::{find, found, meta, names, request, result};
use serde_json::{Value, json};

fn done(id: u32) -> Value {
    result(id, &json!({"resultType": "complete", "content": []}))
}

fn call(id: u32) -> Value {
    request(id, "tools/call", &json!({"name": "x"}))
}

#[test]
fn a_message_is_one_of_three() {
    for (message, expected) in [
        (json!(null), "not-a-message BASE-01 "),
        (json!("text"), "not-a-message BASE-01 "),
        (json!({"jsonrpc": "2.0"}), "not-a-message BASE-01 "),
        (json!({"jsonrpc": "2.0", "id": 1, "method": "x", "result": {}}), "not-a-message BASE-01 "),
        (json!({"jsonrpc": "2.0", "method": "x", "error": {}}), "not-a-message BASE-01 "),
        (json!({"jsonrpc": "2.0", "id": 1, "result": {}, "error": {}}), "not-a-message BASE-01 "),
        (json!({"jsonrpc": "2.0", "method": 7}), "not-a-message BASE-01 /method"),
        (json!({"jsonrpc": "2.0", "method": "x", "params": []}), "not-a-message BASE-01 /params"),
        (json!({"jsonrpc": "1.0", "method": "x"}), "jsonrpc BASE-01 /jsonrpc"),
        (json!({"jsonrpc": 2.0, "method": "x"}), "jsonrpc BASE-01 /jsonrpc"),
        (json!({"method": "x", "params": {}}), "jsonrpc BASE-01 "),
    ] {
        assert_eq!(found(std::slice::from_ref(&message)), [expected], "{message}");
    }
    assert_eq!(found(&[call(1), json!({"jsonrpc": "2.0", "id": 1, "result": 7})]), ["not-a-message BASE-01 /result"]);
    assert_eq!(found(&[json!({"jsonrpc": "2.0", "method": "x"})]), [""; 0], "a notification");
}

#[test]
fn ids_are_texts_or_whole_numbers() {
    for id in [json!(null), json!(1.5), json!(true), json!([]), json!({})] {
        let mut wrong = call(1);
        wrong["id"] = id.clone();
        assert_eq!(found(&[wrong])[0], "request-id BASE-02 /id", "{id}");
    }
    for id in [json!(0), json!(-1), json!(9_007_199_254_740_991_i64), json!(""), json!("a-1")] {
        let (mut asked, mut answered) = (call(1), done(1));
        asked["id"] = id.clone();
        answered["id"] = id.clone();
        assert_eq!(found(&[asked, answered]), [""; 0], "{id}");
    }
    let mut text = call(1);
    text["id"] = "1".into();
    assert_eq!(found(&[call(1), text.clone(), done(1)]), ["unanswered BASE-12 "], "\"1\" is not 1");
    assert_eq!(found(&[call(1), text, done(1), done(1)]), ["response-unknown BASE-04 /id", "unanswered BASE-12 "]);
}

#[test]
fn responses_name_what_they_answer() {
    let nameless = json!({"jsonrpc": "2.0", "result": {"resultType": "complete"}});
    assert_eq!(found(&[nameless]), ["response-id BASE-04 "]);
    let null = json!({"jsonrpc": "2.0", "id": null, "result": {"resultType": "complete"}});
    assert_eq!(found(&[null]), ["response-id BASE-04 /id"]);
    assert_eq!(found(&[call(1), done(1), done(1)]), ["response-unknown BASE-04 /id"], "answered once");
}

#[test]
fn some_requests_need_no_answer() {
    let listen = request(1, "subscriptions/listen", &json!({"notifications": {}}));
    assert_eq!(found(&[listen]), [""; 0]);
    let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    assert_eq!(found(&[call(1), cancelled.clone()]), [""; 0]);
    assert_eq!(found(&[call(2), cancelled]), ["unanswered BASE-12 "]);
    let tools = find(&[call(3).to_string(), call(4).to_string()]);
    assert_eq!(tools.iter().map(|finding| finding.place.line).collect::<Vec<_>>(), [1, 2]);
}

/// What a server of an earlier revision asks is answered by its client, and both are found once.
#[test]
fn an_old_question_and_its_answer() {
    for method in ["elicitation/create", "sampling/createMessage", "roots/list"] {
        let asked = json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": {}});
        let answer = json!({"jsonrpc": "2.0", "id": 7, "result": {"action": "accept"}});
        assert_eq!(
            found(&[call(1), asked, answer, done(1)]),
            ["question-as-request MRTR-01 /method", "client-response BASE-06 "],
            "{method}"
        );
    }
}

#[test]
fn what_is_missing_in_meta_is_added_where_it_belongs() {
    let of = |params: Option<Value>| {
        let mut message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
        if let Some(params) = params {
            message["params"] = params;
        }
        let refused = json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "_meta"}});
        let lines = [message.to_string(), refused.to_string()];
        let findings = find(&lines);
        let repaired = findings
            .iter()
            .fold(message, |document, finding| finding.repair.as_ref().unwrap().apply(&document).unwrap());
        assert_eq!(found(&[repaired, refused]), [""; 0]);
        names(&findings)
    };
    let both = |at: &str| [format!("meta-version META-01 {at}"), format!("meta-capabilities META-02 {at}")];
    assert_eq!(of(None), both(""));
    assert_eq!(of(Some(json!({}))), both("/params"));
    assert_eq!(of(Some(json!({"_meta": {}}))), both("/params/_meta"));
    assert_eq!(of(Some(json!({"_meta": 7}))), both("/params"));
    let version = "/params/_meta/io.modelcontextprotocol~1protocolVersion";
    let capabilities = "/params/_meta/io.modelcontextprotocol~1clientCapabilities";
    let mut wrong = meta(&json!(true));
    wrong["io.modelcontextprotocol/protocolVersion"] = json!(20_260_728);
    assert_eq!(
        of(Some(json!({"_meta": wrong}))),
        [format!("meta-version META-01 {version}"), format!("meta-capabilities META-02 {capabilities}")]
    );
}

#[test]
fn a_request_without_meta_is_refused_not_served() {
    let bare = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x"}});
    let asked = ["meta-version META-01 /params", "meta-capabilities META-02 /params"];
    let served = [&asked[..], &["meta-accepted META-04 /result"]].concat();
    assert_eq!(found(&[bare.clone(), done(1)]), served);
    let refused = json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "_meta"}});
    assert_eq!(found(&[bare, refused]), asked);
}

#[test]
fn methods_of_earlier_revisions_are_gone() {
    for method in [
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "tasks/list",
        "tasks/result",
    ] {
        let gone = "method-gone VER-07 /method";
        let asked = request(1, method, &json!({}));
        let refused = json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "no"}});
        assert_eq!(found(&[asked.clone(), refused]), [gone], "{method}");
        let served = result(1, &json!({"resultType": "complete"}));
        assert_eq!(found(&[asked, served]), [gone, "method-gone-served ERR-08 /result"], "{method}");
    }
    for method in ["initialized", "roots/list_changed", "elicitation/complete"] {
        let message = json!({"jsonrpc": "2.0", "method": format!("notifications/{method}")});
        assert_eq!(found(&[message]), ["method-gone VER-07 /method"], "{method}");
    }
    let pinged = json!({"direction": "server-to-client", "message": request(1, "ping", &json!({}))});
    assert_eq!(found(&[pinged]), ["server-request BASE-06 /message/method"]);
}

#[test]
fn a_log_is_for_a_request_that_asked_for_it_and_is_unanswered() {
    let log = json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": 1}});
    let mut wants = call(1);
    wants["params"]["_meta"]["io.modelcontextprotocol/logLevel"] = "info".into();
    assert_eq!(found(&[wants.clone(), log.clone(), done(1)]), [""; 0]);
    assert_eq!(found(&[wants, done(1), log.clone()]), ["log-uninvited META-11 /method"]);
    let progress = json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": {}});
    assert_eq!(found(&[call(1), progress, log, done(1)]), ["log-uninvited META-11 /method"]);
}

#[test]
fn what_asks_has_an_id() {
    let without = |method: &str| found(&[json!({"jsonrpc": "2.0", "method": method})]);
    for method in ["tools/call", "tools/list", "prompts/get", "resources/read", "server/discover", "tasks/get"] {
        assert_eq!(without(method), ["request-id BASE-02 "], "{method}");
    }
    for method in ["completion/complete", "subscriptions/listen"] {
        assert_eq!(without(method), ["request-id BASE-02 "], "{method}");
    }
    for method in ["notifications/progress", "com.example/ping", "tools"] {
        assert_eq!(without(method), [""; 0], "{method}");
    }
}
