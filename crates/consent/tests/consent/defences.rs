//! What each defence of gate two keeps out: the same input with all of them, and with one switched off.

use crate::{DeleteNote, NOW, Scene, bob, responses, ring, yes};
use rules::danger::without;
use rules::{Defence, Defences, Guarded};
use serde_json::{Value, json};
use twogates_consent::{Answered, BadState, ConsentGate, Contract};

/// Whether `scene` takes the state of the default scene, with all defences and without one.
fn takes(scene: Scene, defence: Defence) -> (Option<BadState>, Option<BadState>) {
    let state = Scene::default().state();
    let kept = scene.refusal(&state);
    let careless = Scene { gate: without(scene.gate, defence), ..scene };
    (kept, careless.refusal(&state))
}

#[test]
fn a_gate_starts_with_every_defence_on() {
    assert_eq!(Scene::default().gate.defences_mut(), &Defences::all());
}

#[test]
fn without_principal_another_user_s_state_opens() {
    let scene = Scene { principal: bob(), ..Scene::default() };
    assert_eq!(takes(scene, Defence::Principal), (Some(BadState::OtherPrincipal), None));
}

#[test]
fn without_contract_a_yes_to_one_tool_opens_for_another() {
    let other_tool = Scene { tool: DeleteNote::named("archive_note"), ..Scene::default() };
    assert_eq!(takes(other_tool, Defence::Contract), (Some(BadState::OtherContract), None));
    let other_server = Scene { gate: ConsentGate::new("files", ring()), ..Scene::default() };
    assert_eq!(takes(other_server, Defence::Contract), (Some(BadState::OtherServer), None));
    let contract = Contract { version: 2, ..DeleteNote::default().contract };
    let promise = Scene { tool: DeleteNote { contract, ..DeleteNote::default() }, ..Scene::default() };
    assert_eq!(takes(promise, Defence::Contract), (Some(BadState::OtherContract), None));
}

/// And what then runs is the other arguments: the ones of the request.
#[test]
fn without_arguments_a_yes_to_one_note_covers_another() {
    let scene = || Scene { arguments: json!({"path": "report.csv"}), ..Scene::default() };
    assert_eq!(takes(scene(), Defence::Arguments), (Some(BadState::OtherArguments), None));
    let careless = Scene { gate: without(scene().gate, Defence::Arguments), ..scene() };
    let answered = careless.open(&Scene::default().state()).unwrap().answer(&responses(&yes()), NOW).unwrap();
    let Answered::Yes(approval) = answered else { panic!("not a yes: {answered:?}") };
    assert_eq!(Value::Object(approval.intent().call.values()), json!({"path": "report.csv"}));
}

#[test]
fn without_expiry_a_late_yes_counts() {
    let scene = Scene::default();
    let state = scene.state();
    let late = NOW.later(86_400_000);
    assert!(scene.open(&state).unwrap().answer(&responses(&yes()), late).is_err());
    let careless = Scene { gate: without(scene.gate, Defence::Expiry), ..Scene::default() };
    assert!(matches!(careless.open(&state).unwrap().answer(&responses(&yes()), late), Ok(Answered::Yes(_))));
}

#[test]
fn without_exact_yes_any_accept_counts() {
    let careless = Scene { gate: without(Scene::default().gate, Defence::ExactYes), ..Scene::default() };
    for answer in [
        yes(),
        json!({"action": "accept"}),
        json!({"action": "accept", "content": {"approved": false}}),
        json!({"action": "accept", "content": {"approved": "no"}}),
    ] {
        assert!(matches!(careless.answer(&answer), Ok(Answered::Yes(_))), "{answer}");
        assert_eq!(matches!(Scene::default().answer(&answer), Ok(Answered::Yes(_))), answer == yes());
    }
    assert!(matches!(careless.answer(&json!({"action": "decline"})), Ok(Answered::No(_))));
    assert!(matches!(careless.answer(&json!({"action": "cancel"})), Ok(Answered::No(_))));
    assert!(matches!(careless.answer(&json!({"action": "Accept"})), Ok(Answered::Again(_))));
}

/// One switch is one defence: each of the others still stands.
#[test]
fn a_defence_that_is_off_leaves_the_others_on() {
    let every: [fn(ConsentGate) -> ConsentGate; 4] = [
        |gate| without(gate, Defence::Principal),
        |gate| without(gate, Defence::Contract),
        |gate| without(gate, Defence::Arguments),
        |gate| without(gate, Defence::Integrity),
    ];
    let state = Scene::default().state();
    for (place, weaken) in every.iter().enumerate() {
        let refusals = [
            Scene { principal: bob(), ..Scene::default() },
            Scene { tool: DeleteNote::named("archive_note"), ..Scene::default() },
            Scene { arguments: json!({"path": "report.csv"}), ..Scene::default() },
        ]
        .map(|scene| Scene { gate: weaken(scene.gate), ..scene }.refusal(&state).is_some());
        assert_eq!(refusals, [place != 0, place != 1, place != 2]);
    }
}
