//! Why a client stops asking for more scopes.

use crate::refusal::errors;
use crate::{MAX_STEP_UPS, ScopeSet};
use rules::{Fault, Refused, Rule};

/// Why a challenge leads to no further authorization request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GiveUp {
    /// No Bearer challenge says `insufficient_scope`: the response is about something else. The one reason that is not
    /// remembered.
    NotInsufficientScope,
    /// Everything that the challenge names was requested before, and did not help.
    NothingNew {
        /// What it names; empty where it names nothing that can be read.
        challenged: ScopeSet,
    },
    /// The operation stepped up [`MAX_STEP_UPS`] times already.
    CapReached,
    /// The operation was given up before.
    Remembered {
        /// Why it was.
        first: Box<GiveUp>,
    },
}

impl Refused for GiveUp {
    fn fault(&self) -> Fault {
        Fault::PeerIncompatible
    }

    fn rule(&self) -> &'static Rule {
        match self {
            Self::NotInsufficientScope => &rules::scope::ONLY_INSUFFICIENT,
            Self::NothingNew { .. } => &rules::scope::NOTHING_NEW,
            Self::CapReached => &rules::scope::CAP,
            Self::Remembered { .. } => &rules::scope::REMEMBERED,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NotInsufficientScope => "not_insufficient_scope",
            Self::NothingNew { .. } => "nothing_new",
            Self::CapReached => "cap_reached",
            Self::Remembered { .. } => "remembered",
        }
    }

    fn why(&self) -> String {
        match self {
            Self::NotInsufficientScope => "no Bearer challenge says insufficient_scope".to_owned(),
            Self::NothingNew { challenged } if challenged.is_empty() => "the challenge names no scope".to_owned(),
            Self::NothingNew { challenged } => {
                format!("the challenge names {challenged}, which was requested before and did not help")
            }
            Self::CapReached => format!("{MAX_STEP_UPS} step-ups were not enough, and the server asks for more"),
            Self::Remembered { first } => format!("given up before: {}", first.why()),
        }
    }

    fn remedy(&self) -> &'static str {
        match self {
            Self::NotInsufficientScope => "handle the response by its status and error",
            Self::NothingNew { .. } => "have the authorization server grant what was requested, then sign in anew",
            // Either can be why: a challenge that named too little, or a grant that left out what was named.
            Self::CapReached => {
                "have the server name every scope at once and the authorization server grant them, then sign in anew"
            }
            Self::Remembered { first } => first.remedy(),
        }
    }
}

errors!(GiveUp);
