//! A cache of lists that several users' hosts share.

use serde_json::Value;
use std::collections::BTreeMap;

/// Lists, each under the authorization context that it was given in, or under none when the server said `public`.
///
/// It obeys `cacheScope` and nothing else: what a server wrongly marks as public, it serves to everyone.
#[derive(Debug, Default)]
pub struct ListCache(BTreeMap<(String, Option<String>), Kept>);

#[derive(Debug)]
struct Kept {
    result: Value,
    until_ms: u64,
}

impl ListCache {
    /// Keeps a result of `method` that was given to the holder of `token`. Only `public` is public; a scope that this
    /// cache does not know is private. A `ttlMs` that is no positive integer keeps nothing (rule `CACHE-03`).
    pub fn keep(&mut self, method: &str, token: &str, result: &Value, now_ms: u64) {
        let ttl = result.get("ttlMs").and_then(Value::as_u64).unwrap_or_default();
        let public = result.get("cacheScope").and_then(Value::as_str) == Some("public");
        let context = (!public).then(|| token.to_owned());
        let kept = Kept { result: result.clone(), until_ms: now_ms.saturating_add(ttl) };
        self.0.insert((method.to_owned(), context), kept);
    }

    /// What is kept for the holder of `token`.
    #[must_use]
    pub fn find(&self, method: &str, token: &str, now_ms: u64) -> Option<&Value> {
        [Some(token.to_owned()), None]
            .into_iter()
            .filter_map(|context| self.0.get(&(method.to_owned(), context)))
            .find(|kept| now_ms < kept.until_ms)
            .map(|kept| &kept.result)
    }
}
