//! What each turning away says of itself.

use rules::{Fault, Refused, auth, base, call, http, tools};
use serde_json::json;
use twogates::outcome::Outcome;
use twogates::scope::{BearerChallenge, ScopeSet};
use twogates::{BadToken, Mismatch, Turned};
use wire::message::{BadEnvelope, BadParams, Request, RequestId};
use wire::strict;

#[test]
fn each_turning_away_is_a_row_of_the_table() {
    use Fault::{PeerIncompatible, PeerMisbehaved};
    let id = || RequestId::Text("a".into());
    let challenge = BearerChallenge::no_token(ScopeSet::default(), "m");
    let bad = |token| Turned::NoToken { token, challenge: challenge.clone() };
    let not_json = strict::read("{").unwrap_err();
    let twice = strict::read(r#"{"a":1,"a":2}"#).unwrap_err();
    for (turned, fault, rule, code, outcome, named) in [
        (Turned::NoSuchPath, PeerMisbehaved, http::POST_ONE, "no_such_path", Outcome::NoSuchPath, false),
        (Turned::NotPost, PeerMisbehaved, http::NO_SESSION, "not_post", Outcome::NotPost, false),
        (Turned::ForeignOrigin, PeerMisbehaved, http::ORIGIN, "foreign_origin", Outcome::ForeignOrigin, false),
        (bad(BadToken::Missing), PeerIncompatible, auth::INVALID_TOKEN, "no_token", Outcome::NoToken, false),
        (bad(BadToken::Unknown), PeerIncompatible, auth::INVALID_TOKEN, "unknown_token", Outcome::NoToken, false),
        (bad(BadToken::OtherAudience), PeerIncompatible, auth::AUDIENCE, "other_audience", Outcome::NoToken, false),
        (bad(BadToken::Expired), PeerIncompatible, auth::INVALID_TOKEN, "token_expired", Outcome::NoToken, false),
        (Turned::Malformed(not_json), PeerMisbehaved, base::JSON_RPC, "not_json", Outcome::NotJson, false),
        (Turned::Malformed(twice), PeerMisbehaved, call::STRICT_JSON, "duplicate_name", Outcome::TwoReadings, false),
        (
            Turned::BadEnvelope(Request::read(&json!({"jsonrpc": "2.0", "id": null, "method": "m"})).unwrap_err()),
            PeerMisbehaved,
            base::REQUEST_ID,
            "bad_envelope",
            Outcome::BadEnvelope,
            false,
        ),
        (
            Turned::BadEnvelope(BadEnvelope { id: Some(id()), what: "x" }),
            PeerMisbehaved,
            base::JSON_RPC,
            "bad_envelope",
            Outcome::BadEnvelope,
            true,
        ),
        (
            Turned::HeaderMismatch { id: Some(id()), header: "Mcp-Name", how: Mismatch::Missing },
            PeerMisbehaved,
            http::HEADERS_EQUAL_BODY,
            "header_mismatch",
            Outcome::HeaderMismatch,
            true,
        ),
        (
            Turned::MetaMissing { id: id(), field: "f" },
            PeerMisbehaved,
            base::META_MISSING,
            "meta_missing",
            Outcome::MetaMissing,
            true,
        ),
        (
            Turned::WrongVersion { id: Some(id()), requested: "1".into() },
            PeerIncompatible,
            base::VERSION_UNSUPPORTED,
            "wrong_version",
            Outcome::WrongVersion,
            true,
        ),
        (
            Turned::UnknownMethod { id: id(), method: "m".into(), methods: Vec::new() },
            PeerMisbehaved,
            base::METHOD_UNKNOWN,
            "unknown_method",
            Outcome::UnknownMethod,
            true,
        ),
        (
            Turned::BadParams { id: id(), params: BadParams("name") },
            PeerMisbehaved,
            tools::PROTOCOL_ERROR,
            "bad_params",
            Outcome::BadParams,
            true,
        ),
    ] {
        assert_eq!((turned.fault(), turned.rule().id, turned.code()), (fault, rule.id, code));
        assert_eq!((turned.outcome(), turned.id()), (outcome, named.then(id).as_ref()));
        assert!(!turned.why().is_empty() && !turned.remedy().is_empty());
        assert_eq!(turned.data().is_some(), matches!(turned, Turned::WrongVersion { .. }));
    }
}

/// What a peer wrote is put into a text on one line, whatever is in it.
#[test]
fn a_peer_s_words_do_not_forge_lines() {
    let id = RequestId::Number(1);
    let methods = vec!["tools/list".into(), "tools/call".into()];
    let method = Turned::UnknownMethod { id: id.clone(), method: "a\nb\u{202e}".into(), methods };
    assert_eq!(method.why(), r"there is no method a\nb\u{202e}; this endpoint has tools/list, tools/call");
    let none = Turned::UnknownMethod { id: id.clone(), method: "a".into(), methods: Vec::new() };
    assert_eq!(none.why(), "there is no method a; this endpoint has none");
    let version = Turned::WrongVersion { id: Some(id), requested: "a\nb".into() };
    assert_eq!(version.why(), r"protocol version a\nb is not spoken here");
    let twice = strict::read("{\"a\\nb\":1,\"a\\nb\":2}").unwrap_err();
    for (how, why) in [
        (Mismatch::Missing, "the header Mcp-Name is missing"),
        (Mismatch::Differs, "the header Mcp-Name differs from the body"),
    ] {
        let turned = Turned::HeaderMismatch { id: None, header: "Mcp-Name", how };
        assert_eq!((turned.why().as_str(), turned.id()), (why, None));
    }
    assert!(!Turned::Malformed(twice).why().contains('\n'));
}
