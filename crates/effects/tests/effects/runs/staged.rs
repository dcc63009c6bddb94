//! A staged deletion from the claim to its end, with everything that can come in between.

use crate::desk::{Act, Desk, LEASE_MS, LIFE_MS};
use crate::staged::Place;
use consent::{EffectClass, Snapshot};
use grants::{Claim, Grant, GrantRef, NotUsable, Order, State};
use std::fs;
use twogates_effects::staged::{Folder, Point, Recovered, Stage};

pub(super) fn tool(folder: &Folder) -> Act<impl Fn(&str) -> Snapshot + use<>> {
    let folder = folder.clone();
    Act { class: EffectClass::Staged, look: move |name: &str| folder.shown(name) }
}

/// Somebody says yes to deleting the file "a".
pub(super) fn approved() -> (Desk, Place, GrantRef) {
    let (desk, place) = (Desk::new(), Place::new());
    place.write("a", "one");
    let reference = desk.yes(&tool(&place.folder), "a");
    (desk, place, reference)
}

pub(super) fn delete(desk: &Desk, folder: &Folder, reference: &GrantRef) -> Result<Grant, NotUsable> {
    let claim = desk.grants.claim(&tool(folder), reference)?;
    folder.delete(&desk.grants, claim, |args| &args.name)
}

/// A worker sets the file aside and is not heard of again.
pub(super) fn crashed(desk: &Desk, place: &Place, reference: &GrantRef) {
    let claim: Claim<_> = desk.grants.claim(&tool(&place.folder), reference).unwrap();
    let staged = claim.take_staged(|args, by| {
        let stage = Stage::of(by.grant, by.fence);
        place.folder.set_aside(&crate::staged::at(&args.name), &stage, by.approved.as_ref().unwrap())
    });
    assert!(staged.is_ok());
}

pub(super) fn recover(desk: &Desk, place: &Place) -> Vec<(Stage, Recovered)> {
    let tool = tool(&place.folder);
    place.folder.recover_for(&tool, &desk.grants, &*desk.store, |args| &args.name).unwrap()
}

#[test]
fn deleted_and_told() {
    let (desk, place, reference) = approved();
    let grant = delete(&desk, &place.folder, &reference).unwrap();
    assert_eq!((grant.state, desk.text(&reference).as_str()), (State::Executed, "deleted a"));
    assert_eq!((place.read("a"), place.quarantine().len()), (None, 0));
    assert_eq!(delete(&desk, &place.folder, &reference).unwrap_err(), NotUsable::Used);
}

#[test]
fn another_file_in_its_place_is_a_failure_and_stays() {
    let (desk, place, reference) = approved();
    fs::remove_file(place.file("a")).unwrap();
    place.write("a", "another's");
    let grant = delete(&desk, &place.folder, &reference).unwrap();
    assert_eq!(grant.state, State::Failed);
    assert!(desk.text(&reference).contains("another object stands in its place"), "{}", desk.text(&reference));
    assert_eq!(place.read("a").as_deref(), Some("another's"));
}

/// The decision of that case: a deletion binds the object, and not only its bytes.
#[test]
fn c134_a_file_that_was_rewritten_linked_over_or_replaced_with_the_same_bytes_stays() {
    let meddles: [fn(&Place); 4] = [
        |place| place.write("a", "two"),
        |place| {
            fs::rename(place.file("a"), place.file("b")).unwrap();
            std::os::unix::fs::symlink(place.file("b"), place.file("a")).unwrap();
        },
        |place| place.write("a", "one"),
        |place| {
            fs::remove_file(place.file("a")).unwrap();
            place.write("a", "one");
        },
    ];
    for meddle in meddles {
        let (desk, place, reference) = approved();
        meddle(&place);
        assert_eq!(delete(&desk, &place.folder, &reference).unwrap().state, State::Failed);
        assert!(fs::symlink_metadata(place.file("a")).is_ok(), "nothing is deleted");
        assert_eq!(place.quarantine(), []);
    }
}

#[test]
fn a_yes_that_is_taken_back_before_the_commit_brings_the_file_back() {
    let (desk, place, reference) = approved();
    let (grants, id) = (desk.grants.clone(), reference.id());
    let folder = place.folder.clone().watched(move |point| {
        if point == Point::SetAside {
            grants.revoke(id, &Order::new("alice", "changed her mind")).unwrap();
        }
    });
    assert_eq!(delete(&desk, &folder, &reference).unwrap_err(), NotUsable::Revoked);
    assert_eq!((place.read("a").as_deref(), desk.grant(&reference).state), (Some("one"), State::Revoked));
}

