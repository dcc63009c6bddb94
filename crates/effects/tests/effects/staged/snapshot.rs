//! What a question shows and binds of a file, and what it does not follow.

use super::{Place, at};
use consent::{How, Snapshot};
use std::fs;
use std::os::unix::fs::symlink;
use twogates_effects::staged::NotAside;

#[test]
fn a_person_sees_name_size_and_time() {
    let place = Place::new();
    place.write("notes.txt", "hello");
    let shown = place.folder.snapshot(&at("notes.txt")).unwrap().shown().to_owned();
    assert!(shown.starts_with("notes.txt, 5 bytes, changed 20") && shown.ends_with(" UTC"), "{shown}");
    place.write("one", "1");
    assert!(place.folder.snapshot(&at("one")).unwrap().shown().starts_with("one, 1 byte, changed "));
    let absent = place.folder.snapshot(&at("no/such")).unwrap();
    assert_eq!(absent, Snapshot::Absent { shown: "no/such does not exist".into() });
}

#[test]
fn other_names_of_a_file_are_told() {
    let place = Place::new();
    place.write("a", "x");
    fs::hard_link(place.file("a"), place.file("b")).unwrap();
    assert!(place.folder.snapshot(&at("a")).unwrap().shown().ends_with(", under one other name too"));
    fs::hard_link(place.file("a"), place.file("c")).unwrap();
    assert!(place.folder.snapshot(&at("a")).unwrap().shown().ends_with(", under 2 other names too"));
}

#[test]
fn content_and_identity_are_both_bound() {
    let place = Place::new();
    place.write("a", "one");
    let sealed = place.approved("a");
    let how = || sealed.holds(&place.folder.snapshot(&at("a")).unwrap()).map_err(|changed| changed.how);
    assert_eq!(how(), Ok(()));
    place.write("a", "two");
    assert_eq!(how(), Err(How::Content), "written in place: the same object");
    place.write("a", "one");
    assert_eq!(how(), Err(How::Content), "written anew with the same bytes: the time that was shown is another");
    let sealed = place.approved("a");
    let how = || sealed.holds(&place.folder.snapshot(&at("a")).unwrap()).map_err(|changed| changed.how);
    fs::remove_file(place.file("a")).unwrap();
    assert_eq!(how(), Err(How::Gone));
    place.write("a", "one");
    assert_eq!(how(), Err(How::Replaced), "the same bytes in a new file: the inode may be the same, its birth is not");
}

#[test]
fn no_link_is_followed_and_nothing_outside_is_seen() {
    let place = Place::new();
    fs::write(place.root.path().join("outside"), "secret").unwrap();
    symlink(place.root.path(), place.file("way")).unwrap();
    let through = place.folder.snapshot(&at("way/outside")).unwrap_err();
    assert!(matches!(through, NotAside::System { doing: "look at the file", .. }), "{through:?}");
    symlink(place.root.path().join("outside"), place.file("link")).unwrap();
    let link = place.folder.snapshot(&at("link")).unwrap();
    assert_eq!(link.shown(), "link is a symbolic link");
    fs::create_dir(place.file("sub")).unwrap();
    assert_eq!(place.folder.snapshot(&at("sub")).unwrap().shown(), "sub is a folder");
}

/// All of a file is read whenever it is looked at: a long one would hold up everybody else.
#[test]
fn a_file_that_is_too_long_is_not_read() {
    let place = Place::new();
    place.write("a", "12345");
    let folder = |most| place.folder.clone().with_most_bytes(most);
    assert!(folder(5).snapshot(&at("a")).is_ok());
    assert_eq!(folder(4).snapshot(&at("a")), Err(NotAside::TooLong { most: 4 }));
    let told = folder(4).shown("a");
    assert_eq!(told.shown(), "a cannot be looked at: it is longer than 4 bytes");
    // With nothing in it, and yet as long as a disk: it is not even begun.
    fs::File::create(place.file("sparse")).unwrap().set_len(1 << 40).unwrap();
    assert_eq!(place.folder.snapshot(&at("sparse")), Err(NotAside::TooLong { most: 256 << 20 }));
}
