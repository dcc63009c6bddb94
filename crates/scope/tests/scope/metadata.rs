//! Protected resource metadata, and where it is.

use crate::set;
use serde_json::{Value, json};
use twogates_scope::{BadMetadata, ResourceMetadata, ScopeSet, well_known};

const RESOURCE: &str = "https://files.example/mcp";

/// The least document with one field put in, or put in place of what stood there.
fn with(field: &str, value: Value) -> Value {
    json!({"resource": RESOURCE, "authorization_servers": ["https://auth.example"], field: value})
}

fn read(document: &Value) -> Result<ResourceMetadata, BadMetadata> {
    ResourceMetadata::read(document, RESOURCE)
}

#[test]
fn a_document_is_read_and_written_back() {
    let document = json!({
        "resource": RESOURCE,
        "authorization_servers": ["https://auth.example", "https://other.example"],
        "scopes_supported": ["files:read", "search"],
        "bearer_methods_supported": ["header"],
        "resource_name": "Files",
    });
    let metadata = read(&document).unwrap();
    assert_eq!(metadata.scopes_supported, Some(set(&["files:read", "search"])));
    assert_eq!(metadata.authorization_servers, ["https://auth.example", "https://other.example"]);
    assert_eq!(metadata.resource_name.as_deref(), Some("Files"));
    assert_eq!(metadata.value(), document);
}

#[test]
fn what_is_absent_stays_absent() {
    let document = with("unknown", json!(1));
    let metadata = read(&document).unwrap();
    assert_eq!((metadata.scopes_supported.clone(), metadata.resource_name.clone()), (None, None));
    let written = json!({
        "resource": RESOURCE,
        "authorization_servers": ["https://auth.example"],
        "bearer_methods_supported": ["header"],
    });
    assert_eq!(metadata.value(), written);
}

#[test]
fn metadata_of_another_resource_is_not_used() {
    for other in ["https://files.example/mcp/", "https://files.example", "HTTPS://files.example/mcp", ""] {
        let refusal = read(&with("resource", json!(other))).unwrap_err();
        assert_eq!(refusal, BadMetadata::OtherResource { found: other.into(), expected: RESOURCE.into() });
    }
}

#[test]
fn an_authorization_server_is_named() {
    let refusal = |value| read(&with("authorization_servers", value)).unwrap_err();
    assert_eq!(refusal(json!([])), BadMetadata::NoAuthorizationServer);
    assert_eq!(refusal(json!(null)), BadMetadata::NoAuthorizationServer);
    assert_eq!(refusal(json!("https://auth.example")), BadMetadata::Shape("authorization_servers"));
    assert_eq!(refusal(json!(["https://auth.example", 1])), BadMetadata::Shape("authorization_servers"));
    assert_eq!(read(&json!({"resource": RESOURCE})), Err(BadMetadata::NoAuthorizationServer));
}

#[test]
fn other_shapes_are_refused() {
    for document in [json!({}), json!([]), json!("x"), json!(null), with("resource", json!(["x"]))] {
        assert_eq!(read(&document), Err(BadMetadata::Shape("resource")), "{document}");
    }
    for scopes in [json!("files:read"), json!({}), json!([1]), json!(["a b"]), json!([""]), json!(["é"])] {
        assert_eq!(read(&with("scopes_supported", scopes)), Err(BadMetadata::Shape("scopes_supported")));
    }
}

#[test]
fn an_empty_list_of_scopes_is_none_and_offline_access_is_never_there() {
    let supported = |value| read(&with("scopes_supported", value)).unwrap().scopes_supported;
    assert_eq!(supported(json!([])), None);
    assert_eq!(supported(json!(null)), None);
    assert_eq!(supported(json!(["offline_access"])), None);
    assert_eq!(supported(json!(["offline_access", "files:read"])), Some(set(&["files:read"])));

    let written = |scopes: ScopeSet| {
        let mut metadata = read(&with("resource_name", json!("Files"))).unwrap();
        metadata.scopes_supported = Some(scopes);
        metadata.value().get("scopes_supported").cloned()
    };
    assert_eq!(written(set(&["offline_access", "b", "a"])), Some(json!(["a", "b"])));
    assert_eq!(written(set(&["offline_access"])), None);
    assert_eq!(written(set(&[])), None);
}

#[test]
fn well_known_addresses_go_between_host_and_path() {
    let root = "https://files.example/.well-known/oauth-protected-resource";
    let both = |path: &str| vec![format!("{root}{path}"), root.to_owned()];
    assert_eq!(well_known("https://files.example/mcp"), both("/mcp"));
    assert_eq!(well_known("https://files.example/a/b/"), both("/a/b/"));
    assert_eq!(well_known("https://files.example/mcp?tenant=/a"), both("/mcp?tenant=/a"));
    assert_eq!(well_known("https://files.example?tenant=a"), both("?tenant=a"));
    assert_eq!(well_known("https://files.example/?tenant=a"), both("?tenant=a"));
    assert_eq!(well_known("https://files.example/mcp#part"), both("/mcp"));
    assert_eq!(well_known("https://files.example"), [root]);
    assert_eq!(well_known("https://files.example/"), [root]);
    assert_eq!(
        well_known("HTTP://localhost:8080/mcp"),
        [
            "HTTP://localhost:8080/.well-known/oauth-protected-resource/mcp",
            "HTTP://localhost:8080/.well-known/oauth-protected-resource",
        ]
    );
}

#[test]
fn no_address_comes_of_what_is_none() {
    for other in ["", "files.example/mcp", "https://", "https:///mcp", "https://?x", "ftp://files.example/mcp", "#"] {
        assert_eq!(well_known(other), [""; 0], "{other}");
    }
}
