//! What gate two refuses, and why.

use crate::{Changed, EffectClass, Evidence};
use rules::{Fault, Refused, Rule};

/// Why a state is no good for this call. Outward there is one text ([`BadState::OUTWARD`]) for all of them: the exact
/// reason stands in the audit (rule `CALL-11`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BadState {
    /// Its tag does not fit, or it is no state at all.
    Tampered,
    /// It names a key that is not in the ring, or no more.
    UnknownKey,
    /// It was sealed for another principal.
    OtherPrincipal,
    /// It was sealed by another server.
    OtherServer,
    /// It was sealed for another tool, or for another promise of this one.
    OtherContract,
    /// It was sealed for other arguments.
    OtherArguments,
    /// The time to answer has passed.
    Expired,
}

impl BadState {
    /// What the peer is told.
    pub const OUTWARD: &str = "requestState is not usable for this call. Call again without it to be asked afresh.";
}

impl Refused for BadState {
    fn fault(&self) -> Fault {
        match self {
            Self::Expired | Self::UnknownKey => Fault::PeerIncompatible,
            _ => Fault::PeerMisbehaved,
        }
    }

    fn rule(&self) -> &'static Rule {
        match self {
            Self::Tampered | Self::UnknownKey => &rules::state::INTEGRITY,
            Self::OtherPrincipal => &rules::state::PRINCIPAL,
            Self::OtherServer | Self::OtherContract => &rules::state::CONTRACT,
            Self::OtherArguments => &rules::state::REQUEST,
            Self::Expired => &rules::state::EXPIRY,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Tampered => "tampered",
            Self::UnknownKey => "unknown_key",
            Self::OtherPrincipal => "other_principal",
            Self::OtherServer => "other_server",
            Self::OtherContract => "other_contract",
            Self::OtherArguments => "other_arguments",
            Self::Expired => "expired",
        }
    }

    fn why(&self) -> String {
        match self {
            Self::Tampered => "the state is not one that this server wrote",
            Self::UnknownKey => "the state was sealed with a key that is not in use any more",
            Self::OtherPrincipal => "the state belongs to another principal",
            Self::OtherServer => "the state belongs to another server",
            Self::OtherContract => "the state belongs to another tool, or the tool's promise changed",
            Self::OtherArguments => "the arguments are not those that the person was shown",
            Self::Expired => "the question was answered too late",
        }
        .into()
    }

    fn remedy(&self) -> &'static str {
        "make the call again without requestState, and a person is asked afresh"
    }
}

/// The arguments break the tool's schema. Reported as a tool result that the model can read (rule `TOOL-11`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadArguments {
    /// The tool.
    pub tool: String,
    /// What is wrong with them.
    pub what: String,
}

impl Refused for BadArguments {
    fn fault(&self) -> Fault {
        Fault::PeerMisbehaved
    }

    fn rule(&self) -> &'static Rule {
        &rules::tools::EXECUTION_ERROR
    }

    fn code(&self) -> &'static str {
        "bad_arguments"
    }

    fn why(&self) -> String {
        let (tool, what) = (crate::render::line(&self.tool), crate::render::line(&self.what));
        format!("the arguments do not fit {tool}: {what}")
    }

    fn remedy(&self) -> &'static str {
        "call again with arguments that fit the tool's inputSchema"
    }
}

/// Why nobody can be asked, or need not be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CannotAsk {
    /// The request did not declare that its client shows forms.
    NoForm,
    /// The operator demands evidence that a form cannot give.
    EvidenceTooWeak {
        /// What is demanded.
        demanded: Evidence,
    },
    /// The operator's lifetime is zero, or above the ceiling.
    Lifetime {
        /// What was set, in milliseconds.
        ms: u64,
    },
    /// The operator lets one yes count for so many runs: for none, for more than the ceiling, or where only one can be.
    Uses {
        /// The number.
        number: u32,
    },
    /// The resource changed between two rounds of one question.
    Changed(Changed),
    /// The tool is set up to run unasked, and its contract promises an effect.
    NotARead {
        /// The class that it promises.
        effect: EffectClass,
    },
    /// The tool's schema says what this project does not hold arguments against.
    BadSchema {
        /// What, and where in the schema.
        what: String,
    },
}

