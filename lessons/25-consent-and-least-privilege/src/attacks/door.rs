//! Met at the front door: tokens that are not good here, and messages that say two things.

use super::steps::{MINUTE, alice_holds, fill_in, host_at, notes, object, passes, token, violation};
use crate::Stage;
use lab::authorization::{Issued, TOKEN_MS, person};
use lab::host::{Client, Received, Reply, Sent};
use rules::{auth, call, http};
use serde_json::{Map, Value, json};
use twogates::scope::ScopeSet;
use wire::entry::Violation;
use wire::http::Headers;
use wire::result::QUESTION_KEY;

pub(super) fn token_from_elsewhere(stage: &mut Stage) {
    let scopes = ScopeSet::of(&["files:write"]);
    let token = stage.authorization.issue(&person("alice"), scopes, "https://shop.example/mcp");
    let wrong = violation("carries a token that was issued for another server", &[&auth::AUDIENCE]);
    mallory_deletes(stage, token, &wrong);
}

pub(super) fn old_token(stage: &mut Stage) {
    let token = token(stage, "alice", &["files:write"]);
    passes(stage, TOKEN_MS / MINUTE);
    let wrong = violation("carries a token whose hour is over", &[&auth::INVALID_TOKEN]);
    mallory_deletes(stage, token, &wrong);
}

/// Mallory presents a token that is not hers, and answers the question herself.
fn mallory_deletes(stage: &Stage, token: Issued, wrong: &Violation) {
    let mut mallory = host_at(stage, "mallory", "server", stage.server.clone(), token);
    if let Sent::Asks(mut pending) = mallory.begin_wrongly("delete_file", &object(&notes()), wrong.clone()) {
        fill_in(&mut pending);
        mallory.retry_edited(&pending, Some(wrong.clone()), |_| {});
    }
}

pub(super) fn two_folders(stage: &mut Stage) {
    alice_holds(stage, &["files:write", "files:payroll"]);
    let client = stage.alice.client_mut();
    let message =
        client.message("tools/call", &object(&json!({"name": "list_files", "arguments": {"folder": "home"}})));
    let twice = wire::order::compact(&message).replace(r#""folder":"home""#, r#""folder":"home","folder":"payroll""#);
    let wrong = violation("names two folders under one name", &[&call::STRICT_JSON]);
    client.send_raw(&twice, client.headers(&message), None, Some(wrong));
}

pub(super) fn two_names(stage: &mut Stage) {
    alice_holds(stage, &["files:write"]);
    let client = stage.alice.client_mut();
    let mut params = object(&json!({"name": "delete_file", "arguments": notes()}));
    let asked = send_as(client, "list_files", &params, None);
    let state = asked.result().and_then(|result| result.get("requestState"));
    if let Some(state) = state {
        params.insert("requestState".into(), state.clone());
        params.insert("inputResponses".into(), json!({QUESTION_KEY: Reply::Yes.wire()}));
        send_as(client, "list_files", &params, Some(asked.number));
    }
}

/// Sends a call whose header names another tool.
fn send_as(client: &mut Client, header: &str, params: &Map<String, Value>, answers: Option<u32>) -> Received {
    let message = client.message("tools/call", params);
    let honest = client.headers(&message).0.into_iter();
    let headers = honest.map(|(name, value)| {
        let value = if name == "Mcp-Name" { header.to_owned() } else { value };
        (name, value)
    });
    let wrong = violation("names one tool in its header and another in its body", &[&http::NAME_HEADER]);
    client.send_raw(&wire::order::compact(&message), Headers(headers.collect()), answers, Some(wrong))
}
