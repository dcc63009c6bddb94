//! How often a principal said no to a tool.

use crate::{Desk, MINUTE, alice, at, call, denial, digest, id};
use consent::{Denial, Moment, No};
use scope::Principal;
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

/// A no that takes a yes back is no second answer, and is not counted.
#[test]
fn a_yes_that_was_taken_back_is_no_no() {
    let desk = Desk::new();
    desk.issued(1, MINUTE);
    desk.grants.deny(&denial(id(1), No::Declined)).unwrap();
    assert_eq!(noes(&desk, at(0)), []);
}
