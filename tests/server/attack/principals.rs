//! Somebody else's state, and what a caller says of itself.

use crate::house::{ALL, BENCH, House, yes};
use crate::http::{Message, meta};
use serde_json::{Value, json};

fn deletion() -> Value {
    json!({"path": "notes.txt"})
}

/// C026: bob, with every scope, has alice's state. It is an error for him, and still good for her.
#[test]
fn c026_another_users_state_is_refused_and_not_burnt() {
    let house = House::new();
    let (alice, bob) = (house.token("alice", ALL), house.token("bob", ALL));
    let state = house.send(&Message::call("delete_file", deletion()).by(&alice)).state();
    for answer in [yes(), json!({"action": "decline"}), json!({"action": "cancel"}), json!({})] {
        let retry = Message::retry("delete_file", deletion(), answer, &state).by(&bob);
        assert_eq!(house.untouched(|| house.send(&retry)).code(), -32602);
    }
    assert_eq!(house.grants(), 0);
    let (failed, text) = house.send(&Message::retry("delete_file", deletion(), yes(), &state).by(&alice)).told();
    assert!(!failed, "{text}");
    // Nor does he learn what became of it.
    let late = house.send(&Message::retry("delete_file", deletion(), yes(), &state).by(&bob));
    assert!(late.code() == -32602 && !late.body.contains("Already"), "{late:?}");
}

/// The same person by another client, which was given its own token, is somebody else; with a new token, she is not.
#[test]
fn a_state_is_its_client_s_and_outlives_a_token() {
    let house = House::new();
    let mint = |client: Value| {
        let mut claims = house.claims(ALL);
        claims["client_id"] = client;
        claims["jti"] = "another".into();
        BENCH.mint(claims, json!({}))
    };
    let state = house.send(&Message::call("delete_file", deletion()).by(&mint("desk".into()))).state();
    let retry = |token: &str| Message::retry("delete_file", deletion(), yes(), &state).by(token);
    let other = house.untouched(|| house.send(&retry(&mint("phone".into()))));
    assert_eq!(other.code(), -32602);
    assert!(!house.send(&retry(&mint("desk".into()))).told().0);
}

/// C028: who somebody is stands in the token alone, whatever the message says of it.
#[test]
fn c028_nothing_in_a_message_says_who_somebody_is() {
    let house = House::new();
    let (alice, bob) = (house.token("alice", ALL), house.token("bob", ALL));
    let mut said = meta();
    said["io.modelcontextprotocol/clientInfo"] = json!({"name": "DeskApp", "version": "1"});
    said["sub"] = "alice".into();
    said["principal"] = "alice".into();
    let params = |arguments: Value, state: Option<&str>| {
        let mut params = json!({"name": "delete_file", "arguments": arguments, "_meta": said});
        if let Some(state) = state {
            params["inputResponses"] = json!({"approval": yes()});
            params["requestState"] = state.into();
        }
        params
    };
    let state = house.send(&Message::request("tools/call", params(deletion(), None)).by(&alice)).state();
    for arguments in [deletion(), json!({"path": "notes.txt", "user": "alice"})] {
        let message = Message::request("tools/call", params(arguments, Some(&state)))
            .also("Mcp-User", "alice")
            .also("X-Forwarded-User", "alice")
            .also("X-User", "alice")
            .by(&bob);
        let answer = house.untouched(|| house.send(&message));
        assert!(answer.code() == -32602 || answer.told().0, "{answer:?}");
    }
    let two = Message::request("tools/call", params(deletion(), Some(&state))).by(&bob);
    let two = two.also("Authorization", &format!("Bearer {alice}"));
    assert_eq!(house.untouched(|| house.send(&two)).status, 401, "two tokens are none");
}

/// C029, in what of it goes over HTTP: names that run together are not one name, and absent is not empty.
#[test]
fn c029_no_two_principals_are_one() {
    let house = House::new();
    let mint = |subject: &str, client: Option<&str>| {
        let mut claims = house.claims(ALL);
        claims["sub"] = subject.into();
        match client {
            Some(client) => claims["client_id"] = client.into(),
            None => drop(claims.as_object_mut().unwrap().remove("client_id")),
        }
        BENCH.mint(claims, json!({}))
    };
    let tokens = [
        mint("alice", Some("x|y")),
        mint("alice|x", Some("y")),
        mint("alicex", Some("|y")),
        mint("alice", Some("")),
        mint("alice", None),
        mint("Alice", None),
        mint("alice ", None),
        mint("alice\u{0}", None),
    ];
    let ask = Message::call("delete_file", deletion());
    let asked = tokens.each_ref().map(|token| (token, house.send(&ask.clone().by(token))));
    // A server may take no token in which a name is empty or has blanks; then there is no state either.
    let good: Vec<_> = asked.iter().filter(|(_, answer)| answer.status == 200).collect();
    assert!(good.len() >= 5, "{asked:?}");
    for (of, answer) in &good {
        let state = answer.state();
        for (token, _) in good.iter().filter(|(token, _)| token != of) {
            let retry = Message::retry("delete_file", deletion(), yes(), &state).by(token);
            assert_eq!(house.untouched(|| house.send(&retry)).code(), -32602);
        }
    }
}
