//! Notifications: acknowledged, never answered, and held against the same checks as a request.

use crate::client::{Post, delete, error, request};
use crate::server::Server;
use rules::Defence;
use rules::danger::without;
use serde_json::json;
use wire::message::META_VERSION;

/// What is not answered is held against its headers all the same.
#[test]
fn a_notification_is_held_against_its_headers() {
    let notification = request("notifications/cancelled", json!({"requestId": 1}))
        .body(|body| drop(body.as_object_mut().unwrap().remove("id")));
    let bare = notification.clone().param("_meta", json!(null));
    let status = |post: &Post| Server::new().send(post).status;
    assert_eq!((status(&notification), status(&bare)), (202, 202));
    for (wrong, code, message) in [
        (notification.clone().without("MCP-Protocol-Version"), -32020, "MCP-Protocol-Version is missing"),
        (bare.clone().without("MCP-Protocol-Version"), -32020, "MCP-Protocol-Version is missing"),
        (notification.clone().without("Mcp-Method"), -32020, "Mcp-Method is missing"),
        (notification.clone().set("Mcp-Method", "tools/call"), -32020, "Mcp-Method differs"),
        (notification.clone().set("MCP-Protocol-Version", "2025-06-18"), -32020, "MCP-Protocol-Version differs"),
        (bare.clone().set("MCP-Protocol-Version", "2025-06-18"), -32022, "2025-06-18 is not spoken"),
        (notification.clone().body(|body| body["params"] = json!([])), -32600, "its params are not an object"),
        (
            notification
                .body(|body| body["params"]["_meta"][META_VERSION] = json!("2025-06-18"))
                .set("MCP-Protocol-Version", "2025-06-18"),
            -32022,
            "2025-06-18 is not spoken",
        ),
    ] {
        let response = Server::new().send(&wrong);
        let (status, told, text) = error(&response);
        assert_eq!((status, told), (400, code), "{text}");
        assert!(text.contains(message), "{text}");
        assert!(crate::client::body(&response).get("id").is_none(), "there is no request to answer");
    }
    let call = delete("notes.txt").body(|body| drop(body.as_object_mut().unwrap().remove("id")));
    assert_eq!((status(&call), status(&call.without("Mcp-Name"))), (202, 400));
    let careless = Server::new();
    let careless = Server { front: without(careless.front, Defence::HeaderBody), ..careless };
    assert_eq!(careless.send(&bare.clone().set("Mcp-Method", "tools/call")).status, 202);
    assert_eq!(careless.send(&bare.without("Mcp-Method")).status, 400, "the defence is about what differs");
}

#[test]
fn a_notification_is_acknowledged_and_runs_nothing() {
    let server = Server::new();
    let notification = delete("notes.txt").body(|body| drop(body.as_object_mut().unwrap().remove("id")));
    for post in [notification.clone(), notification.param("_meta", json!(null))] {
        let response = server.send(&post);
        assert_eq!((response.status, response.headers.0.len(), response.body.as_str()), (202, 0, ""));
    }
    assert_eq!((server.effects(), server.audit()), (0, Vec::new()));
    let nobody = delete("a").body(|body| drop(body.as_object_mut().unwrap().remove("id"))).without("Authorization");
    assert_eq!(server.send(&nobody).status, 401, "a notification needs a token too");
    let twice = delete("a").raw(r#"{"jsonrpc": "2.0", "method": "x", "method": "y"}"#);
    assert_eq!(server.send(&twice).status, 400, "and is read as strictly");
}