impl Refused for CannotAsk {
    fn fault(&self) -> Fault {
        match self {
            Self::NoForm => Fault::PeerIncompatible,
            Self::EvidenceTooWeak { .. }
            | Self::Lifetime { .. }
            | Self::Uses { .. }
            | Self::Changed(_)
            | Self::NotARead { .. }
            | Self::BadSchema { .. } => Fault::Ours,
        }
    }

    fn rule(&self) -> &'static Rule {
        match self {
            Self::NoForm => &rules::base::CAPABILITY_MISSING,
            Self::EvidenceTooWeak { .. } => &rules::call::NOT_PROVEN,
            Self::Lifetime { .. } => &rules::grant::EXPIRY,
            Self::Uses { .. } => &rules::grant::MANY_USES,
            Self::Changed(changed) => changed.rule(),
            Self::NotARead { .. } => &rules::call::WHO_IS_ASKED,
            Self::BadSchema { .. } => &rules::tools::INPUT_SCHEMA,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NoForm => "no_form",
            Self::EvidenceTooWeak { .. } => "evidence_too_weak",
            Self::Lifetime { .. } => "bad_lifetime",
            Self::Uses { .. } => "bad_uses",
            Self::Changed(changed) => changed.code(),
            Self::NotARead { .. } => "not_a_read",
            Self::BadSchema { .. } => "bad_schema",
        }
    }

    fn why(&self) -> String {
        match self {
            Self::NoForm => "a person must be asked, and the client did not declare that it shows forms".into(),
            Self::EvidenceTooWeak { demanded } => {
                format!("this tool demands a yes that is {}; a form cannot give that", demanded.word())
            }
            Self::Lifetime { ms } => format!("a lifetime of {ms} ms is not between 1 ms and 24 hours"),
            Self::Uses { number } => format!("one yes cannot count for {number} runs of this tool"),
            Self::Changed(changed) => changed.why(),
            Self::BadSchema { what } => {
                format!("the tool's schema says what is not checked here: {}", crate::render::line(what))
            }
            Self::NotARead { effect } => {
                format!("only a read runs unasked, and the tool's contract says that its effect is {}", effect.word())
            }
        }
    }

    fn remedy(&self) -> &'static str {
        match self {
            Self::NoForm => "declare elicitation.form in clientCapabilities",
            Self::EvidenceTooWeak { .. } => "ask on a page of the server (URL mode)",
            Self::Lifetime { .. } => "set a lifetime between 1 ms and 24 hours in the tool's policy",
            Self::Uses { .. } => {
                "let a yes count once, or up to 100 times for a deferred call that is declared idempotent"
            }
            Self::Changed(changed) => changed.remedy(),
            Self::BadSchema { .. } => "let the operator write the tool's schema without it",
            Self::NotARead { .. } => "let the operator have a person asked about this tool",
        }
    }
}

/// A person's no, told apart. There is no yes among them, and no way to a `bool` (rule `CALL-09`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum No {
    /// The form was submitted with `approved: false`.
    InTheForm,
    /// The person declined.
    Declined,
    /// The person walked away without deciding.
    Cancelled,
}

impl No {
    /// Every no.
    pub const ALL: &[Self] = &[Self::InTheForm, Self::Declined, Self::Cancelled];

    /// The no as a stable word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::InTheForm => "refused_in_form",
            Self::Declined => "declined",
            Self::Cancelled => "cancelled",
        }
    }
}

impl Refused for No {
    fn fault(&self) -> Fault {
        Fault::HumanSaidNo
    }

    fn rule(&self) -> &'static Rule {
        &rules::call::NO_IS_NO
    }

    fn code(&self) -> &'static str {
        self.word()
    }

    fn why(&self) -> String {
        match self {
            Self::InTheForm => "the person answered no in the form",
            Self::Declined => "the person declined, or was not shown the question",
            Self::Cancelled => "the person closed the question without deciding",
        }
        .into()
    }

    fn remedy(&self) -> &'static str {
        match self {
            Self::InTheForm | Self::Declined => "do not repeat the call unless the person asks for it",
            Self::Cancelled => "the person may be asked again later, if they want the call",
        }
    }
}
