//! Whose turn it is to write, among the processes that share a database.
//!
//! SQLite's own lock has no queue: whoever finds it taken sleeps and tries again, so that a busy process starves the
//! others and some of them give up with "database is locked". Here they wait for locks of the operating system, which
//! wake them.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Two locked files beside the database. Whoever writes holds the second; whoever is next holds the first meanwhile. So
/// nobody who has just written overtakes one who waits.
#[derive(Debug)]
pub(crate) struct Turn {
    next: File,
    writing: File,
}

/// The turn itself; dropped, it passes on.
#[derive(Debug)]
pub(crate) struct Held<'a>(&'a File);

impl Turn {
    /// The turn of this database.
    pub(crate) fn of(database: &Path) -> io::Result<Self> {
        Ok(Self { next: file(database, "next")?, writing: file(database, "writing")? })
    }

    /// Waits for the turn.
    pub(crate) fn take(&self) -> io::Result<Held<'_>> {
        self.next.lock()?;
        let held = self.writing.lock().map(|()| Held(&self.writing));
        self.next.unlock()?;
        held
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        // The operating system lets go of it with the file, at the latest.
        drop(self.0.unlock());
    }
}

fn file(database: &Path, what: &str) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create(true).truncate(false).open(beside(database, what))
}

/// The file beside a database that has this at the end of its name.
pub(crate) fn beside(database: &Path, what: &str) -> std::path::PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push("-");
    name.push(what);
    name.into()
}
