//! The front door: origins, tokens, envelopes, headers, `_meta`.

use crate::client::{Post, asks, body, call, challenge, delete, error, request};
use crate::server::{METADATA, Server, TestTokens};
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use serde_json::{Value, json};
use std::sync::Arc;
use twogates::scope::ScopeSet;
use twogates::{Admission, Endpoint, Front, Turned};
use wire::message::{META_CAPABILITIES, META_VERSION, RequestId};

fn asked(post: &Post) -> bool {
    let response = Server::new().send(post);
    !response.body.is_empty() && asks(&response)
}

#[test]
fn a_page_must_be_one_of_the_server_s() {
    let from = |origin: &str| delete("notes.txt").header("Origin", origin);
    assert!(asked(&delete("notes.txt")), "a request without an origin does not come from a page");
    assert!(asked(&from("https://desk.example")));
    assert!(asked(&from("https://desk.example").header("origin", "https://desk.example")));
    for foreign in
        ["https://evil.example", "https://desk.example.evil", "http://desk.example", "https://DESK.example", "null", ""]
    {
        assert_eq!(Server::new().send(&from(foreign)).status, 403, "{foreign}");
        let second = from("https://desk.example").header("ORIGIN", foreign);
        assert_eq!(Server::new().send(&second).status, 403, "{foreign} behind a good one");
    }
}

#[test]
fn path_and_method_are_exact() {
    for path in ["/", "/mcp/", "/MCP", "/mcp?x=1", ""] {
        let response = Server::new().send(&delete("a").path(path));
        assert_eq!((response.status, response.headers.0.len(), response.body.as_str()), (404, 0, ""), "{path}");
    }
    for method in ["GET", "DELETE", "PUT", "post", ""] {
        assert_eq!(Server::new().send(&delete("a").method(method)).status, 405, "{method}");
    }
}

