//! Attempts, fences and leases: who holds a grant, and who is shut out.

use crate::{Desk, MINUTE, classed, id, note};
use consent::EffectClass;
use twogates_grants::audit::What;
use twogates_grants::{End, How, NotUsable, State, Store};

/// The store's answer to a claim was lost: the same attempt gets its claim again, and nobody else does.
#[test]
fn the_same_attempt_gets_its_claim_again() {
    for class in [EffectClass::AtMostOnce, EffectClass::Staged] {
        let (desk, tool) = (Desk::new(), classed(class));
        let reference = desk.issued_for(&tool, 1, MINUTE);
        let attempt = desk.grants.new_attempt();
        let lost = desk.grants.claim_as(&tool, &reference, attempt).unwrap();
        desk.clock.advance(59_999);
        let (_, again) = desk.grants.claim_as(&tool, &reference, attempt).unwrap().take(|_| note("hello")).unwrap();
        let (_, lost) = lost.take(|_| note("hello")).unwrap();
        assert_eq!((again.holder(), again.key(), again.act_by()), (lost.holder(), lost.key(), lost.act_by()));
        let grant = desk.grant(1);
        assert_eq!((grant.fence, grant.used, grant.held.unwrap().how), (1, 1, How::Again));
        assert_eq!(desk.told().pop(), Some((What::Claimed, "claimed_again".into())));
        assert!(desk.grants.claim(&tool, &reference).is_err(), "another attempt");
        desk.grants.settle(again.settle(End::Failed, "no room")).unwrap();
        assert_eq!(desk.grants.claim_as(&tool, &reference, attempt).unwrap_err(), NotUsable::Used, "it has ended");
    }
}

/// Whoever was not heard of in time is taken over from, where the class allows it; with the next fence.
#[test]
fn a_lease_that_ran_out_is_taken_over_where_the_class_allows() {
    for (class, taken) in [
        (EffectClass::Transactional, true),
        (EffectClass::Staged, true),
        (EffectClass::Keyed, true),
        (EffectClass::Conditional, false),
        (EffectClass::AtMostOnce, false),
        (EffectClass::Read, false),
    ] {
        let (desk, tool) = (Desk::new(), classed(class));
        let reference = desk.issued_for(&tool, 1, crate::HOUR);
        let (_, first) = desk.grants.claim(&tool, &reference).unwrap().take(|_| note("hello")).unwrap();
        desk.clock.advance(59_999);
        let early = if taken { NotUsable::InFlight } else { NotUsable::Used };
        assert_eq!(desk.grants.claim(&tool, &reference).unwrap_err(), early, "{class:?}");
        desk.clock.advance(1);
        let second = desk.grants.claim(&tool, &reference);
        assert_eq!(second.is_ok(), taken, "{class:?}");
        let Ok(second) = second else {
            assert_eq!(desk.grants.settle(first.settle(End::Executed, "late")).unwrap().state, State::Executed);
            continue;
        };
        let (_, second) = second.take(|_| note("hello")).unwrap();
        assert_eq!((first.holder().fence, second.holder().fence), (1, 2));
        assert_eq!(first.key(), second.key(), "the same use, to the backend");
        assert!(second.may_have_acted() && !first.may_have_acted());
        assert_eq!(desk.told().pop(), Some((What::Claimed, "taken_over".into())));
        assert_eq!(desk.grants.commit(&first, "late").unwrap_err(), NotUsable::LostLease);
        assert_eq!(desk.grants.settle(first.settle(End::Executed, "late")).unwrap_err(), NotUsable::LostLease);
        assert_eq!(desk.told().pop(), Some((What::Refused, "lost_lease".into())), "it is a row");
        assert_eq!(desk.grants.settle(second.settle(End::Executed, "done")).unwrap().state, State::Executed);
    }
}

