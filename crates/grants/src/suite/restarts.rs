//! What a new process knows: the rows, the time, and nothing else.

use super::Restarts;
use super::kit::{HOUR, Kit, MINUTE, claiming, holder};
use crate::audit::{About, Entry, What, verify};
use crate::{Bid, Broken, End, Grant, NotUsable, State, Store, Transactions, Upkeep};
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

/// A call that asked for something more before the restart goes on after it, and no older one does.
pub fn a_claim_goes_on_after_a_restart<S: Restarts>() {
    let kit = Kit::<S>::new();
    let claimed = kit.claimed(kit.yes(1), 1);
    let second = kit.store.go_on(claimed.id, holder(&claimed)).unwrap();
    let kit = restarted(kit);
    assert_eq!(kit.store.go_on(claimed.id, holder(&claimed)).unwrap_err(), NotUsable::Used);
    assert_eq!(kit.store.go_on(claimed.id, holder(&second)).unwrap().fence, 3);
}

/// Work that is broken off leaves nothing behind, here or in a new process; and the next one goes on.
pub fn work_that_is_broken_off_leaves_nothing<S: Restarts>() {
    let kit = Kit::<S>::new();
    let new = kit.issued(kit.yes(1));
    let rows = kit.rows();
    let grant = Grant::new(&kit.yes(2), kit.start, 1);
    let bid = Bid { claiming: claiming(&new, 1), authorized: true };
    let broken = kit.store.transact(move |table| -> Result<(), Broken> {
        let at = table.now()?;
        assert!(table.insert(&grant)? && table.claim(&bid, at)?.is_some());
        table.append(&Entry::new(at, What::Issued, About::grant(&grant), "never"))?;
        table.set_epoch(9)?;
        Err(Broken("broken off".into()))
    });
    assert_eq!(broken.unwrap_err(), NotUsable::Unavailable("broken off".into()));
    let untouched = |kit: &Kit<S>| {
        assert_eq!((kit.rows(), kit.store.epoch().unwrap()), (rows.clone(), 1));
        assert_eq!(kit.store.grant(kit.yes(2).reference.id()).unwrap(), None);
        assert_eq!(kit.grant(&new).state, State::Issued);
    };
    untouched(&kit);
    let kit = restarted(kit);
    untouched(&kit);
    assert_eq!(kit.claim(&new, 1).unwrap().state, State::Claimed);
    assert_eq!(verify(&kit.rows()), Ok(()));
}