/// Without a token there is no error to tell (rule `AUTH-20`); with a bad one there is.
#[test]
fn a_401_says_what_is_wrong_with_the_token() {
    let none = format!(r#"Bearer scope="notes:read", resource_metadata="{METADATA}""#);
    let invalid = format!(r#"Bearer error="invalid_token", scope="notes:read", resource_metadata="{METADATA}""#);
    let told = |post: &Post| challenge(&Server::new().send(post));
    let line = |value: &str| delete("notes.txt").set("Authorization", value);
    assert_eq!(told(&delete("notes.txt").without("Authorization")), (401, none.clone()));
    for another_scheme in ["Basic YWxpY2U6eA==", "Digest alice", "Bearer", "alice", "", "BearerX alice"] {
        assert_eq!(told(&line(another_scheme)), (401, none.clone()), "{another_scheme}");
    }
    for bad in
        ["Bearer mallory", "Bearer ", "Bearer Alice", "Bearer alice x", "Bearer alice@elsewhere", "Bearer alice!0"]
    {
        assert_eq!(told(&line(bad)), (401, invalid.clone()), "{bad}");
    }
    for good in ["Bearer alice", "bearer alice", "BEARER alice", "Bearer  alice", "Bearer alice ", "\t Bearer alice \t"]
    {
        assert!(asked(&line(good)), "{good}");
    }
    // No other blank counts as one: two readers would take two tokens.
    for blank in ['\u{a0}', '\u{85}', '\u{2003}', '\u{3000}', '\n', '\u{b}'] {
        for bad in [format!("Bearer alice{blank}"), format!("Bearer {blank}alice"), format!("Bearer alice {blank}")] {
            assert_eq!(told(&line(&bad)), (401, invalid.clone()), "{bad:?}");
        }
        for none_of_it in [format!("{blank}Bearer alice"), format!("Bearer{blank}alice")] {
            assert_eq!(told(&line(&none_of_it)), (401, none.clone()), "{none_of_it:?}");
        }
    }
    assert_eq!(told(&line("Bearer \talice")), (401, invalid.clone()), "between them only spaces");
    for second in ["Bearer bob", "Bearer alice", "Basic x"] {
        let two = delete("notes.txt").header("authorization", second);
        assert_eq!(told(&two), (401, invalid.clone()), "of two, two readers could take either: {second}");
    }
}

#[test]
fn what_is_not_one_request_is_refused() {
    for (body, id) in [
        (json!([]), None),
        (json!([{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}]), None),
        (json!(null), None),
        (json!("tools/call"), None),
        (json!({}), None),
        (json!({"jsonrpc": "2.0", "id": 7, "result": {}}), Some(7)),
        (json!({"jsonrpc": "1.0", "id": 7, "method": "tools/list"}), Some(7)),
        (json!({"id": 7, "method": "tools/list"}), Some(7)),
        (json!({"jsonrpc": 2.0, "id": 7, "method": "tools/list"}), Some(7)),
        (json!({"jsonrpc": "2.0", "id": 7, "method": 5}), Some(7)),
        (json!({"jsonrpc": "2.0", "id": 7, "method": "tools/list", "params": []}), Some(7)),
        (json!({"jsonrpc": "2.0", "id": 7, "method": "tools/list", "params": null}), Some(7)),
        (json!({"jsonrpc": "2.0", "id": null, "method": "tools/list"}), None),
        (json!({"jsonrpc": "2.0", "id": 1.5, "method": "tools/list"}), None),
        (json!({"jsonrpc": "2.0", "id": true, "method": "tools/list"}), None),
        (json!({"jsonrpc": "2.0", "id": {}, "method": "tools/list"}), None),
    ] {
        let response = Server::new().send(&delete("a").raw(&body.to_string()));
        assert_eq!((error(&response).0, error(&response).1), (400, -32600), "{body}");
        let told = crate::client::body(&response).get("id").and_then(Value::as_i64);
        assert_eq!(told, id, "{body}");
    }
}

#[test]
fn an_id_comes_back_as_it_was() {
    for id in [json!(0), json!(-5), json!("a"), json!(""), json!("7"), json!(9_007_199_254_740_991_i64)] {
        let response = Server::new().send(&call("list_notes", json!({})).body(|body| body["id"] = id.clone()));
        assert_eq!(body(&response)["id"], id);
    }
}

#[test]
fn meta_states_version_and_capabilities() {
    let meta = |meta: Value| delete("a").param("_meta", meta);
    for (post, missing) in [
        (meta(json!({})), META_VERSION),
        (meta(json!({META_CAPABILITIES: {}})), META_VERSION),
        (meta(json!({META_VERSION: 20_260_728, META_CAPABILITIES: {}})), META_VERSION),
        (meta(json!([])), META_VERSION),
        (meta(json!({META_VERSION: "2026-07-28"})), META_CAPABILITIES),
        (meta(json!({META_VERSION: "2026-07-28", META_CAPABILITIES: []})), META_CAPABILITIES),
        (meta(json!({META_VERSION: "2026-07-28", META_CAPABILITIES: null})), META_CAPABILITIES),
    ] {
        let (status, code, message) = error(&Server::new().send(&post));
        assert_eq!((status, code), (400, -32602));
        assert!(message.starts_with(&format!("_meta lacks {missing}.")), "{message}");
    }
    let without_info = meta(json!({META_VERSION: "2026-07-28", META_CAPABILITIES: {"elicitation": {}}}));
    assert!(asked(&without_info), "a client need not name itself");
}

#[test]
fn header_names_have_any_case_and_values_have_one() {
    let lower = delete("notes.txt").without("Mcp-Name").header("mcp-name", "delete_note");
    assert!(asked(&lower));
    for (header, value) in [
        ("Mcp-Name", "Delete_Note"),
        ("Mcp-Name", "delete_note "),
        ("Mcp-Name", ""),
        ("Mcp-Method", "Tools/Call"),
        ("MCP-Protocol-Version", "2026-07-29"),
    ] {
        let (status, code, message) = error(&Server::new().send(&delete("notes.txt").set(header, value)));
        assert_eq!((status, code), (400, -32020), "{header}: {value}");
        assert!(message.contains(header), "{message}");
    }
}

#[test]
fn every_line_of_a_header_counts() {
    for header in ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"] {
        let right = delete("notes.txt").http().headers.first(header).unwrap().to_owned();
        assert!(asked(&delete("notes.txt").header(header, &right)), "the same twice");
        let (_, code, _) = error(&Server::new().send(&delete("notes.txt").header(header, "another")));
        assert_eq!(code, -32020, "{header}");
        let (_, code, _) =
            error(&Server::new().send(&delete("notes.txt").set(header, "another").header(header, &right)));
        assert_eq!(code, -32020, "{header}");
    }
}

#[test]
fn each_required_header_must_be_there() {
    for header in ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"] {
        let (status, code, message) = error(&Server::new().send(&delete("notes.txt").without(header)));
        assert_eq!((status, code), (400, -32020));
        assert!(message.starts_with(&format!("The header {header} is missing")), "{message}");
    }
    assert_eq!(Server::new().send(&request("tools/list", json!({}))).status, 200, "a list has no name");
    // Without a name in the body there is nothing to compare: the parameter itself is what is wrong.
    let nameless = request("tools/call", json!({"arguments": {}})).header("Mcp-Name", "delete_note");
    assert_eq!(error(&Server::new().send(&nameless)).1, -32602);
}

