//! Gate one on the wire: kinds step-up-flow (the server's part) and scope-match.

use crate::{Lab, Told, call, notes};
use serde_json::{Map, json};
use twogates::scope::{Challenge, ScopeSet, challenge};
use twogates_lab::authorization::{TOKEN_MS, person};
use twogates_lab::host::{Client, Received};
use twogates_lab::server::METADATA_URL;

/// The one challenge of a response without a message.
fn challenged(received: &Received, status: u16) -> Challenge {
    assert_eq!(Told::of(received), Told::Http(status));
    assert_eq!(received.response.body, "");
    let mut challenges = challenge::parse(received.response.headers.all("WWW-Authenticate"));
    assert_eq!(challenges.len(), 1);
    challenges.remove(0)
}

fn list(client: &mut Client) -> Received {
    client.post("tools/list", &Map::new(), None)
}

fn parts(challenge: &Challenge) -> (Option<&str>, Option<String>, Option<&str>) {
    (challenge.error(), challenge.scope().map(|scope| scope.to_string()), challenge.resource_metadata())
}

/// C055: three ways to be turned away.
#[test]
fn c055_want_of_scope_is_403_and_want_of_a_token_401() {
    let lab = Lab::new();
    let mut reader = lab.client(&person("alice"), &["files:read"]);
    let insufficient = challenged(&call(&mut reader, "delete_file", &notes()), 403);
    assert_eq!(parts(&insufficient), (Some("insufficient_scope"), Some("files:write".into()), Some(METADATA_URL)));

    let mut nobody = lab.client(&person("alice"), &[]);
    nobody.token = None;
    let missing = challenged(&list(&mut nobody), 401);
    assert_eq!(parts(&missing), (None, Some("files:write web:search".into()), Some(METADATA_URL)));

    lab.world.clock.advance(TOKEN_MS);
    let expired = challenged(&list(&mut reader), 401);
    assert_eq!((expired.error(), expired.resource_metadata()), (Some("invalid_token"), Some(METADATA_URL)));
    assert!(lab.untouched());
    assert_eq!(lab.audit(), ["refused insufficient_scope", "refused token_expired"]);
}

/// C058: what only looks like the scope.
#[test]
fn c058_a_token_that_only_looks_like_the_scope_is_refused() {
    let lab = Lab::new();
    for near in ["files:write.draft", "xfiles:write", "files:writer", "FILES:WRITE", "files", "files:"] {
        let mut client = lab.client(&person("alice"), &[near]);
        let refused = challenged(&call(&mut client, "delete_file", &notes()), 403);
        assert_eq!(
            (refused.error(), refused.scope()),
            (Some("insufficient_scope"), Some(ScopeSet::of(&["files:write"])))
        );
        let listed = list(&mut client).result().unwrap()["tools"].clone();
        assert_eq!(listed, json!([]), "{near}");
    }
    assert_eq!(lab.audit(), ["refused insufficient_scope"; 6]);
}

/// C061: `files:admin` implies `files:write` implies `files:read`.
#[test]
fn c061_a_broader_token_is_enough_and_the_least_is_asked_for() {
    let lab = Lab::new();
    let mut admin = lab.client(&person("alice"), &["files:admin"]);
    assert_eq!(Told::of(&call(&mut admin, "list_files", &json!({}))), Told::Done("notes.txt\nreport.csv".into()));
    let listed = list(&mut admin).result().unwrap()["tools"].clone();
    let names: Vec<&str> = listed.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["list_files", "delete_file"]);
    assert!(Told::of(&call(&mut admin, "delete_file", &notes())).asks());

    let mut reader = lab.client(&person("alice"), &["files:read"]);
    let received = call(&mut reader, "delete_file", &notes());
    assert_eq!(challenged(&received, 403).scope(), Some(ScopeSet::of(&["files:write"])));
    assert!(!received.response.headers.first("WWW-Authenticate").unwrap().contains("admin"));
}
