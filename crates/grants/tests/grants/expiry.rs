//! Time: the store's own, never behind what it said before.

use crate::{Desk, MINUTE, START, TOOL, approval, at, id, note};
use consent::Lifetime;
use twogates_grants::audit::What;
use twogates_grants::{End, NotUsable, State};

#[test]
fn the_first_moment_that_is_too_late_is_the_expiry() {
    for (ms, expected) in [(59_999, None), (60_000, Some(NotUsable::Expired)), (60_001, Some(NotUsable::Expired))] {
        let desk = Desk::new();
        let reference = desk.issued(1, MINUTE);
        desk.clock.advance(ms);
        assert_eq!(desk.grants.claim(&TOOL, &reference).err(), expected, "after {ms} ms");
    }
}

#[test]
fn the_claim_that_finds_it_expired_says_so_in_the_audit() {
    let desk = Desk::new();
    let reference = desk.issued(1, MINUTE);
    desk.clock.advance(60_000);
    assert_eq!(desk.grants.claim(&TOOL, &reference).unwrap_err(), NotUsable::Expired);
    assert_eq!(desk.grants.claim(&TOOL, &reference).unwrap_err(), NotUsable::Used);
    let expected = [
        (What::Issued, "reported_by_client"),
        (What::Refused, "grant_expired"),
        (What::Ended, "expired"),
        (What::Refused, "used"),
    ];
    assert_eq!(desk.told(), expected.map(|(what, code)| (what, code.to_owned())));
    let grant = desk.grant(1);
    assert_eq!((grant.state, grant.consumed_at), (State::Expired, None));
    assert_eq!(grant.outcome, Some((at(60_000), String::new())));
}

#[test]
fn looking_it_up_is_enough_to_see_that_time_has_passed() {
    let desk = Desk::new();
    desk.issued(1, MINUTE);
    let claimed = desk.issued(2, MINUTE);
    let claim = desk.grants.claim(&TOOL, &claimed).unwrap();
    desk.clock.advance(59_999);
    assert_eq!((desk.state(1), desk.state(2)), (State::Issued, State::Claimed));
    desk.clock.advance(1);
    assert_eq!((desk.state(1), desk.state(2)), (State::Expired, State::Indeterminate));
    let rows = desk.told().len();
    assert_eq!((desk.state(1), desk.state(2)), (State::Expired, State::Indeterminate));
    assert_eq!(desk.told().len(), rows, "it is written down once");
    // The tool was only slow: it says how it ended, and then that is known.
    let settled = claim.take(|_| note("hello")).unwrap().1.settle(End::Executed, "deleted");
    assert_eq!(desk.grants.settle(settled).unwrap().state, State::Executed);
}

#[test]
fn a_clock_that_is_set_back_revives_nothing() {
    let desk = Desk::new();
    let reference = desk.issued(1, MINUTE);
    desk.clock.advance(60_000);
    assert_eq!(desk.grants.now(), at(60_000));
    desk.clock.set(START);
    assert_eq!(desk.grants.now(), at(60_000), "time stands, and does not run back");
    assert_eq!(desk.grants.claim(&TOOL, &reference).unwrap_err(), NotUsable::Expired);
    desk.clock.set(0);
    assert_eq!(desk.state(1), State::Expired);
    desk.clock.set(at(60_001).ms());
    assert_eq!(desk.grants.now(), at(60_001), "and goes on once the clock has caught up");
}

/// Every look at the clock counts, whatever it was for.
#[test]
fn every_transaction_remembers_the_time() {
    let uses: [fn(&Desk); 4] = [
        |desk| drop(desk.audit()),
        |desk| drop(desk.standing(9)),
        |desk| drop(desk.ask(2)),
        |desk| drop(desk.grants.noes(crate::digest("x"), "t", at(0))),
    ];
    for (place, look) in uses.iter().enumerate() {
        let desk = Desk::new();
        desk.clock.advance(5000);
        look(&desk);
        desk.clock.set(START);
        assert_eq!(desk.grants.now(), at(5000), "use {place}");
    }
}

#[test]
fn a_grant_at_once_expires_too() {
    let desk = Desk::new();
    let reference = desk.issued(1, Lifetime::AtOnce);
    desk.clock.advance(60_000);
    assert_eq!(desk.grants.claim(&TOOL, &reference).unwrap_err(), NotUsable::Expired);
}

/// A yes that comes after the call's own time makes a grant that nobody can claim.
#[test]
fn a_yes_that_is_too_late_runs_nothing() {
    let desk = Desk::new();
    let late = approval(id(1), "notes.txt", MINUTE);
    desk.clock.advance(60_000);
    assert_eq!(desk.grants.claim_at_once(&TOOL, late).unwrap_err(), NotUsable::Expired);
    assert_eq!(desk.state(1), State::Expired);
}
