//! Honest calls, from the question to the outcome; and what a handler gets of them.

use crate::{Post, call, scene};
use serde_json::{Value, json};

#[tokio::test]
async fn a_read_runs_unasked() {
    let scene = scene().await;
    let answer = scene.send(call("read_note", json!({"title": "plants"})).by("bob")).await;
    assert_eq!((answer.status, answer.said().as_str()), (200, "the text of it"));
    assert_eq!(scene.world().calls, [("read_note".into(), json!({"title": "plants"}), None)]);
}

#[tokio::test]
async fn every_other_tool_is_asked_about_and_runs_once() {
    let scene = scene().await;
    let delete = || call("delete_note", json!({"title": "plants"})).by("carol");
    let asked = scene.send(delete()).await;
    assert!(asked.asks() && scene.called().is_empty());
    let message = asked.result()["inputRequests"]["approval"]["params"]["message"].as_str().unwrap().to_owned();
    assert!(message.contains("delete_note") && message.contains("plants"), "{message}");

    let done = scene.send(delete().yes(&asked)).await;
    assert_eq!((done.status, done.said().as_str(), done.is_error()), (200, "deleted plants", false));
    assert_eq!(scene.world().done, ["deleted plants"]);

    let again = scene.send(delete().yes(&asked)).await;
    assert!(again.is_error() && again.said().starts_with("Already done at "), "{}", again.text);
    assert_eq!(scene.called().len(), 1);
}

