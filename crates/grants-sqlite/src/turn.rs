//! Whose turn it is to write, among the processes that share a database.
//!
//! SQLite's own lock has no queue: whoever finds it taken sleeps and tries again, so that a busy process starves the
//! others and some of them give up with "database is locked". Here they wait for locks of the operating system, which
//! wake them.

use crate::files::open_beside;
use std::fs::File;
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
        Ok(Self { next: open_beside(database, "next")?, writing: open_beside(database, "writing")? })
    }

    /// Waits for the turn.
    pub(crate) fn take(&self) -> io::Result<Held<'_>> {
        lock(&self.next)?;
        let held = lock(&self.writing).map(|()| Held(&self.writing));
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

/// A signal that comes meanwhile changes nothing.
fn lock(file: &File) -> io::Result<()> {
    loop {
        match file.lock() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}
