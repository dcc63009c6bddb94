//! Every no that a call can get at the two gates and at the grant.

mod became;

use crate::Undeclared;
use crate::outcome::Outcome;
use became::{became, became_of_all, to_do_about, what_stands};
use consent::{BadArguments, BadState, CannotAsk, Moment, No, NotAnswered, NotPrepared};
use grants::{Grant, NotUsable, State};
use rules::{Fault, Refused, Rule};
use scope::{Insufficient, NotCleared, UnknownTool};

/// Why a call does not run now. A value that says what happened, which rule, and what would change the answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Refusal {
    /// No such tool, as far as this caller is told.
    UnknownTool(UnknownTool),
    /// Gate one: the token does not cover the call.
    Scope(Insufficient),
    /// Nobody can be asked.
    CannotAsk(CannotAsk),
    /// The arguments break the tool's schema.
    Arguments(BadArguments),
    /// The state is no good for this call.
    State(BadState),
    /// A person just said no.
    SaidNo(No),
    /// The state's question was answered with a no before.
    AnsweredNo {
        /// Which no.
        no: No,
        /// When it was given.
        at: Moment,
    },
    /// The state's question was answered with a yes before, and this is what became of it.
    Known(Box<Grant>),
    /// The same of a list: these are the grants of its items, in its order.
    KnownList(Vec<Grant>),
    /// A no to a yes that waited and was acted on since: what was done cannot be taken back here.
    TooLate(Vec<Grant>),
    /// This principal said no to this tool so often that nobody is asked again for a while.
    TooManyNoes {
        /// The first moment at which a person may be asked again.
        again_at: Moment,
    },
    /// The grant cannot be used, or the store cannot take one.
    Grant(NotUsable),
    /// What was called asks for something more itself, and may not ask this client.
    Undeclared(Undeclared),
}

impl Refusal {
    /// The row of the outcome table that it is.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::UnknownTool(_) => Outcome::UnknownTool,
            Self::Scope(_) => Outcome::InsufficientScope,
            Self::CannotAsk(CannotAsk::NoForm) => Outcome::NoForm,
            Self::CannotAsk(CannotAsk::Changed(_)) | Self::Grant(NotUsable::Changed(_)) => Outcome::Changed,
            Self::CannotAsk(_) => Outcome::NotAskable,
            Self::Arguments(_) => Outcome::BadArguments,
            Self::State(_) => Outcome::BadState,
            Self::SaidNo(_) | Self::TooManyNoes { .. } => Outcome::SaidNo,
            Self::AnsweredNo { .. } => Outcome::AnsweredNo,
            Self::Known(grant) => what_stands(std::slice::from_ref(grant)),
            Self::KnownList(grants) => what_stands(grants),
            Self::TooLate(_) => Outcome::Used,
            Self::Grant(NotUsable::Full | NotUsable::TooManyOpen) => Outcome::StoreFull,
            Self::Grant(NotUsable::Unavailable(_)) => Outcome::StoreFailed,
            Self::Grant(_) => Outcome::NotUsable,
            Self::Undeclared(_) => Outcome::Undeclared,
        }
    }

    fn inner(&self) -> Option<&dyn Refused> {
        Some(match self {
            Self::UnknownTool(refusal) => refusal,
            Self::Scope(refusal) => refusal,
            Self::CannotAsk(refusal) => refusal,
            Self::Arguments(refusal) => refusal,
            Self::State(refusal) => refusal,
            Self::SaidNo(refusal) => refusal,
            Self::Grant(refusal) => refusal,
            Self::Undeclared(refusal) => refusal,
            Self::AnsweredNo { .. }
            | Self::Known(_)
            | Self::KnownList(_)
            | Self::TooLate(_)
            | Self::TooManyNoes { .. } => return None,
        })
    }
}

impl Refused for Refusal {
    fn fault(&self) -> Fault {
        match (self, self.inner()) {
            (_, Some(inner)) => inner.fault(),
            // Whoever lost the answer honestly sends the same again (rule `HTTP-20`).
            (Self::Known(grant), None) if grant.state != State::Revoked => Fault::PeerIncompatible,
            (Self::KnownList(_) | Self::TooLate(_), None) => Fault::PeerIncompatible,
            _ => Fault::HumanSaidNo,
        }
    }

