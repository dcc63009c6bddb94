//! A grant is claimed once, and the database alone is enough to know it.

use super::support::plain;
use super::*;
use grants::{End, Holder, Order, State, audit};

#[test]
fn a_grant_is_claimed_once_and_its_story_is_kept() {
    let house = House::new();
    let store = &house.store;
    issue(store, &plain(1));
    let claimed = claim(store, &plain(1), 1).unwrap();
    assert_eq!((claimed.state, claimed.fence, claimed.used), (State::Claimed, 1, 1));
    assert_eq!(claimed.intent, plain(1).intent);
    assert_eq!(claim(store, &plain(1), 2), Err(NotUsable::Used));
    let again = claim(store, &plain(1), 1).unwrap();
    assert_eq!((again.fence, again.held.unwrap().how), (1, grants::How::Again));
    let holder = Holder { attempt: claimed.held.unwrap().attempt, fence: claimed.fence };
    store.settle(claimed.id, holder, End::Executed, "deleted").unwrap();
    // Another process has the database and nothing else.
    let other = Postgres::open(&house.config).unwrap();
    assert_eq!(other.grant(claimed.id).unwrap().unwrap().state, State::Executed);
    assert_eq!(other.revoke(claimed.id, &Order::new("bob", "too late")), Err(NotUsable::Used));
    let told: Vec<_> = other.story(plain(1).question).unwrap().into_iter().map(|row| row.code).collect();
    assert_eq!(told, ["reported_by_client", "claimed", "used", "claimed_again", "executed", "used"]);
    assert_eq!(audit::verify(&other.audit().unwrap()), Ok(()));
}
