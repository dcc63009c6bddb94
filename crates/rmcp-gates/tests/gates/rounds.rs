//! A handler that asks for something itself: its state within ours, and its rounds on the one claim.

use crate::client::Answer;
use crate::handler::Notes;
use crate::scene::scene_of;
use crate::{Post, call, request, scene};
use serde_json::{Value, json};
use twogates_rmcp_gates::twogates::consent::BadState;

fn answer() -> Value {
    json!({"which": {"action": "accept", "content": {"which": "this"}}})
}

/// The same call, with the answer to the tool's own question.
fn going_on(post: Post, asked: &Answer) -> Post {
    assert!(asked.asks(), "{}", asked.text);
    post.param("requestState", asked.result()["requestState"].clone()).param("inputResponses", answer())
}

#[tokio::test]
async fn the_rounds_of_an_asked_tool_belong_to_its_one_claim() {
    let scene = scene().await;
    let wizard = || call("wizard", json!({}));
    let approve = scene.send(wizard()).await;
    let one = scene.send(wizard().yes(&approve)).await;
    assert_eq!(one.result()["inputRequests"]["which"]["params"]["message"], "Which one?");
    let state = one.result()["requestState"].as_str().unwrap().to_owned();
    assert!(state.starts_with("r1.k1.") && state != "one", "{state}");
    assert_eq!(scene.world().calls[0].1, json!({}));

    let two = scene.send(going_on(wizard(), &one)).await;
    let done = scene.send(going_on(wizard(), &two)).await;
    assert_eq!(done.said(), format!("wizard {}", answer()));
    assert_eq!(scene.world().done.len(), 1);
    // One yes, one claim, gone on from twice; its key is one.
    let keys: Vec<_> = scene.world().calls.iter().map(|(.., key)| key.clone().unwrap()).collect();
    assert!(keys.len() == 3 && keys.iter().all(|key| *key == keys[0]));
    assert_eq!(scene.audited(), ["input_required", "reported_by_client", "claimed", "gone_on", "gone_on", "executed"]);
}

#[tokio::test]
async fn the_state_of_each_round_is_good_once() {
    let scene = scene().await;
    let wizard = || call("wizard", json!({}));
    let approve = scene.send(wizard()).await;
    let one = scene.send(wizard().yes(&approve)).await;
    let two = scene.send(going_on(wizard(), &one)).await;
    for post in [going_on(wizard(), &one), wizard().yes(&approve)] {
        let again = scene.send(post).await;
        assert!(again.is_error() && again.said().starts_with("In progress since "), "{}", again.text);
    }
    assert_eq!(scene.called().len(), 2);

    // Two at once: one goes on.
    let (first, second) = tokio::join!(scene.send(going_on(wizard(), &two)), scene.send(going_on(wizard(), &two)));
    assert_eq!([&first, &second].iter().filter(|answer| !answer.is_error()).count(), 1);
    assert_eq!(scene.world().done.len(), 1);
    let again = scene.send(going_on(wizard(), &two)).await;
    assert!(again.said().starts_with("Already done at "), "{}", again.text);
}

#[tokio::test]
async fn a_round_that_is_too_late_ends_in_an_unknown_outcome() {
    let scene = scene().await;
    let wizard = || call("wizard", json!({}));
    let approve = scene.send(wizard()).await;
    let one = scene.send(wizard().yes(&approve)).await;
    scene.clock.advance(60_000);
    let late = scene.send(going_on(wizard(), &one)).await;
    assert!(late.is_error() && late.said().contains("whether it happened is not known"), "{}", late.text);
    assert_eq!(scene.called(), ["wizard"]);
}

#[tokio::test]
async fn a_round_belongs_to_its_principal_tool_and_arguments() {
    let scene = scene().await;
    let wizard = || call("wizard", json!({}));
    let approve = scene.send(wizard()).await;
    let one = scene.send(wizard().yes(&approve)).await;
    for post in
        [wizard().by("carol"), call("wizard", json!({"a": 1})), call("slow", json!({})), call("asks", json!({}))]
    {
        let refused = scene.send(going_on(post, &one)).await;
        assert_eq!(refused.error(), (200, -32602, BadState::OUTWARD.into()));
    }
    let bob = scene.send(going_on(wizard().by("bob"), &one)).await;
    assert_eq!(bob.status, 403, "gate one comes first, in each round");
    let tampered = one.result()["requestState"].as_str().unwrap().replace("r1.k1.", "v1.k1.");
    for state in [tampered, "one".into()] {
        let refused = scene.send(wizard().param("requestState", state.into()).param("inputResponses", answer())).await;
        assert_eq!(refused.error(), (200, -32602, BadState::OUTWARD.into()));
    }
    assert_eq!(scene.called(), ["wizard"]);
    assert!(scene.send(going_on(wizard(), &one)).await.asks(), "the honest state still works");
}

#[tokio::test]
async fn a_tool_that_is_not_asked_about_may_ask_for_itself() {
    let scene = scene().await;
    let asks = || call("asks", json!({})).by("bob");
    let asked = scene.send(asks()).await;
    let state = asked.result()["requestState"].as_str().unwrap().to_owned();
    assert!(state.starts_with("r1.k1."), "{state}");
    let done = scene.send(going_on(asks(), &asked)).await;
    assert_eq!(done.said(), json!(["a secret of the tool's", answer()]).to_string());
    // Answers without a state, as some tools take them.
    let without = scene.send(asks().param("inputResponses", answer())).await;
    assert_eq!(without.said(), json!([null, answer()]).to_string());

    let calls = scene.called().len();
    for (post, asked) in [(asks().by("carol"), &asked), (call("asks", json!({"a": 1})).by("bob"), &asked)] {
        assert_eq!(scene.send(going_on(post, asked)).await.error().2, BadState::OUTWARD);
    }
    let forged = asks().param("requestState", "a secret of the tool's".into()).param("inputResponses", answer());
    assert_eq!(scene.send(forged).await.error().2, BadState::OUTWARD);
    scene.clock.advance(300_000);
    assert_eq!(scene.send(going_on(asks(), &asked)).await.error().2, BadState::OUTWARD);
    assert_eq!(scene.called().len(), calls);
}

#[tokio::test]
async fn prompts_and_resources_may_ask_too() {
    let scene = scene_of(Notes { prompts: true, ..Notes::default() }, |setup| setup).await;
    let prompt = || request("prompts/get", json!({"name": "greeting", "arguments": {"to": "Ann"}}));
    let resource = || request("resources/read", json!({"uri": "note://1"}));
    for (post, other) in [
        (prompt(), request("prompts/get", json!({"name": "greeting", "arguments": {"to": "Bob"}}))),
        (resource(), request("resources/read", json!({"uri": "note://2"}))),
    ] {
        let asked = scene.send(post.clone()).await;
        for wrong in [other, post.clone().by("bob")] {
            assert_eq!(scene.send(going_on(wrong, &asked)).await.error(), (200, -32602, BadState::OUTWARD.into()));
        }
        let done = scene.send(going_on(post.clone(), &asked)).await;
        assert_eq!(done.result()["resultType"], "complete", "{}", done.text);
        let unsealed = post.param("requestState", "the prompt's".into()).param("inputResponses", answer());
        assert_eq!(scene.send(unsealed).await.error().2, BadState::OUTWARD);
    }
}
