//! The writer of `WWW-Authenticate`.

use crate::{Insufficient, ScopeSet};
use std::fmt::Write as _;

/// The scope that a resource never names: it is between a client and its authorization server (rule `AUTH-17`).
pub(crate) const OFFLINE_ACCESS: &str = "offline_access";

/// An error of RFC 6750 3.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BearerError {
    /// The token is malformed, expired, revoked, or for another resource. Answered 401.
    InvalidToken,
    /// The token does not suffice for this request. Answered 403.
    InsufficientScope,
}

impl BearerError {
    /// The value of the `error` parameter.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::InvalidToken => "invalid_token",
            Self::InsufficientScope => "insufficient_scope",
        }
    }

    /// The status that it is answered with (rule `AUTH-16`).
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            Self::InvalidToken => 401,
            Self::InsufficientScope => 403,
        }
    }
}

/// A challenge that a server sends. [`parse`](super::parse) reads back what it writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BearerChallenge {
    /// What was wrong with the token. None where there was no token (rule `AUTH-20`).
    pub error: Option<BearerError>,
    /// Every scope that the request needs. An empty set is not written, and neither is `offline_access`.
    pub scope: Option<ScopeSet>,
    /// Where the resource's metadata is.
    pub resource_metadata: String,
    /// What happened, for a person who reads logs.
    pub error_description: Option<String>,
}

impl BearerChallenge {
    /// For a request without a token: no error, and the scopes to begin with. Answered 401.
    ///
    /// ```
    /// # use twogates_scope as scope;
    /// use scope::{BearerChallenge, ScopeSet};
    /// let challenge = BearerChallenge::no_token(ScopeSet::of(&["files:read"]), "https://files.example/metadata");
    /// assert_eq!(
    ///     challenge.header(),
    ///     r#"Bearer scope="files:read", resource_metadata="https://files.example/metadata""#,
    /// );
    /// ```
    #[must_use]
    pub fn no_token(scope: ScopeSet, resource_metadata: &str) -> Self {
        Self {
            error: None,
            scope: Some(scope),
            resource_metadata: resource_metadata.to_owned(),
            error_description: None,
        }
    }

    /// For a token that is malformed, expired, or somebody else's (rule `AUTH-13`). Answered 401.
    #[must_use]
    pub fn invalid_token(resource_metadata: &str, scope: Option<ScopeSet>) -> Self {
        Self {
            error: Some(BearerError::InvalidToken),
            scope,
            resource_metadata: resource_metadata.to_owned(),
            error_description: None,
        }
    }

    /// For a token that does not suffice (rules `STEP-01`, `STEP-03`). Answered 403.
    ///
    /// ```
    /// # use twogates_scope as scope;
    /// use scope::{BearerChallenge, Insufficient, ScopeSet};
    /// let refusal = Insufficient { tool: "delete_file".into(), needed: ScopeSet::of(&["files:write"]) };
    /// assert_eq!(
    ///     BearerChallenge::insufficient(&refusal, "https://files.example/metadata").header(),
    ///     "Bearer error=\"insufficient_scope\", scope=\"files:write\", \
    ///      resource_metadata=\"https://files.example/metadata\", \
    ///      error_description=\"this call of delete_file needs files:write\"",
    /// );
    /// ```
    #[must_use]
    pub fn insufficient(refusal: &Insufficient, resource_metadata: &str) -> Self {
        Self {
            error: Some(BearerError::InsufficientScope),
            scope: Some(refusal.needed.clone()),
            resource_metadata: resource_metadata.to_owned(),
            error_description: Some(refusal.to_string()),
        }
    }

    /// The value of the `WWW-Authenticate` header: printable ASCII on one line. Quotes and backslashes are escaped,
    /// and what no header carries safely (line breaks, other control characters, all beyond ASCII) is left out.
    #[must_use]
    pub fn header(&self) -> String {
        let never = ScopeSet::of(&[OFFLINE_ACCESS]);
        let scope = self.scope.as_ref().map(|scope| scope.without(&never)).filter(|scope| !scope.is_empty());
        let params = [
            ("error", self.error.map(|error| error.code().to_owned())),
            ("scope", scope.map(|scope| scope.to_string())),
            ("resource_metadata", Some(self.resource_metadata.clone())),
            ("error_description", self.error_description.clone()),
        ];
        let mut header = "Bearer".to_owned();
        let mut before = " ";
        for (name, value) in params {
            if let Some(value) = value {
                let _never_fails = write!(header, "{before}{name}={}", quoted(&value));
                before = ", ";
            }
        }
        header
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for character in text.chars().filter(|character| matches!(character, ' '..='~')) {
        if matches!(character, '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(character);
    }
    quoted.push('"');
    quoted
}
