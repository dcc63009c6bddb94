//! Gate one: the 403 through the challenge slot, by the arguments of the parsed body.

use crate::{call, scene};
use serde_json::json;

const METADATA: &str = "https://notes.example/.well-known/oauth-protected-resource/mcp";

#[tokio::test]
async fn a_call_that_the_token_does_not_cover_is_a_403_with_every_scope_it_needs() {
    let scene = scene().await;
    let refused = scene.send(call("delete_note", json!({"title": "plants"})).by("bob")).await;
    assert_eq!((refused.status, refused.text.as_str()), (403, ""));
    let challenge = refused.challenge();
    assert!(
        challenge.contains(r#"error="insufficient_scope""#) && challenge.contains(r#"scope="notes:write""#),
        "{challenge}"
    );
    assert!(challenge.contains(METADATA), "{challenge}");
    assert!(scene.called().is_empty());
}

#[tokio::test]
async fn the_arguments_decide() {
    let scene = scene().await;
    let pay = |amount: serde_json::Value| call("pay", json!({"to": "shop", "amount": amount})).by("carol");
    assert!(scene.send(pay(json!(1000))).await.asks());
    for amount in [json!(1001), json!("1000"), json!(null)] {
        let refused = scene.send(pay(amount.clone())).await;
        assert_eq!(refused.status, 403, "{amount}");
        assert!(refused.challenge().contains(r#"scope="pay pay:much""#), "{}", refused.challenge());
    }
}

#[tokio::test]
async fn a_question_asked_before_is_no_way_around_scope() {
    let scene = scene().await;
    let delete = || call("delete_note", json!({"title": "plants"}));
    let asked = scene.send(delete().by("carol")).await;
    let refused = scene.send(delete().by("bob").yes(&asked)).await;
    assert_eq!(refused.status, 403);
    assert!(scene.called().is_empty());
}

#[tokio::test]
async fn without_a_token_that_is_good_here_there_is_a_401_that_leads_to_the_metadata() {
    let scene = scene().await;
    let list = || crate::request("tools/list", json!({}));
    for post in [list().without("Authorization"), list().by("nobody"), list().by("dave")] {
        let refused = scene.send(post).await;
        assert_eq!(refused.status, 401);
        let challenge = refused.challenge();
        assert!(challenge.contains(METADATA) && challenge.contains(r#"scope="notes:read""#), "{challenge}");
    }
    let document = scene
        .send(list().without("Authorization").method("GET").raw("").path("/.well-known/oauth-protected-resource/mcp"))
        .await;
    assert_eq!(document.status, 200);
    assert_eq!(document.json()["resource"], "https://notes.example/mcp");
    assert_eq!(document.json()["authorization_servers"], json!(["https://auth.example"]));
    assert_eq!(document.json()["scopes_supported"], json!(["notes:read"]));
}
