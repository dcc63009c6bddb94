//! The strict reader: what it takes, what it refuses, and where exactly.

#![expect(clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

mod against_serde;
mod grammar;
mod names;
mod numbers;
mod refusal;
mod strings;

use twogates_wire::strict::{Reason, read};

/// Why the text is refused, and at which byte.
fn refused(text: &str) -> (Reason, usize) {
    match read(text) {
        Ok(value) => panic!("{text:?} was taken as {value}"),
        Err(malformed) => (malformed.reason, malformed.at),
    }
}

/// The reader expects `expected` at byte `at`.
fn expects(text: &str, expected: &'static str, at: usize) {
    assert_eq!(refused(text), (Reason::NotJson(expected), at), "{text:?}");
}
