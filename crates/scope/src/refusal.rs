//! The noes of gate one, and of what is read before it.

use crate::ScopeSet;
use rules::{Fault, Refused, Rule};
use wire::entry::Line;

/// `Display` and `Error`, from what a refusal says of itself.
macro_rules! errors {
    ($($refusal:ty),*) => {$(
        impl std::fmt::Display for $refusal {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.why())
            }
        }

        impl std::error::Error for $refusal {}
    )*};
}
pub(crate) use errors;

/// A text that is no scope token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadScope {
    /// The text.
    pub token: String,
}

impl Refused for BadScope {
    fn fault(&self) -> Fault {
        Fault::PeerMisbehaved
    }

    fn rule(&self) -> &'static Rule {
        &rules::scope::EXACT_TOKENS
    }

    fn code(&self) -> &'static str {
        "bad_scope"
    }

    fn why(&self) -> String {
        format!("{:?} is no scope token", self.token)
    }

    fn remedy(&self) -> &'static str {
        "write tokens in printable ASCII without quotes and backslashes, with one space between two"
    }
}

/// No tool of this name, as far as this caller is told. Answered -32602.
///
/// An undisclosed tool gives the same value as a name that nobody declared, and so the same text (rule `SCOPE-12`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownTool {
    /// The name, as the caller wrote it.
    pub name: String,
}

impl Refused for UnknownTool {
    fn fault(&self) -> Fault {
        Fault::PeerIncompatible
    }

    fn rule(&self) -> &'static Rule {
        &rules::tools::PROTOCOL_ERROR
    }

    fn code(&self) -> &'static str {
        "unknown_tool"
    }

    fn why(&self) -> String {
        format!("there is no tool named {}", Line::quoted(&self.name))
    }

    fn remedy(&self) -> &'static str {
        "call a tool that this server has, by its exact name"
    }
}

/// The caller lacks scopes that this call needs. Answered 403 with one challenge:
/// [`BearerChallenge::insufficient`](crate::BearerChallenge::insufficient).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Insufficient {
    /// The exact name of the tool.
    pub tool: String,
    /// Every scope that this call needs, those that the caller holds among them, without any that another of them
    /// implies (rule `STEP-03`).
    pub needed: ScopeSet,
}

impl Refused for Insufficient {
    fn fault(&self) -> Fault {
        Fault::PeerIncompatible
    }

    fn rule(&self) -> &'static Rule {
        &rules::scope::CHECKED_PER_CALL
    }

    fn code(&self) -> &'static str {
        "insufficient_scope"
    }

    fn why(&self) -> String {
        format!("this call of {} needs {}", self.tool, self.needed)
    }

    fn remedy(&self) -> &'static str {
        "authorize again for these scopes and for those requested before"
    }
}

/// Why [`ScopeGate::clear`](crate::ScopeGate::clear) gave no proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotCleared {
    /// There is no such tool, as far as this caller is told.
    Unknown(UnknownTool),
    /// The caller lacks scopes.
    Insufficient(Insufficient),
}

impl NotCleared {
    fn inner(&self) -> &dyn Refused {
        match self {
            Self::Unknown(unknown) => unknown,
            Self::Insufficient(insufficient) => insufficient,
        }
    }
}

impl Refused for NotCleared {
    fn fault(&self) -> Fault {
        self.inner().fault()
    }

    fn rule(&self) -> &'static Rule {
        self.inner().rule()
    }

    fn code(&self) -> &'static str {
        self.inner().code()
    }

    fn why(&self) -> String {
        self.inner().why()
    }

    fn remedy(&self) -> &'static str {
        self.inner().remedy()
    }
}

errors!(BadScope, UnknownTool, Insufficient, NotCleared);
