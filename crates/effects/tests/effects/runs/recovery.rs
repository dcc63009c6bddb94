//! What recovery makes of what a crash, a restored store or a person left.

use super::staged::{approved, crashed, delete, recover, tool};
use crate::desk::{Anyone, Counter, Desk, LEASE_MS, LIFE_MS};
use crate::staged::{Place, at};
use consent::{Contract, Effect, Snapshot, Tool};
use grants::{End, GrantRef, Grants, NotUsable, Order, State, Upkeep};
use std::fs;
use std::sync::Arc;
use twogates_effects::staged::{Point, Recovered, Stage};

/// A worker dies behind its move, and what it moved is somebody else's file: it had not looked yet.
fn moved_by_mistake(desk: &Desk, place: &Place, reference: &GrantRef) -> Stage {
    let _claim = desk.grants.claim(&tool(&place.folder), reference).unwrap();
    let stage = Stage::of(reference.id(), desk.grant(reference).fence);
    fs::remove_file(place.file("a")).unwrap();
    place.write("a", "another's");
    fs::rename(place.file("a"), place.root.path().join("quarantine").join(stage.name())).unwrap();
    stage
}

fn said_by_a_person(desk: &Desk, reference: &GrantRef, end: End) {
    assert_eq!(desk.grant(reference).state, State::Indeterminate);
    desk.store.resolve(reference.id(), end, &Order::new("Olga", "the file is gone")).unwrap();
}

/// A person sees no file at the path, and says that it was deleted. The quarantine has another one.
#[test]
fn nobodys_file_is_removed_because_a_person_said_that_it_was_done() {
    let (desk, place, reference) = approved();
    let stage = moved_by_mistake(&desk, &place, &reference);
    desk.clock.advance(LIFE_MS);
    said_by_a_person(&desk, &reference, End::Executed);
    assert_eq!(recover(&desk, &place), [(stage, Recovered::PutBack)]);
    assert_eq!((place.read("a").as_deref(), place.quarantine().len()), (Some("another's"), 0));
}

#[test]
fn the_approved_file_is_removed_once_a_person_said_that_it_was_done() {
    let (desk, place, reference) = approved();
    crashed(&desk, &place, &reference);
    desk.clock.advance(LIFE_MS);
    said_by_a_person(&desk, &reference, End::Executed);
    assert_eq!(recover(&desk, &place), [(Stage::of(reference.id(), 1), Recovered::Purged)]);
    assert_eq!((place.read("a"), place.quarantine().len()), (None, 0));
}

/// In the copy somebody holds the grant. Since then the deletion may have been committed, and told.
#[test]
fn a_stage_that_a_restored_store_cannot_judge_waits_for_a_person() {
    let (desk, place, reference) = approved();
    crashed(&desk, &place, &reference);
    desk.store.raise_epoch(&Order::new("Olga", "yesterday's backup")).unwrap();
    let stage = Stage::of(reference.id(), 1);
    assert_eq!(recover(&desk, &place), [(stage.clone(), Recovered::Unknown)]);
    assert_eq!((place.read("a"), place.quarantine().len()), (None, 1));
    said_by_a_person(&desk, &reference, End::Failed);
    assert_eq!(recover(&desk, &place), [(stage, Recovered::PutBack)]);
    assert_eq!(place.read("a").as_deref(), Some("one"));
}

/// In the copy nobody has claimed it yet, so that its stage is of a claim that the copy does not know.
#[test]
fn a_stage_of_a_claim_that_the_store_does_not_know_is_not_put_back() {
    let (desk, place, reference) = approved();
    let stage = Stage::of(reference.id(), 1);
    drop(place.folder.set_aside(&at("a"), &stage, &place.approved("a")).unwrap());
    desk.store.raise_epoch(&Order::new("Olga", "yesterday's backup")).unwrap();
    assert_eq!(desk.grant(&reference).state, State::Revoked);
    assert_eq!(recover(&desk, &place), [(stage, Recovered::Unknown)]);
    assert_eq!((place.read("a"), place.quarantine().len()), (None, 1));
}

/// The same tool, once it has come to mean something else.
struct Newer<T>(T);

