//! A handler that asks for what the very request did not declare: the question does not go out, and nothing stays open.

use crate::client::Answer;
use crate::handler::{Notes, which_one};
use crate::scene::scene_of;
use crate::{Post, Scene, call, request, scene};
use serde_json::{Value, json};
use twogates_rmcp_gates::twogates::grants::State;

/// Each kind of question: what it is, what it needs, and what is declared in place of that.
fn kinds() -> Vec<(Value, Value, Value)> {
    let forms = || json!({"elicitation": {"form": {}}});
    let url = json!({"mode": "url", "message": "Pay here.", "url": "https://pay.example", "elicitationId": "e"});
    let sampling = json!({"messages": [], "maxTokens": 1});
    let with_tools = json!({"messages": [], "maxTokens": 1, "tools": []});
    let sample = |params: Value| json!({"method": "sampling/createMessage", "params": params});
    vec![
        (which_one(), forms(), json!({"elicitation": {"url": {}}, "roots": {}})),
        (json!({"method": "elicitation/create", "params": url}), json!({"elicitation": {"url": {}}}), forms()),
        (sample(sampling), json!({"sampling": {}}), forms()),
        (sample(with_tools), json!({"sampling": {"tools": {}}}), json!({"elicitation": {}, "sampling": {}})),
        (json!({"method": "roots/list"}), json!({"roots": {}}), forms()),
    ]
}

fn own(scene: &Scene, question: Value) {
    *scene.notes.own.lock().unwrap() = Some(question);
}

/// It is an error that names what is missing, and carries neither question nor state.
fn is_refused(answer: &Answer, needs: &Value) -> String {
    let (status, code, message) = answer.error();
    assert_eq!((status, code), (400, -32021), "{}", answer.text);
    assert_eq!(answer.json()["error"]["data"], json!({"requiredCapabilities": needs}));
    assert!(!answer.text.contains("inputRequests") && !answer.text.contains("requestState"), "{}", answer.text);
    message
}

#[tokio::test]
async fn a_tool_that_is_not_asked_about() {
    let scene = scene().await;
    for (question, needs, declared) in kinds() {
        own(&scene, question);
        let asks = || call("asks", json!({})).by("bob");
        let message = is_refused(&scene.send(asks().declaring(&declared)).await, &needs);
        assert!(message.ends_with("did not declare. Declare data.requiredCapabilities in clientCapabilities."));
        assert!(scene.send(asks().declaring(&needs)).await.asks(), "what is declared is asked");
    }
    assert_eq!(scene.audited(), ["undeclared"; 5]);
    let rows = scene.gated.gates().grants().audit().unwrap();
    assert!(rows.iter().all(|row| row.about.tool == "asks" && row.about.subject == "bob"));
}

#[tokio::test]
async fn prompts_and_resources() {
    let scene = scene_of(Notes { prompts: true, ..Notes::default() }, |setup| setup).await;
    let prompt = || request("prompts/get", json!({"name": "greeting", "arguments": {"to": "Ann"}}));
    let resource = || request("resources/read", json!({"uri": "note://1"}));
    for (question, needs, declared) in kinds() {
        own(&scene, question);
        for post in [prompt(), resource()] {
            is_refused(&scene.send(post.clone().declaring(&declared)).await, &needs);
            assert!(scene.send(post.declaring(&needs)).await.asks());
        }
    }
    assert_eq!(scene.audited(), ["undeclared"; 10]);
}

/// The handler ran on the yes before it asked. Nobody can know what it did, and nobody will answer it.
#[tokio::test]
async fn the_claim_of_an_asked_tool_ends_in_an_unknown_outcome_at_once() {
    for (question, needs, declared) in kinds().into_iter().skip(1) {
        let scene = scene().await;
        own(&scene, question);
        let wizard = || call("wizard", json!({})).declaring(&declared);
        let approve = scene.send(wizard()).await;
        let message = is_refused(&scene.send(wizard().yes(&approve)).await, &needs);
        assert!(message.contains("whether it did anything before it asked is not known"), "{message}");
        ended(&scene, wizard().yes(&approve)).await;
        assert_eq!(scene.audited()[..4], ["input_required", "reported_by_client", "claimed", "indeterminate"]);
        assert_eq!(scene.called(), ["wizard"]);
    }
}

/// Each round is a request of its own: what an earlier one declared is not carried over (rule `META-05`).
#[tokio::test]
async fn a_later_round_that_declares_less() {
    let scene = scene().await;
    let wizard = || call("wizard", json!({}));
    let approve = scene.send(wizard()).await;
    let one = scene.send(wizard().yes(&approve)).await;
    let answer = json!({"which": {"action": "accept", "content": {"which": "this"}}});
    let state = one.result()["requestState"].clone();
    let going_on = || wizard().param("requestState", state.clone()).param("inputResponses", answer.clone());
    let without = going_on().declaring(&json!({"roots": {}}));
    is_refused(&scene.send(without).await, &json!({"elicitation": {"form": {}}}));
    ended(&scene, going_on()).await;
    ended(&scene, wizard().yes(&approve)).await;
    assert_eq!(scene.called(), ["wizard", "wizard"]);
}

/// The grant is at its end, with no time gone by, and the state tells so.
async fn ended(scene: &Scene, again: Post) {
    let told = scene.send(again).await;
    let said = told.said();
    assert!(told.is_error() && said.starts_with("Tried at ") && said.contains("not known"), "{said}");
    assert!(said.contains("(The tool asked for what the client did not declare)"), "{said}");
    let grants = scene.gated.gates().grants();
    let id = grants.audit().unwrap().iter().find_map(|row| row.about.grant).unwrap();
    assert_eq!(grants.standing(id).unwrap().unwrap().state, State::Indeterminate);
}
