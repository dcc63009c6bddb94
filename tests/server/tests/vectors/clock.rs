//! The clock of a server under test. It stands until a vector moves it.
//!
//! Processes get it from libfaketime, which reads it from a file; the binary is the one that is shipped, and knows nothing of
//! it. A store in PostgreSQL goes by the database's clock, and that is one function, which is replaced in the test's database.

use lab::world::START_MS;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where Debian puts the library.
const LIBRARIES: &[&str] =
    &["/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1", "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1"];

/// A clock that stands, in a file.
pub(crate) struct Clock(PathBuf);

impl Clock {
    /// A clock in a file of this folder, where the lab's begins.
    pub(crate) fn new(folder: &Path) -> Self {
        let clock = Self(folder.join("now"));
        clock.set(START_MS);
        clock
    }

    /// Sets it, in milliseconds since 1970. Vectors move it by whole seconds.
    pub(crate) fn set(&self, ms: u64) {
        let beside = self.0.with_extension("next");
        fs::write(&beside, format!("{}\n", ms / 1_000)).unwrap();
        fs::rename(&beside, &self.0).unwrap();
    }

    /// Lets a process go by it, before it is started.
    pub(crate) fn give_to(&self, command: &mut Command) {
        let there = LIBRARIES.iter().find(|path| Path::new(path).exists());
        let library = there.unwrap_or_else(|| panic!("NOT RUN: libfaketime is missing (package libfaketime)"));
        command.env("LD_PRELOAD", library).env("FAKETIME_TIMESTAMP_FILE", &self.0);
        // The file holds seconds since 1970, and is read anew each time: it moves while the process runs.
        command.env("FAKETIME_FMT", "%s").env("FAKETIME_NO_CACHE", "1").env("TZ", "UTC");
        // What waits, waits by the machine's own clock; and files are as old as they are.
        command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1").env("NO_FAKE_STAT", "1");
    }
}
