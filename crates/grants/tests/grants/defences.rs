//! What each defence of the grants keeps out: the same with all of them, and with one switched off.

use crate::{DeleteNote, Desk, MINUTE, TOOL, approval, call, id, note};
use consent::Lifetime;
use rules::danger::without;
use rules::{Defence, Defences, Guarded};
use std::sync::Arc;
use twogates_grants::{End, GrantRef, Grants, Memory, NotUsable, State};

/// A desk over a store with one defence off.
fn careless(defence: Defence) -> Desk {
    Desk::with(|memory| without(memory, defence))
}

#[test]
fn store_and_face_start_with_every_defence_on() {
    assert_eq!(Memory::new(crate::FakeClock::at(0)).defences_mut(), &Defences::all());
    assert_eq!(Desk::new().grants.defences_mut(), &Defences::all());
}

#[test]
fn without_single_use_one_yes_runs_twice() {
    let runs = |desk: &Desk, reference: &GrantRef| match desk.grants.claim(&TOOL, reference) {
        Ok(claim) => {
            let (_, running) = claim.take(|_| note("hello")).unwrap();
            desk.grants.settle(running.settle(End::Executed, "deleted")).is_ok()
        }
        Err(_) => false,
    };
    for (desk, expected) in [(Desk::new(), [true, false]), (careless(Defence::SingleUse), [true, true])] {
        let reference = desk.issued(1, MINUTE);
        assert_eq!([runs(&desk, &reference), runs(&desk, &reference)], expected);
    }
}

/// The face does not even ask the store then: a used state is answered as if it were new.
#[test]
fn without_single_use_nothing_is_known_of_a_question() {
    let desk = Desk::new();
    desk.issued(1, MINUTE);
    let face = without(desk.grants.clone(), Defence::SingleUse);
    assert!(desk.grants.recall(id(1)).unwrap().is_some());
    assert_eq!(face.recall(id(1)), Ok(None));
}

#[test]
fn without_grant_expiry_a_late_worker_acts() {
    for (desk, expected) in [(Desk::new(), Some(NotUsable::Expired)), (careless(Defence::GrantExpiry), None)] {
        let reference = desk.issued(1, MINUTE);
        desk.clock.advance(86_400_000);
        assert_eq!(desk.grants.claim(&TOOL, &reference).err(), expected);
    }
}

#[test]
fn without_still_authorized_whoever_lost_the_right_acts() {
    for (desk, expected) in
        [(Desk::new(), Some(NotUsable::NoLongerAuthorized)), (careless(Defence::StillAuthorized), None)]
    {
        desk.forbid();
        let claimed = desk.grants.claim_at_once(&TOOL, approval(id(1), "notes.txt", Lifetime::AtOnce));
        assert_eq!(claimed.err(), expected);
    }
}

#[test]
fn without_arguments_a_reference_may_name_others() {
    for (desk, expected) in [(Desk::new(), Some(NotUsable::OtherArguments)), (careless(Defence::Arguments), None)] {
        let reference = desk.issued(1, MINUTE);
        let other = GrantRef::new(*reference.expose_handle(), call("other.txt").arg_hash());
        assert_eq!(desk.grants.claim(&TOOL, &other).err(), expected);
    }
}

#[test]
fn without_contract_another_promise_acts() {
    for (desk, expected) in [(Desk::new(), Some(NotUsable::OtherContract)), (careless(Defence::Contract), None)] {
        let reference = desk.issued(1, MINUTE);
        assert_eq!(desk.grants.claim(&DeleteNote { version: 2, ..TOOL }, &reference).err(), expected);
    }
}

#[test]
fn without_snapshot_a_changed_resource_is_acted_on() {
    let desk = Desk::new();
    let careless: Grants = without(desk.grants.clone(), Defence::Snapshot);
    for (number, grants, refused) in [(1, &desk.grants, true), (2, &careless, false)] {
        let claim = grants.claim_at_once(&TOOL, approval(id(number), "notes.txt", Lifetime::AtOnce)).unwrap();
        assert_eq!(claim.take(|_| note("another text")).is_err(), refused);
        let same = grants.claim_at_once(&TOOL, approval(id(number + 10), "notes.txt", Lifetime::AtOnce)).unwrap();
        assert!(same.take(|_| note("hello")).is_ok());
    }
}

/// A defence of the store is the store's: the face over it has no say.
#[test]
fn a_weakened_face_does_not_weaken_its_store() {
    let desk = Desk::new();
    let reference = desk.issued(1, MINUTE);
    let face = [Defence::SingleUse, Defence::GrantExpiry, Defence::StillAuthorized, Defence::Arguments]
        .into_iter()
        .fold(desk.grants.clone(), without);
    assert!(face.claim(&TOOL, &reference).is_ok());
    assert_eq!(face.claim(&TOOL, &reference).unwrap_err(), NotUsable::Used);
    assert_eq!(desk.state(1), State::Claimed);
    assert_eq!(Arc::strong_count(&desk.store), 3, "one store under both");
}
