//! The same over a real connection, with a client that writes its bytes itself.

use crate::{Post, call, scene};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

async fn listening(router: axum::Router) -> std::net::SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

/// The bytes of a request; they ask the server to close the connection afterwards.
fn bytes(post: &Post) -> String {
    post.clone().set("Connection", "close").on_the_wire()
}

/// Status and body.
async fn sent(address: std::net::SocketAddr, bytes: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}

#[tokio::test]
async fn a_call_over_a_connection() {
    let scene = scene().await;
    let address = listening(scene.router.clone()).await;
    let delete = || call("delete_note", json!({"title": "plants"}));
    let (status, asked) = sent(address, &bytes(&delete())).await;
    let asked: Value = serde_json::from_str(&asked).unwrap();
    assert_eq!((status, &asked["result"]["resultType"]), (200, &json!("input_required")));
    let yes = json!({"approval": {"action": "accept", "content": {"approved": true}}});
    let yes = delete().param("requestState", asked["result"]["requestState"].clone()).param("inputResponses", yes);
    let (_, done) = sent(address, &bytes(&yes)).await;
    assert!(done.contains("deleted plants"), "{done}");
    let (status, refused) = sent(address, &bytes(&delete().by("bob"))).await;
    assert_eq!((status, refused.as_str()), (403, ""));
}

#[tokio::test]
async fn headers_that_are_sent_twice_or_are_no_text() {
    let scene = scene().await;
    let address = listening(scene.router.clone()).await;
    let delete = || call("delete_note", json!({"title": "plants"}));
    for (wrong, status) in [
        (delete().header("mcp-name", "read_note"), 400),
        (delete().header("MCP-Method", "tools/list"), 400),
        (delete().header("Authorization", "Bearer bob"), 401),
        (delete().set("Mcp-Name", "delete_note\u{e9}"), 400),
    ] {
        assert_eq!(sent(address, &bytes(&wrong)).await.0, status, "{wrong:?}");
    }
    assert!(!scene.audited().contains(&"input_required".to_owned()));
}

#[tokio::test]
async fn a_connection_that_breaks_stops_nothing_half_way() {
    let scene = scene().await;
    let address = listening(scene.router.clone()).await;
    let slow = || call("slow", json!({}));
    let asked = scene.send(slow()).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes(&slow().yes(&asked)).as_bytes()).await.unwrap();
    scene.notes.begun.notified().await;
    drop(stream);
    // Long enough for the server to see it.
    tokio::time::sleep(Duration::from_millis(200)).await;
    scene.notes.go.notify_one();
    scene.gated.idle().await;
    assert_eq!(scene.world().done, ["slow"]);
    assert!(scene.send(slow().yes(&asked)).await.said().starts_with("Already done at "));
}
