//! Which scope implies which.

use crate::ScopeSet;
use crate::scopes::speakable;
use std::collections::BTreeMap;

/// Which scope implies which others, declared once and used by the check, the list and the challenge (rule `STEP-09`).
///
/// Nothing is read out of a token's spelling: `files:admin` implies `files:write` only where this says so.
///
/// ```
/// # use twogates_scope as scope;
/// use scope::{Hierarchy, ScopeSet};
/// let files = Hierarchy::default().implies("files:admin", &["files:write"]).implies("files:write", &["files:read"]);
/// assert!(files.closure(&ScopeSet::of(&["files:admin"])).contains("files:read"));
/// assert_eq!(files.least(&ScopeSet::of(&["files:read", "files:write"])), ScopeSet::of(&["files:write"]));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hierarchy(BTreeMap<String, ScopeSet>);

impl Hierarchy {
    /// The hierarchy in which no scope implies another.
    pub(crate) const FLAT: &Self = &Self(BTreeMap::new());

    /// Says that `broader` implies each of `narrower`, and what those imply. Circles are allowed: scopes on a circle
    /// imply each other.
    #[must_use]
    pub fn implies(mut self, broader: &str, narrower: &[&str]) -> Self {
        let implied = self.0.entry(speakable(broader)).or_default();
        *implied = implied.union(&ScopeSet::of(narrower));
        self
    }

    /// The set with everything that its tokens imply.
    #[must_use]
    pub fn closure(&self, scopes: &ScopeSet) -> ScopeSet {
        let mut held = scopes.clone();
        let mut open: Vec<&str> = scopes.iter().collect();
        while let Some(token) = open.pop() {
            for implied in self.0.get(token).into_iter().flat_map(ScopeSet::iter) {
                if held.insert(implied) {
                    open.push(implied);
                }
            }
        }
        held
    }

    /// The set without the tokens that another of its tokens implies. Of two that imply each other, the one that sorts
    /// first stays.
    #[must_use]
    pub fn least(&self, scopes: &ScopeSet) -> ScopeSet {
        let mut least = scopes.clone();
        for token in scopes.iter().rev() {
            let mut others = least.clone();
            others.remove(token);
            if self.closure(&others).contains(token) {
                least = others;
            }
        }
        least
    }
}
