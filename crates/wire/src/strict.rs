//! Strict JSON: refuses, on the raw text, what two readers could read differently.
//!
//! A name that stands twice, a number of 2^53 or more in any notation, one that is finer than a
//! double holds, a lone surrogate, deep nesting: each is legal
//! JSON, and each is read differently by readers that people really use. Whoever asks a person about one reading must
//! not run another, so such text is refused before anyone is asked (rule `CALL-04`).
//!
//! The reader is written by hand because it must see the text: a reader over `serde` sees numbers only after they were
//! rounded, and sees something else again when a program somewhere turns on `serde_json`'s `arbitrary_precision`.

mod reader;

use crate::entry::Line;
use reader::Reader;
use rules::{Fault, Refused, Rule};
use serde_json::Value;
use std::fmt;

/// How deep arrays and objects may nest.
pub const MAX_DEPTH: usize = 64;

/// Why a text was refused, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Malformed {
    /// What is wrong.
    pub reason: Reason,
    /// The byte offset in the text.
    pub at: usize,
}

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// It is not UTF-8.
    NotUtf8,
    /// It is not JSON; the word says what was expected.
    NotJson(&'static str),
    /// An object has this name twice.
    DuplicateName(String),
    /// A number has a magnitude of 2^53 or more.
    NumberTooLarge,
    /// A number has more than 17 significant digits, or reads as zero and is none.
    NumberInexact,
    /// A string has half of a surrogate pair.
    LoneSurrogate,
    /// It nests deeper than [`MAX_DEPTH`].
    TooDeep,
}

impl Malformed {
    /// Whether the text is not JSON at all, as opposed to JSON that could be read in two ways.
    #[must_use]
    pub const fn not_json(&self) -> bool {
        matches!(self.reason, Reason::NotUtf8 | Reason::NotJson(_))
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why())
    }
}

impl std::error::Error for Malformed {}

impl Refused for Malformed {
    fn fault(&self) -> Fault {
        Fault::PeerMisbehaved
    }

    fn rule(&self) -> &'static Rule {
        if self.not_json() { &rules::base::JSON_RPC } else { &rules::call::STRICT_JSON }
    }

    fn code(&self) -> &'static str {
        match self.reason {
            Reason::NotUtf8 => "not_utf8",
            Reason::NotJson(_) => "not_json",
            Reason::DuplicateName(_) => "duplicate_name",
            Reason::NumberTooLarge => "number_too_large",
            Reason::NumberInexact => "number_inexact",
            Reason::LoneSurrogate => "lone_surrogate",
            Reason::TooDeep => "too_deep",
        }
    }

    fn why(&self) -> String {
        let at = self.at;
        match &self.reason {
            Reason::NotUtf8 => format!("byte {at} is not UTF-8"),
            Reason::NotJson(expected) => format!("not JSON at byte {at}: expected {expected}"),
            Reason::DuplicateName(name) => {
                format!("the name {} stands twice in one object (byte {at})", Line::quoted(name))
            }
            Reason::NumberTooLarge => format!("the number at byte {at} is 2^53 or more"),
            Reason::NumberInexact => format!("the number at byte {at} is finer than a double holds"),
            Reason::LoneSurrogate => format!("the string at byte {at} has half of a surrogate pair"),
            Reason::TooDeep => format!("nested deeper than {MAX_DEPTH} levels at byte {at}"),
        }
    }

    fn remedy(&self) -> &'static str {
        match self.reason {
            Reason::NotUtf8 | Reason::NotJson(_) => "send one JSON value in UTF-8",
            Reason::DuplicateName(_) => "send each name once",
            Reason::NumberTooLarge => "send large numbers as strings",
            Reason::NumberInexact => "send 17 significant digits at most, or a string",
            Reason::LoneSurrogate => "send whole characters",
            Reason::TooDeep => "send flatter data",
        }
    }
}

/// Reads one JSON value.
///
/// # Errors
///
/// [`Malformed`] for what is not JSON, and for what two readers could read differently.
///
/// ```
/// # use twogates_wire as wire;
/// use wire::strict::{Reason, read};
/// assert_eq!(read(r#"{"to": "alice"}"#).unwrap()["to"], "alice");
/// let twice = read(r#"{"to": "alice", "t\u006f": "mallory"}"#).unwrap_err();
/// assert_eq!(twice.reason, Reason::DuplicateName("to".into()));
/// ```
pub fn read(text: &str) -> Result<Value, Malformed> {
    Reader::new(text).whole()
}

/// Reads one JSON value from bytes.
///
/// # Errors
///
/// As [`read`], and for bytes that are not UTF-8.
pub fn read_bytes(bytes: &[u8]) -> Result<Value, Malformed> {
    let text =
        std::str::from_utf8(bytes).map_err(|error| Malformed { reason: Reason::NotUtf8, at: error.valid_up_to() })?;
    read(text)
}