    fn rule(&self) -> &'static Rule {
        match (self, self.inner()) {
            (_, Some(inner)) => inner.rule(),
            (Self::TooManyNoes { .. }, None) => &rules::call::NOES,
            (Self::AnsweredNo { .. }, None) => &rules::call::ANSWERED_ONCE,
            (Self::TooLate(_), None) => &rules::grant::IN_FLIGHT,
            (_, None) => &rules::grant::OUTCOME,
        }
    }

    fn code(&self) -> &'static str {
        match (self, self.inner()) {
            (_, Some(inner)) => inner.code(),
            (Self::TooManyNoes { .. }, None) => "too_many_noes",
            (Self::AnsweredNo { .. }, None) => "answered_no",
            (Self::Known(grant), None) => grant.state.word(),
            (Self::KnownList(_), None) => "listed",
            (Self::TooLate(_), None) => "too_late",
            (_, None) => "refused",
        }
    }

    fn why(&self) -> String {
        match (self, self.inner()) {
            (_, Some(inner)) => inner.why(),
            (Self::TooManyNoes { again_at }, None) => {
                format!("this tool was refused three times in ten minutes; nobody is asked before {again_at}")
            }
            (Self::AnsweredNo { no, at }, None) => format!("this question was answered at {at}: {}", no.why()),
            (Self::Known(grant), None) => became(grant),
            (Self::KnownList(grants), None) => became_of_all(grants),
            (Self::TooLate(grants), None) => format!("the no came too late. {}", became_of_all(grants)),
            (_, None) => String::new(),
        }
    }

    fn remedy(&self) -> &'static str {
        match (self, self.inner()) {
            (_, Some(inner)) => inner.remedy(),
            (Self::TooManyNoes { .. }, None) => "do something else; later, call only if the person asks for it",
            // As when it was given: a second telling of a no invites to nothing that the first did not.
            (Self::AnsweredNo { no, .. }, None) => no.remedy(),
            (Self::Known(grant), None) => to_do_about(grant),
            (Self::KnownList(grants), None) if self.outcome() == Outcome::DoneSince => {
                grants.first().map_or("", to_do_about)
            }
            (Self::KnownList(_), None) => "ask again later with the same state, or look at each item",
            (Self::TooLate(_), None) => "look at what was done; only another call can undo it",
            (_, None) => "",
        }
    }
}

impl From<NotCleared> for Refusal {
    fn from(refusal: NotCleared) -> Self {
        match refusal {
            NotCleared::Unknown(unknown) => Self::UnknownTool(unknown),
            NotCleared::Insufficient(insufficient) => Self::Scope(insufficient),
        }
    }
}

impl From<NotPrepared> for Refusal {
    fn from(refusal: NotPrepared) -> Self {
        match refusal {
            NotPrepared::CannotAsk(cannot) => Self::CannotAsk(cannot),
            NotPrepared::BadArguments(arguments) => Self::Arguments(arguments),
        }
    }
}

impl From<NotAnswered> for Refusal {
    fn from(refusal: NotAnswered) -> Self {
        match refusal {
            NotAnswered::TooLate(state) => Self::State(state),
            NotAnswered::Changed(cannot) => Self::CannotAsk(cannot),
        }
    }
}

impl From<UnknownTool> for Refusal {
    fn from(refusal: UnknownTool) -> Self {
        Self::UnknownTool(refusal)
    }
}

impl From<CannotAsk> for Refusal {
    fn from(refusal: CannotAsk) -> Self {
        Self::CannotAsk(refusal)
    }
}

impl From<BadArguments> for Refusal {
    fn from(refusal: BadArguments) -> Self {
        Self::Arguments(refusal)
    }
}

impl From<BadState> for Refusal {
    fn from(refusal: BadState) -> Self {
        Self::State(refusal)
    }
}

impl From<Undeclared> for Refusal {
    fn from(refusal: Undeclared) -> Self {
        Self::Undeclared(refusal)
    }
}

impl From<NotUsable> for Refusal {
    fn from(refusal: NotUsable) -> Self {
        Self::Grant(refusal)
    }
}