/// A tool that was taken over from may have acted: what changed since may be its doing.
#[test]
fn a_change_after_a_takeover_is_an_unknown_end() {
    let (desk, tool) = (Desk::new(), classed(EffectClass::Keyed));
    let reference = desk.issued_for(&tool, 1, crate::HOUR);
    drop(desk.grants.claim(&tool, &reference).unwrap());
    desk.clock.advance(60_000);
    let settled = desk.grants.claim(&tool, &reference).unwrap().take(|_| note("changed")).unwrap_err();
    let grant = desk.grants.settle(settled).unwrap();
    assert_eq!(grant.state, State::Indeterminate);
    assert!(grant.outcome.unwrap().1.starts_with("Claimed before, and not heard of again; since the question"));
}

/// The lease is the operator's, and never longer than the grant itself.
#[test]
fn a_lease_ends_with_the_grant() {
    for (lease, act_by) in [(1, 1), (60_000, 60_000), (60_001, 60_000), (u64::MAX, 60_000)] {
        let desk = Desk::new();
        let reference = desk.issued(1, MINUTE);
        let grants = desk.grants.clone().with_lease(lease);
        let (_, running) = grants.claim(&crate::TOOL, &reference).unwrap().take(|_| note("hello")).unwrap();
        assert_eq!(running.act_by(), crate::at(act_by), "{lease}");
    }
}

/// Time alone says what is not known, by the class.
#[test]
fn who_is_not_heard_of_again_leaves_what_its_class_says() {
    for (class, in_time, expired) in [
        (EffectClass::AtMostOnce, State::Indeterminate, State::Indeterminate),
        (EffectClass::Conditional, State::Indeterminate, State::Indeterminate),
        (EffectClass::Read, State::Failed, State::Failed),
        (EffectClass::Staged, State::Claimed, State::Indeterminate),
        (EffectClass::Keyed, State::Claimed, State::Indeterminate),
        (EffectClass::Transactional, State::Claimed, State::Indeterminate),
    ] {
        let (desk, tool) = (Desk::new(), classed(class));
        let reference = desk.issued_for(&tool, 1, crate::HOUR);
        drop(desk.grants.claim(&tool, &reference).unwrap());
        desk.clock.advance(59_999);
        assert_eq!(desk.state(1), State::Claimed, "{class:?}");
        desk.clock.advance(1);
        assert_eq!(desk.state(1), in_time, "{class:?}");
        desk.clock.advance(3_600_000);
        assert_eq!(desk.state(1), expired, "{class:?}");
    }
}

/// The acknowledgement of an end was lost: to tell it once more changes nothing.
#[test]
fn the_same_end_is_told_twice() {
    let desk = Desk::new();
    let reference = desk.issued(1, MINUTE);
    let (_, running) = desk.grants.claim(&crate::TOOL, &reference).unwrap().take(|_| note("hello")).unwrap();
    let holder = running.holder();
    let grant = desk.grants.settle(running.settle(End::Executed, "deleted")).unwrap();
    let rows = desk.audit().len();
    assert_eq!(desk.store.settle(reference.id(), holder, End::Executed, "deleted").unwrap(), grant);
    assert_eq!(desk.audit().len(), rows);
    assert_eq!(desk.standing(1).unwrap().grants()[0].question, id(1));
}

/// A start-up finds a stage, and in its name the stored id: whoever was not heard of is taken over from, and nobody else.
#[test]
fn recovery_takes_over_and_never_begins() {
    let (desk, tool) = (Desk::new(), classed(EffectClass::Staged));
    let reference = desk.issued_for(&tool, 1, crate::HOUR);
    let recover = || desk.grants.recover(&tool, reference.id());
    assert_eq!(recover().unwrap_err(), NotUsable::NotClaimed);
    assert_eq!(desk.state(1), State::Issued);
    drop(desk.grants.claim(&tool, &reference).unwrap());
    assert_eq!(recover().unwrap_err(), NotUsable::InFlight);
    desk.clock.advance(60_000);
    let (_, running) = recover().unwrap().take(|_| note("hello")).unwrap();
    assert!(running.may_have_acted());
    desk.grants.commit(&running, "deleted").unwrap();
    assert_eq!(recover().unwrap_err(), NotUsable::Used);
    assert_eq!(desk.grants.recover(&tool, crate::grant_id(9)).unwrap_err(), NotUsable::Unknown);
}
