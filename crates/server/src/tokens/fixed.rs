//! The tokens of a demonstration: drawn at its start, kept as digests, and gone with it.

use anyhow::anyhow;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fmt;
use twogates::scope::{Caller, Principal, ScopeSet};
use twogates::{Token, Tokens};
use zeroize::Zeroizing;

/// For how long a demonstration's tokens are good, in milliseconds: a day.
const GOOD_FOR_MS: u64 = 86_400_000;

/// Tokens that are known beforehand.
pub(crate) struct Fixed {
    tokens: HashMap<[u8; 32], Token>,
    resource: String,
    expires_ms: u64,
}

impl Fixed {
    /// None yet, for this resource, by the store's time.
    pub(crate) fn new(resource: &str, now_ms: u64) -> Self {
        Self { tokens: HashMap::new(), resource: resource.to_owned(), expires_ms: now_ms + GOOD_FOR_MS }
    }

    /// Draws a token for a subject with these scopes. It is shown once, by whoever asked for it.
    pub(crate) fn draw(&mut self, subject: &str, scopes: &[&str]) -> anyhow::Result<Zeroizing<String>> {
        let mut drawn = Zeroizing::new([0; 24]);
        getrandom::fill(&mut *drawn).map_err(|error| anyhow!("the operating system gives no random bytes: {error}"))?;
        let token = Zeroizing::new(URL_SAFE_NO_PAD.encode(*drawn));
        let principal = Principal { issuer: self.resource.clone(), subject: subject.to_owned(), client: None };
        let says = Token {
            caller: Caller { principal, granted: ScopeSet::of(scopes) },
            audience: self.resource.clone(),
            expires_ms: self.expires_ms,
        };
        self.tokens.insert(digest(&token), says);
        Ok(token)
    }
}

impl Tokens for Fixed {
    fn verify(&self, token: &str) -> Option<Token> {
        self.tokens.get(&digest(token)).cloned()
    }
}

impl fmt::Debug for Fixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fixed({} tokens)", self.tokens.len())
    }
}

fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}
