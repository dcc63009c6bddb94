//! Texts that the strict reader refuses.

use super::{Look, Row};
use crate::shown::shown;
use rules::{Rule, base, call};
use wire::strict::{MAX_DEPTH, Malformed, Reason};

const SAMPLES: &str = include_str!("../../samples/text.txt");

const fn row(name: &'static str, rule: &'static Rule, finds: &'static str, is_it: fn(&Reason) -> bool) -> Row {
    Row { name, rule, finds, look: Look::Text(is_it), samples: SAMPLES }
}

pub(super) const ROWS: &[Row] = &[
    row(NOT_JSON, &base::JSON_RPC, "a line that is not JSON in UTF-8", |reason| row_of(reason) == NOT_JSON),
    row(DUPLICATE_NAME, &call::STRICT_JSON, "an object that has one name twice, at any depth", |reason| {
        row_of(reason) == DUPLICATE_NAME
    }),
    row(NUMBER_TOO_LARGE, &call::STRICT_JSON, "a number of 2^53 or more, in any notation", |reason| {
        row_of(reason) == NUMBER_TOO_LARGE
    }),
    row(NUMBER_INEXACT, &call::STRICT_JSON, "a number that is finer than readers keep it", |reason| {
        row_of(reason) == NUMBER_INEXACT
    }),
    row(LONE_SURROGATE, &call::STRICT_JSON, "a string with half of a surrogate pair", |reason| {
        row_of(reason) == LONE_SURROGATE
    }),
    row(TOO_DEEP, &call::STRICT_JSON, "a message that nests too deep to be read safely", |reason| {
        row_of(reason) == TOO_DEEP
    }),
];

const NOT_JSON: &str = "not-json";
const DUPLICATE_NAME: &str = "duplicate-name";
const NUMBER_TOO_LARGE: &str = "number-too-large";
const NUMBER_INEXACT: &str = "number-inexact";
const LONE_SURROGATE: &str = "lone-surrogate";
const TOO_DEEP: &str = "too-deep";

/// The row that finds a text which is refused so. A reason that no row finds would pass unseen, and does not compile.
fn row_of(reason: &Reason) -> &'static str {
    match reason {
        Reason::NotUtf8 | Reason::NotJson(_) => NOT_JSON,
        Reason::DuplicateName(_) => DUPLICATE_NAME,
        Reason::NumberTooLarge => NUMBER_TOO_LARGE,
        Reason::NumberInexact => NUMBER_INEXACT,
        Reason::LoneSurrogate => LONE_SURROGATE,
        Reason::TooDeep => TOO_DEEP,
    }
}

/// What is wrong with a text, with the byte at which it is.
pub(crate) fn wrong(malformed: &Malformed) -> String {
    let at = malformed.at;
    match &malformed.reason {
        Reason::NotUtf8 => format!("byte {at} is not UTF-8"),
        Reason::NotJson(expected) => format!("this is not JSON: at byte {at}, {expected} should stand"),
        Reason::DuplicateName(name) => {
            format!("the name {} stands a second time in its object, at byte {at}", shown(name))
        }
        Reason::NumberTooLarge => format!("the number at byte {at} is 2^53 or more, and readers round it"),
        Reason::NumberInexact => format!("the number at byte {at} is finer than a double holds, and readers round it"),
        Reason::LoneSurrogate => format!("the string at byte {at} has half of a surrogate pair"),
        Reason::TooDeep => format!("at byte {at} this nests deeper than {MAX_DEPTH} levels"),
    }
}
