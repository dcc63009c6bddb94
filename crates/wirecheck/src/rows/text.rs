//! Texts that the strict reader refuses.

use super::{Look, Row};
use crate::shown::shown;
use rules::{base, call};
use wire::strict::{MAX_DEPTH, Malformed, Reason};

const SAMPLES: &str = include_str!("../../samples/text.txt");

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "not-json",
        rule: &base::JSON_RPC,
        finds: "a line that is not JSON in UTF-8",
        look: Look::Text(|reason| matches!(reason, Reason::NotUtf8 | Reason::NotJson(_))),
        samples: SAMPLES,
    },
    Row {
        name: "duplicate-name",
        rule: &call::STRICT_JSON,
        finds: "an object that has one name twice, at any depth",
        look: Look::Text(|reason| matches!(reason, Reason::DuplicateName(_))),
        samples: SAMPLES,
    },
    Row {
        name: "number-too-large",
        rule: &call::STRICT_JSON,
        finds: "a number of 2^53 or more, in any notation",
        look: Look::Text(|reason| *reason == Reason::NumberTooLarge),
        samples: SAMPLES,
    },
    Row {
        name: "lone-surrogate",
        rule: &call::STRICT_JSON,
        finds: "a string with half of a surrogate pair",
        look: Look::Text(|reason| *reason == Reason::LoneSurrogate),
        samples: SAMPLES,
    },
    Row {
        name: "too-deep",
        rule: &call::STRICT_JSON,
        finds: "a message that nests too deep to be read safely",
        look: Look::Text(|reason| *reason == Reason::TooDeep),
        samples: SAMPLES,
    },
];

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
        Reason::LoneSurrogate => format!("the string at byte {at} has half of a surrogate pair"),
        Reason::TooDeep => format!("at byte {at} this nests deeper than {MAX_DEPTH} levels"),
        _ => format!("the strict reader refuses this at byte {at}"),
    }
}
