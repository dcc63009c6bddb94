//! The same over two pipes, line by line.

use crate::call;
use crate::scene::{Scene, caller, scene};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, duplex};
use twogates_rmcp_gates::twogates::consent::BadState;

/// A server on the other end of two pipes.
struct Served {
    scene: Scene,
    input: DuplexStream,
    output: Lines<BufReader<DuplexStream>>,
    serving: tokio::task::JoinHandle<()>,
}

async fn served(scopes: &[&str]) -> Served {
    let scene = scene().await;
    let (input, server_in) = duplex(1 << 16);
    let (server_out, output) = duplex(1 << 16);
    let (gated, caller) = (scene.gated.clone(), caller("local", scopes));
    let serving = tokio::spawn(async move { gated.stdio(caller, server_in, server_out).await });
    Served { scene, input, output: BufReader::new(output).lines(), serving }
}

impl Served {
    async fn write(&mut self, line: &str) {
        self.input.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    async fn next(&mut self) -> Value {
        serde_json::from_str(&self.output.next_line().await.unwrap().unwrap()).unwrap()
    }

    async fn ask(&mut self, post: crate::Post) -> Value {
        self.write(&post.body.to_string()).await;
        self.next().await
    }

    async fn end(self) -> Scene {
        drop(self.input);
        self.serving.await.unwrap();
        self.scene
    }
}

fn yes(post: crate::Post, asked: &Value) -> crate::Post {
    let yes = json!({"approval": {"action": "accept", "content": {"approved": true}}});
    post.param("requestState", asked["result"]["requestState"].clone()).param("inputResponses", yes)
}

#[tokio::test]
async fn the_whole_story() {
    let mut served = served(&["notes:write"]).await;
    let list = served.ask(crate::request("tools/list", json!({}))).await;
    assert_eq!(list["result"]["tools"].as_array().unwrap().len(), 10);
    let delete = || call("delete_note", json!({"title": "plants"}));
    let asked = served.ask(delete()).await;
    assert_eq!(asked["result"]["resultType"], "input_required");
    let done = served.ask(yes(delete(), &asked)).await;
    assert_eq!(done["result"]["content"][0]["text"], "deleted plants");
    let again = served.ask(yes(delete(), &asked)).await;
    assert!(again["result"]["content"][0]["text"].as_str().unwrap().starts_with("Already done at "), "{again}");
    let other = served.ask(yes(call("delete_note", json!({"title": "taxes"})), &asked)).await;
    assert_eq!(other["error"]["message"], BadState::OUTWARD);
    let scene = served.end().await;
    assert_eq!(scene.world().done, ["deleted plants"]);
    let grant = &scene.gated.gates().grants().audit().unwrap()[0];
    assert!(grant.about.principal.to_string().len() == 64);
}

#[tokio::test]
async fn a_scope_that_does_not_suffice_is_told_as_a_result() {
    let mut served = served(&["notes:read"]).await;
    let refused = served.ask(call("delete_note", json!({"title": "plants"}))).await;
    assert_eq!(refused["result"]["isError"], true);
    assert!(refused["result"]["content"][0]["text"].as_str().unwrap().contains("needs notes:write"), "{refused}");
    assert!(served.end().await.called().is_empty());
}

#[tokio::test]
async fn a_tools_own_question_that_was_not_declared() {
    let mut served = served(&["notes:read"]).await;
    let refused = served.ask(call("asks", json!({})).declaring(&json!({"elicitation": {"url": {}}}))).await;
    assert_eq!(refused["error"]["code"], -32021, "{refused}");
    assert_eq!(refused["error"]["data"], json!({"requiredCapabilities": {"elicitation": {"form": {}}}}));
    served.end().await;
}

#[tokio::test]
async fn a_line_is_read_strictly() {
    let mut served = served(&["notes:read"]).await;
    let good = call("read_note", json!({"title": "a"})).body.to_string();
    for (line, code) in [
        ("{", -32700),
        ("\u{fffd}", -32700),
        (&*good.replace(r#""title":"a""#, r#""title":"a","title":"b""#), -32600),
        (&*good.replace("2026-07-28", "2025-11-25"), -32022),
        (&*good.replace("tools/call", "initialize"), -32601),
        (&*good.replace(r#""arguments":{"title":"a"}"#, r#""arguments":[]"#), -32602),
        (&*format!("[{good}]"), -32600),
        (&*format!("{{\"a\":\"{}\"}}", "x".repeat(1 << 20)), -32600),
    ] {
        served.write(line).await;
        assert_eq!(served.next().await["error"]["code"], code, "{}", line.chars().take(300).collect::<String>());
    }
    // Empty lines are none, and a notification gets no answer.
    served.write("").await;
    served.write(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    served.write(&good).await;
    assert_eq!(served.next().await["result"]["content"][0]["text"], "the text of it");
    assert_eq!(served.end().await.called(), ["read_note"]);
}

#[tokio::test]
async fn two_open_requests_have_two_ids_and_what_began_is_waited_for() {
    let mut served = served(&["notes:write"]).await;
    let slow = || call("slow", json!({}));
    let asked = served.ask(slow()).await;
    served.write(&yes(slow(), &asked).body.to_string()).await;
    served.scene.notes.begun.notified().await;
    let same = served.ask(call("read_note", json!({"title": "a"}))).await;
    assert_eq!((&same["id"], &same["error"]["code"]), (&json!(7), &json!(-32600)));
    let other = served.ask(call("read_note", json!({"title": "a"})).id(json!("8"))).await;
    assert_eq!(other["result"]["content"][0]["text"], "the text of it");
    // The client goes away. What began on a claim is brought to its end.
    let go = served.scene.notes.go.clone();
    go.notify_one();
    let scene = served.end().await;
    assert_eq!(scene.world().done, ["slow"]);
    assert_eq!(scene.audited().last().unwrap(), "executed");
}

#[tokio::test]
async fn what_was_taken_back_answers_no_later_request() {
    let mut served = served(&["notes:write"]).await;
    let slow = || call("slow", json!({}));
    let asked = served.ask(slow()).await;
    served.write(&yes(slow(), &asked).body.to_string()).await;
    served.scene.notes.begun.notified().await;
    let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}});
    served.write(&cancelled.to_string()).await;
    let same = served.ask(call("delete_note", json!({"title": "plants"}))).await;
    assert_eq!((&same["id"], &same["error"]["code"]), (&json!(7), &json!(-32600)));
    // What it took back goes on, and its end is told to nobody: the next line answers the next request.
    served.scene.notes.go.notify_one();
    let next = served.ask(call("read_note", json!({"title": "a"})).id(json!(8))).await;
    assert_eq!((&next["id"], &next["result"]["content"][0]["text"]), (&json!(8), &json!("the text of it")));
    assert_eq!(served.end().await.world().done, ["slow"]);
}