#[test]
fn a_worker_that_stalls_past_the_expiry_brings_the_file_back() {
    let (desk, place, reference) = approved();
    let clock = desk.clock.clone();
    let folder = place.folder.clone().watched(move |point| {
        if point == Point::SetAside {
            clock.advance(LIFE_MS);
        }
    });
    assert_eq!(delete(&desk, &folder, &reference).unwrap_err(), NotUsable::Expired);
    assert_eq!((place.read("a").as_deref(), desk.grant(&reference).state), (Some("one"), State::Failed));
}

#[test]
fn the_next_claim_takes_over_what_a_crashed_worker_left() {
    let (desk, place, reference) = approved();
    crashed(&desk, &place, &reference);
    place.write("a", "another's");
    assert_eq!(delete(&desk, &place.folder, &reference).unwrap_err(), NotUsable::InFlight);
    desk.clock.advance(LEASE_MS);
    assert_eq!(delete(&desk, &place.folder, &reference).unwrap().state, State::Executed);
    assert_eq!((place.read("a").as_deref(), place.quarantine().len()), (Some("another's"), 0));
}

#[test]
fn a_worker_that_was_taken_over_from_neither_commits_nor_puts_back() {
    let (desk, place, reference) = approved();
    let (other, clock, grants, tool) =
        (place.folder.clone(), desk.clock.clone(), desk.grants.clone(), tool(&place.folder));
    let again = reference.clone();
    let folder = place.folder.clone().watched(move |point| {
        if point == Point::SetAside {
            clock.advance(LEASE_MS);
            let claim = grants.claim(&tool, &again).unwrap();
            assert_eq!(other.delete(&grants, claim, |args| &args.name).unwrap().state, State::Executed);
        }
    });
    assert_eq!(delete(&desk, &folder, &reference).unwrap_err(), NotUsable::LostLease);
    assert_eq!((place.read("a"), place.quarantine().len()), (None, 0));
    assert_eq!(desk.grant(&reference).state, State::Executed);
}

#[test]
fn recovery_removes_what_was_committed() {
    let (desk, place, reference) = approved();
    let claim = desk.grants.claim(&tool(&place.folder), &reference).unwrap();
    let staged = claim.take_staged(|args, by| {
        let stage = Stage::of(by.grant, by.fence);
        place.folder.set_aside(&crate::staged::at(&args.name), &stage, by.approved.as_ref().unwrap())
    });
    let Ok((_aside, _, running)) = staged else { panic!("not set aside") };
    desk.grants.commit(&running, "deleted a").unwrap();
    assert_eq!(place.quarantine().len(), 1);
    assert_eq!(recover(&desk, &place), [(Stage::of(reference.id(), 1), Recovered::Purged)]);
    assert_eq!(place.quarantine(), []);
}

#[test]
fn recovery_leaves_what_somebody_may_still_hold_and_finishes_it_afterwards() {
    let (desk, place, reference) = approved();
    crashed(&desk, &place, &reference);
    let stage = Stage::of(reference.id(), 1);
    assert_eq!(recover(&desk, &place), [(stage.clone(), Recovered::Left)]);
    desk.clock.advance(LEASE_MS);
    assert_eq!(recover(&desk, &place), [(stage, Recovered::Deleted)]);
    assert_eq!((place.read("a"), place.quarantine().len()), (None, 0));
    let grant = desk.grant(&reference);
    assert_eq!((grant.state, grant.fence), (State::Executed, 2));
    assert_eq!(recover(&desk, &place), []);
}

#[test]
fn recovery_puts_back_what_ran_out_of_time_and_says_so() {
    let (desk, place, reference) = approved();
    crashed(&desk, &place, &reference);
    desk.clock.advance(LIFE_MS);
    assert_eq!(recover(&desk, &place), [(Stage::of(reference.id(), 1), Recovered::PutBack)]);
    // Nothing was committed, so that the end is known after all, and its row says by whom.
    assert_eq!((place.read("a").as_deref(), desk.grant(&reference).state), (Some("one"), State::Failed));
    let audit = desk.grants.audit().unwrap();
    assert!(audit.iter().any(|row| row.note.starts_with("recovery: ")), "{audit:?}");
}

#[test]
fn recovery_heeds_a_yes_that_was_taken_back_meanwhile() {
    let (desk, place, reference) = approved();
    crashed(&desk, &place, &reference);
    desk.grants.revoke(reference.id(), &Order::new("alice", "changed her mind")).unwrap();
    desk.clock.advance(LEASE_MS);
    assert_eq!(recover(&desk, &place), [(Stage::of(reference.id(), 1), Recovered::PutBack)]);
    assert_eq!((place.read("a").as_deref(), desk.grant(&reference).state), (Some("one"), State::Revoked));
}

#[test]
fn recovery_touches_nothing_that_the_store_does_not_know() {
    let (desk, place, reference) = approved();
    crashed(&desk, &place, &reference);
    let younger = Desk::new();
    assert_eq!(recover(&younger, &place), [(Stage::of(reference.id(), 1), Recovered::Unknown)]);
    assert_eq!(place.quarantine().len(), 1);
}
