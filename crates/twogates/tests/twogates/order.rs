//! The order of the checks: of two that a request fails, the first answers.

use crate::client::{Post, call, delete, pay, request};
use crate::server::Server;
use serde_json::json;
use twogates::outcome::Outcome;
use twogates::rules::Refused;
use twogates::{Mismatch, Refusal, Turned};
use wire::message::META_VERSION;

/// One way to be wrong.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Wrong {
    Path,
    Method,
    Origin,
    Token,
    Json,
    Envelope,
    HeaderMissing,
    Meta,
    HeaderDiffers,
    Version,
    RpcMethod,
}

impl Wrong {
    /// What answers it. In the order of the checks.
    const ALL: [(Self, Outcome); 11] = [
        (Self::Path, Outcome::NoSuchPath),
        (Self::Method, Outcome::NotPost),
        (Self::Origin, Outcome::ForeignOrigin),
        (Self::Token, Outcome::NoToken),
        (Self::Json, Outcome::NotJson),
        (Self::Envelope, Outcome::BadEnvelope),
        (Self::HeaderMissing, Outcome::HeaderMismatch),
        (Self::Meta, Outcome::MetaMissing),
        (Self::HeaderDiffers, Outcome::HeaderMismatch),
        (Self::Version, Outcome::WrongVersion),
        (Self::RpcMethod, Outcome::UnknownMethod),
    ];

    fn make(self, post: Post) -> Post {
        match self {
            Self::Path => post.path("/"),
            Self::Method => post.method("PUT"),
            Self::Origin => post.header("Origin", "https://evil.example"),
            Self::Token => post.without("Authorization"),
            Self::Json => post.raw("{"),
            Self::Envelope => post.body(|body| body["id"] = json!(null)),
            Self::HeaderMissing => post.without("Mcp-Method"),
            Self::Meta => post.param("_meta", json!(null)),
            Self::HeaderDiffers => post.set("Mcp-Method", "another"),
            Self::Version => post
                .body(|body| body["params"]["_meta"][META_VERSION] = json!("2025-11-25"))
                .set("MCP-Protocol-Version", "2025-11-25"),
            Self::RpcMethod => post.body(|body| body["method"] = json!("tools/drop")).set("Mcp-Method", "tools/drop"),
        }
    }
}

fn turned(post: &Post) -> Turned {
    let server = Server::new();
    server.front.admit(&post.http(), server.gates.grants()).unwrap_err()
}

#[test]
fn at_the_front_door_the_first_answers() {
    for (place, (wrong, outcome)) in Wrong::ALL.iter().enumerate() {
        assert_eq!(turned(&wrong.make(delete("a"))).outcome(), *outcome, "{wrong:?} alone");
        for (later, _) in &Wrong::ALL[place + 1..] {
            // A message cannot lack its _meta and state a version there.
            if (*wrong, *later) == (Wrong::Meta, Wrong::Version) {
                continue;
            }
            // What a later one does to a header, an earlier one may undo, and the other way round.
            let both = wrong.make(later.make(delete("a")));
            assert_eq!(turned(&both).outcome(), *outcome, "{wrong:?} before {later:?}");
        }
    }
}

/// A missing header comes before `_meta`, one that differs after it: both are told with the same code.
#[test]
fn a_header_is_missing_before_meta_and_differs_after_it() {
    let missing = turned(&delete("a").without("Mcp-Name").set("Mcp-Method", "another"));
    assert!(matches!(missing, Turned::HeaderMismatch { header: "Mcp-Name", how: Mismatch::Missing, .. }));
    let differs = turned(&Wrong::HeaderDiffers.make(delete("a")));
    assert!(matches!(differs, Turned::HeaderMismatch { header: "Mcp-Method", how: Mismatch::Differs, .. }));
    let meta = turned(&Wrong::Meta.make(Wrong::HeaderDiffers.make(delete("a"))));
    assert!(matches!(meta, Turned::MetaMissing { .. }));
}

