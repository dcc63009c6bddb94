//! Challenges as a client acts on them: kinds www-auth-parse and step-up-flow. `crates/scope` holds how they are read.

use crate::stubs::{Visit, challenge};
use twogates::scope::GiveUp;
use twogates_lab::host::Ending;

/// A call to a server that answers each one 403 with this challenge, from a host that holds these scopes.
fn challenged(held: &[&str], header: &str) -> (Visit, Ending) {
    let header = header.to_owned();
    let mut visit = Visit::to(None, move |_, _| challenge(403, &header)).holding(held);
    let ending = visit.call();
    (visit, ending)
}

/// The scopes that a host which holds `files:read` requests upon this challenge.
fn requested(header: &str) -> Vec<String> {
    let (visit, ending) = challenged(&["files:read"], header);
    assert!(matches!(ending, Ending::GaveUp(GiveUp::NothingNew { .. })), "{ending:?}");
    assert!(visit.stub.fetched().is_empty(), "a step-up fetches nothing");
    visit.requested()
}

#[test]
fn c039_no_scope_of_another_parameter_is_requested_and_nothing_is_fetched() {
    let header = concat!(
        r#"Bearer error_scope="admin:all", error="insufficient_scope", scope="files:write", "#,
        r#"x_resource_metadata="https://evil.example/prm""#
    );
    assert_eq!(requested(header), ["files:read files:write"]);
}

#[test]
fn c041_a_challenge_behind_another_scheme_leads_to_a_request() {
    let header = concat!(
        r#"Basic realm="corp", Bearer error="insufficient_scope", scope="files:write", "#,
        r#"resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource""#
    );
    assert_eq!(requested(header), ["files:read files:write"]);
}

#[test]
fn c043_nobody_is_asked_for_a_scope_that_stands_in_a_text() {
    for header in [
        r#"Bearer error="insufficient_scope", error_description="token lacks scope=admin:all for this tool", scope="files:write""#,
        r#"Basic realm="legacy, scope=admin:all", Bearer error="insufficient_scope", scope="files:write""#,
    ] {
        assert_eq!(requested(header), ["files:read files:write"], "{header}");
    }
    let third = r#"Bearer error_description="earlier: error=insufficient_scope", error="invalid_token""#;
    let (visit, ending) = challenged(&["files:read"], third);
    assert_eq!(ending, Ending::GaveUp(GiveUp::NotInsufficientScope));
    assert!(visit.requested().is_empty());
}

#[test]
fn c044_case_and_spaces_are_no_matter_but_those_of_a_scope_are() {
    let spaced = "bearer ERROR = \"insufficient_scope\" , Scope\t=\t\"files:write\"";
    assert_eq!(requested(spaced), ["files:read files:write"]);
    assert_eq!(requested("Bearer error=insufficient_scope,scope=files"), ["files files:read"]);
    assert_eq!(requested("Bearer error=insufficient_scope,scope=FILES:READ"), ["FILES:READ files:read"]);
}

#[test]
fn c048_the_challenge_that_is_used_is_used_whole() {
    let invalid = r#"Bearer realm="a", error="invalid_token", scope="admin:all""#;
    let insufficient = r#"Bearer realm="b", error="insufficient_scope", scope="files:write""#;
    for header in [format!("{invalid}, {insufficient}"), format!("{insufficient}, {invalid}")] {
        assert_eq!(requested(&header), ["files:read files:write"], "{header}");
    }
}

#[test]
fn c049_the_next_request_keeps_what_was_requested_and_names_each_once() {
    let (visit, _) =
        challenged(&["init", "tools:read"], r#"Bearer error="insufficient_scope", scope="tools:write tools:read""#);
    assert_eq!(visit.requested(), ["init tools:read tools:write"]);
}

/// Nothing but an authorization request goes out: a refresh could not bring a scope.
#[test]
fn c051_a_challenge_leads_to_an_authorization_request_and_no_refresh() {
    let (visit, _) = challenged(&["files:read"], r#"Bearer error="insufficient_scope", scope="files:write""#);
    let sent = visit.authorizations();
    assert_eq!(sent.len(), 1);
    assert_eq!(
        (sent[0]["response_type"].as_str(), sent[0]["scope"].as_str()),
        (Some("code"), Some("files:read files:write"))
    );
    assert!(sent[0].get("grant_type").is_none() && !sent[0].to_string().contains("refresh"), "{}", sent[0]);
}

#[test]
fn c053_a_server_that_challenges_for_ever_ends_in_an_explained_failure() {
    for held in [&[][..], &["files:read"]] {
        let (mut visit, ending) = challenged(held, r#"Bearer error="insufficient_scope", scope="files:write""#);
        let Ending::GaveUp(why) = &ending else { panic!("{ending:?}") };
        assert!(why.to_string().contains("files:write"), "{why}");
        let (attempts, calls) = (visit.requested().len(), visit.stub.posted().len());
        assert!((1..=3).contains(&attempts) && calls <= attempts + 1, "{attempts} attempts, {calls} calls");
        // It is permanent: the same call again asks the authorization server nothing.
        assert!(matches!(visit.call(), Ending::GaveUp(GiveUp::Remembered { .. })));
        assert_eq!((visit.requested().len(), visit.stub.posted().len()), (attempts, calls + 1));
    }
    // The same where each challenge names another scope.
    let mut visit = Visit::to(None, |_, before| {
        challenge(403, &format!(r#"Bearer error="insufficient_scope", scope="files:level-{before}""#))
    })
    .holding(&["files:read"]);
    assert_eq!(visit.call(), Ending::GaveUp(GiveUp::CapReached));
    assert_eq!((visit.requested().len(), visit.stub.posted().len()), (2, 3));
}

/// The lab shows an authorization request as its parameters; a real client puts them into an address.
#[test]
fn c057_the_request_names_what_was_challenged_and_not_a_configured_default() {
    let (visit, _) = challenged(&["read"], r#"Bearer error="insufficient_scope", scope="read write admin""#);
    assert_eq!(visit.requested(), ["admin read write"]);
}
