//! A process that keeps replacing the path, against deletions of what stands there: no wrong object, ever.
//!
//! The other process is this test program again, told by a variable what to do. It never stops by itself for longer than
//! its standard input is open, and is ended by its id.

use super::{Place, at};
use consent::Snapshot;
use grants::GrantRef;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::os::linux::fs::MetadataExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::UNIX_EPOCH;
use twogates_effects::staged::{NotAside, Point, Stage};
use wire::Digest;

/// Where the other process finds the path that it replaces.
const REPLACE: &str = "TWO_GATES_REPLACE";
/// How many tries: some hundreds here, and as many as `scripts/soak` says there.
const TRIES: &str = "TWO_GATES_TRIES";

/// Ends the other process, also when the test fails.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// What the other process does. Run by itself it has nothing to do.
#[test]
fn replaces_the_path() {
    let Ok(path) = std::env::var(REPLACE) else { return };
    let (path, new) = (Path::new(&path), format!("{path}.new"));
    for number in 0_u64.. {
        // Each file is put in its place whole: whoever still writes to a file through a handle of his own changes it after
        // it was set aside, and that nothing here holds (the documentation of `staged` says so).
        drop(fs::write(&new, format!("another's {number}")));
        // Now over the one that is there, now after that one went.
        if number % 2 == 1 {
            drop(fs::remove_file(path));
        }
        drop(fs::rename(&new, path));
        // Now at once, now after a while, so that some deletions get through.
        (0..number * 37 % 1_000).for_each(|_| std::thread::yield_now());
        if !path.parent().is_some_and(Path::exists) {
            return;
        }
    }
}

fn replacing(path: &Path) -> Ended {
    let program = std::env::current_exe().unwrap();
    let mut command = Command::new(program);
    command.args(["--exact", "staged::race::replaces_the_path"]).env(REPLACE, path);
    Ended(command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().unwrap())
}

/// Identity and content of a file, computed here once more, and not by what is tested.
fn told(path: &Path) -> (Digest, Digest) {
    let facts = fs::metadata(path).unwrap();
    let birth = facts.created().unwrap().duration_since(UNIX_EPOCH).unwrap();
    let (major, minor) = (facts.st_dev() >> 8 & 0xfff, facts.st_dev() & 0xff);
    let identity = Digest::of(
        "two-gates/effects/object/1",
        &[
            &u32::try_from(major).unwrap().to_be_bytes(),
            &u32::try_from(minor).unwrap().to_be_bytes(),
            &facts.st_ino().to_be_bytes(),
            &i64::try_from(birth.as_secs()).unwrap().to_be_bytes(),
            &birth.subsec_nanos().to_be_bytes(),
        ],
    );
    let changed = facts.modified().unwrap().duration_since(UNIX_EPOCH).unwrap();
    let content = Digest::of(
        "two-gates/effects/content/1",
        &[
            &Sha256::digest(fs::read(path).unwrap()),
            &i64::try_from(changed.as_secs()).unwrap().to_be_bytes(),
            &changed.subsec_nanos().to_be_bytes(),
        ],
    );
    (identity, content)
}

#[test]
fn no_wrong_object_is_deleted_while_another_process_keeps_replacing_the_path() {
    let tries: u64 = std::env::var(TRIES).map_or(400, |tries| tries.parse().unwrap());
    let place = Place::new();
    place.write("a", "first");
    // Between the look and the move the other process gets its chance, so that the look does not settle it all.
    let wrongly_moved = Arc::new(AtomicU64::new(0));
    let counted = wrongly_moved.clone();
    let folder = place.folder.clone().watched(move |point| match point {
        Point::Looked => std::thread::yield_now(),
        Point::Wrong => drop(counted.fetch_add(1, Ordering::Relaxed)),
        _ => {}
    });
    let other = replacing(&place.file("a"));
    let mut came: BTreeMap<&str, u64> = BTreeMap::new();
    let (mut wrong, mut number) = (0, 0);
    while number < tries {
        // A try begins with a file that a person could be shown.
        let Ok(approved @ Snapshot::Exists { .. }) = folder.snapshot(&at("a")) else { continue };
        let approved = approved.bound();
        number += 1;
        let mut handle = [0; 16];
        handle[..8].copy_from_slice(&number.to_be_bytes());
        let stage = Stage::of(GrantRef::new(handle, Digest::of("test", &[])).id(), 1);
        let end = match folder.set_aside(&at("a"), &stage, &approved) {
            Ok(aside) => {
                let staged = told(&place.root.path().join("quarantine").join(stage.name()));
                // Another object, or the approved one with other content.
                wrong += u64::from(staged != (approved.identity, approved.content));
                aside.purge().unwrap();
                "deleted"
            }
            Err(NotAside::Changed(_)) => "not touched, or put back",
            Err(NotAside::Kept { .. }) => "kept",
            Err(NotAside::Busy) => "busy",
            Err(other) => panic!("{other:?}"),
        };
        *came.entry(end).or_default() += 1;
    }
    drop(other);
    let moved = wrongly_moved.load(Ordering::Relaxed);
    println!("staged deletion against a process that keeps replacing the path:");
    println!("  {tries} tries, {wrong} wrong objects deleted, {moved} moved and not deleted, {came:?}");
    assert_eq!(wrong, 0, "{came:?}");
    assert!(came.contains_key("deleted") && came.contains_key("not touched, or put back"), "no race: {came:?}");
    // What is left in the quarantine was kept, and nothing else.
    assert_eq!(place.folder.stages().unwrap(), []);
    let kept = u64::try_from(place.quarantine().len()).unwrap();
    assert_eq!(kept, came.get("kept").copied().unwrap_or_default());
}
