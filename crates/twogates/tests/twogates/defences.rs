//! What each defence of the front door and of the gates keeps out: with all of them, and with one switched off.

use crate::client::{Post, asks, call, delete, error, pay, request, result};
use crate::server::Server;
use rules::danger::without;
use rules::{Defence, Defences, Guarded};
use serde_json::json;
use std::sync::Arc;
use twogates::consent::{ConsentGate, Key, KeyRing};
use twogates::grants::{Grants, Memory};
use twogates::{Front, Gates};

fn front(defence: Defence) -> Server {
    let server = Server::new();
    Server { front: without(server.front, defence), ..server }
}

/// The status and whether a person was asked, with all defences and without one.
fn both(post: &Post, defence: Defence) -> [(u16, bool); 2] {
    [Server::new(), front(defence)].map(|server| {
        let response = server.send(post);
        (response.status, !response.body.is_empty() && asks(&response))
    })
}

#[test]
fn front_and_gates_start_with_every_defence_on() {
    let Server { mut front, mut gates, .. } = Server::new();
    assert_eq!((front.defences_mut(), gates.defences_mut()), (&mut Defences::all(), &mut Defences::all()));
}

#[test]
fn without_audience_another_server_s_token_is_good_here() {
    let elsewhere = delete("notes.txt").by("alice@https://elsewhere.example/mcp");
    assert_eq!(both(&elsewhere, Defence::Audience), [(401, false), (200, true)]);
    let slash = delete("notes.txt").by("alice@https://notes.example/mcp/");
    assert_eq!(both(&slash, Defence::Audience)[0], (401, false), "compared whole");
}

#[test]
fn without_token_expiry_an_old_token_is_good() {
    let at = |ms: u64| delete("notes.txt").by(&format!("alice!{}", crate::server::START + ms));
    assert_eq!(both(&at(0), Defence::TokenExpiry), [(401, false), (200, true)], "the expiry is too late");
    assert_eq!(both(&at(1), Defence::TokenExpiry), [(200, true), (200, true)]);
}

#[test]
fn without_header_body_a_header_may_say_something_else() {
    let differs = delete("notes.txt").set("Mcp-Name", "list_notes");
    assert_eq!(both(&differs, Defence::HeaderBody), [(400, false), (200, true)]);
    let missing = delete("notes.txt").without("Mcp-Name");
    assert_eq!(both(&missing, Defence::HeaderBody), [(400, false), (400, false)], "it must be there all the same");
}

/// The person is asked about the last of two values: what another reader makes of the first is not seen.
#[test]
fn without_strict_json_a_name_may_stand_twice() {
    let text = pay("mallory", 5).text().replace(r#""to":"mallory""#, r#""to":"alice","to":"mallory""#);
    let twice = pay("mallory", 5).raw(&text);
    assert_eq!(both(&twice, Defence::StrictJson), [(400, false), (200, true)]);
    let large = pay("x", 1).raw(&pay("x", 1).text().replace(r#""amount":1"#, r#""amount":9007199254740993"#));
    assert_eq!(both(&large, Defence::StrictJson), [(400, false), (200, false)], "the gates refuse it by themselves");
    let not_json = delete("a").raw("{");
    let careless = front(Defence::StrictJson).send(&not_json);
    assert_eq!(error(&careless).1, -32700, "what is not JSON is refused all the same");
    let half = delete("a").raw(r#""\ud800""#);
    assert_eq!(error(&front(Defence::StrictJson).send(&half)).1, -32600, "and what no reader can read");
}

#[test]
fn a_defence_of_the_front_door_is_its_own() {
    let careless = front(Defence::Audience);
    assert_eq!(careless.send(&delete("a").by("alice!0")).status, 401);
    assert_eq!(careless.send(&delete("a").without("Authorization")).status, 401);
    assert_eq!(careless.send(&delete("a").header("Origin", "https://evil.example")).status, 403);
    assert_eq!(careless.send(&request("initialize", json!({}))).status, 404);
}

/// A server whose gate two has a defence off.
fn consent(defence: Defence) -> Server {
    let server = Server::new();
    let gate = ConsentGate::new(crate::server::RESOURCE, KeyRing::new(Key::new("k1", &[1; 32]).unwrap()));
    let gates = Gates::new(crate::tools::scope_gate(), without(gate, defence), server.gates.grants().clone());
    Server { gates, ..server }
}

#[test]
fn without_principal_bob_runs_what_alice_was_asked() {
    for (server, effects) in [(Server::new(), 0), (consent(Defence::Principal), 1)] {
        let state = server.ask(&delete("notes.txt"));
        server.send(&delete("notes.txt").yes(&state).by("bob"));
        assert_eq!(server.effects(), effects);
    }
}

#[test]
fn without_capability_a_client_without_forms_is_asked() {
    let bare = delete("notes.txt").capabilities(json!({}));
    assert_eq!(Server::new().send(&bare).status, 400);
    assert!(asks(&consent(Defence::Capability).send(&bare)));
}

#[test]
fn without_defaults_nobody_is_shown_what_was_not_written() {
    let short = call("pay", json!({"to": "x", "amount": 5}));
    assert!(asks(&Server::new().send(&short)));
    let (is_error, text) = result(&consent(Defence::Defaults).send(&short));
    assert!(is_error && text.contains("missing field `urgent`"), "{text}");
}

/// The face and the store each keep single use: only without both does one yes run twice.
#[test]
fn without_single_use_at_both_places_one_yes_runs_twice() {
    for (face, store, effects) in [(false, false, 1), (true, false, 1), (false, true, 1), (true, true, 2)] {
        let weaken = |memory: Memory| if store { without(memory, Defence::SingleUse) } else { memory };
        let server = Server::over(|clock| Arc::new(weaken(Memory::new(clock))));
        let grants: Grants = server.gates.grants().clone();
        let grants = if face { without(grants, Defence::SingleUse) } else { grants };
        let ring = KeyRing::new(Key::new("k1", &[1; 32]).unwrap());
        let gates = Gates::new(crate::tools::scope_gate(), ConsentGate::new(crate::server::RESOURCE, ring), grants);
        let server = Server { gates, ..server };
        let yes = pay("shop", 5).yes(&server.ask(&pay("shop", 5)));
        assert!(!result(&server.send(&yes)).0);
        let (is_error, _) = result(&server.send(&yes));
        assert_eq!((server.effects(), is_error), (effects, effects == 1), "{face} {store}");
    }
}

#[test]
fn a_front_door_can_be_cloned_and_shown() {
    let server = Server::new();
    let same: Front = server.front.clone();
    let printed = format!("{same:?} {:?}", server.gates);
    assert!(printed.contains("/mcp") && printed.contains("Key(k1)") && !printed.contains("[1, 1, 1"), "{printed}");
}