/// Text that two readers could read differently is refused before anything that it says is looked at.
#[test]
fn two_readings_come_before_the_envelope() {
    let twice = r#"{"jsonrpc": "1.0", "jsonrpc": "2.0", "id": null, "method": 5}"#;
    assert_eq!(turned(&delete("a").raw(twice)).outcome(), Outcome::TwoReadings);
    assert_eq!(turned(&delete("a").raw(r#"{"jsonrpc": "1.0", "id": null}"#)).outcome(), Outcome::BadEnvelope);
}

/// One server that was asked by Alice about one note, and the state of it.
fn asked() -> (Server, String) {
    let server = Server::new();
    let state = server.ask(&delete("notes.txt"));
    (server, state)
}

/// What the audit says of the refusal of this retry.
fn reason(server: &Server, post: &Post) -> String {
    server.send(post);
    server.reason()
}

/// Method before parameters before tool before scope before capability before arguments before the state.
#[test]
fn before_the_state_the_first_answers() {
    let server = Server::new();
    let outcome = |post: &Post| {
        let response = server.send(post);
        (response.status, crate::client::body(&response)["error"]["code"].as_i64())
    };
    let method = request("tools/drop", json!({"name": 5, "arguments": []}));
    assert_eq!(outcome(&method), (404, Some(-32601)), "method before parameters");
    let params = call("drop_all", json!([]));
    assert_eq!(outcome(&params), (200, Some(-32602)), "parameters before the tool");
    assert!(server.send(&params).body.contains("arguments has the wrong shape"));
    let disclosed = call("read_log", json!({"folder": 5})).by("alice/notes:read");
    assert_eq!(outcome(&disclosed), (200, Some(-32602)), "the tool before its scope");
    let scope = call("delete_note", json!({"force": 1})).by("alice/notes:read").capabilities(json!({}));
    assert_eq!(server.send(&scope).status, 403, "scope before capability");
    let capability = call("delete_note", json!({"force": 1})).capabilities(json!({}));
    assert_eq!(outcome(&capability), (400, Some(-32021)), "capability before arguments");
    let arguments = call("delete_note", json!({"force": 1})).yes("v1.k1.AA.AA");
    assert!(crate::client::result(&server.send(&arguments)).0, "arguments before the state");
    assert_eq!(server.reason(), "bad_arguments");
}

#[test]
fn of_the_state_the_first_answers() {
    let (server, state) = asked();
    let broken = format!("{state}x");
    let by_bob = |post: Post| post.by("bob");
    assert_eq!(reason(&server, &by_bob(delete("notes.txt").yes(&broken))), "tampered", "integrity before principal");
    assert_eq!(reason(&server, &by_bob(pay("shop", 5).yes(&state))), "other_principal", "principal before contract");
    assert_eq!(reason(&server, &by_bob(delete("report.csv").yes(&state))), "other_principal", "and before arguments");
    assert_eq!(reason(&server, &pay("shop", 5).yes(&state)), "other_contract", "contract before arguments");
    server.send(&delete("notes.txt").yes(&state));
    assert_eq!(server.effects(), 1, "the honest state still works");
    assert_eq!(reason(&server, &delete("report.csv").yes(&state)), "other_arguments", "arguments before used");
    assert_eq!(reason(&server, &by_bob(delete("notes.txt").yes(&state))), "other_principal", "principal before used");
    server.clock.advance(600_000);
    assert_eq!(reason(&server, &delete("notes.txt").yes(&state)), "executed", "used before expiry");
    assert_eq!(reason(&server, &delete("notes.txt").state(&state)), "executed", "used before the answer");
    assert_eq!(reason(&server, &delete("notes.txt").says(&state, "decline")), "executed", "a late no changes nothing");
}

#[test]
fn expiry_comes_before_the_answer() {
    let declined: fn(&str) -> Post = |state| delete("notes.txt").says(state, "decline");
    let unanswered: fn(&str) -> Post = |state| delete("notes.txt").state(state);
    for (retry, noes) in [(declined, 1), (unanswered, 0)] {
        let (server, state) = asked();
        server.clock.advance(300_000);
        assert_eq!(reason(&server, &retry(&state)), "expired");
        let denied = server.audit().into_iter().filter(|row| row.code == "declined").count();
        assert_eq!(denied, noes, "a late no is refused, and is still a no");
    }
}

/// A used state is told to its rightful principal only after the scope was checked again.
#[test]
fn scope_comes_before_used() {
    let (server, state) = asked();
    let yes = delete("notes.txt").yes(&state);
    server.send(&yes);
    assert_eq!(server.send(&yes.clone().by("alice/notes:read")).status, 403);
    assert_eq!(server.send(&yes.capabilities(json!({}))).status, 400, "and so does capability");
}

/// The noes are counted where somebody would be asked, and nowhere else.
#[test]
fn whoever_cannot_be_asked_is_told_that_before_noes_count() {
    let server = Server::new();
    for _ in 0..3 {
        let state = server.ask(&delete("notes.txt"));
        server.send(&delete("notes.txt").says(&state, "decline"));
    }
    assert_eq!(reason(&server, &delete("notes.txt")), "too_many_noes");
    assert_eq!(server.send(&delete("notes.txt").capabilities(json!({}))).status, 400);
    assert_eq!(reason(&server, &call("delete_note", json!({}))), "bad_arguments");
    assert_eq!(reason(&server, &delete("notes.txt").yes("v1.k1.AA.AA")), "tampered");
}

/// Refusals and ends are told apart by type before any text is made of them.
#[test]
fn a_refusal_knows_its_row() {
    let (server, _) = asked();
    let refusal = Refusal::from(twogates::consent::BadState::Expired);
    assert_eq!((refusal.outcome(), refusal.code()), (Outcome::BadState, "expired"));
    assert_eq!(server.gates.scope().listed(&caller()), ["list_notes", "delete_note", "pay", "read_log"]);
}

fn caller() -> twogates::scope::Caller {
    use twogates::Tokens;
    crate::server::TestTokens.verify("alice").unwrap().caller
}
