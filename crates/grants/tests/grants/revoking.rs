//! Taking a yes back: until when it helps, and what is said when it is too late.

use crate::{Desk, HOUR, MINUTE, classed, id, note, order};
use consent::EffectClass;
use twogates_grants::audit::What;
use twogates_grants::{End, NotUsable, State, Store, Upkeep};

/// A staged effect heeds a revocation until it is committed.
#[test]
fn the_commit_point_sees_a_revocation() {
    let (desk, tool) = (Desk::new(), classed(EffectClass::Staged));
    let reference = desk.issued_for(&tool, 1, HOUR);
    let (_, running) = desk.grants.claim(&tool, &reference).unwrap().take(|_| note("hello")).unwrap();
    let marked = desk.grants.revoke(reference.id(), &order()).unwrap();
    assert_eq!((marked.state, marked.revoked_at), (State::Claimed, Some(crate::at(0))));
    let row = desk.audit().pop().unwrap();
    assert_eq!((row.what, row.code.as_str(), row.note.as_str()), (What::Marked, "revoking", "olga: a test"));
    assert_eq!(desk.grants.commit(&running, "deleted").unwrap_err(), NotUsable::Revoked);
    assert_eq!(desk.grants.settle(running.settle(End::Failed, "put back")).unwrap().state, State::Revoked);
    assert_eq!(desk.grants.claim(&tool, &reference).unwrap_err(), NotUsable::Revoked);
}

#[test]
fn after_the_commit_it_is_too_late() {
    let (desk, tool) = (Desk::new(), classed(EffectClass::Staged));
    let reference = desk.issued_for(&tool, 1, HOUR);
    let (_, running) = desk.grants.claim(&tool, &reference).unwrap().take(|_| note("hello")).unwrap();
    assert_eq!(desk.grants.commit(&running, "deleted").unwrap().state, State::Executed);
    assert_eq!(desk.grants.revoke(reference.id(), &order()).unwrap_err(), NotUsable::Used);
    assert_eq!(desk.grants.commit(&running, "deleted").unwrap().state, State::Executed, "told twice");
    assert_eq!(desk.grants.settle(running.settle(End::Executed, "")).unwrap().outcome.unwrap().1, "deleted");
}

/// A staged effect that never reached its commit point was not done, whatever its worker says.
#[test]
fn a_staged_effect_is_committed_in_time_or_not_at_all() {
    let (desk, tool) = (Desk::new(), classed(EffectClass::Staged));
    let reference = desk.issued_for(&tool, 1, MINUTE);
    let (_, running) = desk.grants.claim(&tool, &reference).unwrap().take(|_| note("hello")).unwrap();
    desk.clock.advance(60_000);
    assert_eq!(desk.grants.commit(&running, "deleted").unwrap_err(), NotUsable::Expired);
    let holder = running.holder();
    let settled = running.settle(End::Executed, "deleted");
    assert_eq!(desk.grants.settle(settled).unwrap_err(), NotUsable::Expired);
    let failed = desk.store.settle(reference.id(), holder, End::Failed, "put back").unwrap();
    assert_eq!(failed.state, State::Failed);
}

/// Where nothing heeds it, it is too late as soon as somebody acts, and that is said.
#[test]
fn what_is_in_flight_is_not_taken_back() {
    for class in [EffectClass::AtMostOnce, EffectClass::Conditional, EffectClass::Keyed] {
        let (desk, tool) = (Desk::new(), classed(class));
        let reference = desk.issued_for(&tool, 1, HOUR);
        let _claim = desk.grants.claim(&tool, &reference).unwrap();
        assert_eq!(desk.grants.revoke(reference.id(), &order()).unwrap_err(), NotUsable::InFlight);
        assert_eq!(desk.grant(1).revoked_at, None);
        let row = desk.audit().pop().unwrap();
        assert_eq!((row.what, row.code.as_str(), row.note.as_str()), (What::Refused, "in_flight", "olga: a test"));
    }
}

/// A marked grant whose worker is never heard of again was not committed, and never will be.
#[test]
fn a_mark_that_nobody_answers_ends_as_revoked() {
    let (desk, tool) = (Desk::new(), classed(EffectClass::Staged));
    let reference = desk.issued_for(&tool, 1, HOUR);
    let (_, running) = desk.grants.claim(&tool, &reference).unwrap().take(|_| note("hello")).unwrap();
    desk.grants.revoke(reference.id(), &order()).unwrap();
    desk.clock.advance(60_000);
    assert_eq!(desk.grants.claim(&tool, &reference).unwrap_err(), NotUsable::Revoked, "nobody takes it over");
    assert_eq!(desk.state(1), State::Revoked);
    assert_eq!(desk.grants.commit(&running, "deleted").unwrap_err(), NotUsable::LostLease);
}

/// Whoever left the company leaves no yes behind.
#[test]
fn all_that_a_principal_s_yeses_allow_is_taken_back() {
    let desk = Desk::new();
    let open = desk.issued(1, HOUR);
    let claimed = desk.issued(2, HOUR);
    let _claim = desk.grants.claim(&crate::TOOL, &claimed).unwrap();
    desk.issued(3, MINUTE);
    desk.clock.advance(60_000);
    assert_eq!(desk.state(3), State::Expired);
    let mut revoked = desk.store.revoke_all(crate::alice().digest(), &order()).unwrap();
    revoked.sort_by_key(|(_, came)| came.is_err());
    let [(first, Ok(grant)), (second, Err(too_late))] = revoked.as_slice() else { panic!("{revoked:?}") };
    assert_eq!((*first, grant.state), (open.id(), State::Revoked));
    assert_eq!((*second, too_late), (claimed.id(), &NotUsable::InFlight));
    assert_eq!(desk.store.revoke_all(crate::digest("bob"), &order()).unwrap(), Vec::new());
    assert_eq!(desk.standing(1).unwrap().grants()[0].question, id(1));
}
