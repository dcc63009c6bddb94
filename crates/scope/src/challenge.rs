//! `WWW-Authenticate`, read and written.
//!
//! [`parse`] reads by the grammar of RFC 9110 11.6.1 and attributes every parameter to the challenge that it stands in:
//! a text that looks like a parameter inside another one's value is that value (rule `AUTH-05`).
//! [`BearerChallenge`] writes the three shapes that a server answers with.

mod read;
mod write;

pub use read::parse;
pub(crate) use write::OFFLINE_ACCESS;
pub use write::{BearerChallenge, BearerError};

use crate::ScopeSet;

/// One challenge of a response.
///
/// ```
/// # use twogates_scope as scope;
/// use scope::challenge::{parse, step_up_challenge};
/// let header = r#"Basic realm="old, scope=admin", bearer Error = "insufficient_scope", scope="files:write""#;
/// let challenges = parse([header]);
/// let bearer = step_up_challenge(&challenges).unwrap();
/// assert_eq!(bearer.scope().unwrap().to_string(), "files:write");
/// assert!(step_up_challenge(&parse([r#"Bearer error="invalid_token""#])).is_none());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challenge {
    /// The authentication scheme as it was written. Compared without case.
    pub scheme: String,
    /// The parameters in order, all of them, also those that [`param`](Self::param) does not give out.
    pub params: Vec<Param>,
    /// The text that some schemes have in place of parameters.
    pub token68: Option<String>,
}

/// One parameter of a challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Param {
    /// The name as it was written. Compared without case.
    pub name: String,
    /// The value, without quotes and escapes. `None` where the text fits no value: an open quote, or text behind
    /// the value.
    pub value: Option<String>,
}

impl Challenge {
    /// The value of a parameter, whatever the case of its name.
    ///
    /// A parameter that stands twice in one challenge has no value here, even where both agree: RFC 9110 11.2 allows
    /// it once, and readers differ in which of two they take.
    #[must_use]
    pub fn param(&self, name: &str) -> Option<&str> {
        let mut named = self.params.iter().filter(|param| param.name.eq_ignore_ascii_case(name));
        let only = named.next().filter(|_| named.next().is_none())?;
        only.value.as_deref()
    }

    /// Whether the scheme is `Bearer`.
    #[must_use]
    pub fn is_bearer(&self) -> bool {
        self.scheme.eq_ignore_ascii_case("Bearer")
    }

    /// The `error` parameter. Its values are compared with case.
    #[must_use]
    pub fn error(&self) -> Option<&str> {
        self.param("error")
    }

    /// The scopes that the challenge names. An empty list counts as absent, and so does one with a text that is no
    /// scope token: half of a set is another set.
    #[must_use]
    pub fn scope(&self) -> Option<ScopeSet> {
        let scope = self.param("scope").and_then(|text| ScopeSet::parse(text).ok());
        scope.filter(|scope| !scope.is_empty())
    }

    /// Where the resource's metadata is. Empty text counts as absent.
    #[must_use]
    pub fn resource_metadata(&self) -> Option<&str> {
        self.param("resource_metadata").filter(|address| !address.is_empty())
    }
}

/// The first Bearer challenge: the one that a 401 is answered by.
#[must_use]
pub fn bearer_challenge(challenges: &[Challenge]) -> Option<&Challenge> {
    challenges.iter().find(|challenge| challenge.is_bearer())
}

/// The first Bearer challenge whose error is exactly `insufficient_scope`: the only one that starts a step-up (rule
/// `SCOPE-09`).
#[must_use]
pub fn step_up_challenge(challenges: &[Challenge]) -> Option<&Challenge> {
    let insufficient = Some(BearerError::InsufficientScope.code());
    challenges.iter().find(|challenge| challenge.is_bearer() && challenge.error() == insufficient)
}
