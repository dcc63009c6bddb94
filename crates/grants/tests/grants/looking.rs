//! Looking at a grant by its stored id, as a start-up and an operator do.

use crate::{DeleteNote, Desk, MINUTE, TOOL, grant_id};
use twogates_grants::{AttemptId, State};

/// Whoever looks is told what time has made of it.
#[test]
fn a_grant_stands_as_time_has_left_it() {
    let desk = Desk::new();
    let grant = desk.issued(1, MINUTE).id();
    let state = || desk.grants.standing(grant).unwrap().map(|grant| grant.state);
    assert_eq!(state(), Some(State::Issued));
    desk.clock.advance(60_000);
    assert_eq!(state(), Some(State::Expired));
    assert_eq!(desk.grants.standing(grant_id(9)), Ok(None));
}

/// Who finds a grant in a shared store knows whether its arguments are a tool's own to read.
#[test]
fn a_grant_is_for_one_server_and_one_promise() {
    let desk = Desk::new();
    desk.issued(1, MINUTE);
    let grant = desk.grant(1);
    assert!(desk.grants.is_for(&TOOL, &grant));
    assert!(!desk.neighbour().is_for(&TOOL, &grant), "another server's");
    assert!(!desk.grants.is_for(&DeleteNote { version: 2, ..TOOL }, &grant), "another promise");
}

/// An operator names an attempt as it is printed.
#[test]
fn an_attempt_prints_as_hexadecimal() {
    let attempt = AttemptId::from_bytes([0, 1, 0x2f, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xa0]);
    let printed = "00012fff0000000000000000000000a0";
    assert_eq!((attempt.to_string(), format!("{attempt:?}")), (printed.to_owned(), format!("AttemptId({printed})")));
    assert_eq!(AttemptId::from_bytes(*attempt.bytes()), attempt);
}