/// A name that is not plain ASCII travels encoded (rule `HTTP-13`), and only the name.
#[test]
fn a_name_may_travel_encoded() {
    let encoded = |value: &str| format!("=?base64?{}?=", BASE64.encode(value));
    let named = |name: &str, header: &str| call(name, json!({})).set("Mcp-Name", header);
    let code = |post: &Post| error(&Server::new().send(post)).1;
    assert!(asked(&delete("notes.txt").set("Mcp-Name", &encoded("delete_note"))));
    assert_eq!(code(&named("café", &encoded("café"))), -32602, "known to be unknown, and no mismatch");
    assert_eq!(code(&named("=?base64?x?=", &encoded("=?base64?x?="))), -32602);
    for (name, header) in [
        ("café", "café".to_owned()),
        ("café", encoded("cafe\u{301}")),
        ("delete_note", encoded("list_notes")),
        ("delete_note", "=?base64??=".to_owned()),
        ("delete_note", "=?base64?!?=".to_owned()),
        ("delete_note", format!("{}x", encoded("delete_note"))),
        ("delete_note", encoded("delete_note").replace("base64", "BASE64")),
        ("delete_note", format!("=?base64?{}?=", BASE64.encode("delete_note").trim_end_matches('='))),
        ("delete_note", format!("=?base64?{}?=", BASE64.encode([0xff, 0xfe]))),
        ("a\u{7f}b", "a\u{7f}b".to_owned()),
        ("a\tb", "a\tb".to_owned()),
    ] {
        assert_eq!(code(&named(name, &header)), -32020, "{name} as {header}");
    }
    assert_eq!(code(&delete("notes.txt").set("Mcp-Method", &encoded("tools/call"))), -32020);
    assert_eq!(code(&delete("notes.txt").set("MCP-Protocol-Version", &encoded("2026-07-28"))), -32020);
    let space = call("a b~", json!({}));
    assert_eq!(code(&space), -32602, "a space and a tilde are plain");
}

/// Whoever has these methods has their names checked too.
#[test]
fn prompts_and_resources_are_named_as_well() {
    let endpoint = Endpoint {
        path: "/mcp".into(),
        resource: crate::server::RESOURCE.into(),
        metadata: METADATA.into(),
        first_scopes: ScopeSet::default(),
        origins: Vec::new(),
        methods: ["prompts/get", "resources/read", "resources/list"].map(String::from).to_vec(),
    };
    let front = Front::new(endpoint, Arc::new(TestTokens));
    let server = Server::new();
    let admitted = |post: &Post| front.admit(&post.http(), server.gates.grants());
    let prompt = request("prompts/get", json!({"name": "daily"}));
    let resource = request("resources/read", json!({"uri": "note://a"}));
    assert!(matches!(admitted(&prompt), Ok(Admission::Request(_))));
    assert!(matches!(admitted(&resource.clone().header("Mcp-Name", "note://a")), Ok(Admission::Request(_))));
    assert!(matches!(admitted(&request("resources/list", json!({}))), Ok(Admission::Request(_))));
    for wrong in [
        prompt.clone().set("Mcp-Name", "weekly"),
        prompt.without("Mcp-Name"),
        resource.clone(),
        resource.header("Mcp-Name", "note://b"),
    ] {
        assert!(matches!(admitted(&wrong), Err(Turned::HeaderMismatch { header: "Mcp-Name", .. })));
    }
}

#[test]
fn what_is_let_in_is_who_sent_it_and_what_it_declares() {
    let server = Server::new();
    let admitted = |post: &Post| match server.front.admit(&post.http(), server.gates.grants()) {
        Ok(Admission::Request(admitted)) => admitted,
        other => panic!("{other:?}"),
    };
    let forms = admitted(&delete("a").by("bob/notes:read"));
    assert_eq!(forms.caller.principal, crate::server::principal("bob"));
    assert_eq!(forms.caller.granted, ScopeSet::of(&["notes:read"]));
    assert_eq!((forms.request.id, forms.request.method.as_str()), (RequestId::Number(7), "tools/call"));
    assert!(forms.shows_forms);
    assert!(!admitted(&delete("a").capabilities(json!({}))).shows_forms);
}

/// What a client of an earlier revision begins with: no `_meta`, and at most one of our headers (rule `VER-04`).
#[test]
fn a_handshake_is_told_which_version_is_spoken() {
    let params =
        json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "old", "version": "1"}});
    let bare = |params: Value| request("initialize", json!({})).body(|body| body["params"] = params.clone());
    let handshake = || bare(params.clone()).without("Mcp-Method");
    let data = |post: &Post| {
        let response = Server::new().send(post);
        let (status, code, _) = error(&response);
        assert_eq!((status, code), (400, -32022), "{}", response.body);
        body(&response)["error"]["data"].clone()
    };
    let told = json!({"supported": ["2026-07-28"], "requested": "2025-11-25"});
    assert_eq!(data(&handshake().without("MCP-Protocol-Version")), told);
    assert_eq!(data(&handshake().set("MCP-Protocol-Version", "2025-11-25")), told);
    assert_eq!(data(&bare(params.clone())), told);
    assert_eq!(data(&bare(json!({})).without("MCP-Protocol-Version"))["requested"], "none");
    // Another method that lacks them is told what is missing.
    assert_eq!(error(&Server::new().send(&delete("a").without("MCP-Protocol-Version"))).1, -32020);
}
