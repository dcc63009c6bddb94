//! Whether a folder and its quarantine can carry staged deletion.

use super::Unfit;
use super::look::{facts, knows_birth, names};
use crate::BrokenPromise;
use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, Mode, OFlags, RenameFlags, openat, renameat_with, unlinkat};
use rustix::io::Errno;
use rustix::process::{Pid, geteuid, test_kill_process};
use std::sync::atomic::{AtomicU64, Ordering};

/// How many times this process tested a quarantine: two tests at once have names of their own.
static TESTS: AtomicU64 = AtomicU64::new(0);

/// What the names of a test begin with; the number of its process follows.
const TEST: &str = "self-test-";

/// Whether the file system does what staging needs, and the quarantine is its owner's alone.
pub(super) fn fit(top: &OwnedFd, quarantine: &OwnedFd) -> Result<(), Unfit> {
    let looking = Unfit::doing("look at the quarantine");
    let (above, aside) = (facts(top).map_err(&looking)?, facts(quarantine).map_err(&looking)?);
    if (above.stx_dev_major, above.stx_dev_minor) != (aside.stx_dev_major, aside.stx_dev_minor) {
        return Err(BrokenPromise::OtherFileSystem.into());
    }
    if aside.stx_uid != geteuid().as_raw() || aside.stx_mode & 0o077 != 0 {
        return Err(BrokenPromise::QuarantineOpen.into());
    }
    let testing = Unfit::doing("test the quarantine");
    for name in names(quarantine).map_err(&testing)?.iter().filter(|name| is_left(name)) {
        clear(quarantine, name);
    }
    keeps_promises(quarantine)
}

/// Moves one empty file onto another, which must be refused.
fn keeps_promises(quarantine: &OwnedFd) -> Result<(), Unfit> {
    let testing = Unfit::doing("test the quarantine");
    let test = TESTS.fetch_add(1, Ordering::Relaxed);
    let named = |which: &str| format!("{TEST}{}-{test}-{which}", std::process::id());
    let (one, other) = (named("one"), named("other"));
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
    let make = |name: &String| openat(quarantine, name, flags, Mode::RUSR | Mode::WUSR);
    let tested = make(&one).and_then(|file| Ok((make(&other)?, facts(&file)?))).map(|(_, facts)| {
        let moved = renameat_with(quarantine, &one, quarantine, &other, RenameFlags::NOREPLACE);
        (moved, knows_birth(&facts))
    });
    [&one, &other].iter().for_each(|name| clear(quarantine, name));
    match tested.map_err(&testing)? {
        (_, false) => Err(BrokenPromise::NoBirthTime.into()),
        (Err(Errno::EXIST), true) => Ok(()),
        (Ok(()), true) => Err(BrokenPromise::FileReplaced.into()),
        (Err(error), true) => Err(testing(error)),
    }
}

/// Whether a name is of a test whose process was killed in the middle of it.
fn is_left(name: &str) -> bool {
    let process = name.strip_prefix(TEST).and_then(|rest| rest.split('-').next()?.parse().ok());
    process.and_then(Pid::from_raw).is_some_and(|process| test_kill_process(process) == Err(Errno::SRCH))
}

fn clear(quarantine: &OwnedFd, name: &str) {
    // Where there is none, there is nothing to clear.
    let _ = unlinkat(quarantine, name, AtFlags::empty());
}
