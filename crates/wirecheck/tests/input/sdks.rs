//! What the official SDKs say to each other, recorded: nothing is found but what is true. `tests/sdk/README.md` explains it.

use crate::{checked, whole};
use twogates_wirecheck::Options;

pub(crate) const TYPESCRIPT: &str = include_str!("../sdk/typescript-2.4.0.jsonl");
const PYTHON: &str = include_str!("../sdk/python-2.3.0.jsonl");

#[test]
fn the_typescript_sdk() {
    let (found, summary) = checked(TYPESCRIPT, Options::default());
    assert_eq!(found, [""; 0]);
    assert_eq!((summary.checked, summary.skipped, summary.unreadable), (38, 0, 0));
}

#[test]
fn the_python_sdk() {
    let (found, summary) = checked(PYTHON, Options::default());
    let passed = ["22", "26"].map(|line| format!("{line}: no-passed /message/result"));
    let missing = ["34", "36", "38"].map(|line| format!("{line}: output-missing /message/result"));
    assert_eq!(found, [&passed[..], &missing].concat());
    assert_eq!((summary.checked, summary.skipped, summary.unreadable), (44, 0, 0));
}

/// The transcripts are looked at: what is changed in them is found.
#[test]
fn a_change_to_either_is_found() {
    for (transcript, state) in [(TYPESCRIPT, "\"requestState\":\"round-1:a\""), (PYTHON, "\"requestState\":\"v1.")] {
        let (before, after) = transcript.split_at(transcript.rfind(state).unwrap());
        let changed = format!("{before}{}", after.replacen("\"requestState\":\"", "\"requestState\":\"x", 1));
        let found = whole(changed);
        assert!(found.iter().any(|line| line.ends_with("state-changed /message/params/requestState")), "{found:?}");
        let untyped = transcript.replacen("\"resultType\":\"complete\"", "\"x\":1", 1);
        assert_eq!(whole(untyped)[0], "2: result-type /message/result");
    }
}
