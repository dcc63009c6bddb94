//! Whether a person can be shown a call whole (rules `CALL-04`, `CALL-07`).

use super::PlannedCall;
use rules::{Fault, Refused, Rule};
use std::fmt;

/// How many arguments of a call a prompt shows, each on lines of its own. They fill a screen: of more than these nobody
/// reads each.
pub const MAX_ARGUMENTS: usize = 32;

/// Why a call cannot be shown whole. A host does not send such a call: whoever says yes to it would decide on something
/// else than what runs. No trust and no standing rule changes that, for the server's question could not be shown either.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotShowable {
    /// A number in its arguments is not held exactly.
    NotExact,
    /// It has so many arguments, more than [`MAX_ARGUMENTS`].
    TooManyArguments(usize),
}

impl PlannedCall<'_> {
    /// Whether a person can be shown this call whole.
    ///
    /// # Errors
    ///
    /// [`NotShowable`], for a call that must not be sent.
    ///
    /// ```
    /// # use twogates_consent as consent;
    /// use consent::host::{ListedTool, MAX_ARGUMENTS, NotShowable, ServerId};
    /// use serde_json::{Map, json};
    /// let tool = ListedTool::read(&ServerId::new("files"), &json!({"name": "delete_file"})).unwrap();
    /// let many = |count: usize| (0..count).map(|place| (format!("p{place}"), json!(place))).collect::<Map<_, _>>();
    /// assert_eq!(tool.plan(&many(MAX_ARGUMENTS)).showable(), Ok(()));
    /// assert_eq!(tool.plan(&many(33)).showable(), Err(NotShowable::TooManyArguments(33)));
    /// ```
    pub fn showable(&self) -> Result<(), NotShowable> {
        if !self.call().is_exact() {
            return Err(NotShowable::NotExact);
        }
        match self.call().values().len() {
            count if count > MAX_ARGUMENTS => Err(NotShowable::TooManyArguments(count)),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for NotShowable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why())
    }
}

impl std::error::Error for NotShowable {}

impl Refused for NotShowable {
    fn fault(&self) -> Fault {
        Fault::PeerMisbehaved
    }

    fn rule(&self) -> &'static Rule {
        match self {
            Self::NotExact => &rules::call::STRICT_JSON,
            Self::TooManyArguments(_) => &rules::call::SHOWN_WHOLE,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NotExact => "not_exact",
            Self::TooManyArguments(_) => "too_many_arguments",
        }
    }

    fn why(&self) -> String {
        match self {
            Self::NotExact => "its arguments hold a number of 2^53 or more, which cannot be shown exactly".to_owned(),
            Self::TooManyArguments(count) => {
                format!("it has {count} arguments, and more than {MAX_ARGUMENTS} cannot be shown to a person")
            }
        }
    }

    fn remedy(&self) -> &'static str {
        match self {
            Self::NotExact => "send large numbers as strings",
            Self::TooManyArguments(_) => "make several calls, each with fewer arguments",
        }
    }
}
