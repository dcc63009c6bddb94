//! Several uses of one yes: as many as the question said, each a claim of its own, and loud.

use crate::{Desk, HOUR, classed, id, note, order};
use consent::{EffectClass, Policy, Uses};
use twogates_grants::audit::What;
use twogates_grants::{Claim, End, GrantRef, NotUsable, State};

fn three(desk: &Desk) -> GrantRef {
    let policy = Policy { lifetime: HOUR, uses: Uses::Idempotent(3), ..Policy::default() };
    desk.issued_under(&classed(EffectClass::Keyed), 1, &policy)
}

fn claim(desk: &Desk, reference: &GrantRef) -> Result<Claim<crate::DeleteNote>, NotUsable> {
    desk.grants.claim(&classed(EffectClass::Keyed), reference)
}

/// Weakness 21: there was no story of several uses.
#[test]
fn each_use_is_a_claim_with_its_own_fence_and_key() {
    let desk = Desk::new();
    let reference = three(&desk);
    let mut keys = Vec::new();
    for number in 1..=3 {
        let (_, running) = claim(&desk, &reference).unwrap().take(|_| note("hello")).unwrap();
        assert_eq!(running.holder().fence, number);
        keys.push(running.key());
        assert_eq!(claim(&desk, &reference).unwrap_err(), NotUsable::InFlight, "one at a time");
        let grant = desk.grants.settle(running.settle(End::Executed, format!("run {number}"))).unwrap();
        assert_eq!(grant.state, if number == 3 { State::Executed } else { State::Issued });
        assert_eq!(u64::from(grant.used), number);
    }
    assert_eq!(claim(&desk, &reference).unwrap_err(), NotUsable::Used);
    assert_eq!(keys, [1, 2, 3].map(|number| format!("{}:{number}", reference.id().hex())));
    let rows = desk.audit().into_iter().filter(|row| row.what != What::Refused);
    let notes: Vec<_> = rows.map(|row| (row.what, row.note)).collect();
    assert_eq!(notes[0], (What::Issued, "up to 3 uses".to_owned()), "loud in the audit");
    assert_eq!(notes[1..3], [What::Claimed, What::Ended].map(|what| (what, "use 1 of 3".to_owned())));
}

#[test]
fn a_failed_use_is_a_use_and_an_unknown_one_ends_it() {
    let desk = Desk::new();
    let reference = three(&desk);
    let (_, running) = claim(&desk, &reference).unwrap().take(|_| note("hello")).unwrap();
    assert_eq!(desk.grants.settle(running.settle(End::Failed, "")).unwrap().state, State::Issued);
    let row = desk.audit().pop().unwrap();
    assert_eq!((row.what, row.code.as_str()), (What::Ended, "failed"));
    let (_, running) = claim(&desk, &reference).unwrap().take(|_| note("hello")).unwrap();
    assert_eq!(desk.grants.settle(running.settle(End::Indeterminate, "")).unwrap().state, State::Indeterminate);
    assert_eq!(claim(&desk, &reference).unwrap_err(), NotUsable::Used);
}

/// A revocation during one use ends the others.
#[test]
fn taken_back_in_between_no_other_use_follows() {
    let desk = Desk::new();
    let reference = three(&desk);
    let (_, running) = claim(&desk, &reference).unwrap().take(|_| note("hello")).unwrap();
    assert_eq!(desk.grants.revoke(reference.id(), &order()).unwrap().state, State::Claimed);
    let grant = desk.grants.settle(running.settle(End::Executed, "the first")).unwrap();
    assert_eq!((grant.state, grant.used), (State::Executed, 1));
    assert_eq!(claim(&desk, &reference).unwrap_err(), NotUsable::Used);
    let other = Desk::new();
    let reference = three(&other);
    let (_, running) = claim(&other, &reference).unwrap().take(|_| note("hello")).unwrap();
    other.grants.settle(running.settle(End::Executed, "the first")).unwrap();
    assert_eq!(other.grants.revoke(reference.id(), &order()).unwrap().state, State::Revoked);
    assert_eq!(claim(&other, &reference).unwrap_err(), NotUsable::Revoked);
}

/// A use that ends after the grant's time is the last.
#[test]
fn time_ends_the_uses_that_are_left() {
    let desk = Desk::new();
    let reference = three(&desk);
    let (_, running) = claim(&desk, &reference).unwrap().take(|_| note("hello")).unwrap();
    desk.clock.advance(3_600_000);
    assert_eq!(desk.grants.settle(running.settle(End::Executed, "late")).unwrap().state, State::Executed);
    assert_eq!(desk.standing(1).unwrap().grants()[0].question, id(1));
}
