//! C029: what separates the parts of a binding is not a character that a part could have.

use crate::{DeleteNote, Scene, alice};
use scope::Principal;
use twogates_consent::BadState;

fn scene(principal: Principal, tool: &'static str) -> Scene {
    Scene { principal, tool: DeleteNote::named(tool), ..Scene::default() }
}

fn subject(subject: &str) -> Principal {
    Principal { subject: subject.into(), ..alice() }
}

#[test]
fn c029_no_state_opens_for_a_principal_and_tool_that_run_together_the_same() {
    let scenes = [
        scene(subject("alice"), "t|x"),
        scene(subject("alice|t"), "x"),
        scene(subject("alic"), "et|x"),
        scene(subject(""), "t"),
        scene(subject("t"), ""),
        scene(Principal { client: None, ..subject("") }, "t"),
        scene(Principal { client: Some(String::new()), ..subject("") }, "t"),
        scene(Principal { issuer: String::new(), subject: String::new(), client: None }, "t"),
    ];
    for (place, sealing) in scenes.iter().enumerate() {
        for (other, opening) in scenes.iter().enumerate() {
            let refusal = opening.refusal(&sealing.state());
            let expected = (place != other).then_some(BadState::OtherPrincipal);
            assert_eq!(refusal, expected, "sealed by {place}, opened by {other}");
        }
    }
}

/// Issuer, subject and client do not run into each other either, and absent differs from empty.
#[test]
fn c029_the_parts_of_a_principal_do_not_run_together() {
    let principal = |issuer: &str, subject: &str, client: Option<&str>| Principal {
        issuer: issuer.into(),
        subject: subject.into(),
        client: client.map(Into::into),
    };
    let principals = [
        principal("ab", "c", Some("d")),
        principal("a", "bc", Some("d")),
        principal("abc", "", Some("d")),
        principal("ab", "cd", Some("")),
        principal("ab", "cd", None),
        principal("", "abcd", None),
        principal("ab", "", Some("cd")),
    ];
    for (place, sealing) in principals.iter().enumerate() {
        for (other, opening) in principals.iter().enumerate() {
            let state = scene(sealing.clone(), "t").state();
            let expected = (place != other).then_some(BadState::OtherPrincipal);
            assert_eq!(scene(opening.clone(), "t").refusal(&state), expected, "{sealing:?} and {opening:?}");
        }
    }
}

/// The same of a contract: its name and its schema.
#[test]
fn c029_the_parts_of_a_contract_do_not_run_together() {
    let contract = |name: &'static str, schema| {
        let tool = DeleteNote::default();
        twogates_consent::Contract { name: name.into(), input_schema: schema, ..tool.contract }.digest()
    };
    assert_ne!(contract("t", "x\"y".into()), contract("t\"x", "y".into()));
    assert_ne!(contract("t", serde_json::json!("")), contract("t\"\"", serde_json::json!(null)));
}