impl<T: Tool> Tool for Newer<T> {
    type Args = T::Args;

    fn contract(&self) -> Contract {
        Contract { version: 2, ..self.0.contract() }
    }
}

impl<T: Effect> Effect for Newer<T> {
    fn snapshot(&self, args: &T::Args) -> Snapshot {
        self.0.snapshot(args)
    }
}

/// Two servers, or two versions of a tool, over one store: what one of them left is not read with the other's eyes.
#[test]
fn a_stage_of_another_tool_or_of_another_server_is_not_touched() {
    let (desk, place, reference) = approved();
    crashed(&desk, &place, &reference);
    let stage = Stage::of(reference.id(), 1);
    let elsewhere = Grants::new("elsewhere", desk.store.clone(), Arc::new(Anyone), Arc::new(Counter::default()));
    let (ours, newer) = (tool(&place.folder), Newer(tool(&place.folder)));
    // While it is claimed, and once nobody knows its end.
    for _ in 0..2 {
        let by_newer = place.folder.recover_for(&newer, &desk.grants, &*desk.store, |args| &args.name);
        assert_eq!(by_newer.unwrap(), [(stage.clone(), Recovered::Unknown)]);
        let by_other = place.folder.recover_for(&ours, &elsewhere, &*desk.store, |args| &args.name);
        assert_eq!(by_other.unwrap(), [(stage.clone(), Recovered::Unknown)]);
        assert_eq!((place.read("a"), place.quarantine().len()), (None, 1));
        desk.clock.advance(LIFE_MS);
    }
    assert_eq!(desk.grant(&reference).state, State::Indeterminate);
    assert_eq!(recover(&desk, &place), [(stage, Recovered::PutBack)]);
}

#[test]
fn what_is_kept_is_not_said_to_be_back() {
    let (desk, place, reference) = approved();
    crashed(&desk, &place, &reference);
    place.write("a", "another's");
    desk.clock.advance(LIFE_MS);
    let stage = Stage::of(reference.id(), 1);
    let kept = format!("{}.kept-1", stage.name());
    assert_eq!(recover(&desk, &place), [(stage, Recovered::Kept(kept.clone()))]);
    let text = desk.text(&reference);
    assert!(text.contains(&kept) && !text.contains("it is back"), "{text}");
}

#[test]
fn what_is_kept_is_told_where_the_yes_was_taken_back_too() {
    let (desk, place, reference) = approved();
    crashed(&desk, &place, &reference);
    desk.clock.advance(LEASE_MS);
    let (grants, id) = (desk.grants.clone(), reference.id());
    let path = place.file("a");
    let folder = place.folder.clone().watched(move |point| {
        if point == Point::SetAside {
            fs::write(&path, "another's").unwrap();
            grants.revoke(id, &Order::new("alice", "changed her mind")).unwrap();
        }
    });
    let recovered = folder.recover_for(&tool(&folder), &desk.grants, &*desk.store, |args| &args.name).unwrap();
    let kept = format!("{}.kept-1", Stage::of(id, 2).name());
    assert_eq!(recovered, [(Stage::of(id, 1), Recovered::Kept(kept.clone()))]);
    assert_eq!(place.quarantine(), [(kept, "one".to_owned())]);
}

/// Two workers of one grant died: one had moved another's file, the other the approved one.
#[test]
fn two_stages_of_one_grant_have_one_end() {
    let (desk, place, reference) = approved();
    crashed(&desk, &place, &reference);
    let first = Stage::of(reference.id(), 1);
    desk.clock.advance(LEASE_MS);
    let _claim = desk.grants.claim(&tool(&place.folder), &reference).unwrap();
    let second = Stage::of(reference.id(), 2);
    fs::write(place.root.path().join("quarantine").join(second.name()), "another's").unwrap();
    desk.clock.advance(LIFE_MS);
    let kept = format!("{}.kept-1", second.name());
    assert_eq!(recover(&desk, &place), [(first, Recovered::PutBack), (second, Recovered::Kept(kept))]);
    assert_eq!(desk.grant(&reference).state, State::Failed);
    assert_eq!(delete(&desk, &place.folder, &reference).unwrap_err(), NotUsable::Used);
}
