//! The first half and the second, and everything that can stand in the path's place in between.

use super::{Place, at, grant, stage};
use consent::How;
use rules::Refused;
use std::fs;
use std::os::unix::fs::symlink;
use std::sync::Mutex;
use twogates_effects::staged::{NotAside, Point, PutBack};

#[test]
fn set_aside_and_purged() {
    let place = Place::new();
    place.write("a", "one");
    let aside = place.folder.set_aside(&at("a"), &stage(1), &place.approved("a")).unwrap();
    assert_eq!(place.read("a"), None);
    assert_eq!(place.quarantine(), [(format!("{}.1", grant().digest()), "one".to_owned())]);
    aside.purge().unwrap();
    assert_eq!(place.quarantine(), []);
}

#[test]
fn set_aside_and_put_back() {
    let place = Place::new();
    place.write("a", "one");
    let approved = place.approved("a");
    let aside = place.folder.set_aside(&at("a"), &stage(1), &approved).unwrap();
    assert_eq!(aside.put_back().unwrap(), PutBack::Back);
    assert_eq!((place.read("a").as_deref(), place.quarantine().len()), (Some("one"), 0));
    assert_eq!(place.approved("a"), approved, "it is the same object");
}

#[test]
fn what_took_its_place_before_the_look_is_not_touched() {
    let place = Place::new();
    place.write("a", "one");
    let approved = place.approved("a");
    fs::remove_file(place.file("a")).unwrap();
    let refused = place.folder.set_aside(&at("a"), &stage(1), &approved).unwrap_err();
    assert_eq!((refused.how(), refused.code()), (Some(How::Gone), "object_gone"));
    place.write("a", "another's");
    let refused = place.folder.set_aside(&at("a"), &stage(1), &approved).unwrap_err();
    assert_eq!((refused.how(), refused.code()), (Some(How::Replaced), "object_replaced"));
    assert_eq!((place.read("a").as_deref(), place.quarantine().len()), (Some("another's"), 0));
}

/// A place whose path is changed by somebody at one point of the deletion.
fn meddled(place: &Place, point: Point, meddle: impl Fn(&std::path::Path) + Send + Sync + 'static) -> NotAside {
    place.write("a", "one");
    let approved = place.approved("a");
    let (path, once) = (place.file("a"), Mutex::new(false));
    let folder = place.folder.clone().watched(move |at| {
        if at == point && !std::mem::replace(&mut *once.lock().unwrap(), true) {
            meddle(&path);
        }
    });
    folder.set_aside(&at("a"), &stage(1), &approved).unwrap_err()
}

#[test]
fn what_took_its_place_after_the_look_is_put_back() {
    let place = Place::new();
    let refused = meddled(&place, Point::Looked, |path| {
        fs::remove_file(path).unwrap();
        fs::write(path, "another's").unwrap();
    });
    assert_eq!(refused.how(), Some(How::Replaced));
    assert_eq!((place.read("a").as_deref(), place.quarantine().len()), (Some("another's"), 0));
}

#[test]
fn the_same_bytes_in_another_file_are_another_object() {
    let place = Place::new();
    let refused = meddled(&place, Point::Looked, |path| {
        fs::remove_file(path).unwrap();
        fs::write(path, "one").unwrap();
    });
    assert_eq!(refused.how(), Some(How::Replaced));
    assert_eq!(place.read("a").as_deref(), Some("one"));
}

#[test]
fn what_is_written_between_the_look_and_the_move_is_seen() {
    let place = Place::new();
    let refused = meddled(&place, Point::Looked, |path| fs::write(path, "more").unwrap());
    assert_eq!(refused.how(), Some(How::Content));
    assert_eq!(place.read("a").as_deref(), Some("more"));
}

#[test]
fn a_link_that_took_its_place_is_put_back_and_not_followed() {
    let place = Place::new();
    let refused = meddled(&place, Point::Looked, |path| {
        fs::rename(path, path.with_extension("old")).unwrap();
        symlink(path.with_extension("old"), path).unwrap();
    });
    assert_eq!(refused.how(), Some(How::Replaced), "{refused:?}");
    assert!(fs::symlink_metadata(place.file("a")).unwrap().is_symlink());
    assert_eq!(place.read("a.old").as_deref(), Some("one"));
}

#[test]
fn what_went_after_the_look_is_gone() {
    let place = Place::new();
    let refused = meddled(&place, Point::Looked, |path| fs::remove_file(path).unwrap());
    assert_eq!(refused.how(), Some(How::Gone));
    assert_eq!(place.quarantine(), []);
}

#[test]
fn what_cannot_be_put_back_is_kept_and_told() {
    let place = Place::new();
    place.write("a", "one");
    let approved = place.approved("a");
    let path = place.file("a");
    let folder = place.folder.clone().watched(move |at| match at {
        Point::Looked => {
            fs::remove_file(&path).unwrap();
            fs::write(&path, "second").unwrap();
        }
        Point::Wrong => fs::write(&path, "third").unwrap(),
        _ => {}
    });
    let refused = folder.set_aside(&at("a"), &stage(1), &approved).unwrap_err();
    let name = format!("{}.1.kept-1", grant().digest());
    assert!(matches!(&refused, NotAside::Kept { name: kept, .. } if *kept == name), "{refused:?}");
    assert!(refused.why().contains(&name), "{}", refused.why());
    assert_eq!(place.read("a").as_deref(), Some("third"));
    assert_eq!(place.quarantine(), [(name, "second".to_owned())]);
    // It is nobody's stage: recovery does not even ask about it.
    assert_eq!(place.folder.stages().unwrap(), []);
}

#[test]
fn a_folder_that_went_meanwhile_keeps_the_file_in_the_quarantine() {
    let place = Place::new();
    fs::create_dir(place.file("sub")).unwrap();
    place.write("sub/a", "one");
    let aside = place.folder.set_aside(&at("sub/a"), &stage(1), &place.approved("sub/a")).unwrap();
    fs::remove_dir(place.file("sub")).unwrap();
    assert_eq!(aside.put_back().unwrap(), PutBack::Kept(format!("{}.1.kept-1", grant().digest())));
    assert_eq!(place.quarantine().len(), 1);
}

#[test]
fn only_a_regular_file_is_set_aside() {
    let place = Place::new();
    fs::create_dir(place.file("sub")).unwrap();
    symlink("sub", place.file("link")).unwrap();
    for (path, what) in [("sub", "a folder"), ("link", "a symbolic link"), ("none", "not there")] {
        let refused = place.folder.set_aside(&at(path), &stage(1), &place.approved(path)).unwrap_err();
        assert_eq!(refused, NotAside::NoFile(what));
    }
    assert!(place.file("sub").is_dir() && fs::symlink_metadata(place.file("link")).unwrap().is_symlink());
    assert_eq!(place.quarantine(), []);
}
