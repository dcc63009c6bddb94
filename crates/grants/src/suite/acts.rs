//! Who acts: attempts, fences, leases, ends, and what takes a yes back.

use super::Subject;
use super::kit::{HOUR, Kit, MINUTE, holder, order, told};
use crate::audit::What;
use crate::{End, How, NotUsable, State, Store};
use consent::EffectClass;
use std::sync::Barrier;
use std::thread;

/// Claiming and acting are two steps; who is not heard of in between leaves an unknown end, and never a done one.
pub fn weakness_02_who_is_not_heard_of_again_is_unknown<S: Subject>() {
    for (class, in_time, expired) in [
        (EffectClass::AtMostOnce, State::Indeterminate, State::Indeterminate),
        (EffectClass::Conditional, State::Indeterminate, State::Indeterminate),
        (EffectClass::Read, State::Failed, State::Failed),
        (EffectClass::Staged, State::Claimed, State::Indeterminate),
        (EffectClass::Keyed, State::Claimed, State::Indeterminate),
        (EffectClass::Transactional, State::Claimed, State::Indeterminate),
    ] {
        let kit = Kit::<S>::new();
        let new = kit.issued(kit.classed(1, class));
        kit.claim(&new, 1).unwrap();
        kit.subject.advance(MINUTE - 1);
        assert_eq!(kit.state(&new), State::Claimed, "{class:?}");
        kit.subject.advance(1);
        assert_eq!(kit.state(&new), in_time, "{class:?}");
        kit.subject.advance(HOUR);
        assert_eq!(kit.state(&new), expired, "{class:?}");
    }
}

/// The row tells which attempt acted, since when, until when it may, with which fence, and what came of it.
pub fn weakness_19_a_grant_says_who_acted_and_what_came_of_it<S: Subject>() {
    let kit = Kit::<S>::new();
    let new = kit.issued(kit.yes(1));
    kit.subject.advance(7);
    let claimed = kit.claim(&new, 1).unwrap();
    let held = claimed.held.unwrap();
    assert_eq!((claimed.state, claimed.fence, claimed.used), (State::Claimed, 1, 1));
    assert_eq!((held.attempt, held.how), (super::kit::attempt(1), How::First));
    let at = kit.start.later(7);
    assert_eq!((claimed.consumed_at, held.since, held.act_by), (Some(at), at, at.later(MINUTE)));
    kit.subject.advance(5);
    let settled = kit.store.settle(claimed.id, holder(&claimed), End::Executed, "deleted 120 bytes").unwrap();
    assert_eq!(settled.outcome, Some((kit.start.later(12), "deleted 120 bytes".to_owned())));
    assert_eq!(kit.grant(&new), settled);
    assert_eq!(settled.held, Some(held), "its holder is kept");
}

/// Before anyone acts for good; until the commit point where there is one; and then it is too late, and that is said.
pub fn weakness_20_a_yes_is_taken_back_until_it_is_committed<S: Subject>() {
    let kit = Kit::<S>::new();
    let open = kit.issued(kit.yes(1));
    let revoked = kit.store.revoke(open.reference.id(), &order()).unwrap();
    assert_eq!((revoked.state, revoked.revoked_at), (State::Revoked, Some(kit.start)));
    assert_eq!(kit.claim(&open, 1).unwrap_err(), NotUsable::Revoked);

    let staged = kit.classed(2, EffectClass::Staged);
    let claimed = kit.claimed(staged.clone(), 1);
    let marked = kit.store.revoke(claimed.id, &order()).unwrap();
    assert_eq!((marked.state, marked.revoked_at), (State::Claimed, Some(kit.start)));
    assert_eq!(kit.store.commit(claimed.id, holder(&claimed), "deleted").unwrap_err(), NotUsable::Revoked);
    let back = kit.store.settle(claimed.id, holder(&claimed), End::Failed, "put back").unwrap();
    assert_eq!(back.state, State::Revoked);
    let expected = [
        (What::Issued, "reported_by_client"),
        (What::Claimed, "claimed"),
        (What::Marked, "revoking"),
        (What::Refused, "revoked"),
        (What::Ended, "revoked"),
    ];
    assert_eq!(kit.story(2), told(&expected));

    let late = kit.claimed(kit.classed(3, EffectClass::Staged), 1);
    assert_eq!(kit.store.commit(late.id, holder(&late), "deleted").unwrap().state, State::Executed);
    assert_eq!(kit.store.revoke(late.id, &order()).unwrap_err(), NotUsable::Used);
    let other = kit.claimed(kit.yes(4), 1);
    assert_eq!(kit.store.revoke(other.id, &order()).unwrap_err(), NotUsable::InFlight);
    assert_eq!(kit.store.revoke(kit.yes(9).reference.id(), &order()).unwrap_err(), NotUsable::Unknown);
}

/// As many uses as were approved, each with the next fence, and issued again in between.
pub fn weakness_21_each_use_is_a_claim<S: Subject>() {
    let kit = Kit::<S>::new();
    let mut new = kit.classed(1, EffectClass::Keyed);
    new.intent.uses = 3;
    let new = kit.issued(new);
    for number in 1..=3 {
        let claimed = kit.claim(&new, number).unwrap();
        assert_eq!((claimed.fence, claimed.used), (u64::from(number), u32::from(number)));
        assert_eq!(kit.claim(&new, 9).unwrap_err(), NotUsable::InFlight, "one at a time");
        let settled = kit.store.settle(claimed.id, holder(&claimed), End::Executed, "run").unwrap();
        assert_eq!(settled.state, if number == 3 { State::Executed } else { State::Issued });
        assert_eq!(kit.grant(&new).consumed_at, Some(kit.start));
    }
    assert_eq!(kit.claim(&new, 4).unwrap_err(), NotUsable::Used);
    let notes = kit.rows().into_iter().filter(|row| row.what == What::Claimed).map(|row| row.note);
    assert_eq!(notes.collect::<Vec<_>>(), ["use 1 of 3", "use 2 of 3", "use 3 of 3"]);
}

