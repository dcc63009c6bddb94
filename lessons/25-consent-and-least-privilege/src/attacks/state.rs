//! Met when a state comes back: it is not ours, not theirs, not for this, not now, or not for the first time.

use super::steps::{alice_holds, asked, bob_holds, fill_in, host_at, notes, passes, violation};
use crate::Stage;
use lab::authorization::person;
use lab::host::{Pending, Reply};
use lab::server::{LabServer, Settings};
use rules::{mrtr, state};
use serde_json::{Value, json};
use std::rc::Rc;
use twogates::scope::ScopeSet;

/// The address of a second server, where things are tried out.
const STAGING: &str = "https://staging.example/mcp";

/// Alice is asked about a call, and says yes.
fn approved(stage: &mut Stage, tool: &str, arguments: &Value) -> Option<Pending> {
    alice_holds(stage, &["files:write", "web:search", "payments:write"]);
    stage.alice_says(&[Reply::Yes]);
    let mut pending = asked(&mut stage.alice, tool, arguments)?;
    stage.alice.answer(&mut pending);
    Some(pending)
}

pub(super) fn rewritten_state(stage: &mut Stage) {
    let Some(pending) = approved(stage, "send_payment", &plants()) else { return };
    stage.alice.retry(&pending);
    let wrong = violation("echoes its state with one letter changed", &[&mrtr::ECHO]);
    stage.alice.retry_edited(&pending, Some(wrong), |params| {
        if let Some(state) = params.get("requestState").and_then(Value::as_str).map(rewritten) {
            params.insert("requestState".into(), state.into());
        }
    });
}

/// The state with another first letter of its body: the question's id begins there.
fn rewritten(state: &str) -> String {
    let other = |body: &str| {
        let letter = if body.starts_with('A') { 'B' } else { 'A' };
        std::iter::once(letter).chain(body.chars().skip(1)).collect::<String>()
    };
    let parts = state.split('.').enumerate();
    let parts = parts.map(|(place, part)| if place == 2 { other(part) } else { part.to_owned() });
    parts.collect::<Vec<_>>().join(".")
}

pub(super) fn borrowed_question(stage: &mut Stage) {
    alice_holds(stage, &["files:write"]);
    bob_holds(stage, &["files:write"]);
    let Some(mut pending) = asked(&mut stage.alice, "delete_file", &notes()) else { return };
    fill_in(&mut pending);
    let wrong = violation("comes from Bob, with the state of Alice's question", &[&state::PRINCIPAL]);
    stage.bob.retry_edited(&pending, Some(wrong), |_| {});
}

pub(super) fn yes_from_staging(stage: &mut Stage) {
    let settings = Settings { off: stage.off.clone(), address: Some(STAGING), ..Settings::default() };
    let authorization = stage.authorization.clone();
    let Ok(server) = LabServer::new(&stage.world, authorization.clone(), authorization, settings) else { return };
    let server = Rc::new(server);
    stage.others.push(("staging", server.clone()));
    alice_holds(stage, &["files:write"]);
    let token = stage.authorization.issue(&person("alice"), ScopeSet::of(&["files:write"]), STAGING);
    let mut at_staging = host_at(stage, "alice", "staging", server, token);
    at_staging.seat(stage.someone(&[Reply::Yes]));
    let Some(mut pending) = asked(&mut at_staging, "delete_file", &notes()) else { return };
    at_staging.answer(&mut pending);
    let wrong = violation("brings a state from another server", &[&state::CONTRACT]);
    stage.alice.retry_edited(&pending, Some(wrong), |_| {});
}

pub(super) fn new_meaning(stage: &mut Stage) {
    let Some(pending) = approved(stage, "delete_file", &notes()) else { return };
    super::steps::happens(stage, "operator", "releases a delete_file that empties the backups too");
    stage.server.change_promise();
    stage.alice.retry(&pending);
}

pub(super) fn other_tool(stage: &mut Stage) {
    let Some(pending) = approved(stage, "search_web", &json!({"query": "opening hours"})) else { return };
    let wrong = violation("names another tool than the one that was asked about", &[&state::CONTRACT, &state::REQUEST]);
    stage.alice.retry_edited(&pending, Some(wrong), |params| {
        params.insert("name".into(), "delete_file".into());
        params.insert("arguments".into(), notes());
    });
}

pub(super) fn other_payee(stage: &mut Stage) {
    let Some(pending) = approved(stage, "send_payment", &plants()) else { return };
    let wrong = violation("names another payee than the one that the person was shown", &[&state::REQUEST]);
    stage.alice.retry_edited(&pending, Some(wrong), |params| {
        params.insert("arguments".into(), json!({"to": "Mallory", "amount": 900}));
    });
}

pub(super) fn other_file(stage: &mut Stage) {
    let Some(pending) = approved(stage, "delete_file", &notes()) else { return };
    let wrong = violation("names another file than the one that the person was shown", &[&state::REQUEST]);
    stage.alice.retry_edited(&pending, Some(wrong), |params| {
        params.insert("arguments".into(), json!({"path": "report.csv"}));
    });
}

pub(super) fn paid_twice(stage: &mut Stage) {
    let Some(pending) = approved(stage, "send_payment", &plants()) else { return };
    stage.alice.retry(&pending);
    stage.alice.retry(&pending);
}

pub(super) fn late_yes(stage: &mut Stage) {
    alice_holds(stage, &["files:write"]);
    stage.alice_says(&[Reply::Yes]);
    let Some(mut pending) = asked(&mut stage.alice, "delete_file", &notes()) else { return };
    passes(stage, 6);
    stage.alice.answer(&mut pending);
    stage.alice.retry(&pending);
}

fn plants() -> Value {
    json!({"to": "Plant Shop", "amount": 20})
}
