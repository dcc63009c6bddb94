//! Shapes of requests and results, versions, and answers over HTTP.

use crate::common::{answered, entry, found, meta, request, result};
use serde_json::{Value, json};

/// What is found when a method is answered with this complete result.
fn listed(method: &str, mut members: Value) -> Vec<String> {
    members["resultType"] = "complete".into();
    if method != "prompts/get" {
        members["ttlMs"] = 0.into();
        members["cacheScope"] = "private".into();
    }
    found(&[request(1, method, &json!({"name": "x", "uri": "x:"})), result(1, &members)])
}

#[test]
fn a_list_is_an_array_of_objects_with_their_names() {
    for (method, name, item) in [
        ("tools/list", "tools", json!({"name": "a", "inputSchema": {"type": "object"}})),
        ("prompts/list", "prompts", json!({"name": "a"})),
        ("resources/list", "resources", json!({"name": "a", "uri": "a:"})),
        ("resources/templates/list", "resourceTemplates", json!({"name": "a", "uriTemplate": "a:{b}"})),
        ("resources/read", "contents", json!({"uri": "a:"})),
        ("prompts/get", "messages", json!({"role": "user"})),
    ] {
        let shape = |at: &str| vec![format!("result-shape BASE-14 {at}")];
        assert_eq!(listed(method, json!({name: [item]})), [""; 0], "{method}");
        assert_eq!(listed(method, json!({name: []})), [""; 0], "{method}");
        assert_eq!(listed(method, json!({})), shape("/result"), "{method}");
        assert_eq!(listed(method, json!({name: {}})), shape(&format!("/result/{name}")), "{method}");
        assert_eq!(listed(method, json!({name: [item, 7]})), shape(&format!("/result/{name}/1")), "{method}");
        for text in item.as_object().unwrap().keys().filter(|_| method != "tools/list") {
            let mut wrong = item.clone();
            wrong[text] = 7.into();
            assert_eq!(listed(method, json!({name: [item, wrong]})), shape(&format!("/result/{name}/1")), "{text}");
        }
    }
    let error = json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": "no"}});
    assert_eq!(found(&[request(1, "tools/list", &json!({})), error]), [""; 0], "an error lists nothing");
}

#[test]
fn a_request_names_what_it_is_about() {
    let refused = json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "no"}});
    let asked = |method: &str, params: Value| found(&[request(1, method, &params), refused.clone()]);
    let shape = |at: &str| vec![format!("request-shape BASE-14 {at}")];
    assert_eq!(asked("prompts/get", json!({})), shape("/params"));
    assert_eq!(asked("prompts/get", json!({"name": {}})), shape("/params/name"));
    assert_eq!(asked("prompts/get", json!({"name": "a"})), [""; 0]);
    assert_eq!(asked("resources/read", json!({"uri": 7})), shape("/params/uri"));
    assert_eq!(asked("completion/complete", json!({"ref": {}})), shape("/params"));
    assert_eq!(asked("completion/complete", json!({"ref": {}, "argument": "a"})), shape("/params/argument"));
    assert_eq!(asked("subscriptions/listen", json!({"notifications": []})), shape("/params/notifications"));
}

#[test]
fn who_says_who_it_is_has_a_name_and_a_version() {
    let with = |info: Value| {
        let mut call = request(1, "tools/call", &json!({"name": "x"}));
        call["params"]["_meta"]["io.modelcontextprotocol/clientInfo"] = info.clone();
        let meta = json!({"io.modelcontextprotocol/serverInfo": info});
        found(&[call, result(1, &json!({"resultType": "complete", "content": [], "_meta": meta}))])
    };
    let wrong = [
        "info-shape BASE-14 /params/_meta/io.modelcontextprotocol~1clientInfo",
        "info-shape BASE-14 /result/_meta/io.modelcontextprotocol~1serverInfo",
    ];
    assert_eq!(with(json!({"name": "a", "version": "1"})), [""; 0]);
    assert_eq!(with(json!({"name": "a", "version": 1})), wrong);
    assert_eq!(with(json!({"version": "1"})), wrong);
    assert_eq!(with(json!("a")).len(), 4, "neither name nor version, twice");
    let meta = answered(&json!({"result": {"resultType": "complete", "content": [], "_meta": 17}}));
    assert_eq!(meta, ["info-shape BASE-14 /result/_meta"]);
}