/// The answer to a claim was lost on its way.
pub fn the_same_attempt_gets_its_claim_again<S: Subject>() {
    for class in EffectClass::ALL.iter().copied() {
        let kit = Kit::<S>::new();
        let new = kit.issued(kit.classed(1, class));
        let first = kit.claim(&new, 1).unwrap();
        kit.subject.advance(MINUTE - 1);
        assert!(kit.claim(&new, 2).is_err(), "{class:?}");
        let again = kit.claim(&new, 1).unwrap();
        assert_eq!((again.fence, again.used, again.consumed_at), (1, 1, first.consumed_at));
        let (held, first) = (again.held.unwrap(), first.held.unwrap());
        assert_eq!((held.since, held.act_by, held.how), (first.since, first.act_by, How::Again));
        assert_eq!(kit.story(1).pop(), Some((What::Claimed, "claimed_again".into())));
    }
}

/// Whoever was taken over from can neither commit nor record an end.
pub fn an_old_fence_is_shut_out<S: Subject>() {
    let kit = Kit::<S>::new();
    let new = kit.issued(kit.classed(1, EffectClass::Staged));
    let first = kit.claim(&new, 1).unwrap();
    kit.subject.advance(MINUTE);
    let second = kit.claim(&new, 2).unwrap();
    assert_eq!((second.fence, second.used, second.held.unwrap().how), (2, 1, How::Over));
    for end in [End::Executed, End::Failed, End::Indeterminate] {
        let late = kit.store.settle(first.id, holder(&first), end, "late");
        assert_eq!(late.unwrap_err(), NotUsable::LostLease);
    }
    assert_eq!(kit.store.commit(first.id, holder(&first), "late").unwrap_err(), NotUsable::LostLease);
    assert_eq!(kit.store.commit(first.id, holder(&second), "done").unwrap().state, State::Executed);
    assert_eq!(kit.story(1).iter().filter(|(_, code)| code == "lost_lease").count(), 4, "each is a row");
    let never = kit.issued(kit.yes(2));
    let nobody = kit.store.settle(never.reference.id(), holder(&first), End::Executed, "x");
    assert_eq!(nobody.unwrap_err(), NotUsable::NotClaimed);
}

/// The acknowledgement of an end can be lost, too.
pub fn an_end_is_told_twice_and_stays<S: Subject>() {
    let kit = Kit::<S>::new();
    let claimed = kit.claimed(kit.yes(1), 1);
    let settle = |end| kit.store.settle(claimed.id, holder(&claimed), end, "no room");
    let failed = settle(End::Failed).unwrap();
    let rows = kit.rows().len();
    assert_eq!(settle(End::Failed).unwrap(), failed);
    assert_eq!(kit.rows().len(), rows);
    assert_eq!(settle(End::Executed).unwrap_err(), NotUsable::NotClaimed);
    let staged = kit.claimed(kit.classed(2, EffectClass::Staged), 1);
    let commit = || kit.store.commit(staged.id, holder(&staged), "deleted");
    assert_eq!(commit().unwrap(), commit().unwrap());
}

/// A call that asks for something more goes on in another request, in any process: by its holder, once, and in no more time.
pub fn a_claim_goes_on_once_for_each_round<S: Subject>() {
    let kit = Kit::<S>::new();
    let new = kit.issued(kit.yes(1));
    let claimed = kit.claim(&new, 1).unwrap();
    let (one, go_on) = (holder(&claimed), |holder| kit.store.go_on(claimed.id, holder));
    kit.subject.advance(MINUTE - 2);
    let start = Barrier::new(8);
    let won = thread::scope(|scope| {
        let racing: Vec<_> = (0..8).map(|_| scope.spawn(|| (start.wait(), go_on(one)).1)).collect();
        let ended = racing.into_iter().map(|one| one.join().unwrap());
        ended.filter_map(Result::ok).collect::<Vec<_>>()
    });
    let [second] = won.as_slice() else { panic!("{} of eight went on", won.len()) };
    assert_eq!((second.state, second.fence, second.used, second.held), (State::Claimed, 2, 1, claimed.held));
    assert_eq!(go_on(one).unwrap_err(), NotUsable::Used);
    assert_eq!(kit.grant(&new), *second, "a refusal changes nothing");

    let two = holder(second);
    assert_eq!(kit.store.settle(claimed.id, one, End::Executed, "x").unwrap_err(), NotUsable::LostLease);
    kit.subject.advance(1);
    let three = holder(&go_on(two).unwrap());
    assert_eq!(kit.story(1).pop(), Some((What::Claimed, "gone_on".into())));
    kit.subject.advance(1);
    assert_eq!(go_on(three).unwrap_err(), NotUsable::Expired, "no round is more time");
    let settled = kit.store.settle(claimed.id, three, End::Executed, "done").unwrap();
    assert_eq!((settled.state, go_on(three).unwrap_err()), (State::Executed, NotUsable::Used));
    assert_eq!(kit.store.go_on(kit.issued(kit.yes(2)).reference.id(), one).unwrap_err(), NotUsable::NotClaimed);
    assert_eq!(kit.store.go_on(kit.yes(3).reference.id(), one).unwrap_err(), NotUsable::Unknown);
}
