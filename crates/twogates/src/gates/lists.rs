//! One question about a whole list, and one grant for each of its items.

use super::{Gates, Judged};
use crate::told::{Told, refusal_of};
use crate::{Attempt, Refusal};
use consent::{Approval, CannotAsk, List, Policy, Question, QuestionId};
use grants::{GrantRef, IssuedList, NotUsable};
use scope::Caller;

/// Where an attempt at a list leads when nothing refuses it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListStep {
    /// A person must decide: answer `input_required` with this question.
    Ask(Question),
    /// A person said yes: put each of these into the queue, and say so. They are in the list's order.
    Queued(Vec<GrantRef>),
}

impl Gates {
    /// A call that does the same to each item of a list. Its question shows how many there are and what they come to; a yes
    /// is one grant for each (rule `GRANT-20`), which its worker claims on its own: a list is always queued.
    ///
    /// # Errors
    ///
    /// As [`Gates::act`]; [`Refusal::Arguments`] for a list that is too long, and [`NotUsable::Changed`] when the items are not what the person was shown.
    pub fn act_on_list<T: List>(
        &self,
        tool: &T,
        policy: &Policy,
        caller: Caller,
        attempt: Attempt,
    ) -> Result<ListStep, Refusal> {
        match self.judged(tool, policy, caller, attempt, |prepared| prepared.few_items(), Self::approved_list)? {
            Judged::Ask(question) => Ok(ListStep::Ask(question)),
            Judged::Yes(references) => Ok(ListStep::Queued(references)),
        }
    }

    fn approved_list<T: List>(
        &self,
        tool: &T,
        policy: &Policy,
        question: QuestionId,
        approval: Approval<T>,
    ) -> Result<Vec<GrantRef>, Told> {
        if approval.intent().evidence < policy.evidence {
            return Err(CannotAsk::EvidenceTooWeak { demanded: policy.evidence }.into());
        }
        match self.grants.issue_list(tool, approval) {
            Ok(IssuedList::New(references)) => Ok(references),
            // Another answer was faster: then what stands is told.
            Ok(IssuedList::Known(_)) | Err(NotUsable::AnsweredNo) => {
                let standing = self.grants.recall(question)?.ok_or(NotUsable::Unknown)?;
                Err(refusal_of(standing).into())
            }
            Err(no) => Err(no.into()),
        }
    }
}
