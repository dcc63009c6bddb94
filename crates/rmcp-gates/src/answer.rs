//! Endings of a call as answers.

use crate::desk::Desk;
use crate::passed::{Over, Passed};
use rmcp::model::{CallToolResponse, CallToolResult};
use twogates::Refusal;
use twogates::consent::Question;
use twogates::grants::{Grant, GrantId, State};
use twogates::outcome::Outcome;

/// The answers of a desk to one request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Answers<'a> {
    pub(crate) desk: &'a Desk,
    pub(crate) passed: &'a Passed,
}

impl Answers<'_> {
    pub(crate) fn refused(self, refusal: &Refusal) -> CallToolResponse {
        let id = &self.passed.admitted().request.id;
        self.passed.answer(match self.passed.over() {
            Over::Http => self.desk.reply.refused(id, refusal),
            Over::Stdio => self.desk.reply.refused_on_stdio(id, refusal),
        })
    }

    pub(crate) fn asks(self, question: &Question) -> CallToolResponse {
        self.passed.answer(self.desk.reply.question(&self.passed.admitted().request.id, question))
    }

    pub(crate) fn queued(self, handle: GrantId) -> CallToolResponse {
        self.passed.answer(self.desk.reply.queued(&self.passed.admitted().request.id, handle))
    }

    /// What a tool gave; without that, the short text that is kept with its grant.
    pub(crate) fn ran(self, grant: Grant, output: Option<CallToolResult>) -> CallToolResponse {
        if let Some(output) = output {
            return output.into();
        }
        let outcome = if grant.state == State::Executed { Outcome::Done } else { Outcome::Failed };
        let text = grant.outcome.map(|(_, text)| text).unwrap_or_default();
        self.passed.answer(self.desk.reply.ran(&self.passed.admitted().request.id, outcome, &text))
    }

    /// A tool panicked. What was said of its grant, the store knows.
    pub(crate) fn broke_off(self) -> CallToolResponse {
        let text =
            "The tool broke off. Whether anything happened is not known; find out before anything is tried again.";
        self.passed.answer(self.desk.reply.ran(&self.passed.admitted().request.id, Outcome::Failed, text))
    }
}
