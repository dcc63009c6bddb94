//! What a server says to whoever lacks a token, or a scope; and whether the way that it shows leads there.

use crate::house::{ALL, BENCH, House};
use crate::http::Message;
use serde_json::{Value, json};

fn deletion() -> Message {
    Message::call("delete_file", json!({"path": "notes.txt"}))
}

/// The parameters of a challenge, as RFC 9110 writes them: a name, an equals sign, a quoted text without escapes.
fn parameters(challenge: &str) -> Vec<(&str, &str)> {
    let mut rest = challenge.strip_prefix("Bearer ").unwrap();
    let mut found = Vec::new();
    while let Some((name, after)) = rest.split_once("=\"") {
        let (value, after) = after.split_once('"').unwrap();
        found.push((name, value));
        rest = after.trim_start_matches(", ");
    }
    assert_eq!(rest, "", "{challenge}");
    found
}

fn parameter<'a>(challenge: &'a str, name: &str) -> Option<&'a str> {
    parameters(challenge).into_iter().find_map(|(known, value)| (known == name).then_some(value))
}

fn path_of(url: &str) -> String {
    let (_, rest) = url.split_once("://").unwrap();
    rest[rest.find('/').unwrap()..].into()
}

/// C055: 403 with a whole challenge, 401 without an error, 401 with one.
#[test]
fn c055_a_missing_scope_a_missing_token_and_an_old_one_are_told_apart() {
    let house = House::new();
    let metadata = format!("{}/.well-known/oauth-protected-resource/mcp", house.resource.trim_end_matches("/mcp"));
    let list = Message::request("tools/list", json!({}));

    let reads = house.token("alice", "files:read");
    let lacking = house.untouched(|| house.send(&deletion().by(&reads)));
    assert_eq!((lacking.status, lacking.body.as_str()), (403, ""));
    let challenge = lacking.challenge();
    assert_eq!(parameter(challenge, "error"), Some("insufficient_scope"));
    assert_eq!(parameter(challenge, "scope"), Some("files:write"));
    assert_eq!(parameter(challenge, "resource_metadata"), Some(metadata.as_str()));

    let without = house.send(&list);
    assert_eq!((without.status, without.body.as_str()), (401, ""));
    let challenge = without.challenge();
    assert_eq!(parameter(challenge, "error"), None);
    assert_eq!(parameter(challenge, "scope"), Some("files:read"));
    assert_eq!(parameter(challenge, "resource_metadata"), Some(metadata.as_str()));

    let mut old = house.claims(ALL);
    old["exp"] = (old["iat"].as_u64().unwrap() - 1).into();
    old["iat"] = (old["iat"].as_u64().unwrap() - 600).into();
    let expired = house.send(&list.by(&BENCH.mint(old, json!({}))));
    assert_eq!(expired.status, 401);
    assert_eq!(parameter(expired.challenge(), "error"), Some("invalid_token"));
}

/// All that a call needs stands in one challenge, by its arguments too; a call that has it is asked about.
#[test]
fn one_challenge_names_all_that_the_call_needs() {
    let house = House::new();
    let token = house.token("alice", "files:read");
    for (tool, arguments, needs) in [
        ("send_payment", json!({"to": "x", "amount": 1000}), "payments:write"),
        ("send_payment", json!({"to": "x", "amount": 1001}), "payments:approve payments:write"),
        ("send_payment", json!({"to": "x", "amount": "1"}), "payments:approve payments:write"),
        ("delete_file", json!({"path": "payroll/june.csv"}), "files:payroll files:write"),
        ("list_files", json!({"folder": "payroll"}), "files:payroll files:read"),
        ("search_web", json!({"query": "x"}), "web:search"),
    ] {
        let call = Message::call(tool, arguments);
        let answer = house.untouched(|| house.send(&call.clone().by(&token)));
        assert_eq!(answer.status, 403, "{tool}: {answer:?}");
        let mut named: Vec<_> = parameter(answer.challenge(), "scope").unwrap().split(' ').collect();
        named.sort_unstable();
        // What the token has already may be left out, or stand there again.
        let lacking: Vec<_> = needs.split(' ').filter(|scope| *scope != "files:read").collect();
        let named_lacking: Vec<_> = named.iter().copied().filter(|scope| *scope != "files:read").collect();
        assert_eq!(named_lacking, lacking, "{tool}: {answer:?}");
        let enough = house.token("alice", &format!("files:read {}", named.join(" ")));
        assert_eq!(house.send(&call.by(&enough)).status, 200, "{tool}: the way leads nowhere");
    }
}

/// The document that each challenge names is there for whoever has no token, and leads to the authorization server.
#[test]
fn the_metadata_leads_to_the_authorization_server() {
    let house = House::new();
    let challenge = house.send(&deletion()).challenge().to_owned();
    let at = path_of(parameter(&challenge, "resource_metadata").unwrap());
    let document = house.send(&Message { method: "GET", path: at.clone(), ..Message::post("") });
    assert_eq!(document.status, 200, "{document:?}");
    assert!(document.all("content-type")[0].starts_with("application/json"));
    let document = document.json();
    assert_eq!(document["resource"], house.resource);
    assert_eq!(document["authorization_servers"], json!([BENCH.issuer]));
    assert_eq!(document["scopes_supported"], json!(["files:read"]));
    assert_eq!(document["bearer_methods_supported"], json!(["header"]));
    // Nothing but the document is to be had without a token.
    for path in ["/mcp", &format!("{at}/.."), "/.well-known/oauth-protected-resource/../../mcp"] {
        let answer = house.send(&Message { method: "GET", path: (*path).into(), ..Message::post("") });
        assert!([404, 405].contains(&answer.status), "{path}: {answer:?}");
    }
    // Who asks for its resource there gets a token that is good here.
    house.send(&deletion().by(&house.token("alice", "files:write"))).state();
}

/// A challenge is for a call that is well formed: what differs in headers or body never gets to a scope.
#[test]
fn a_message_that_is_wrong_is_told_so_before_any_scope() {
    let house = House::new();
    let token = house.token("alice", "files:read");
    assert_eq!(house.send(&deletion().with("Mcp-Name", "list_files").by(&token)).status, 400);
    assert_eq!(house.send(&deletion().replacing(r#""id":1"#, r#""id":1,"id":1"#).by(&token)).status, 400);
    let params: Value = json!({"name": "delete_file", "arguments": "notes.txt"});
    let answer = house.send(&Message::request("tools/call", params).by(&token));
    assert!(answer.status != 403 && answer.code() == -32602, "{answer:?}");
}
