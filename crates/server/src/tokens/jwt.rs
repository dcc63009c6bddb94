//! Access tokens of an authorization server: signed JWTs (RFC 9068).
//!
//! Here it is found out who signed a token and what it says. Whether it is good for this server at this moment, the front
//! door judges, by the store's time, so that the audit can name whose token was another server's or too old.

use super::jwks::Jwks;
use super::seen::Seen;
use crate::config::Auth;
use anyhow::bail;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, Header, Validation, decode, decode_header};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::fmt;
use std::time::Duration;
use twogates::scope::{Caller, Principal, ScopeSet};
use twogates::{Token, Tokens};

/// The longest token that is looked at, in bytes.
const LONGEST: usize = 16_384;

/// Signature algorithms that can be taken, by name. All have a public key: with a shared secret, whoever verifies could
/// sign; and `none` signs nothing.
const ALGORITHMS: &[(&str, Algorithm)] = &[
    ("RS256", Algorithm::RS256),
    ("RS384", Algorithm::RS384),
    ("RS512", Algorithm::RS512),
    ("PS256", Algorithm::PS256),
    ("PS384", Algorithm::PS384),
    ("PS512", Algorithm::PS512),
    ("ES256", Algorithm::ES256),
    ("ES384", Algorithm::ES384),
    ("EdDSA", Algorithm::EdDSA),
];

/// The algorithm of this name.
///
/// # Errors
///
/// A sentence for the operator, where it is none that can be taken.
pub(crate) fn algorithm(name: &str) -> anyhow::Result<Algorithm> {
    match ALGORITHMS.iter().find(|(known, _)| *known == name) {
        Some((_, algorithm)) => Ok(*algorithm),
        None => {
            let known: Vec<_> = ALGORITHMS.iter().map(|(name, _)| *name).collect();
            bail!("auth.algorithms names {name:?}; it can be of {}", known.join(", "))
        }
    }
}

/// Verifies the tokens of authorization servers.
pub(crate) struct Jwt {
    resource: String,
    algorithms: Vec<Algorithm>,
    types: Vec<String>,
    issuers: Vec<Jwks>,
    seen: Seen,
}

/// Who says that it issued a token. Its keys decide whether that is so.
#[derive(Deserialize)]
struct Issued {
    iss: String,
}

/// What a token says, as far as it matters.
#[derive(Deserialize)]
struct Says {
    sub: String,
    exp: u64,
    aud: Audience,
    client_id: Option<String>,
    azp: Option<String>,
    scope: Option<String>,
}

/// One audience, or several.
#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

impl Jwt {
    /// Takes tokens of these issuers for this resource.
    pub(crate) fn new(resource: &str, auth: &Auth) -> anyhow::Result<Self> {
        Ok(Self {
            resource: resource.to_owned(),
            algorithms: auth.algorithms.iter().map(|name| algorithm(name)).collect::<Result<_, _>>()?,
            types: auth.types.clone(),
            seen: Seen::with_keys_kept(Duration::from_secs(auth.keep_seconds)),
            issuers: auth.issuers.iter().map(|issuer| Jwks::new(issuer, auth)).collect(),
        })
    }

    /// Fetches the keys now, so that an operator reads at once where they are not there.
    pub(crate) fn warm(&self) {
        self.issuers.iter().for_each(Jwks::warm);
    }

    fn is_of_a_type(&self, header: &Header) -> bool {
        let Some(typ) = header.typ.as_deref() else { return false };
        // RFC 7515 4.1.9: the part before the slash may be left out.
        let short = typ.strip_prefix("application/").unwrap_or(typ);
        self.types.iter().any(|known| known.eq_ignore_ascii_case(short))
    }

    fn read(&self, token: &str) -> Option<Token> {
        let header = (token.len() <= LONGEST).then(|| decode_header(token).ok())??;
        // What must be understood and is not known is not ignored.
        if !self.algorithms.contains(&header.alg) || !self.is_of_a_type(&header) || header.crit.is_some() {
            return None;
        }
        let body = URL_SAFE_NO_PAD.decode(token.split('.').nth(1)?).ok()?;
        let Issued { iss } = serde_json::from_slice(&body).ok()?;
        let issuer = self.issuers.iter().find(|known| known.issuer() == iss)?;
        let key = issuer.find(header.kid.as_deref(), header.alg)?;
        let mut validation = Validation::new(header.alg);
        validation.set_issuer(&[issuer.issuer()]);
        validation.set_required_spec_claims(&["iss", "sub", "aud", "exp"]);
        validation.validate_nbf = true;
        validation.leeway = 0;
        // Both are judged at the front door.
        validation.validate_exp = false;
        validation.validate_aud = false;
        let says: Says = decode(token, &key, &validation).ok()?.claims;
        let audience = match says.aud {
            Audience::One(one) => one,
            Audience::Several(several) if several.contains(&self.resource) => self.resource.clone(),
            Audience::Several(several) => several.into_iter().next()?,
        };
        let granted = match says.scope.as_deref() {
            None | Some("") => ScopeSet::default(),
            Some(scope) => ScopeSet::parse(scope).ok()?,
        };
        let principal = Principal { issuer: iss, subject: says.sub, client: says.client_id.or(says.azp) };
        Some(Token { caller: Caller { principal, granted }, audience, expires_ms: says.exp.saturating_mul(1000) })
    }
}

impl Tokens for Jwt {
    fn verify(&self, token: &str) -> Option<Token> {
        let keep = |says: &Token| self.seen.keep(Sha256::digest(token.as_bytes()).into(), says);
        self.known(token).or_else(|| self.read(token).inspect(keep))
    }

    fn known(&self, token: &str) -> Option<Token> {
        self.seen.find(&Sha256::digest(token.as_bytes()).into())
    }
}

impl fmt::Debug for Jwt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Jwt").field("issuers", &self.issuers).field("resource", &self.resource).finish_non_exhaustive()
    }
}
