//! Why a command goes no further.

use grants::{Broken, NotUsable};
use rules::Refused;
use std::io;

/// How a command ended that could be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// All is well.
    Done,
    /// Something was found that a person must know.
    Finding,
}

/// Why a command was not done.
#[derive(Debug)]
pub(crate) enum Stop {
    /// What was asked for makes no sense.
    Usage(String),
    /// The store cannot be opened.
    Closed(Said),
    /// No grant has an id that begins so.
    NotThere(String),
    /// The store was asked, and says no.
    Refused(NotUsable),
    /// The operator did not confirm.
    NotConfirmed,
    /// The output cannot be written.
    Unwritten(io::Error),
}

/// What a refusal says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) code: &'static str,
    pub(crate) rule: &'static str,
    pub(crate) why: String,
    pub(crate) remedy: &'static str,
}

impl Said {
    pub(crate) fn of(refused: &dyn Refused) -> Self {
        Self { code: refused.code(), rule: refused.rule().id, why: refused.why(), remedy: refused.remedy() }
    }
}

impl Stop {
    /// The exit status.
    pub(crate) const fn status(&self) -> u8 {
        match self {
            Self::Refused(NotUsable::Unavailable(_)) | Self::Usage(_) | Self::Closed(_) | Self::Unwritten(_) => 2,
            Self::Refused(_) | Self::NotThere(_) | Self::NotConfirmed => 1,
        }
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Unwritten(error)
    }
}

impl From<NotUsable> for Stop {
    fn from(refusal: NotUsable) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Broken> for Stop {
    fn from(broken: Broken) -> Self {
        Self::Refused(broken.into())
    }
}
