//! The operator's command on SQLite stores, by subject.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, reason = "tests fail loudly")]

#[path = "../support/mod.rs"]
mod support;

mod binary;
mod changes;
mod closed;
mod golden;
mod json;
mod lists;
mod options;
mod restored;

use grants::FakeClock;
use grants_sqlite::Sqlite;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use support::{Ended, START, made};

/// A folder with a store in it, and a clock.
struct House {
    folder: PathBuf,
    clock: FakeClock,
}

impl House {
    /// With no store yet.
    fn empty() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!("admin-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::SeqCst));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).unwrap();
        Self { folder, clock: FakeClock::at(START) }
    }

    /// With a grant of every kind: two minutes after the first of them.
    fn made() -> Self {
        let house = Self::empty();
        made(&house.store(), START + 3_600_000, || house.clock.advance(120_000));
        house
    }

    fn path(&self) -> PathBuf {
        self.folder.join("grants.db")
    }

    fn store(&self) -> Sqlite {
        Sqlite::at(self.path()).with_clock(self.clock.clone()).open().unwrap()
    }

    fn run(&self, words: &[&str]) -> Ended {
        self.told(words, "")
    }

    fn told(&self, words: &[&str], input: &str) -> Ended {
        support::program(self.path().to_str().unwrap(), Arc::new(self.clock.clone()), words, input)
    }

    /// What happened to the database past any store of ours.
    fn sql(&self, statements: &str) {
        rusqlite::Connection::open(self.path()).unwrap().execute_batch(statements).unwrap();
    }
}

impl Drop for House {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.folder));
    }
}
