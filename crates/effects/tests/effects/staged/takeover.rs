//! Two claims of one grant: the later fence has the stage, and the earlier finds it gone.

use super::{Place, at, stage};
use consent::How;
use std::fs;
use std::sync::Mutex;
use twogates_effects::staged::{NotAside, Point, PutBack};

#[test]
fn a_stage_that_a_crashed_worker_left_is_taken_over() {
    let place = Place::new();
    place.write("a", "one");
    let approved = place.approved("a");
    drop(place.folder.set_aside(&at("a"), &stage(1), &approved).unwrap());
    let aside = place.folder.set_aside(&at("a"), &stage(4), &approved).unwrap();
    assert_eq!(place.folder.stages().unwrap(), [stage(4)]);
    aside.purge().unwrap();
    assert_eq!((place.read("a"), place.quarantine().len()), (None, 0));
}

/// How often a grant was claimed is what the row says, and a row can be damaged.
#[test]
fn a_fence_of_any_height_costs_no_more() {
    let place = Place::new();
    place.write("a", "one");
    let approved = place.approved("a");
    drop(place.folder.set_aside(&at("a"), &stage(7), &approved).unwrap());
    let aside = place.folder.set_aside(&at("a"), &stage(u64::MAX), &approved).unwrap();
    assert_eq!(place.folder.stages().unwrap(), [stage(u64::MAX)]);
    aside.purge().unwrap();
}

#[test]
fn the_same_claim_finds_its_own_stage() {
    let place = Place::new();
    place.write("a", "one");
    let approved = place.approved("a");
    drop(place.folder.set_aside(&at("a"), &stage(2), &approved).unwrap());
    place.write("a", "another's");
    place.folder.set_aside(&at("a"), &stage(2), &approved).unwrap().purge().unwrap();
    assert_eq!(place.read("a").as_deref(), Some("another's"));
}

#[test]
fn a_worker_that_comes_back_late_has_nothing_to_put_back() {
    let place = Place::new();
    place.write("a", "one");
    let approved = place.approved("a");
    let late = place.folder.set_aside(&at("a"), &stage(1), &approved).unwrap();
    let now = place.folder.set_aside(&at("a"), &stage(2), &approved).unwrap();
    assert_eq!(late.put_back().unwrap(), PutBack::TakenOver);
    assert_eq!(place.read("a"), None, "what the second worker holds did not come back");
    now.purge().unwrap();
}

#[test]
fn a_worker_that_looks_late_finds_its_stage_taken_over() {
    let place = Place::new();
    place.write("a", "one");
    let approved = place.approved("a");
    let (other, held) = (place.folder.clone(), Mutex::new(None));
    let folder = place.folder.clone().watched(move |point| {
        if point == Point::Moved {
            *held.lock().unwrap() = Some(other.set_aside(&at("a"), &stage(2), &approved).unwrap());
        }
    });
    assert_eq!(folder.set_aside(&at("a"), &stage(1), &approved).unwrap_err(), NotAside::TakenOver);
    assert_eq!(place.folder.stages().unwrap(), [stage(2)]);
}

#[test]
fn somebody_elses_file_under_an_earlier_fence_goes_back_first() {
    let place = Place::new();
    place.write("a", "one");
    let approved = place.approved("a");
    // A worker that stalled behind its look moves the new file by mistake, and crashes.
    let path = place.file("a");
    fs::rename(&path, place.file("aside")).unwrap();
    place.write("a", "another's");
    fs::rename(&path, place.root.path().join("quarantine").join(stage(1).name())).unwrap();
    fs::rename(place.file("aside"), place.root.path().join("quarantine").join(stage(2).name())).unwrap();
    let aside = place.folder.set_aside(&at("a"), &stage(3), &approved).unwrap();
    assert_eq!(place.folder.stages().unwrap(), [stage(1), stage(3)], "the approved one is found first");
    aside.purge().unwrap();
    // With the approved object gone, the next claim only puts the other's file back.
    let refused = place.folder.set_aside(&at("a"), &stage(4), &approved).unwrap_err();
    assert_eq!(refused.how(), Some(How::Replaced));
    assert_eq!((place.read("a").as_deref(), place.quarantine().len()), (Some("another's"), 0));
}

/// An earlier worker had moved somebody else's file, and a third has its path now: where it is kept is told.
#[test]
fn somebody_elses_file_that_cannot_go_back_is_told() {
    let place = Place::new();
    place.write("a", "one");
    let approved = place.approved("a");
    fs::remove_file(place.file("a")).unwrap();
    fs::write(place.root.path().join("quarantine").join(stage(1).name()), "another's").unwrap();
    place.write("a", "a third's");
    let refused = place.folder.set_aside(&at("a"), &stage(2), &approved).unwrap_err();
    let name = format!("{}.kept-1", stage(2).name());
    assert!(matches!(&refused, NotAside::Kept { name: kept, .. } if *kept == name), "{refused:?}");
    assert_eq!(refused.how(), Some(How::Replaced));
    assert_eq!(place.quarantine(), [(name, "another's".to_owned())]);
}
