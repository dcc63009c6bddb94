//! Why a folder cannot be used for staged deletion, and why a file was not set aside.

use crate::BrokenPromise;
use consent::{Changed, How};
use rules::{Fault, Refused, Rule, grant};
use rustix::io::Errno;
use std::fmt;

/// A folder that is not fit for staged deletion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unfit {
    /// The file system does not do what staging needs.
    Broken(BrokenPromise),
    /// The operating system said no.
    System {
        /// What was tried, such as `open the quarantine`.
        doing: &'static str,
        /// What it said.
        error: Errno,
    },
}

/// A file was not set aside. Nothing ran.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotAside {
    /// The file is not what the person was shown. What stands at its path was left there, or put back.
    Changed(Changed),
    /// What was moved was not the approved file, and a third has taken its path meanwhile: the second stays in the
    /// quarantine, under this name, until a person puts it where it belongs.
    Kept {
        /// Why nothing was set aside.
        refusal: Box<Self>,
        /// Its name in the quarantine.
        name: String,
    },
    /// Only regular files are set aside. What stands there is said in words.
    NoFile(&'static str),
    /// Somebody who writes to the file did not stop while it was looked at.
    Busy,
    /// The file is longer than its folder allows.
    TooLong {
        /// How long it may be, in bytes.
        most: u64,
    },
    /// Another claim of the same grant has taken the stage over. Whoever reads this lost the lease.
    TakenOver,
    /// The operating system said no.
    System {
        /// What was tried, such as `move the file into the quarantine`.
        doing: &'static str,
        /// What it said.
        error: Errno,
    },
}

impl Unfit {
    pub(super) const fn doing(doing: &'static str) -> impl Fn(Errno) -> Self {
        move |error| Self::System { doing, error }
    }
}

impl NotAside {
    pub(super) const fn doing(doing: &'static str) -> impl Fn(Errno) -> Self {
        move |error| Self::System { doing, error }
    }

    /// The same, where something else that was moved could not go back, and is kept under this name.
    pub(super) fn and_kept(self, name: String) -> Self {
        Self::Kept { refusal: Box::new(self), name }
    }

    /// How the file differs from what the person was shown, where it was looked at and does.
    #[must_use]
    pub fn how(&self) -> Option<How> {
        match self {
            Self::Changed(changed) => Some(changed.how),
            Self::Kept { refusal, .. } => refusal.how(),
            Self::NoFile(_) | Self::Busy | Self::TooLong { .. } | Self::TakenOver | Self::System { .. } => None,
        }
    }
}

impl Refused for Unfit {
    fn fault(&self) -> Fault {
        Fault::Ours
    }

    fn rule(&self) -> &'static Rule {
        match self {
            Self::Broken(broken) => broken.rule(),
            Self::System { .. } => &grant::SNAPSHOT,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Broken(broken) => broken.code(),
            Self::System { .. } => "folder_not_opened",
        }
    }

    fn why(&self) -> String {
        match self {
            Self::Broken(broken) => broken.why(),
            Self::System { doing, error } => format!("the system would not {doing}: {error}"),
        }
    }

    fn remedy(&self) -> &'static str {
        match self {
            Self::Broken(broken) => broken.remedy(),
            Self::System { .. } => "give the server's user the right to it, and start again",
        }
    }
}

impl Refused for NotAside {
    fn fault(&self) -> Fault {
        Fault::Ours
    }

    fn rule(&self) -> &'static Rule {
        match self {
            Self::TakenOver => &grant::FENCED,
            _ => &grant::SNAPSHOT,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Changed(changed) => changed.code(),
            Self::Kept { .. } => "kept_in_quarantine",
            Self::NoFile(_) => "no_regular_file",
            Self::Busy => "file_busy",
            Self::TooLong { .. } => "file_too_long",
            Self::TakenOver => "stage_taken_over",
            Self::System { .. } => "file_not_moved",
        }
    }

    fn why(&self) -> String {
        match self {
            Self::Changed(changed) => changed.why(),
            Self::Kept { refusal, name } => {
                let why = refusal.why();
                format!(
                    "{why}; and the path of what was moved is taken, so that it is kept in the quarantine as {name}"
                )
            }
            Self::NoFile(what) => format!("it is {what}, and only regular files are deleted"),
            Self::Busy => "somebody kept writing to it".into(),
            Self::TooLong { most } => format!("it is longer than {most} bytes"),
            Self::TakenOver => "another worker has taken this over".into(),
            Self::System { doing, error } => format!("the system would not {doing}: {error}"),
        }
    }

    fn remedy(&self) -> &'static str {
        match self {
            Self::Changed(changed) => changed.remedy(),
            Self::Kept { .. } => "a person must put the kept file where it belongs",
            Self::NoFile(_) => "name a regular file",
            Self::Busy => "make the call again when nobody writes to it",
            Self::TooLong { .. } => "let an operator delete it, or allow longer files",
            Self::TakenOver => "leave it to the other worker",
            Self::System { .. } => "let an operator look into it, and make the call again",
        }
    }
}

impl From<BrokenPromise> for Unfit {
    fn from(broken: BrokenPromise) -> Self {
        Self::Broken(broken)
    }
}

impl From<Changed> for NotAside {
    fn from(changed: Changed) -> Self {
        Self::Changed(changed)
    }
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why())
    }
}

impl fmt::Display for NotAside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why())
    }
}

impl std::error::Error for Unfit {}
impl std::error::Error for NotAside {}
