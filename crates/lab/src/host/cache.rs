//! A cache of lists that several users' hosts share.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use twogates::consent::host::ServerId;

/// Lists, each of one server, under the authorization context that it was given in, or under none when the server said
/// `public`. Hosts that share it call each server by the same configured id.
///
/// It obeys `cacheScope` and nothing else: what a server wrongly marks as public, it serves to everyone who calls that
/// server.
#[derive(Default)]
pub struct ListCache(BTreeMap<Key, Kept>);

/// Server, method, and the token of a context.
type Key = (ServerId, String, Option<String>);

#[derive(Debug)]
struct Kept {
    result: Value,
    until_ms: u64,
}

/// A token is a secret, and a key of this map.
impl fmt::Debug for ListCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ListCache({} kept)", self.0.len())
    }
}

impl ListCache {
    /// Keeps a result of `method` that `server` gave to the holder of `token`. Only what is complete is kept, whatever
    /// hints something else carries (rule `CACHE-02`). Only `public` is public; a scope that this cache does not know is
    /// private. A `ttlMs` that is no positive integer keeps nothing (rule `CACHE-03`).
    pub fn keep(&mut self, server: &ServerId, method: &str, token: &str, result: &Value, now_ms: u64) {
        if result.get("resultType").and_then(Value::as_str) != Some("complete") {
            return;
        }
        let ttl = result.get("ttlMs").and_then(Value::as_u64).unwrap_or_default();
        let public = result.get("cacheScope").and_then(Value::as_str) == Some("public");
        let context = (!public).then(|| token.to_owned());
        let kept = Kept { result: result.clone(), until_ms: now_ms.saturating_add(ttl) };
        self.0.insert((server.clone(), method.to_owned(), context), kept);
    }

    /// What is kept of `server` for the holder of `token`.
    #[must_use]
    pub fn find(&self, server: &ServerId, method: &str, token: &str, now_ms: u64) -> Option<&Value> {
        [Some(token.to_owned()), None]
            .into_iter()
            .filter_map(|context| self.0.get(&(server.clone(), method.to_owned(), context)))
            .find(|kept| now_ms < kept.until_ms)
            .map(|kept| &kept.result)
    }
}
