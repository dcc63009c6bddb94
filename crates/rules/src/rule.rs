//! One rule.

use std::fmt;

/// One sentence that must hold, in this project's own words.
///
/// A rule is compared and cited by its [`id`](Rule::id); the ids of the specification's rules are this project's
/// numbering of it, for the dated pages carry none.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// Stable name, such as `RS-04`. Never reused.
    pub id: &'static str,
    /// What must hold, as one sentence.
    pub sentence: &'static str,
    /// How strongly its source says so.
    pub keyword: Keyword,
    /// The page and section of revision 2026-07-28, an RFC, or `Two Gates`.
    pub source: &'static str,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.id, self.sentence)
    }
}

/// How strongly a rule's source demands it (BCP 14), or that this project does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Keyword {
    /// Absolute.
    Must,
    /// Absolutely not.
    MustNot,
    /// Unless there is a good reason.
    Should,
    /// Not without a good reason.
    ShouldNot,
    /// Truly optional.
    May,
    /// A definition or a fact of the specification, without a keyword.
    Info,
    /// The specification is silent; this project demands it.
    Ours,
}

impl Keyword {
    /// The word as it is printed.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Must => "MUST",
            Self::MustNot => "MUST NOT",
            Self::Should => "SHOULD",
            Self::ShouldNot => "SHOULD NOT",
            Self::May => "MAY",
            Self::Info => "info",
            Self::Ours => "ours",
        }
    }
}
