//! A folder that cannot carry staged deletion is refused when the server starts.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use twogates_effects::BrokenPromise;
use twogates_effects::staged::{FilePath, Folder, NotAside, Unfit};

use super::{Place, at, stage};

#[test]
fn the_quarantine_is_made_for_its_owner_alone_and_left_clean() {
    let place = Place::new();
    let mode = fs::metadata(place.root.path().join("quarantine")).unwrap().permissions().mode();
    assert_eq!(mode & 0o7777, 0o700);
    assert_eq!(place.quarantine(), [], "the test at start-up left nothing");
}

#[test]
fn a_quarantine_that_others_may_open_is_refused() {
    let root = tempfile::tempdir().unwrap();
    let quarantine = root.path().join("quarantine");
    fs::create_dir(&quarantine).unwrap();
    for (mode, fit) in [(0o700, true), (0o710, false), (0o701, false), (0o744, false)] {
        fs::set_permissions(&quarantine, Permissions::from_mode(mode)).unwrap();
        let opened = Folder::open(root.path(), &quarantine).map(drop);
        let expected = if fit { Ok(()) } else { Err(Unfit::Broken(BrokenPromise::QuarantineOpen)) };
        assert_eq!(opened, expected, "{mode:o}");
    }
}

#[test]
fn a_quarantine_on_another_file_system_is_refused() {
    let root = tempfile::tempdir().unwrap();
    // A file system in memory that Linux mounts for everyone.
    let shared = Path::new("/dev/shm");
    let other = tempfile::tempdir_in(shared).unwrap();
    fs::set_permissions(other.path(), Permissions::from_mode(0o700)).unwrap();
    let opened = Folder::open(root.path(), other.path()).map(drop);
    assert_eq!(opened, Err(Unfit::Broken(BrokenPromise::OtherFileSystem)));
}

#[test]
fn a_quarantine_may_be_below_the_folder_and_nothing_in_it_is_named() {
    let root = tempfile::tempdir().unwrap();
    let folder = Folder::open(root.path(), &root.path().join(".quarantine")).unwrap();
    fs::write(root.path().join(".quarantine/kept"), "somebody's").unwrap();
    let path = FilePath::new(".quarantine/kept").unwrap();
    let approved = folder.snapshot(&path).unwrap().bound();
    let refused = folder.set_aside(&path, &stage(1), &approved).unwrap_err();
    assert_eq!(refused, NotAside::NoFile("something in the quarantine"));
    assert!(root.path().join(".quarantine/kept").exists());
}

#[test]
fn what_cannot_be_opened_is_named() {
    let root = tempfile::tempdir().unwrap();
    let missing = Folder::open(&root.path().join("none"), &root.path().join("quarantine")).unwrap_err();
    assert!(matches!(missing, Unfit::System { doing: "open the folder", .. }), "{missing:?}");
    let nowhere = Folder::open(root.path(), &root.path().join("none/quarantine")).unwrap_err();
    assert!(matches!(nowhere, Unfit::System { doing: "make the quarantine", .. }), "{nowhere:?}");
    let place = Place::new();
    place.write("a", "one");
    let through = place.folder.snapshot(&at("a/b")).unwrap();
    assert_eq!(through.shown(), "a/b does not exist");
}

/// Found by the crash lab: a process that is killed in the middle of its test leaves two files.
#[test]
fn what_a_killed_process_left_of_its_test_is_cleared_at_the_next_start() {
    let place = Place::new();
    let quarantine = place.root.path().join("quarantine");
    // No process has a number beyond the greatest that Linux gives.
    fs::write(quarantine.join("self-test-4194305-0-one"), "").unwrap();
    let own = format!("self-test-{}-99999-one", std::process::id());
    for name in [own.as_str(), "self-test-", "self-test-x-0-one", "somebody's"] {
        fs::write(quarantine.join(name), "").unwrap();
    }
    Folder::open(&place.root.path().join("files"), &quarantine).unwrap();
    let left: Vec<String> = place.quarantine().into_iter().map(|(name, _)| name).collect();
    assert_eq!(left.len(), 4, "what lives, and what is none of its own, stays: {left:?}");
    assert!(!left.iter().any(|name| name.contains("4194305")));
}
