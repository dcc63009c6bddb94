//! Access tokens: what a verified one says, and whether it is good here and now.

use crate::BadToken;
use consent::Moment;
use rules::{Check, Defence, Defences, judge};
use scope::Caller;
use std::fmt::Debug;

/// Verifies access tokens.
pub trait Tokens: Send + Sync + Debug {
    /// What a token says, once its signature or its record is verified; none for a token that is nobody's.
    fn verify(&self, token: &str) -> Option<Token>;

    /// What [`verify`](Self::verify) would say, where that is known without waiting for anybody. None says nothing of a token.
    fn known(&self, _token: &str) -> Option<Token> {
        None
    }
}

/// What a verified token says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Who it was issued to, with which scopes.
    pub caller: Caller,
    /// The resource that it was issued for.
    pub audience: String,
    /// The first moment at which it is not valid any more, in milliseconds since 1970.
    pub expires_ms: u64,
}

impl Token {
    /// Who shows it, where it is good for this resource at this moment.
    pub(crate) fn good_at(self, resource: &str, at: Moment, on: Defences) -> Result<Caller, BadToken> {
        let Self { caller, audience, expires_ms } = self;
        let shown = Shown { audience, resource: resource.to_owned(), expires_ms, at };
        judge(on, TOKEN, &shown).map(|()| caller)
    }
}

/// A token beside the place and time at which it is shown.
struct Shown {
    audience: String,
    resource: String,
    expires_ms: u64,
    at: Moment,
}

/// What a token must be, beside verified.
const TOKEN: &[Check<Shown, BadToken>] = &[
    Check {
        defence: Defence::Audience,
        refusal: BadToken::OtherAudience,
        holds: |token| token.audience == token.resource,
    },
    Check {
        defence: Defence::TokenExpiry,
        refusal: BadToken::Expired,
        holds: |token| token.at.ms() < token.expires_ms,
    },
];

/// The token of a header line. Around a value may stand spaces and tabs (RFC 9110 5.6.3), between scheme and token spaces
/// (11.4), and no other blank.
pub(crate) fn bearer(header: &str) -> Option<&str> {
    let (scheme, token) = header.trim_start_matches([' ', '\t']).split_once(' ')?;
    let token = token.trim_start_matches(' ').trim_end_matches([' ', '\t']);
    scheme.eq_ignore_ascii_case("Bearer").then_some(token)
}
