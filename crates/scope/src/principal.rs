//! Who is asking.

use crate::ScopeSet;
use wire::Digest;

/// Who is bound by a yes: the issuer of the token, its subject, and the client that it was issued to.
///
/// It comes from the verified token and from nothing else. On stdio, where there is no token, it is the local user that
/// the server was configured with. It is never taken from `clientInfo`, which the client says of itself (rule
/// `META-08`). Scopes are no part of it: a step-up between a question and its answer changes what the caller may do,
/// not who it is (rules `RS-04`, `RS-09`).
///
/// ```
/// # use twogates_scope as scope;
/// use scope::Principal;
/// let user = |client: Option<&str>| Principal {
///     issuer: "https://auth.example".into(),
///     subject: "alice".into(),
///     client: client.map(Into::into),
/// };
/// assert_eq!(user(Some("editor")).digest(), user(Some("editor")).digest());
/// assert_ne!(user(None).digest(), user(Some("")).digest());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Principal {
    /// The issuer of the token, exactly as it writes itself. A subject means nothing without it.
    pub issuer: String,
    /// The subject of the token.
    pub subject: String,
    /// The client that the token was issued to, where the token says so. Absent differs from empty.
    pub client: Option<String>,
}

impl Principal {
    /// A digest that no other principal has: each field counts with its length, and an absent client is no field.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let mut parts = vec![self.issuer.as_bytes(), self.subject.as_bytes()];
        parts.extend(self.client.as_deref().map(str::as_bytes));
        Digest::of("two-gates/principal/1", &parts)
    }
}

/// A principal with the scopes that are granted to it now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// Who it is.
    pub principal: Principal,
    /// What its token carries, before any hierarchy.
    pub granted: ScopeSet,
}
