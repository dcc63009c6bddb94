//! Tokens whose signature was verified a moment ago: a request is looked at twice, and a client sends many.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use twogates::Token;

/// For how long what was verified is not verified again. A key that is withdrawn counts that much longer.
const FOR: Duration = Duration::from_secs(30);
/// How many tokens are kept. One more, and all are verified again.
const MOST: usize = 4096;

/// Verified tokens by their digest. Whether a token is too old, the front door asks every time.
#[derive(Default)]
pub(super) struct Seen(Mutex<HashMap<[u8; 32], (Instant, Token)>>);

impl Seen {
    pub(super) fn find(&self, digest: &[u8; 32]) -> Option<Token> {
        let seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, token) = seen.get(digest)?;
        (at.elapsed() < FOR).then(|| token.clone())
    }

    pub(super) fn keep(&self, digest: [u8; 32], token: &Token) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.len() >= MOST {
            seen.clear();
        }
        seen.insert(digest, (Instant::now(), token.clone()));
    }
}
