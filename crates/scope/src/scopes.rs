//! Sets of scope tokens.

use crate::BadScope;
use std::collections::BTreeSet;
use std::fmt;

/// A set of scope tokens by RFC 6749 3.3: compared whole and case-sensitively, without order (rule `SCOPE-13`).
///
/// Every token in a set is one by the grammar, so that a set which is printed reads back as itself.
///
/// ```
/// # use twogates_scope as scope;
/// use scope::ScopeSet;
/// let granted = ScopeSet::parse("files:write files:read").unwrap();
/// assert_eq!(granted.to_string(), "files:read files:write");
/// assert!(granted.covers(&ScopeSet::of(&["files:read"])));
/// assert!(!granted.contains("files") && !granted.contains("FILES:READ"));
/// assert_eq!(ScopeSet::parse("files:read \"all\"").unwrap_err().token, "\"all\"");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ScopeSet(BTreeSet<String>);

impl ScopeSet {
    /// Reads tokens that stand between spaces. Empty text is the empty set, and further spaces mean nothing.
    ///
    /// # Errors
    ///
    /// [`BadScope`] names the first text between spaces that is no token.
    pub fn parse(text: &str) -> Result<Self, BadScope> {
        Self::tokens(text.split(' ').filter(|token| !token.is_empty()))
    }

    /// Takes each item as exactly one token, as a JSON array of scopes holds them.
    ///
    /// # Errors
    ///
    /// [`BadScope`] names the first item that is no token: an empty one, or one with a space in it.
    pub fn tokens<'a>(items: impl IntoIterator<Item = &'a str>) -> Result<Self, BadScope> {
        let token =
            |item: &str| if is_token(item) { Ok(item.to_owned()) } else { Err(BadScope { token: item.into() }) };
        items.into_iter().map(token).collect::<Result<_, _>>().map(Self)
    }

    /// A constant of the program. Total: what no token may hold is written as percent-encoded bytes, and an empty item
    /// as `%`.
    ///
    /// A slip in a constant thus makes a token that nobody grants. It never makes one need fewer.
    ///
    /// ```
    /// # use twogates_scope as scope;
    /// use scope::ScopeSet;
    /// assert_eq!(ScopeSet::of(&["files:read", "all files"]).to_string(), "all%20files files:read");
    /// ```
    #[must_use]
    pub fn of(tokens: &[&str]) -> Self {
        Self(tokens.iter().map(|token| speakable(token)).collect())
    }

    /// The tokens of both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self(self.0.union(&other.0).cloned().collect())
    }

    /// The tokens of this set that are not in `other`.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self(self.0.difference(&other.0).cloned().collect())
    }

    /// Whether every token of `needed` is in this set, by itself and without any hierarchy.
    #[must_use]
    pub fn covers(&self, needed: &Self) -> bool {
        self.0.is_superset(&needed.0)
    }

    /// Whether this very token is in the set.
    #[must_use]
    pub fn contains(&self, token: &str) -> bool {
        self.0.contains(token)
    }

    /// Whether the set has no token.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The tokens, sorted.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// The set with its first token alone.
    pub(crate) fn first(&self) -> Self {
        Self(self.0.first().cloned().into_iter().collect())
    }

    pub(crate) fn insert(&mut self, token: &str) -> bool {
        self.0.insert(token.to_owned())
    }

    pub(crate) fn remove(&mut self, token: &str) {
        self.0.remove(token);
    }
}

impl fmt::Display for ScopeSet {
    /// Sorted, with one space between two tokens.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, token) in self.iter().enumerate() {
            f.write_str(if place == 0 { "" } else { " " })?;
            f.write_str(token)?;
        }
        Ok(())
    }
}

fn is_token(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_token_character)
}

const fn is_token_character(character: char) -> bool {
    matches!(character, '\x21' | '\x23'..='\x5b' | '\x5d'..='\x7e')
}

pub(crate) fn speakable(token: &str) -> String {
    if token.is_empty() {
        return "%".to_owned();
    }
    let mut spoken = String::new();
    for character in token.chars() {
        if is_token_character(character) {
            spoken.push(character);
        } else {
            let mut bytes = [0; 4];
            spoken.extend(character.encode_utf8(&mut bytes).bytes().map(|byte| format!("%{byte:02X}")));
        }
    }
    spoken
}
