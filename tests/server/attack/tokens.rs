//! Tokens: real ones of a real authorization server, and those that somebody made up or changed.

use crate::house::{ALL, BENCH, Bench, House};
use crate::http::{Answer, Message};
use serde_json::{Value, json};
use std::thread;
use std::time::Duration;

fn list() -> Message {
    Message::request("tools/list", json!({}))
}

fn good(answer: &Answer) {
    assert_eq!(answer.status, 200, "{answer:?}");
}

fn refused(what: &str, answer: &Answer) {
    assert_eq!((answer.status, answer.body.as_str()), (401, ""), "{what}: {answer:?}");
    assert!(answer.challenge().contains(r#"error="invalid_token""#), "{what}: {answer:?}");
    for told in ["audience", "expired", "issuer", "signature", "algorithm"] {
        assert!(!answer.challenge().contains(told), "{what}: why is nobody else's matter: {answer:?}");
    }
}

/// The claims of a good token with one of them another, or none.
fn but(house: &House, claim: &str, value: Value) -> Value {
    let mut claims = house.claims(ALL);
    match value {
        Value::Null => drop(claims.as_object_mut().unwrap().remove(claim)),
        value => claims[claim] = value,
    }
    claims
}

#[test]
fn a_token_for_another_server_is_none_here() {
    let (house, other) = (House::new(), House::new());
    let token = BENCH.authorize(&other.resource, "alice", ALL);
    good(&other.send(&list().by(&token)));
    refused("another audience", &house.send(&list().by(&token)));
    for audience in [
        json!(house.resource.trim_end_matches("/mcp")),
        json!(format!("{}/", house.resource)),
        json!(house.resource.to_uppercase()),
        json!([other.resource]),
        json!([]),
        json!(""),
        json!({"aud": house.resource}),
        Value::Null,
    ] {
        let token = BENCH.mint(but(&house, "aud", audience.clone()), json!({}));
        refused(&audience.to_string(), &house.send(&list().by(&token)));
    }
}

#[test]
fn a_token_of_another_issuer_is_none_though_the_right_key_signed_it() {
    let house = House::new();
    let stranger = Bench::start(&[]);
    let token = stranger.authorize(&house.resource, "alice", ALL);
    refused("a stranger", &house.send(&list().by(&token)));
    for issuer in
        [json!(stranger.issuer), json!(format!("{}/", BENCH.issuer)), json!(""), json!([BENCH.issuer]), Value::Null]
    {
        let token = BENCH.mint(but(&house, "iss", issuer.clone()), json!({}));
        refused(&issuer.to_string(), &house.send(&list().by(&token)));
    }
    // A stranger's key under the right name, and the right name of a key under a stranger's.
    let kid = BENCH.ask("rotate", &json!({"keep": true}))["kid"].clone();
    let token = stranger.mint(house.claims(ALL), json!({"header": {"kid": kid}}));
    refused("a stranger's key", &house.send(&list().by(&token)));
}

#[test]
fn a_token_before_and_after_its_time_is_none() {
    let house = House::new();
    let now = house.claims(ALL)["iat"].as_u64().unwrap();
    for (claim, value) in [
        ("exp", json!(now - 1)),
        ("exp", json!(now - 86_400)),
        ("exp", json!(0)),
        ("exp", json!("soon")),
        ("exp", json!(-1)),
        ("exp", Value::Null),
        ("nbf", json!(now + 600)),
        ("sub", Value::Null),
    ] {
        let token = BENCH.mint(but(&house, claim, value.clone()), json!({}));
        refused(&format!("{claim} {value}"), &house.send(&list().by(&token)));
    }
    // One that expires while it is used: good, and then not.
    let token = BENCH.mint(but(&house, "exp", json!(now + 3)), json!({}));
    good(&house.send(&list().by(&token)));
    thread::sleep(Duration::from_millis(3500));
    refused("expired meanwhile", &house.send(&list().by(&token)));
}

/// The algorithm is the server's to choose: not the token's.
#[test]
fn no_token_chooses_its_own_algorithm() {
    let house = House::new();
    for typ in ["at+jwt", "JWT"] {
        let none = BENCH.mint(house.claims(ALL), json!({"as": "none", "header": {"typ": typ}}));
        refused("alg none", &house.send(&list().by(&none)));
    }
    for spelled in ["None", "NONE", "nOnE"] {
        let none = BENCH.mint(house.claims(ALL), json!({"as": "none", "header": {"alg": spelled}}));
        refused(spelled, &house.send(&list().by(&none)));
    }
    for secret in ["pem", "line", "der", "jwk", "x"] {
        let forged = BENCH.mint(house.claims(ALL), json!({"as": secret}));
        refused(secret, &house.send(&list().by(&forged)));
    }
}

/// What a token's header says of keys is not believed, and what it calls critical is not passed over.
#[test]
fn no_token_brings_its_own_key() {
    let house = House::new();
    for header in [
        json!({"jku": "http://127.0.0.1:1/jwks"}),
        json!({"x5u": "http://127.0.0.1:1/cert"}),
        json!({"kid": "no-such-key"}),
        json!({"kid": "../../keys"}),
        json!({"typ": "JWT"}),
    ] {
        let token = BENCH.mint(house.claims(ALL), json!({"header": header, "other": true}));
        refused(&header.to_string(), &house.send(&list().by(&token)));
    }
    let critical = BENCH.mint(house.claims(ALL), json!({"header": {"crit": ["b64x"], "b64x": true}}));
    refused("a critical extension", &house.send(&list().by(&critical)));
    // An ID token is signed by the same key, and is no access token.
    let identity = BENCH.mint(house.claims(ALL), json!({"header": {"typ": "JWT"}}));
    refused("an ID token", &house.send(&list().by(&identity)));
    good(&house.send(&list().by(&BENCH.mint(house.claims(ALL), json!({})))));
}

#[test]
fn a_token_that_was_changed_anywhere_is_none() {
    let house = House::new();
    let token = house.token("alice", "files:read");
    let parts: Vec<_> = token.split('.').collect();
    let other = house.token("bob", ALL);
    let others: Vec<_> = other.split('.').collect();
    for changed in [
        [parts[0], others[1], parts[2]].join("."),
        [parts[0], parts[1], others[2]].join("."),
        [parts[0], parts[1], ""].join("."),
        [parts[0], parts[1]].join("."),
        format!("{token}."),
        format!("{token}.x"),
        format!("{token}="),
        "a".repeat(10_000),
        "x".into(),
    ] {
        refused(&changed, &house.send(&list().by(&changed)));
    }
}

/// Where a token may stand: in one line of one header, under one scheme.
#[test]
fn a_token_stands_in_its_header_alone() {
    let house = House::new();
    let token = house.token("alice", ALL);
    good(&house.send(&list().with("Authorization", &format!("bearer {token}"))));
    good(&house.send(&list().with("authorization", &format!("BEARER  {token} "))));
    let query = Message { path: format!("/mcp?access_token={token}"), ..list() };
    assert!([401, 404].contains(&house.send(&query).status));
    for (name, value) in [
        ("Authorization", format!("Basic {token}")),
        ("Authorization", token.clone()),
        ("Cookie", format!("access_token={token}")),
        ("X-Access-Token", token.clone()),
        ("Proxy-Authorization", format!("Bearer {token}")),
    ] {
        assert_eq!(house.send(&list().with(name, &value)).status, 401, "{name}");
    }
    let twice = list().by(&token).also("Authorization", &format!("Bearer {token}"));
    assert_eq!(house.send(&twice).status, 401);
}

/// Keys come and go. A new key is fetched when a token names it; an old one is good for as long as it is published.
#[test]
fn keys_rotate() {
    // An authorization server of its own, whose keys nobody else turns.
    let bench = Bench::start(&["--alg", "RS256"]);
    let auth =
        format!("[auth]\nissuers = [{{ issuer = \"{}\" }}]\nrefresh_seconds = 1\nkeep_seconds = 2\n", bench.issuer);
    let house = House::set("", &auth);
    let first = bench.authorize(&house.resource, "alice", ALL);
    good(&house.send(&list().by(&first)));

    bench.ask("rotate", &json!({"keep": true}));
    thread::sleep(Duration::from_millis(1100));
    let second = bench.authorize(&house.resource, "alice", ALL);
    good(&house.send(&list().by(&second)));
    good(&house.send(&list().by(&first)));

    bench.ask("rotate", &json!({"keep": false}));
    thread::sleep(Duration::from_millis(2200));
    let third = bench.authorize(&house.resource, "alice", ALL);
    good(&house.send(&list().by(&third)));
    refused("a key that is gone", &house.send(&list().by(&first)));
    refused("a key that is gone", &house.send(&list().by(&second)));
}

/// Tokens with keys that nobody knows do not make the server ask for keys with each.
#[test]
fn unknown_keys_do_not_send_the_server_to_the_issuer_each_time() {
    let house = House::new();
    good(&house.send(&list().by(&house.token("alice", ALL))));
    let forged = BENCH.mint(house.claims(ALL), json!({"header": {"kid": "unknown"}, "other": true}));
    let begun = std::time::Instant::now();
    for _ in 0..50 {
        refused("an unknown key", &house.send(&list().by(&forged)));
    }
    assert!(begun.elapsed() < Duration::from_secs(10));
    good(&house.send(&list().by(&house.token("alice", ALL))));
}
