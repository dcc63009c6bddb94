//! Which token was sent to whom.

use super::Memory;
use super::key::{Key, Part};
use crate::input::Exchange;

impl Memory {
    /// Whether a client sent this token to whoever has this name.
    pub(crate) fn took_token(&self, name: &str, token: &str) -> bool {
        self.taken.get(&self.token_at(name, token)).is_some()
    }

    /// Notes what a client sent to whom. A token that the log hides behind a word for all tokens is told from none.
    pub(super) fn remember_tokens(&mut self, exchange: &Exchange) {
        let Some(http) = exchange.http.as_ref().filter(|http| http.request.is_some()) else { return };
        let Some(to) = exchange.to.as_deref() else { return };
        for token in http.headers.all("Authorization").filter(|token| names_one(token)) {
            let key = self.token_at(to, token);
            self.taken.keep(key, 0, ());
        }
    }

    fn token_at(&self, name: &str, token: &str) -> Key {
        self.keys.of(&[Part::Text(name), Part::Text(token)])
    }
}

/// The words behind which logs hide every token alike.
const HIDDEN: &[&str] =
    &["", "bearer", "token", "accesstoken", "redacted", "hidden", "masked", "omitted", "removed", "secret"];

/// Whether a token as a log keeps it is the token itself, or a name for this one and no other.
fn names_one(token: &str) -> bool {
    let behind = token.split_once(' ').map_or(token, |(_, behind)| behind);
    let word: String = behind.chars().filter(|one| one.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let mut letters = word.chars();
    let first = letters.next();
    !HIDDEN.contains(&word.as_str()) && !letters.all(|letter| Some(letter) == first)
}
