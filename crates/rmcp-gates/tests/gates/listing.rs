//! What is listed, and to whom; hidden tools, and undisclosed ones.

use crate::{Scene, call, request, scene};
use serde_json::{Value, json};

async fn names(scene: &Scene, by: &str) -> Vec<String> {
    let list = scene.send(request("tools/list", json!({})).by(by)).await.result();
    assert_eq!(list["cacheScope"], "private");
    list["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn each_caller_is_listed_what_it_may_call() {
    let scene = scene().await;
    assert_eq!(names(&scene, "bob").await, ["read_note", "asks", "looks_and_breaks", "count_papers"]);
    let carols = [
        "read_note",
        "delete_note",
        "pay",
        "slow",
        "breaks",
        "fails",
        "wizard",
        "asks",
        "looks_and_breaks",
        "archive",
        "count_papers",
    ];
    assert_eq!(names(&scene, "carol").await, carols);
    assert_eq!(names(&scene, "alice").await.len(), 13);
}

#[tokio::test]
async fn what_is_listed_is_what_the_handler_says() {
    let scene = scene().await;
    let list = scene.send(request("tools/list", json!({}))).await.result();
    for (listed, tool) in list["tools"].as_array().unwrap().iter().zip(scene.notes.tools()) {
        assert_eq!(*listed, serde_json::to_value(tool).unwrap());
    }
    assert!(scene.called().is_empty());
}

#[tokio::test]
async fn an_undisclosed_tool_answers_as_an_unknown_one() {
    let scene = scene().await;
    let text = |tool: &str, answer: crate::client::Answer| (answer.status, answer.text.replace(tool, "TOOL"));
    let unknown = text("goblin", scene.send(call("goblin", json!({})).by("carol")).await);
    assert!(unknown.1.contains("-32602"), "{unknown:?}");
    // With arguments that break its schema, or without the header that its schema asks for, too.
    for arguments in [json!({}), json!({"code": "1"}), json!({"code": 1})] {
        assert_eq!(text("ghost", scene.send(call("ghost", arguments).by("carol")).await), unknown);
    }
    assert!(scene.send(call("ghost", json!({"code": "1"})).header("Mcp-Param-Code", "1")).await.asks());
}

/// A tool that is hidden for want of scope answers 403 and no more: an error about a header would tell of its arguments.
#[tokio::test]
async fn no_error_about_a_header_tells_of_a_tool_that_the_caller_may_not_call() {
    let scene = scene().await;
    let open = || call("open_vault", json!({"code": "1"}));
    let wrong = [open(), open().header("Mcp-Param-Code", "2"), open().header("Mcp-Param-Code", "=?base64?!?=")];
    for post in wrong {
        let refused = scene.send(post.clone().by("carol")).await;
        assert_eq!((refused.status, refused.text.as_str()), (403, ""));
        // Whoever may call it is told, before anybody is asked.
        let told = scene.send(post).await;
        assert_eq!((told.error().0, told.error().1), (400, -32020), "{}", told.text);
    }
    assert!(scene.send(open().header("Mcp-Param-Code", "1")).await.asks());
}

#[tokio::test]
async fn the_gates_speak_one_revision_and_of_no_change_to_the_list() {
    let scene = scene().await;
    let found = scene.send(request("server/discover", json!({}))).await.result();
    assert_eq!(found["supportedVersions"], json!(["2026-07-28"]));
    assert_eq!(found["capabilities"], json!({"tools": {}}));
    assert_eq!(found["resultType"], Value::from("complete"));
}
