//! Protected resource metadata (RFC 9728): what a resource says of itself.

use crate::ScopeSet;
use crate::challenge::OFFLINE_ACCESS;
use crate::refusal::errors;
use rules::{Fault, Refused, Rule};
use serde_json::{Value, json};

/// What a client needs of a resource's metadata.
///
/// ```
/// # use twogates_scope as scope;
/// use scope::{BadMetadata, ResourceMetadata};
/// use serde_json::json;
/// let document = json!({
///     "resource": "https://files.example/mcp",
///     "authorization_servers": ["https://auth.example"],
///     "scopes_supported": ["files:read", "offline_access"],
/// });
/// let metadata = ResourceMetadata::read(&document, "https://files.example/mcp").unwrap();
/// assert_eq!(metadata.scopes_supported.unwrap().to_string(), "files:read");
/// let other = ResourceMetadata::read(&document, "https://mallory.example/mcp").unwrap_err();
/// assert!(matches!(other, BadMetadata::OtherResource { .. }));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceMetadata {
    /// The resource that it speaks of.
    pub resource: String,
    /// The issuers of the authorization servers that it relies on. At least one, when it was read.
    pub authorization_servers: Vec<String>,
    /// The scopes for a first authorization. Never holds `offline_access` when it was read, and never writes it (rule
    /// `AUTH-17`).
    pub scopes_supported: Option<ScopeSet>,
    /// A name for people.
    pub resource_name: Option<String>,
}

impl ResourceMetadata {
    /// Reads a document that was fetched for `expected_resource`. An absent, `null` or empty `scopes_supported` is none;
    /// unknown fields mean nothing.
    ///
    /// # Errors
    ///
    /// [`BadMetadata`] for a document of another resource (rule `AUTH-19`), without an authorization server (rule
    /// `AUTH-02`), or whose fields have another shape.
    pub fn read(document: &Value, expected_resource: &str) -> Result<Self, BadMetadata> {
        let resource = document.get("resource").and_then(Value::as_str).ok_or(BadMetadata::Shape("resource"))?;
        if resource != expected_resource {
            return Err(BadMetadata::OtherResource { found: resource.into(), expected: expected_resource.into() });
        }
        let servers = texts(document, "authorization_servers")?.unwrap_or_default();
        if servers.is_empty() {
            return Err(BadMetadata::NoAuthorizationServer);
        }
        let scopes = texts(document, "scopes_supported")?.unwrap_or_default();
        let scopes = ScopeSet::tokens(scopes).map_err(|_| BadMetadata::Shape("scopes_supported"))?;
        Ok(Self {
            resource: resource.to_owned(),
            authorization_servers: servers.into_iter().map(str::to_owned).collect(),
            scopes_supported: disclosed(&scopes),
            resource_name: document.get("resource_name").and_then(Value::as_str).map(str::to_owned),
        })
    }

    /// The document that a server serves. Tokens travel in the header only, and it says so (rule `AUTH-11`).
    #[must_use]
    pub fn value(&self) -> Value {
        let mut document = json!({
            "resource": self.resource,
            "authorization_servers": self.authorization_servers,
            "bearer_methods_supported": ["header"],
        });
        if let Some(object) = document.as_object_mut() {
            if let Some(scopes) = self.scopes_supported.as_ref().and_then(disclosed) {
                object.insert("scopes_supported".into(), scopes.iter().collect());
            }
            if let Some(name) = &self.resource_name {
                object.insert("resource_name".into(), name.as_str().into());
            }
        }
        document
    }
}

/// Why a metadata document is not used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadMetadata {
    /// It speaks of another resource.
    OtherResource {
        /// The resource that it names.
        found: String,
        /// The one that was asked for.
        expected: String,
    },
    /// It names no authorization server.
    NoAuthorizationServer,
    /// This field is missing or has the wrong shape.
    Shape(&'static str),
}

impl Refused for BadMetadata {
    fn fault(&self) -> Fault {
        Fault::PeerMisbehaved
    }

    fn rule(&self) -> &'static Rule {
        match self {
            Self::OtherResource { .. } => &rules::auth::METADATA_MATCHES,
            Self::NoAuthorizationServer | Self::Shape(_) => &rules::auth::METADATA,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::OtherResource { .. } => "other_resource",
            Self::NoAuthorizationServer => "no_authorization_server",
            Self::Shape(_) => "bad_metadata",
        }
    }

    fn why(&self) -> String {
        match self {
            Self::OtherResource { found, expected } => format!("the metadata is of {found:?}, not of {expected:?}"),
            Self::NoAuthorizationServer => "the metadata names no authorization server".to_owned(),
            Self::Shape(field) => format!("the metadata's {field} is missing or has the wrong shape"),
        }
    }

    fn remedy(&self) -> &'static str {
        match self {
            Self::OtherResource { .. } => "serve metadata whose resource is exactly the address that clients use",
            Self::NoAuthorizationServer => "name at least one authorization server",
            Self::Shape(_) => "serve metadata by RFC 9728",
        }
    }
}

errors!(BadMetadata);

/// A field that is a list of texts, where it is there.
fn texts<'a>(document: &'a Value, field: &'static str) -> Result<Option<Vec<&'a str>>, BadMetadata> {
    match document.get(field) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Array(items)) => {
            items.iter().map(Value::as_str).collect::<Option<_>>().map(Some).ok_or(BadMetadata::Shape(field))
        }
        Some(_) => Err(BadMetadata::Shape(field)),
    }
}

/// The scopes that may be named, where any are left.
fn disclosed(scopes: &ScopeSet) -> Option<ScopeSet> {
    Some(scopes.without(&ScopeSet::of(&[OFFLINE_ACCESS]))).filter(|scopes| !scopes.is_empty())
}
