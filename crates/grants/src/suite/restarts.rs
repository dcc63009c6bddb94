//! What a new process knows: the rows, the time, and nothing else.

use super::Restarts;
use super::kit::{HOUR, Kit, MINUTE, holder};
use crate::audit::verify;
use crate::{End, NotUsable, State, Store, Upkeep};
use consent::{EffectClass, No};

fn restarted<S: Restarts>(kit: Kit<S>) -> Kit<S> {
    let Kit { subject, store, start } = kit;
    drop(store);
    Kit { start, ..Kit::over(subject.restart()) }
}

/// Rows, checkpoints and their chains are there, and go on.
pub fn weakness_03_what_was_done_is_known_after_a_restart<S: Restarts>() {
    let kit = Kit::<S>::new();
    let open = kit.issued(kit.yes(1));
    let done = kit.claimed(kit.yes(2), 1);
    kit.store.settle(done.id, holder(&done), End::Executed, "deleted").unwrap();
    kit.deny(3, No::Declined);
    kit.store.checkpoint().unwrap();
    let (rows, trail) = (kit.rows(), kit.store.trail().unwrap());
    let kit = restarted(kit);
    assert_eq!((kit.rows(), kit.store.trail().unwrap()), (rows, trail));
    assert_eq!(kit.claim(&kit.yes(2), 2).unwrap_err(), NotUsable::Used);
    assert_eq!(kit.claim(&open, 1).unwrap().state, State::Claimed);
    assert!(kit.store.issue(&[kit.yes(3)]).is_err());
    assert_eq!((verify(&kit.rows()), kit.store.epoch().unwrap()), (Ok(()), 1), "and the chain goes on");
}

/// Wall clock, and a mark of how late it was: a clock that is set back while nobody looks revives nothing.
pub fn weakness_04_time_goes_on_after_a_restart<S: Restarts>() {
    let kit = Kit::<S>::new();
    let new = kit.issued(kit.yes(1));
    kit.subject.advance(HOUR);
    assert_eq!(kit.claim(&new, 1).unwrap_err(), NotUsable::Expired);
    let other = kit.issued(kit.yes(2));
    assert_eq!(kit.grant(&other).issued_at, kit.start.later(HOUR));
    kit.subject.set_back(2 * HOUR);
    let kit = restarted(kit);
    assert_eq!(Store::now(&*kit.store), kit.start.later(HOUR), "it is no earlier than it was");
    assert!(kit.claim(&new, 1).is_err());
    assert_eq!(kit.claim(&other, 1).unwrap_err(), NotUsable::Expired);
}

/// C091: 30 seconds after it was issued it is good, 90 seconds after it is not, with a restart in between.
pub fn c091_a_lifetime_is_the_same_after_a_restart<S: Restarts>() {
    for (ms, good) in [(30_000, true), (90_000, false)] {
        let kit = Kit::<S>::new();
        let mut new = kit.yes(1);
        new.intent.until = consent::Until::At(kit.start.later(MINUTE));
        let new = kit.issued(new);
        kit.subject.advance(ms / 2);
        let kit = restarted(kit);
        kit.subject.advance(ms / 2);
        assert_eq!(kit.claim(&new, 1).is_ok(), good, "after {ms} ms");
    }
}

/// Attempt, fence and lease are in the row.
pub fn who_holds_a_grant_is_known_after_a_restart<S: Restarts>() {
    let kit = Kit::<S>::new();
    let new = kit.issued(kit.classed(1, EffectClass::Staged));
    let first = kit.claim(&new, 1).unwrap();
    let kit = restarted(kit);
    assert_eq!(kit.claim(&new, 2).unwrap_err(), NotUsable::InFlight);
    assert_eq!(kit.claim(&new, 1).unwrap().fence, 1, "the same attempt");
    kit.subject.advance(MINUTE);
    let kit = restarted(kit);
    let second = kit.claim(&new, 2).unwrap();
    assert_eq!(second.fence, 2);
    assert_eq!(kit.store.commit(first.id, holder(&first), "late").unwrap_err(), NotUsable::LostLease);
    assert_eq!(kit.store.commit(first.id, holder(&second), "done").unwrap().state, State::Executed);
}
