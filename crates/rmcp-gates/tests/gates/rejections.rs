//! What does not come through the front door: it is judged from the raw bytes, before rmcp reads them.

use crate::client::VERSION;
use crate::handler::Notes;
use crate::scene::scene_of;
use crate::{Post, call, request, scene};
use serde_json::json;

/// Each of these reached a handler behind rmcp alone, or could be read in two ways.
#[tokio::test]
async fn what_two_readers_could_read_differently_reaches_no_handler() {
    let scene = scene().await;
    let body = |arguments: &str| {
        let body = call("read_note", json!({})).body.to_string();
        let whole = body.replace(r#""arguments":{}"#, &format!(r#""arguments":{arguments}"#));
        assert_ne!(whole, body);
        whole
    };
    let post = |raw: &str| call("read_note", json!({})).raw(raw);
    let twice = body(r#"{"title":"a"}"#).replace(r#""name":"read_note""#, r#""name":"read_note","name":"delete_note""#);
    assert_eq!(twice.matches("\"name\"").count(), 2);
    for raw in [
        body(r#"{"title":"a","title":"b"}"#),
        body(r#"{"title":"a","\u0074itle":"b"}"#),
        body(r#"{"title":9007199254740993}"#),
        body(r#"{"title":"\ud800"}"#),
        twice,
    ] {
        let refused = scene.send(post(&raw)).await;
        assert_eq!((refused.error().0, refused.error().1), (400, -32600), "{raw}");
    }
    let no_text = body(r#"{"title":"X"}"#).into_bytes().into_iter().map(|byte| if byte == b'X' { 0xff } else { byte });
    let refused = scene.send(call("read_note", json!({})).raw(no_text.collect::<Vec<u8>>())).await;
    assert_eq!((refused.error().0, refused.error().1), (400, -32700));
    assert!(scene.called().is_empty());
}

#[tokio::test]
async fn an_older_revision_is_no_way_around_the_headers() {
    let scene = scene().await;
    let as_read = |post: Post| post.set("Mcp-Name", "read_note");
    let older = |post: Post, version: &str| post.set("MCP-Protocol-Version", version);
    let delete = || call("delete_note", json!({"title": "plants"}));
    let mut stated = older(as_read(delete()), "2025-11-25");
    stated.body["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2025-11-25");
    let mut silent = as_read(delete()).without("MCP-Protocol-Version");
    silent.body["params"].as_object_mut().unwrap().remove("_meta");
    for post in [
        as_read(delete()),
        older(as_read(delete()), "2025-11-25"),
        as_read(delete()).without("MCP-Protocol-Version"),
        as_read(delete()).header("Mcp-Name", "delete_note"),
        delete().without("Mcp-Name"),
        stated,
        silent,
    ] {
        let refused = scene.send(post.clone()).await;
        assert_eq!((refused.error().0, refused.error().1), (400, -32020), "{post:?}");
    }
    let mut agreed = older(delete(), "2025-11-25");
    agreed.body["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2025-11-25");
    let refused = scene.send(agreed).await;
    assert_eq!((refused.error().0, refused.error().1), (400, -32022));
    assert_eq!(refused.json()["error"]["data"]["supported"], json!([VERSION]));
    assert!(scene.called().is_empty() && !scene.audited().contains(&"input_required".to_owned()));
}

#[tokio::test]
async fn older_lifecycles_and_unknown_methods_are_not_there() {
    let scene = scene().await;
    for method in
        ["initialize", "ping", "logging/setLevel", "resources/subscribe", "prompts/list", "tasks/get", "my/own"]
    {
        let refused = scene.send(request(method, json!({}))).await;
        assert_eq!((refused.error().0, refused.error().1), (404, -32601), "{method}");
    }
}

/// rmcp takes what it cannot read for a method of the handler's own.
#[tokio::test]
async fn what_rmcp_cannot_read_is_no_method_of_the_handlers_own() {
    let scene = scene_of(Notes { prompts: true, ..Notes::default() }, |setup| setup.method("my/own")).await;
    let refused = scene.send(request("prompts/get", json!({"name": "greeting", "arguments": []}))).await;
    assert_eq!(refused.error().1, -32602, "{}", refused.text);
    assert!(scene.called().is_empty(), "{:?}", scene.called());
    assert_eq!(scene.send(request("my/own", json!({}))).await.status, 200);
    assert_eq!(scene.called(), ["my/own"]);
}

#[tokio::test]
async fn pages_hosts_methods_and_sizes() {
    let scene = scene().await;
    let list = || request("tools/list", json!({}));
    assert_eq!(scene.send(list().header("Origin", "https://evil.example")).await.status, 403);
    assert_eq!(scene.send(list().header("Origin", "https://notes.example")).await.status, 200);
    assert_eq!(scene.send(list().set("Host", "evil.example")).await.status, 403);
    assert_eq!(scene.send(list().set("Host", "notes.example")).await.status, 200);
    assert_eq!(scene.send(list().method("GET")).await.status, 405);
    assert_eq!(scene.send(list().path("/elsewhere")).await.status, 404);
    assert_eq!(scene.send(list().set("Content-Type", "text/plain")).await.status, 415);
    assert_eq!(scene.send(list().raw(vec![b' '; (1 << 20) + 1])).await.status, 413);
}

#[tokio::test]
async fn a_notification_is_taken_and_reaches_nobody() {
    let scene = scene().await;
    let mut cancelled = request("notifications/cancelled", json!({"requestId": 7}));
    cancelled.body.as_object_mut().unwrap().remove("id");
    assert_eq!(scene.send(cancelled).await.status, 202);
}

/// Whoever gives the gated handler to a transport of rmcp's directly has a server that lets nobody through.
#[tokio::test]
async fn without_the_front_door_there_is_no_call_and_no_list() {
    use rmcp::transport::StreamableHttpService;
    use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
    let scene = scene().await;
    let gated = scene.gated.clone();
    let config =
        rmcp::transport::StreamableHttpServerConfig::default().with_legacy_session_mode(false).with_json_response(true);
    let bare = StreamableHttpService::new(
        move || Ok(gated.clone()),
        std::sync::Arc::new(NeverSessionManager::default()),
        config,
    );
    let router = axum::Router::new().route_service("/mcp", bare);
    let read = call("read_note", json!({"title": "plants"})).send(&router).await;
    assert_eq!(read.error(), (200, -32603, "this server takes requests through its gates alone".into()));
    let list = request("tools/list", json!({})).send(&router).await;
    assert_eq!(list.result()["tools"], json!([]));
    assert!(scene.called().is_empty());
}
