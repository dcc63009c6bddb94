//! Writing `WWW-Authenticate`, and reading it back.

use crate::{call, holding, server, set};
use proptest::prelude::*;
use serde_json::json;
use twogates_scope::challenge::parse;
use twogates_scope::{BearerChallenge, BearerError, NotCleared, ScopeSet};

const METADATA: &str = "https://files.example/.well-known/oauth-protected-resource/mcp";

#[test]
fn the_three_shapes() {
    let metadata = format!("resource_metadata=\"{METADATA}\"");
    let first = BearerChallenge::no_token(set(&["files:read"]), METADATA);
    assert_eq!(first.header(), format!("Bearer scope=\"files:read\", {metadata}"));
    assert_eq!(first.error, None);

    let bad = BearerChallenge::invalid_token(METADATA, None);
    assert_eq!(bad.header(), format!("Bearer error=\"invalid_token\", {metadata}"));
    let bad = BearerChallenge::invalid_token(METADATA, Some(set(&["b", "a"])));
    assert_eq!(bad.header(), format!("Bearer error=\"invalid_token\", scope=\"a b\", {metadata}"));

    let NotCleared::Insufficient(refusal) =
        server().clear(holding(&["payments:write"]), call("send_payment", &json!({"amount": 1001}))).unwrap_err()
    else {
        panic!("not the refusal that was meant");
    };
    let header = BearerChallenge::insufficient(&refusal, METADATA).header();
    assert_eq!(
        header,
        format!(
            "Bearer error=\"insufficient_scope\", scope=\"payments:approve payments:write\", {metadata}, \
             error_description=\"this call of send_payment needs payments:approve payments:write\""
        )
    );
}

#[test]
fn errors_have_codes_and_statuses() {
    assert_eq!((BearerError::InvalidToken.code(), BearerError::InvalidToken.status()), ("invalid_token", 401));
    let insufficient = BearerError::InsufficientScope;
    assert_eq!((insufficient.code(), insufficient.status()), ("insufficient_scope", 403));
}

#[test]
fn what_has_no_scope_to_name_names_none() {
    let bare = format!("Bearer resource_metadata=\"{METADATA}\"");
    assert_eq!(BearerChallenge::no_token(ScopeSet::default(), METADATA).header(), bare);
    assert_eq!(BearerChallenge::no_token(set(&["offline_access"]), METADATA).header(), bare);
    let mixed = BearerChallenge::no_token(set(&["offline_access", "files:read"]), METADATA);
    assert_eq!(mixed.header(), format!("Bearer scope=\"files:read\", resource_metadata=\"{METADATA}\""));
}

#[test]
fn quotes_are_escaped_and_what_no_header_carries_is_left_out() {
    let mut challenge = BearerChallenge::invalid_token("m", None);
    challenge.error_description = Some("a \"b\\\", scope=\"x\"\r\nSet-Cookie: é\t\u{7f}~ !\0".into());
    assert_eq!(
        challenge.header(),
        r#"Bearer error="invalid_token", resource_metadata="m", error_description="a \"b\\\", scope=\"x\"Set-Cookie: ~ !""#
    );
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[\"\\\\,= a-c\r\n\té]{0,20}"]
}

/// What a header can carry of a text.
fn carried(text: &str) -> String {
    text.chars().filter(|character| (' '..='~').contains(character)).collect()
}

proptest! {
    #[test]
    fn what_is_written_reads_back(
        error in prop::option::of(prop::sample::select(vec![BearerError::InvalidToken, BearerError::InsufficientScope])),
        scope in prop::option::of(prop::collection::vec(text(), 0..4)),
        resource_metadata in text(),
        error_description in prop::option::of(text()),
    ) {
        let scope = scope.map(|tokens| ScopeSet::of(&tokens.iter().map(String::as_str).collect::<Vec<_>>()));
        let written = BearerChallenge { error, scope, resource_metadata, error_description };
        let header = written.header();
        prop_assert!(header.chars().all(|character| (' '..='~').contains(&character)));

        let before = "Basic realm=\"scope=x, error=y\"";
        for lines in [vec![before, &header], vec![&format!("{before}, {header}, {before}")]] {
            let challenges = parse(lines);
            let read = challenges.get(1).cloned().unwrap();
            prop_assert!(read.is_bearer() && read.token68.is_none());
            prop_assert_eq!(read.error(), written.error.map(BearerError::code));
            prop_assert_eq!(read.scope(), written.scope.clone().filter(|scope| !scope.is_empty()));
            let address = carried(&written.resource_metadata);
            prop_assert_eq!(read.param("resource_metadata"), Some(address.as_str()));
            let description = written.error_description.as_deref().map(carried);
            prop_assert_eq!(read.param("error_description"), description.as_deref());
        }
    }
}
