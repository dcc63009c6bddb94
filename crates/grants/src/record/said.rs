//! What people said: a no, an order, and what a store knows of a question.

use crate::Grant;
use consent::{Denial, Moment, No, QuestionId};
use wire::Digest;

/// The first no to a question, as a store keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Denied {
    /// The question.
    pub question: QuestionId,
    /// Which no.
    pub no: No,
    /// When it was given.
    pub at: Moment,
    /// The digest of the server that asked.
    pub server: Digest,
    /// The digest of the principal that was asked.
    pub principal: Digest,
    /// The tool that was asked about.
    pub tool: String,
}

impl Denied {
    /// A no that is given at this moment.
    #[must_use]
    pub fn new(denial: &Denial, at: Moment) -> Self {
        Self {
            question: denial.question,
            no: denial.no,
            at,
            server: denial.server,
            principal: denial.principal.digest(),
            tool: denial.call.tool().to_owned(),
        }
    }
}

/// What a person who runs the store orders: by whom, and why. Both stand in the audit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// Who orders it.
    pub by: String,
    /// Why, or on what evidence.
    pub why: String,
}

impl Order {
    /// An order by somebody, for a reason.
    #[must_use]
    pub fn new(by: impl Into<String>, why: impl Into<String>) -> Self {
        Self { by: by.into(), why: why.into() }
    }

    /// The order as the audit keeps it.
    #[must_use]
    pub fn note(&self) -> String {
        format!("{}: {}", self.by, self.why)
    }
}

/// What a store knows of a question.
#[derive(Debug, Clone, PartialEq)]
pub enum Standing {
    /// It was answered with a no.
    Denied {
        /// Which.
        no: No,
        /// When.
        at: Moment,
    },
    /// It was answered with a yes, and this is its grant.
    Granted(Box<Grant>),
    /// It was about a list and was answered with a yes, and these are its grants, in the list's order.
    Listed(Vec<Grant>),
}

impl Standing {
    /// The grants of the question: none, one, or one for each item of its list.
    #[must_use]
    pub fn grants(&self) -> &[Grant] {
        match self {
            Self::Denied { .. } => &[],
            Self::Granted(grant) => std::slice::from_ref(&**grant),
            Self::Listed(grants) => grants,
        }
    }
}
