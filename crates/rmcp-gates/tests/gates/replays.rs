//! A state that is used twice, by two at once, by somebody else, or for something else; and a client that goes away.

use crate::{call, scene};
use serde_json::json;
use std::time::Duration;
use twogates_rmcp_gates::twogates::consent::BadState;

#[tokio::test]
async fn of_two_retries_at_once_one_runs() {
    let scene = scene().await;
    let slow = || call("slow", json!({}));
    let asked = scene.send(slow()).await;
    let (router, yes) = (scene.router.clone(), slow().yes(&asked));
    let first = tokio::spawn(async move { yes.send(&router).await });
    scene.notes.begun.notified().await;
    let second = scene.send(slow().yes(&asked)).await;
    assert!(second.is_error() && second.said().starts_with("In progress since "), "{}", second.text);
    scene.notes.go.notify_one();
    assert_eq!(first.await.unwrap().said(), "slow");
    assert_eq!(scene.called(), ["slow"]);
}

#[tokio::test]
async fn a_state_belongs_to_one_principal_tool_and_arguments() {
    let scene = scene().await;
    let delete = |title: &str| call("delete_note", json!({"title": title}));
    let asked = scene.send(delete("plants")).await;
    for post in [
        delete("plants").by("carol"),
        delete("taxes"),
        call("archive", json!({"title": "plants"})),
        call("open_vault", json!({"code": "1"})).header("Mcp-Param-Code", "1"),
    ] {
        let refused = scene.send(post.yes(&asked)).await;
        assert_eq!(refused.error(), (200, -32602, BadState::OUTWARD.into()));
    }
    let mut tampered = asked.result()["requestState"].as_str().unwrap().to_owned();
    tampered.push_str("-TAMPERED");
    let refused = scene.send(delete("plants").yes(&asked).param("requestState", tampered.into())).await;
    assert_eq!(refused.error(), (200, -32602, BadState::OUTWARD.into()));
    assert!(scene.called().is_empty());
    // The honest state still works.
    assert_eq!(scene.send(delete("plants").yes(&asked)).await.said(), "deleted plants");
}

#[tokio::test]
async fn a_client_that_goes_away_stops_nothing_half_way() {
    let scene = scene().await;
    let slow = || call("slow", json!({}));
    let asked = scene.send(slow()).await;
    let (router, yes) = (scene.router.clone(), slow().yes(&asked));
    let gone = tokio::spawn(async move { yes.send(&router).await });
    scene.notes.begun.notified().await;
    gone.abort();
    assert!(gone.await.unwrap_err().is_cancelled());
    scene.notes.go.notify_one();
    let mut told = String::new();
    for _ in 0..500 {
        told = scene.send(slow().yes(&asked)).await.said();
        if !told.starts_with("In progress") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(told.starts_with("Already done at "), "{told}");
    assert_eq!((scene.called().len(), scene.world().done.clone()), (1, vec!["slow".to_owned()]));
}

#[tokio::test]
async fn a_state_that_is_too_old_asks_nobody_and_runs_nothing() {
    let scene = scene().await;
    let delete = || call("delete_note", json!({"title": "plants"}));
    let asked = scene.send(delete()).await;
    scene.clock.advance(300_000);
    assert_eq!(scene.send(delete().yes(&asked)).await.error().2, BadState::OUTWARD);
    assert!(scene.called().is_empty());
}