#[tokio::test]
async fn the_handler_gets_what_was_shown_and_hashed_with_its_key() {
    let scene = scene().await;
    // What rmcp reads of this text is another order and another notation; what runs is canonical, with the default.
    let asked = scene.send(call("pay", json!({"to": "shop", "amount": 12.0})).by("carol")).await;
    let message = asked.result()["inputRequests"]["approval"]["params"]["message"].as_str().unwrap().to_owned();
    assert!(message.contains("EUR"), "the default is shown: {message}");
    let done =
        scene.send(call("pay", json!({"amount": 12, "to": "shop", "currency": "EUR"})).by("carol").yes(&asked)).await;
    assert_eq!(done.said(), r#"paid 12 "EUR""#);
    let (tool, arguments, key) = scene.world().calls[0].clone();
    assert_eq!((tool.as_str(), arguments), ("pay", json!({"to": "shop", "amount": 12, "currency": "EUR"})));
    let key = key.unwrap();
    assert!(key.ends_with(":1") && key.len() == 66, "{key}");
}

#[tokio::test]
async fn arguments_are_held_against_the_whole_schema() {
    let scene = scene().await;
    let refused = scene.send(call("pay", json!({"to": "SHOP 7", "amount": 1})).by("carol")).await;
    assert!(refused.is_error() && refused.said().contains("/to "), "{}", refused.text);
    assert!(!refused.said().contains("SHOP 7"), "{}", refused.text);
    assert!(scene.called().is_empty());
}

#[tokio::test]
async fn a_no_is_a_result_and_nothing_runs() {
    let scene = scene().await;
    let delete = || call("delete_note", json!({"title": "plants"}));
    for no in [
        json!({"action": "decline"}),
        json!({"action": "cancel"}),
        json!({"action": "accept", "content": {"approved": false}}),
    ] {
        // Three noes to one tool are too many for a fourth question: each is another principal's.
        let asked = scene.send(delete()).await;
        let refused = scene.send(delete().answering(&asked, no)).await;
        assert!(refused.is_error() && refused.said().starts_with("Not run: "), "{}", refused.text);
    }
    assert!(scene.called().is_empty());
}

#[tokio::test]
async fn what_a_handler_says_of_itself_is_what_is_told() {
    let scene = scene().await;
    let fails = || call("fails", json!({}));
    let asked = scene.send(fails()).await;
    let failed = scene.send(fails().yes(&asked)).await;
    assert!(failed.is_error() && failed.said() == "the disk is full");
    let again = scene.send(fails().yes(&asked)).await;
    assert!(again.said().starts_with("Already tried at "), "{}", again.text);
    assert!(!again.text.contains("disk"), "nothing of the result is kept");
}

#[tokio::test]
async fn a_tool_of_ones_own_stands_beside_those_of_the_handler() {
    let scene = scene().await;
    let count = |by: &str| call("count_papers", json!({})).by(by);
    assert_eq!(scene.send(count("bob")).await.said(), "0 papers");

    let archive = || call("archive", json!({"title": "lease"})).by("carol");
    let asked = scene.send(archive()).await;
    assert!(asked.text.contains("a drawer of 0 papers"), "{}", asked.text);
    let done = scene.send(archive().yes(&asked)).await;
    assert_eq!(
        (done.said().as_str(), scene.send(count("bob")).await.said().as_str()),
        ("It is in the drawer.", "1 papers")
    );
    assert!(scene.send(archive().yes(&asked)).await.said().contains("archived lease"));

    // Looked at and changed under one lock: what the person saw is what is there.
    let asked = scene.send(archive()).await;
    scene.drawer.lock().unwrap().papers.push("another".into());
    let changed = scene.send(archive().yes(&asked)).await;
    assert!(changed.is_error() && changed.said().contains("its content changed"), "{}", changed.text);
    assert_eq!(scene.drawer.lock().unwrap().papers.len(), 2);
}

#[tokio::test]
async fn a_panic_of_the_handler_ends_in_an_unknown_outcome() {
    let scene = scene().await;
    let breaks = || call("breaks", json!({}));
    let asked = scene.send(breaks()).await;
    let broke = scene.send(breaks().yes(&asked)).await;
    assert!(broke.is_error() && broke.said().starts_with("The tool broke off."), "{}", broke.text);
    let again = scene.send(breaks().yes(&asked)).await;
    assert!(again.said().contains("whether it happened is not known"), "{}", again.text);
    assert_eq!(scene.called(), ["breaks"]);

    // A tool of one's own likewise; and it may have acted before.
    scene.drawer.lock().unwrap().breaks = true;
    let archive = || call("archive", json!({"title": "lease"}));
    let asked = scene.send(archive()).await;
    let broke = scene.send(archive().yes(&asked)).await;
    assert!(broke.is_error() && broke.said() == "The tool broke off.", "{}", broke.text);
    assert_eq!(scene.audited().last().unwrap(), "indeterminate");
    assert!(scene.send(archive().yes(&asked)).await.said().contains("whether it happened is not known"));

    let read = scene.send(call("looks_and_breaks", json!({}))).await;
    assert_eq!(read.error(), (200, -32603, "the tool broke off".into()));
    assert_eq!(scene.send(call("read_note", json!({"title": "t"}))).await.status, 200, "the server goes on");
}

#[tokio::test]
async fn the_id_comes_back_as_it_was_sent() {
    let scene = scene().await;
    for id in [json!("a text"), json!(-3), json!(0)] {
        let answers = [call("read_note", json!({"title": "t"})), call("delete_note", json!({"title": "t"}))];
        for post in answers.map(|post: Post| post.id(id.clone())) {
            assert_eq!(scene.send(post).await.json()["id"], id);
        }
    }
    assert_eq!(Value::Null, scene.send(call("x", json!({})).raw("{")).await.json()["id"]);
}

#[tokio::test]
async fn a_snapshot_that_breaks_off_leaves_an_unknown_outcome() {
    let looks = std::sync::Arc::new(std::sync::atomic::AtomicU8::new(0));
    let looking = move |_: &serde_json::Map<String, Value>| {
        let looks = looks.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        assert_eq!(looks, 0, "as its test wants");
        twogates_rmcp_gates::twogates::consent::Snapshot::Absent { shown: "a note of another day".into() }
    };
    let policy = twogates_rmcp_gates::ToolPolicy::at_most_once().snapshot(looking);
    let scene = crate::scene::scene_of(Default::default(), |setup| setup.tool("delete_note", policy)).await;
    let delete = || call("delete_note", json!({"title": "plants"}));
    let asked = scene.send(delete()).await;
    assert!(asked.text.contains("a note of another day"), "{}", asked.text);
    assert!(scene.send(delete().yes(&asked)).await.said().starts_with("The tool broke off."));
    assert_eq!((scene.audited().last().unwrap().as_str(), scene.called().len()), ("indeterminate", 0));
}
