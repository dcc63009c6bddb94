//! What a state is bound to, and which refusal comes first.

use crate::{DeleteNote, ID, NOW, Scene, alice, bob, note, responses, ring, yes};
use scope::Principal;
use serde_json::json;
use twogates_consent::{Answered, BadState, ConsentGate, Contract, EffectClass};

/// A scene in which one part differs from the scene that asked, and the refusal for it.
fn others() -> [(Scene, BadState); 4] {
    let renamed = DeleteNote::named("archive_note");
    [
        (Scene { principal: bob(), ..Scene::default() }, BadState::OtherPrincipal),
        (Scene { gate: ConsentGate::new("files", ring()), ..Scene::default() }, BadState::OtherServer),
        (Scene { tool: renamed, ..Scene::default() }, BadState::OtherContract),
        (Scene { arguments: json!({"path": "report.csv"}), ..Scene::default() }, BadState::OtherArguments),
    ]
}

#[test]
fn each_part_that_differs_is_named() {
    let state = Scene::default().state();
    for (scene, refusal) in others() {
        assert_eq!(scene.refusal(&state), Some(refusal));
        assert_eq!(scene.refusal(&scene.state()), None, "its own state opens");
        assert_eq!(Scene::default().refusal(&scene.state()), Some(refusal), "and does not open here");
    }
}

/// Principal before server before contract before arguments.
#[test]
fn of_two_parts_that_differ_the_first_is_named() {
    let state = Scene::default().state();
    let arguments = || json!({"path": "report.csv"});
    let tool = || DeleteNote::named("archive_note");
    let gate = || ConsentGate::new("files", ring());
    let (principal, server, contract) = (BadState::OtherPrincipal, BadState::OtherServer, BadState::OtherContract);
    for (scene, refusal) in [
        (Scene { principal: bob(), gate: gate(), ..Scene::default() }, principal),
        (Scene { principal: bob(), tool: tool(), ..Scene::default() }, principal),
        (Scene { principal: bob(), arguments: arguments(), ..Scene::default() }, principal),
        (Scene { principal: bob(), gate: gate(), tool: tool(), arguments: arguments() }, principal),
        (Scene { gate: gate(), tool: tool(), ..Scene::default() }, server),
        (Scene { gate: gate(), arguments: arguments(), ..Scene::default() }, server),
        (Scene { gate: gate(), tool: tool(), arguments: arguments(), ..Scene::default() }, server),
        (Scene { tool: tool(), arguments: arguments(), ..Scene::default() }, contract),
    ] {
        assert_eq!(scene.refusal(&state), Some(refusal));
    }
}

/// Integrity comes before everything that a state says, and age after it.
#[test]
fn a_broken_state_is_broken_in_whoever_s_hands() {
    let broken = Scene::default().state().replacen("v1.k1.", "v1.k1.A", 1);
    for (scene, _) in others() {
        assert_eq!(scene.refusal(&broken), Some(BadState::Tampered));
    }
}

#[test]
fn a_refused_state_still_works_in_the_right_hands() {
    let scene = Scene::default();
    let state = scene.state();
    for (other, refusal) in others() {
        assert_eq!(other.refusal(&state), Some(refusal));
    }
    let answered = scene.open(&state).unwrap().answer(&responses(&yes()), NOW).unwrap();
    assert!(matches!(answered, Answered::Yes(_)));
}

#[test]
fn each_part_of_a_principal_counts() {
    let state = Scene::default().state();
    for principal in [
        Principal { issuer: "https://other.example".into(), ..alice() },
        Principal { subject: "Alice".into(), ..alice() },
        Principal { client: Some("Desk".into()), ..alice() },
        Principal { client: Some(String::new()), ..alice() },
        Principal { client: None, ..alice() },
    ] {
        let scene = Scene { principal, ..Scene::default() };
        assert_eq!(scene.refusal(&state), Some(BadState::OtherPrincipal), "{:?}", scene.principal);
    }
}

#[test]
fn each_part_of_a_contract_counts() {
    let state = Scene::default().state();
    let own = DeleteNote::default();
    let schema = json!({"type": "object", "properties": {"path": {"type": "string", "title": "Path"}}});
    for contract in [
        Contract { name: "Delete_note".into(), ..own.contract.clone() },
        Contract { input_schema: schema, ..own.contract.clone() },
        Contract { effect: EffectClass::AtMostOnce, ..own.contract.clone() },
        Contract { version: 2, ..own.contract.clone() },
    ] {
        let scene = Scene { tool: DeleteNote { contract, ..own.clone() }, ..Scene::default() };
        assert_eq!(scene.refusal(&state), Some(BadState::OtherContract), "{:?}", scene.tool.contract);
    }
}

/// The arguments are compared as canonical bytes: in another order they are the same, in another Unicode form others.
#[test]
fn arguments_count_code_point_by_code_point() {
    let arguments = |arguments| Scene { arguments, ..Scene::default() };
    let state = arguments(json!({"path": "café.txt", "forever": true})).state();
    assert_eq!(arguments(json!({"forever": true, "path": "café.txt"})).refusal(&state), None);
    for other in [
        json!({"path": "cafe\u{301}.txt", "forever": true}),
        json!({"path": "café.txt", "forever": false}),
        json!({"path": "café.txt"}),
        json!({"path": "café.txt ", "forever": true}),
    ] {
        assert_eq!(arguments(other.clone()).refusal(&state), Some(BadState::OtherArguments), "{other}");
    }
}

/// The resource is no part of it: that is shown again, or held against the grant.
#[test]
fn a_changed_resource_does_not_keep_a_state_from_opening() {
    let state = Scene::default().state();
    let tool = DeleteNote { now: note("another text"), ..DeleteNote::default() };
    assert_eq!(Scene { tool, ..Scene::default() }.refusal(&state), None);
}

#[test]
fn an_opened_state_says_whom_and_what_it_is_about() {
    let scene = Scene::default();
    let opened = scene.open(&scene.state()).unwrap();
    assert_eq!(opened.question(), ID);
    assert_eq!(opened.cleared().principal(), &alice());
    assert_eq!(opened.cleared().call().values(), *scene.arguments.as_object().unwrap());
    let prepared = scene.prepared();
    assert_eq!(prepared.cleared().call().tool(), "delete_note");
    assert_eq!(prepared.cleared().principal(), &alice());
}
