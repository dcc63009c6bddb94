//! A copy of a store in memory that is put back.

use crate::{Desk, HOUR, TOOL, at, note, order};
use twogates_grants::audit::What;
use twogates_grants::{End, NotUsable, Raised, State, Upkeep};

/// What was spent after the copy was made is open in it: it is void before anybody can claim it (rule `GRANT-18`).
#[test]
fn what_was_spent_since_the_copy_is_not_spent_again() {
    let desk = Desk::new();
    let spent = desk.issued(1, HOUR);
    let copy = desk.store.back_up();
    let (_, running) = desk.grants.claim(&TOOL, &spent).unwrap().take(|_| note("hello")).unwrap();
    desk.grants.settle(running.settle(End::Executed, "deleted")).unwrap();
    desk.issued(2, HOUR);
    assert_eq!(desk.store.restore(&copy, &order()), Ok(Raised { epoch: 2, revoked: 1, unknown: 0 }));
    assert_eq!((desk.state(1), desk.standing(2)), (State::Revoked, None));
    assert_eq!(desk.grants.claim(&TOOL, &spent).unwrap_err(), NotUsable::Void);
    assert_eq!(desk.store.epoch(), Ok(2));
    let told: Vec<_> = desk.told().into_iter().map(|(what, _)| what).collect();
    assert_eq!(told, [What::Issued, What::Ordered, What::Ended, What::Refused]);
}

/// The copy is older than the clock. What the store said of the time before still holds.
#[test]
fn time_does_not_run_back_with_a_copy() {
    let desk = Desk::new();
    let copy = desk.store.back_up();
    desk.clock.advance(5000);
    assert_eq!(desk.grants.now(), at(5000));
    desk.clock.set(0);
    desk.store.restore(&copy, &order()).unwrap();
    assert_eq!(desk.grants.now(), at(5000));
}
