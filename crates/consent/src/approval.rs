//! What an answer comes to.

use crate::Question;
use crate::intent::{Intent, QuestionId};
use crate::{No, Tool};
use scope::Principal;
use std::fmt;
use std::marker::PhantomData;
use wire::{Call, Digest};

/// What an answer comes to.
pub enum Answered<T: Tool> {
    /// An exact yes.
    Yes(Approval<T>),
    /// A no.
    No(Denial),
    /// The answer was missing or misshapen; this is the same question again.
    Again(Question),
}

/// A verified yes to one question, still unspent. Not `Clone`; a store turns it into a grant, which takes it by value.
pub struct Approval<T: Tool> {
    question: QuestionId,
    intent: Intent,
    tool: PhantomData<fn() -> T>,
}

impl<T: Tool> Approval<T> {
    pub(crate) const fn verified_yes(question: QuestionId, intent: Intent) -> Self {
        Self { question, intent, tool: PhantomData }
    }

    /// The question that was answered.
    #[must_use]
    pub const fn question(&self) -> QuestionId {
        self.question
    }

    /// What the yes covers.
    #[must_use]
    pub const fn intent(&self) -> &Intent {
        &self.intent
    }

    /// What the yes covers. Spends the approval.
    #[must_use]
    pub fn into_intent(self) -> Intent {
        self.intent
    }
}

/// A no to one question.
#[derive(Debug, Clone, PartialEq)]
pub struct Denial {
    /// The question that was answered.
    pub question: QuestionId,
    /// The digest of the server that asked: [`server_digest`](crate::server_digest).
    pub server: Digest,
    /// Who was asked.
    pub principal: Principal,
    /// What was asked about.
    pub call: Call,
    /// The no.
    pub no: No,
}

impl<T: Tool> fmt::Debug for Approval<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Approval({:?})", self.question)
    }
}

impl<T: Tool> fmt::Debug for Answered<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Yes(approval) => approval.fmt(f),
            Self::No(denial) => write!(f, "No({:?})", denial.no),
            Self::Again(question) => write!(f, "Again({:?})", question.id),
        }
    }
}
