//! The scopes of a first authorization: kind scope-fallback.

use crate::stubs::{Visit, challenge, done};
use serde_json::{Value, json};
use twogates_lab::host::Ending;
use twogates_lab::server::RESOURCE;

/// What a host without a token requests of a server with this challenge and these metadata.
fn first(header: &str, metadata: Option<Value>) -> Vec<String> {
    let header = header.to_owned();
    let mut visit = Visit::to(metadata, move |request, _| match request.headers.first("Authorization") {
        None => challenge(401, &header),
        Some(_) => done(request),
    });
    assert_eq!(visit.call(), Ending::Result { is_error: false, text: "done".into() });
    assert!(visit.authorizations().iter().all(|request| request.get("scope") != Some(&json!(""))));
    visit.requested()
}

/// The metadata of the lab's address, with this in place of `scopes_supported`.
fn metadata(supported: Option<Value>) -> Value {
    let mut document = json!({"resource": RESOURCE, "authorization_servers": ["https://auth.example"]});
    if let Some(supported) = supported {
        document["scopes_supported"] = supported;
    }
    document
}

/// C062: what is empty counts as absent, and there are no scopes to fall back on.
#[test]
fn c062_without_a_scope_to_name_the_request_has_no_scope_parameter() {
    let without = r#"Bearer resource_metadata="https://mcp.example.com/prm""#;
    assert_eq!(first(without, Some(metadata(Some(json!([]))))), ["none"]);
    assert_eq!(first(without, Some(metadata(None))), ["none"]);
    assert_eq!(first(without, Some(json!({}))), ["none"]);
    assert_eq!(first(without, None), ["none"]);
    let empty = r#"Bearer scope="""#;
    assert_eq!(first(empty, Some(metadata(Some(json!(["items:read"]))))), ["items:read"]);
    assert_eq!(first(empty, Some(metadata(None))), ["none"]);
}

/// C064: a challenge that names a scope is the whole of the first request.
#[test]
fn c064_the_first_request_names_what_the_challenge_names_and_no_more() {
    let header = r#"Bearer resource_metadata="https://mcp.example.com/prm", scope="items:write""#;
    let supported = metadata(Some(json!(["items:read", "items:admin"])));
    assert_eq!(first(header, Some(supported.clone())), ["items:write"]);
    assert_eq!(first("Bearer", Some(supported)), ["items:admin items:read"], "and without one, what is supported");
}

/// AUTH-19: what speaks of another resource says nothing of this one.
#[test]
fn metadata_of_another_resource_are_not_used() {
    for resource in
        [json!("https://mallory.example/mcp"), json!(format!("{RESOURCE}/")), json!("https://lab.example"), json!(null)]
    {
        let mut document = metadata(Some(json!(["items:admin"])));
        document["resource"] = resource.clone();
        assert_eq!(first("Bearer", Some(document)), ["none"], "{resource}");
    }
}
