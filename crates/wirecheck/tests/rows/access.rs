//! Challenges and what follows from them: what the samples do not show.

use crate::common::{entry, found, request};
use serde_json::{Value, json};

const METADATA: &str = r#"resource_metadata="https://lab.example/.well-known/oauth-protected-resource""#;

fn posted(number: u32, id: u32, amount: u32, token: bool) -> Value {
    let mut headers = vec![
        json!(["MCP-Protocol-Version", "2026-07-28"]),
        json!(["Mcp-Method", "tools/call"]),
        json!(["Mcp-Name", "pay"]),
    ];
    if token {
        headers.push(json!(["Authorization", "Bearer <token>"]));
    }
    let message = request(id, "tools/call", &json!({"name": "pay", "arguments": {"amount": amount}}));
    entry(
        number,
        "mcp",
        "host",
        "server",
        json!({"http": {"request": "POST /mcp", "headers": headers}, "message": message}),
    )
}

fn challenged(number: u32, answers: u32, status: u16, challenges: &[&str]) -> Value {
    let headers: Vec<_> = challenges.iter().map(|challenge| json!(["WWW-Authenticate", challenge])).collect();
    entry(number, "http", "server", "host", json!({"answers": answers, "http": {"status": status, "headers": headers}}))
}

fn insufficient(number: u32, answers: u32, scope: &str) -> Value {
    challenged(number, answers, 403, &[&format!(r#"Bearer error="insufficient_scope", scope="{scope}", {METADATA}"#)])
}

fn asks(number: u32, answers: Option<u32>, scope: &str) -> Value {
    let mut more = json!({"message": {"response_type": "code", "resource": "https://lab.example/mcp", "scope": scope}});
    if let Some(answers) = answers {
        more["answers"] = answers.into();
    }
    entry(number, "oauth", "host", "authorization server", more)
}

fn token(number: u32, answers: u32, scope: Option<&str>) -> Value {
    let mut message = json!({"access_token": "<token>", "token_type": "Bearer"});
    if let Some(scope) = scope {
        message["scope"] = scope.into();
    }
    entry(number, "oauth", "authorization server", "host", json!({"answers": answers, "message": message}))
}

#[test]
fn a_401_is_a_challenge_that_can_be_read() {
    let of = |challenges: &[&str]| found(&[posted(1, 1, 1, true), challenged(2, 1, 401, challenges)]);
    assert_eq!(of(&[&format!("Bearer {METADATA}")]), [""; 0]);
    assert_eq!(of(&[]), ["challenge-missing AUTH-21 /http/headers"]);
    assert_eq!(of(&["scope=\"a\""]), ["challenge-missing AUTH-21 /http/headers"]);
    assert_eq!(of(&["Basic realm=\"x\"", &format!("bearer {METADATA}")]), [""; 0]);
    let twice = format!("Bearer scope=\"a\", {METADATA}, scope=\"b\"");
    assert_eq!(of(&[&twice]), ["challenge-grammar AUTH-21 /http/headers/0/1"]);
    let open = format!("Bearer {METADATA}, scope=\"a");
    assert_eq!(of(&["Basic realm=\"x\"", &open]), ["challenge-grammar AUTH-21 /http/headers/1/1"]);
}

#[test]
fn a_step_up_challenge_says_all_that_it_must() {
    let of = |status: u16, challenge: &str| found(&[posted(1, 1, 1, true), challenged(2, 1, status, &[challenge])]);
    let scope = r#"Bearer error="insufficient_scope", scope="a""#;
    let wrong = "challenge-step-up STEP-01 /http/headers";
    assert_eq!(of(403, &format!("{scope}, {METADATA}")), [""; 0]);
    assert_eq!(of(403, scope), [wrong]);
    assert_eq!(of(403, &format!(r#"Bearer error="insufficient_scope", {METADATA}"#)), [wrong]);
    assert_eq!(of(403, r#"Bearer error="insufficient_scope""#), [wrong, wrong]);
    assert_eq!(of(401, &format!("{scope}, {METADATA}")), ["challenge-step-up STEP-01 /http/status"]);
    assert_eq!(of(403, "Bearer realm=\"x\""), [""; 0], "another 403 is no step-up");
}

#[test]
fn an_error_needs_a_token_that_can_be_wrong() {
    let wrong = format!(r#"Bearer error="invalid_token", {METADATA}"#);
    let of = |token: bool| found(&[posted(1, 1, 1, token), challenged(2, 1, 401, &[&wrong])]);
    assert_eq!(of(true), [""; 0]);
    assert_eq!(of(false), ["challenge-error AUTH-20 /http/headers"]);
    let offline = format!(r#"Bearer scope="a offline_access", {METADATA}"#);
    let found = found(&[posted(1, 1, 1, false), challenged(2, 1, 401, &[&offline])]);
    assert_eq!(found, ["challenge-offline AUTH-17 /http/headers"]);
}

#[test]
fn a_challenge_is_held_against_all_before_it_for_the_same_call() {
    let after = |amount: u32, third: &str| {
        found(&[
            posted(1, 1, 1, true),
            insufficient(2, 1, "a"),
            posted(3, 2, amount, true),
            insufficient(4, 3, "a b"),
            posted(5, 3, amount, true),
            insufficient(6, 5, third),
        ])
    };
    let drips = "challenge-incomplete STEP-03 /http/headers";
    assert_eq!(after(1, "b"), [drips], "b was named by the second one");
    assert_eq!(after(1, "b c"), [drips, drips]);
    assert_eq!(after(2, "b"), [""; 0], "another call may need more");
}

#[test]
fn metadata_names_resource_and_servers() {
    let says = |status: u16, document: Value| {
        found(&[
            entry(
                1,
                "http",
                "host",
                "server",
                json!({"http": {"request": "GET /.well-known/oauth-protected-resource/mcp", "headers": []}}),
            ),
            entry(
                2,
                "http",
                "server",
                "host",
                json!({"answers": 1, "http": {"status": status, "headers": []}, "message": document}),
            ),
        ])
    };
    let right = json!({"resource": "https://lab.example/mcp", "authorization_servers": ["https://auth.example"]});
    assert_eq!(says(200, right.clone()), [""; 0]);
    assert_eq!(says(404, json!({})), [""; 0]);
    let wrong = "metadata AUTH-02 /message";
    assert_eq!(says(200, json!({"resource": 1, "authorization_servers": ["x"]})), [wrong]);
    assert_eq!(says(200, json!({"resource": "x", "authorization_servers": [1]})), [wrong]);
    assert_eq!(says(200, json!({})), [wrong, wrong]);
}

#[test]
fn each_server_says_where_its_metadata_is() {
    let unsaid = [posted(1, 1, 1, false), challenged(2, 1, 401, &["Bearer scope=\"a\""])];
    let fetched = |status: u16| {
        let document = json!({"resource": "x", "authorization_servers": ["y"]});
        [
            entry(
                3,
                "http",
                "host",
                "server",
                json!({"http": {"request": "GET /.well-known/oauth-protected-resource", "headers": []}}),
            ),
            entry(
                4,
                "http",
                "server",
                "host",
                json!({"answers": 3, "http": {"status": status, "headers": []}, "message": document}),
            ),
        ]
    };
    assert_eq!(found(&unsaid), ["metadata-unsaid AUTH-03 "]);
    assert_eq!(found(&[&unsaid[..], &fetched(200)].concat()), [""; 0]);
    assert_eq!(found(&[&unsaid[..], &fetched(404)].concat()), ["metadata-unsaid AUTH-03 "]);
}

#[test]
fn the_first_request_is_for_what_the_challenge_names() {
    let first = |scope: &str| {
        let challenge = format!(r#"Bearer scope="a b", {METADATA}"#);
        found(&[posted(1, 1, 1, false), challenged(2, 1, 401, &[&challenge]), asks(3, Some(2), scope)])
    };
    assert_eq!(first("b a"), [""; 0]);
    for other in ["a", "a b c", ""] {
        assert_eq!(first(other), ["auth-first SCOPE-04 /message/scope"], "{other}");
    }
    let unnamed = format!("Bearer {METADATA}");
    let all = found(&[posted(1, 1, 1, false), challenged(2, 1, 401, &[&unnamed]), asks(3, Some(2), "a b c")]);
    assert_eq!(all, [""; 0], "a challenge that names nothing leaves it to the metadata");
}

#[test]
fn a_step_up_asks_for_all_three_sets() {
    let begun = [
        posted(1, 1, 1, false),
        challenged(2, 1, 401, &[&format!(r#"Bearer scope="a", {METADATA}"#)]),
        asks(3, Some(2), "a"),
        token(4, 3, Some("a held")),
        posted(5, 2, 1, true),
        insufficient(6, 5, "b"),
    ];
    let after = |answers: Option<u32>, scope: &str| found(&[&begun[..], &[asks(7, answers, scope)]].concat());
    for answers in [Some(6), None] {
        assert_eq!(after(answers, "a b held"), [""; 0]);
        assert_eq!(after(answers, "a b held more"), [""; 0], "more is another question");
        for less in ["a b", "a held", "b held", ""] {
            assert_eq!(after(answers, less), ["auth-union STEP-05 /message/scope"], "{less}");
        }
    }
    let unnamed = [&begun[..3], &[token(4, 3, None)], &begun[4..]].concat();
    assert_eq!(
        found(&[&unnamed[..], &[asks(7, Some(6), "a b")]].concat()),
        [""; 0],
        "a token covers what was asked for"
    );
}

#[test]
fn a_step_up_ends() {
    let round = |number: u32, id: u32, scope: &str, asked: &str| {
        [
            posted(number, id, 1, true),
            insufficient(number + 1, number, scope),
            asks(number + 2, Some(number + 1), asked),
        ]
    };
    let twice = [round(1, 1, "a", "a"), round(4, 2, "a", "a")].concat();
    assert_eq!(found(&twice), ["auth-nothing-new SCOPE-08 /message/scope"]);
    let thrice = [round(1, 1, "a b c", "a"), round(4, 2, "a b c", "a b"), round(7, 3, "a b c", "a b c")].concat();
    let less = "auth-union STEP-05 /message/scope";
    assert_eq!(found(&thrice), [less, less, "auth-cap STEP-07 /message"]);
    assert_eq!(found(&thrice[..6]), [less, less]);
}

#[test]
fn every_request_names_its_resource() {
    let of = |message: Value| found(&[entry(1, "oauth", "host", "authorization server", json!({"message": message}))]);
    let wrong = ["auth-resource AUTH-10 /message"];
    assert_eq!(of(json!({"response_type": "code", "scope": "a"})), wrong);
    assert_eq!(of(json!({"grant_type": "authorization_code", "code": "x"})), wrong);
    assert_eq!(of(json!({"grant_type": "authorization_code", "resource": 7})), wrong);
    assert_eq!(of(json!({"grant_type": "authorization_code", "resource": "https://lab.example/mcp"})), [""; 0]);
    assert_eq!(of(json!({"access_token": "<token>"})), [""; 0]);
}

#[test]
fn a_token_is_sent_with_every_request_once_there_is_one() {
    let missing = "token-missing AUTH-11 /http/headers";
    let unauthorized = |number, answers| challenged(number, answers, 401, &[&format!("Bearer {METADATA}")]);
    assert_eq!(
        found(&[posted(1, 1, 1, false), unauthorized(2, 1), posted(3, 2, 1, true), unauthorized(4, 3)]),
        [""; 0]
    );
    let with = [posted(1, 1, 1, true), insufficient(2, 1, "a")];
    let after = |request: Value| found(&[&with[..], &[request, unauthorized(4, 3)]].concat());
    assert_eq!(after(posted(3, 2, 1, false)), [missing]);
    let mut elsewhere = posted(3, 2, 1, false);
    elsewhere["to"] = "another server".into();
    assert!(!after(elsewhere).contains(&missing.to_owned()), "another server has seen no token");
    let mut unrecorded = posted(3, 2, 1, false);
    unrecorded["http"]["headers"] = json!([]);
    assert!(!after(unrecorded).contains(&missing.to_owned()), "no header was recorded at all");
    let mut over_stdio = posted(3, 2, 1, false);
    over_stdio.as_object_mut().unwrap().remove("http");
    assert!(!after(over_stdio).contains(&missing.to_owned()), "no HTTP");
}

/// Scopes are kept whole, so that a few large sets are as much as many small ones.
#[test]
fn large_sets_of_scopes_are_forgotten_sooner() {
    let drips = |length: usize| {
        let long = |name: &str| format!("{name}{}", "x".repeat(length));
        let calls = (0..4).flat_map(|call| {
            let number = 2 * call + 1;
            [posted(number, number, call, true), insufficient(number + 1, number, &long("a"))]
        });
        let again = [posted(9, 9, 0, true), insufficient(10, 9, "b")];
        found(&calls.chain(again).collect::<Vec<_>>())
    };
    assert_eq!(drips(10), ["challenge-incomplete STEP-03 /http/headers"]);
    assert_eq!(drips(1024 * 1024), [""; 0], "the first of four sets of a megabyte is forgotten");
}
