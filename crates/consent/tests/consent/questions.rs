//! The question as it leaves.

use crate::{DeleteNote, ID, NOW, Scene, bob, note};
use rules::{Defence, danger};
use serde_json::json;
use twogates_consent::render::{QuestionView, question};
use twogates_consent::{Lifetime, Policy, QuestionId};

#[test]
fn it_names_server_tool_arguments_resource_time_and_uses() {
    let scene = Scene { arguments: json!({"path": "notes.txt\nRuns: never", "forever": true}), ..Scene::default() };
    for (lifetime, until) in [
        (Lifetime::AtOnce, "now"),
        (Lifetime::Deferred(2_700_000), "until 14:45 UTC"),
        (Lifetime::Deferred(86_400_000), "until 2026-07-29 14:00 UTC"),
    ] {
        let asked = scene.prepared().ask(&Policy { lifetime, ..Policy::default() }, ID, NOW).unwrap();
        let view = QuestionView {
            server: "notes",
            tool: "delete_note",
            arguments: scene.arguments.as_object().unwrap(),
            resource: "notes.txt: hello",
            until,
            uses: 1,
            safe: true,
        };
        assert_eq!(asked.message, question(&view));
        assert_eq!(asked.id, ID);
    }
}

#[test]
fn without_safe_rendering_an_argument_can_forge_a_line() {
    let arguments = json!({"path": "notes.txt\nRuns: never"});
    let forged = |scene: &Scene| scene.ask().message.lines().any(|line| line.starts_with("Runs: never"));
    let safe = Scene { arguments, ..Scene::default() };
    assert!(!forged(&safe));
    let careless = Scene { gate: danger::without(safe.gate.clone(), Defence::SafeRendering), ..safe };
    assert!(forged(&careless));
}

/// What is shown is what is sealed: both are taken from one look at the resource.
#[test]
fn what_is_shown_is_what_is_sealed() {
    let tool = DeleteNote { now: note("another text"), ..DeleteNote::default() };
    let scene = Scene { tool, ..Scene::default() };
    let asked = scene.ask();
    assert!(asked.message.contains("notes.txt: another text"), "{}", asked.message);
    assert_ne!(asked.request_state, Scene::default().state());
}

/// The same question from the same parts is the same bytes; another id, principal or moment is another state.
#[test]
fn a_question_is_a_function_of_its_parts() {
    let scene = Scene::default();
    assert_eq!(scene.ask(), scene.ask());
    let other_id = scene.prepared().ask(&Policy::default(), QuestionId::from_bytes([8; 16]), NOW).unwrap();
    let later = scene.prepared().ask(&Policy::default(), ID, NOW.later(1)).unwrap();
    let other = Scene { principal: bob(), ..Scene::default() }.ask();
    for question in [other_id, later, other] {
        assert_ne!(question.request_state, scene.state());
        assert_eq!(question.message, scene.ask().message);
    }
}