#[test]
fn blocks_are_of_known_types_and_have_what_makes_them() {
    let content = |block: Value| answered(&json!({"result": {"resultType": "complete", "content": [block]}}));
    for block in [
        json!({"type": "text", "text": ""}),
        json!({"type": "image", "data": "", "mimeType": "image/png"}),
        json!({"type": "audio", "data": "", "mimeType": "audio/wav"}),
        json!({"type": "resource_link", "uri": "a:", "name": "a"}),
        json!({"type": "resource", "resource": {"uri": "a:", "text": ""}}),
    ] {
        assert_eq!(content(block.clone()), [""; 0], "{block}");
        let only_type = json!({"type": block["type"]});
        assert_eq!(content(only_type), ["call-content TOOL-09 /result/content/0"], "{block}");
    }
    for block in
        [json!({}), json!({"type": "video", "data": ""}), json!("text"), json!({"type": "resource", "resource": "a"})]
    {
        assert_eq!(content(block), ["call-content TOOL-09 /result/content/0"]);
    }
}

/// A request that states this version.
fn stating(version: &str, method: &str) -> Value {
    let mut meta = meta(&json!({}));
    meta["io.modelcontextprotocol/protocolVersion"] = version.into();
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": {"_meta": meta, "name": "x"}})
}

#[test]
fn another_version_is_refused_and_what_is_refused_is_not_supported() {
    let done = result(1, &json!({"resultType": "complete", "content": []}));
    assert_eq!(found(&[stating("2026-07-28", "tools/call"), done.clone()]), [""; 0]);
    for version in ["2025-11-25", "2099-01-01", "2026-07-28x", ""] {
        assert_eq!(found(&[stating(version, "tools/call"), done.clone()]), ["version-served VER-02 /result"]);
        let refused = |supported: Value| {
            let data = json!({"supported": supported, "requested": version});
            let error = json!({"code": -32022, "message": "no", "data": data});
            found(&[stating(version, "tools/call"), json!({"jsonrpc": "2.0", "id": 1, "error": error})])
        };
        assert_eq!(refused(json!(["2026-07-28"])), [""; 0]);
        assert_eq!(refused(json!(["2026-07-28", version])), ["version-data VER-02 /error/data/supported"]);
    }
}

#[test]
fn a_server_lists_the_version_in_which_it_answers() {
    let discovered = |versions: Value, capabilities: Value| {
        let result = json!({
            "resultType": "complete", "supportedVersions": versions, "capabilities": capabilities,
            "ttlMs": 0, "cacheScope": "public",
        });
        found(&[stating("2026-07-28", "server/discover"), json!({"jsonrpc": "2.0", "id": 1, "result": result})])
    };
    assert_eq!(discovered(json!(["2025-11-25", "2026-07-28"]), json!({"tools": {}})), [""; 0]);
    assert_eq!(discovered(json!(["2025-11-25"]), json!({})), ["discover-result DISC-03 /result/supportedVersions"]);
    assert_eq!(
        discovered(json!(["2026-07-28"]), json!({"tools": true})),
        ["discover-result DISC-03 /result/capabilities/tools"]
    );
}

#[test]
fn an_empty_answer_is_none_unless_it_refuses() {
    let headers = json!([["MCP-Protocol-Version", "2026-07-28"], ["Mcp-Method", "tools/list"]]);
    let answered = |method: &str, status: u16| {
        let call = request(1, method, &json!({"notifications": {}}));
        let mut headers = headers.clone();
        headers[1][1] = method.into();
        let asked = json!({"http": {"request": "POST /mcp", "headers": headers}, "message": call});
        let empty = json!({"answers": 1, "http": {"status": status, "headers": []}});
        found(&[entry(1, "mcp", "host", "server", asked), entry(2, "http", "server", "host", empty)])
    };
    for status in [200, 202, 299] {
        assert_eq!(answered("tools/list", status), ["answer-empty HTTP-03 /http/status"], "{status}");
    }
    for status in [199, 300, 403, 500] {
        assert_eq!(answered("tools/list", status), [""; 0], "{status}");
    }
    assert_eq!(answered("subscriptions/listen", 200), [""; 0], "what is listened for comes later");
}
