//! How often a principal said no to a tool.

use crate::{Desk, MINUTE, TOOL, alice, at, call, denial, digest, id};
use consent::{Denial, Moment, No, server_digest};
use scope::Principal;
use twogates_grants::State;
use wire::Call;

fn noes(desk: &Desk, since: Moment) -> Vec<Moment> {
    desk.grants.noes(alice().digest(), "delete_note", since).unwrap()
}

#[test]
fn they_are_told_from_a_moment_on_earliest_first() {
    let desk = Desk::new();
    // Denied in another order than that of their ids.
    for (number, ms) in [(3, 10), (1, 20), (2, 30)] {
        desk.clock.set(at(ms).ms());
        desk.grants.deny(&denial(id(number), No::Declined)).unwrap();
    }
    assert_eq!(noes(&desk, at(0)), [at(10), at(20), at(30)]);
    assert_eq!(noes(&desk, at(10)), [at(10), at(20), at(30)], "the moment itself counts");
    assert_eq!(noes(&desk, at(11)), [at(20), at(30)]);
    assert_eq!(noes(&desk, at(30)), [at(30)]);
    assert_eq!(noes(&desk, at(31)), []);
}

#[test]
fn every_kind_of_no_counts_and_every_question_once() {
    let desk = Desk::new();
    for (number, no) in [(1, No::InTheForm), (2, No::Declined), (3, No::Cancelled), (3, No::Declined)] {
        desk.grants.deny(&denial(id(number), no)).unwrap();
    }
    assert_eq!(noes(&desk, at(0)).len(), 3);
}

#[test]
fn they_are_one_principal_s_and_one_tool_s() {
    let desk = Desk::new();
    let bob = Principal { subject: "bob".into(), ..alice() };
    let other = Call::new("archive_note", &call("notes.txt").values());
    desk.grants.deny(&Denial { principal: bob.clone(), ..denial(id(1), No::Declined) }).unwrap();
    desk.grants.deny(&Denial { call: other, ..denial(id(2), No::Declined) }).unwrap();
    assert_eq!(noes(&desk, at(0)), []);
    assert_eq!(desk.grants.noes(bob.digest(), "delete_note", at(0)).unwrap(), [at(0)]);
    assert_eq!(desk.grants.noes(alice().digest(), "archive_note", at(0)).unwrap(), [at(0)]);
    assert_eq!(desk.grants.noes(digest("nobody"), "delete_note", at(0)).unwrap(), []);
}

/// A no that takes a yes back is no second answer. It is a no, and it counts from when it was said.
#[test]
fn a_no_that_takes_a_yes_back_counts() {
    let desk = Desk::new();
    desk.issued(1, MINUTE);
    desk.clock.advance(5);
    desk.grants.deny(&denial(id(1), No::Declined)).unwrap();
    desk.clock.advance(5);
    desk.grants.deny(&denial(id(1), No::Cancelled)).unwrap();
    assert_eq!(noes(&desk, at(0)), [at(5)], "once");
    assert_eq!(desk.state(1), State::Revoked);
}

/// It came too late to be an answer or to take one back: what was done is what the person wanted then.
#[test]
fn a_no_after_a_yes_was_spent_is_none() {
    let desk = Desk::new();
    let reference = desk.issued(1, MINUTE);
    let _claim = desk.grants.claim(&TOOL, &reference).unwrap();
    desk.grants.deny(&denial(id(1), No::InTheForm)).unwrap();
    assert_eq!((noes(&desk, at(0)), desk.state(1)), (vec![], State::Claimed));
}

/// A yes that an operator takes back is nobody's no.
#[test]
fn a_revoked_grant_is_no_no() {
    let desk = Desk::new();
    let reference = desk.issued(1, MINUTE);
    desk.grants.revoke(reference.id(), &crate::order()).unwrap();
    assert_eq!(noes(&desk, at(0)), []);
}

/// A tool of another server on the same store is another tool.
#[test]
fn they_are_one_server_s() {
    let desk = Desk::new();
    desk.grants.deny(&Denial { server: server_digest("files"), ..denial(id(1), No::Declined) }).unwrap();
    assert_eq!(noes(&desk, at(0)), []);
    assert_eq!(desk.neighbour().noes(alice().digest(), "delete_note", at(0)).unwrap(), [at(0)]);
}
