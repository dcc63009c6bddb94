//! What was found: which rule, where, what is wrong, and how to repair it.

use crate::patch::Patch;
use rules::{Keyword, Rule};

/// How much a finding weighs. It follows from the keyword of its rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Of a rule that the specification, or a standard under it, says with MUST or MUST NOT.
    Error,
    /// Of a rule that it says with SHOULD or SHOULD NOT.
    Warning,
    /// Of any other rule: a definition, or this project's own demand.
    Note,
}

impl Severity {
    /// The severity of what breaks this rule.
    ///
    /// ```
    /// # use twogates_wirecheck as wirecheck;
    /// use wirecheck::Severity;
    /// assert_eq!(Severity::of(&rules::mrtr::ECHO), Severity::Error);
    /// assert_eq!(Severity::of(&rules::scope::UNION), Severity::Warning);
    /// assert_eq!(Severity::of(&rules::call::STRICT_JSON), Severity::Note);
    /// ```
    #[must_use]
    pub const fn of(rule: &Rule) -> Self {
        match rule.keyword {
            Keyword::Must | Keyword::MustNot => Self::Error,
            Keyword::Should | Keyword::ShouldNot => Self::Warning,
            Keyword::May | Keyword::Info | Keyword::Ours => Self::Note,
        }
    }

    /// The word as SARIF has it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// Where something stands in a transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    /// The line on which its document begins, from 1.
    pub line: u64,
    /// The number of the transcript entry, where it is one.
    pub entry: Option<u32>,
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The name of the check that found it.
    pub check: &'static str,
    /// The rule that it breaks.
    pub rule: &'static Rule,
    /// Where its document stands.
    pub place: Place,
    /// A JSON pointer into that document: the line, or the item of the array. Behind a `#` it goes on within a text
    /// that holds JSON.
    pub pointer: String,
    /// What is wrong, as one sentence. It has no value of a state or a token.
    pub wrong: String,
    /// How to repair the document, where the message itself says how.
    pub repair: Option<Patch>,
}

impl Finding {
    /// How much it weighs.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        Severity::of(self.rule)
    }
}
