//! Why a backend is not used: it does not keep what its effect class needs.

use consent::EffectClass;
use rules::{Fault, Refused, Rule, grant};
use std::fmt;

/// A backend, or a file system, does not keep what the effect class of its tool needs. The server does not start with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BrokenPromise {
    /// The second request with one key did the thing a second time.
    KeyIgnored,
    /// One key with other arguments did not get an error.
    OtherArgumentsTaken,
    /// Two requests under two keys got one answer, so that nobody can tell whether it remembers.
    OtherAnswer,
    /// A change went through on the condition that the object has a version that it does not have.
    ConditionIgnored,
    /// A change on the right condition did not go through.
    RightConditionRefused,
    /// A change left the version as it was, so that the next one cannot tell.
    VersionStays,
    /// A file was moved over another, where it was told not to replace one.
    FileReplaced,
    /// Files have no time of birth, so that a new file cannot be told from the one that was shown.
    NoBirthTime,
    /// The quarantine is on another file system: to move there is to copy.
    OtherFileSystem,
    /// Others may open the quarantine.
    QuarantineOpen,
    /// It forgets its keys before the last retry of a grant can arrive.
    ForgetsTooSoon,
    /// The backend did not answer the test for this class.
    NoAnswer(EffectClass),
}

impl BrokenPromise {
    /// The class that the backend cannot carry.
    #[must_use]
    pub const fn class(self) -> EffectClass {
        match self {
            Self::KeyIgnored | Self::OtherArgumentsTaken | Self::OtherAnswer | Self::ForgetsTooSoon => {
                EffectClass::Keyed
            }
            Self::ConditionIgnored | Self::RightConditionRefused | Self::VersionStays => EffectClass::Conditional,
            Self::FileReplaced | Self::NoBirthTime | Self::OtherFileSystem | Self::QuarantineOpen => {
                EffectClass::Staged
            }
            Self::NoAnswer(class) => class,
        }
    }
}

impl Refused for BrokenPromise {
    fn fault(&self) -> Fault {
        Fault::Ours
    }

    fn rule(&self) -> &'static Rule {
        &grant::PROVEN
    }

    fn code(&self) -> &'static str {
        match self {
            Self::KeyIgnored => "key_ignored",
            Self::OtherArgumentsTaken => "key_of_other_arguments_taken",
            Self::OtherAnswer => "one_answer_for_two_keys",
            Self::ConditionIgnored => "condition_ignored",
            Self::RightConditionRefused => "right_condition_refused",
            Self::VersionStays => "version_stays",
            Self::FileReplaced => "file_replaced",
            Self::NoBirthTime => "no_birth_time",
            Self::OtherFileSystem => "other_file_system",
            Self::QuarantineOpen => "quarantine_open",
            Self::ForgetsTooSoon => "forgets_too_soon",
            Self::NoAnswer(_) => "no_answer",
        }
    }

    fn why(&self) -> String {
        match self {
            Self::KeyIgnored => "it takes an idempotency key and does the thing again under the same key",
            Self::OtherArgumentsTaken => "it takes one idempotency key for two different requests",
            Self::OtherAnswer => "it gives one answer under two idempotency keys",
            Self::ConditionIgnored => {
                "it takes a condition and changes the object although the condition does not hold"
            }
            Self::RightConditionRefused => "it refuses a change whose condition holds",
            Self::VersionStays => "its version stays the same when the object changes",
            Self::FileReplaced => "it replaces a file where it was told not to",
            Self::NoBirthTime => "its files have no time of birth",
            Self::OtherFileSystem => "the quarantine is on another file system than the files",
            Self::QuarantineOpen => "others may open the quarantine",
            Self::ForgetsTooSoon => "it forgets an idempotency key while a grant may still be retried under it",
            Self::NoAnswer(_) => "it did not answer the test",
        }
        .to_owned()
    }

    fn remedy(&self) -> &'static str {
        match self {
            Self::OtherFileSystem => "put the quarantine on the file system of the files",
            Self::QuarantineOpen => "take the rights of everyone else off the quarantine (mode 0700)",
            Self::ForgetsTooSoon => "let its grants live for a shorter time than the backend remembers",
            Self::NoAnswer(_) => "start again when the backend answers",
            _ => "declare the tool at-most-once, or use another backend",
        }
    }
}

impl fmt::Display for BrokenPromise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.class().word(), self.why())
    }
}

impl std::error::Error for BrokenPromise {}
