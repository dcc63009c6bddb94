//! A state that came back: what it is held against, and what its answer comes to.

use crate::approval::{Answered, Approval, Denial};
use crate::intent::{Intent, QuestionId};
use crate::question::Prepared;
use crate::reply::Reply;
use crate::seal::Sealed;
use crate::{BadState, CannotAsk, Effect, Evidence, Moment, No};
use rules::{Check, Defence, judge};
use scope::Cleared;
use serde_json::{Map, Value};
use std::fmt;
use wire::Digest;

/// What a state is held against.
pub(crate) struct Presented {
    pub(crate) server: Digest,
    pub(crate) principal: Digest,
    pub(crate) contract: Digest,
    pub(crate) arguments: Digest,
}

/// What a state is bound to. A binding is a line here and nowhere else.
const BINDINGS: &[Check<(Sealed, Presented), BadState>] = &[
    Check {
        defence: Defence::Principal,
        refusal: BadState::OtherPrincipal,
        holds: |(sealed, call)| sealed.principal == call.principal,
    },
    Check {
        defence: Defence::Contract,
        refusal: BadState::OtherServer,
        holds: |(sealed, call)| sealed.server == call.server,
    },
    Check {
        defence: Defence::Contract,
        refusal: BadState::OtherContract,
        holds: |(sealed, call)| sealed.contract == call.contract,
    },
    Check {
        defence: Defence::Arguments,
        refusal: BadState::OtherArguments,
        holds: |(sealed, call)| sealed.arguments == call.arguments,
    },
];

/// What a state may be too old for.
const AGE: &[Check<(Sealed, Moment), BadState>] =
    &[Check { defence: Defence::Expiry, refusal: BadState::Expired, holds: |(sealed, at)| *at < sealed.expires }];

/// A state that is intact and belongs to this principal and this call.
pub struct Opened<'a, T: Effect> {
    prepared: Prepared<'a, T>,
    sealed: Sealed,
}

impl<'a, T: Effect> Opened<'a, T> {
    pub(crate) fn bound(prepared: Prepared<'a, T>, sealed: Sealed) -> Result<Self, BadState> {
        judge(prepared.gate.defences, BINDINGS, &(sealed, prepared.presented()))?;
        Ok(Self { prepared, sealed })
    }

    /// The question that it belongs to. Ask the store about it before [`Opened::answer`]: a state that was used is
    /// used, however old it is and whatever the answer says.
    #[must_use]
    pub const fn question(&self) -> QuestionId {
        self.sealed.question
    }

    /// Whom this concerns, and which call.
    pub const fn cleared(&self) -> &Cleared {
        self.prepared.cleared()
    }

    /// The no among these answers, where there is one. A no counts after the time to answer too, and after a yes that
    /// nobody has acted on, which it takes back.
    #[must_use]
    pub fn no_among(&self, responses: &Map<String, Value>) -> Option<Denial> {
        match Reply::read(responses, true) {
            Reply::No(no) => Some(self.denial(no)),
            Reply::Yes | Reply::Unusable => None,
        }
    }

    fn denial(&self, no: No) -> Denial {
        let cleared = self.cleared();
        let (principal, call) = (cleared.principal().clone(), cleared.call().clone());
        Denial { question: self.sealed.question, server: self.sealed.server, principal, call, no }
    }

    /// Judges age and answer.
    ///
    /// # Errors
    ///
    /// [`NotAnswered::TooLate`], or [`NotAnswered::Changed`] when a question would have to be asked again about a
    /// resource that is not the one it was asked about.
    pub fn answer(self, responses: &Map<String, Value>, at: Moment) -> Result<Answered<T>, NotAnswered> {
        let defences = self.prepared.gate.defences;
        judge(defences, AGE, &(self.sealed, at)).map_err(NotAnswered::TooLate)?;
        match Reply::read(responses, defences.on(Defence::ExactYes)) {
            Reply::Yes => Ok(Answered::Yes(self.approve())),
            Reply::No(no) => Ok(Answered::No(self.denial(no))),
            Reply::Unusable => self.ask_again(at),
        }
    }

    /// The same question again: same id and expiry, the next round.
    fn ask_again(self, at: Moment) -> Result<Answered<T>, NotAnswered> {
        let snapshot = self.prepared.tool.snapshot(&self.prepared.args);
        self.sealed.snapshot.holds(&snapshot).map_err(|changed| NotAnswered::Changed(CannotAsk::Changed(changed)))?;
        let sealed = Sealed { round: self.sealed.round.saturating_add(1), ..self.sealed };
        Ok(Answered::Again(self.prepared.question(&sealed, snapshot.shown(), at)))
    }

    /// The only way to an [`Approval`].
    fn approve(self) -> Approval<T> {
        // What was sealed, and was held against the tool: not what the tool would say if it were asked once more.
        let contract = self.sealed.contract;
        let (principal, call) = self.prepared.cleared.into_parts();
        let intent = Intent {
            server: self.prepared.gate.server().to_owned(),
            contract,
            principal,
            call,
            snapshot: self.sealed.snapshot,
            uses: self.sealed.uses,
            until: self.sealed.until,
            evidence: Evidence::ReportedByClient,
        };
        Approval::verified_yes(self.sealed.question, intent)
    }
}

/// Why an opened state led to no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotAnswered {
    /// The time to answer has passed.
    TooLate(BadState),
    /// The resource is not the one that the question was about.
    Changed(CannotAsk),
}

impl<T: Effect> fmt::Debug for Opened<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Opened({:?})", self.sealed.question)
    }
}
