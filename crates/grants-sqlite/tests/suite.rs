//! The suite that every store runs, on a file.

#![expect(clippy::unwrap_used, reason = "tests fail loudly")]

use grants::suite::{Restarts, Subject};
use grants::{Clock, FakeClock, restart_suite, store_suite};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use twogates_grants_sqlite::Sqlite;

/// When its clock starts, in milliseconds since 1970.
const START: u64 = 1_785_247_200_000;

/// A store in a folder of its own.
#[derive(Debug)]
struct OnDisk {
    folder: Folder,
    clock: FakeClock,
    store: Arc<Sqlite>,
}

/// A folder that is removed when its test ends.
#[derive(Debug)]
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

fn open(folder: &Folder, clock: &FakeClock) -> Arc<Sqlite> {
    Arc::new(Sqlite::at(folder.0.join("grants.db")).with_clock(clock.clone()).open().unwrap())
}

impl Subject for OnDisk {
    type Store = Sqlite;

    fn empty() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!("suite-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::SeqCst));
        let folder = Folder(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
        std::fs::create_dir_all(&folder.0).unwrap();
        let clock = FakeClock::at(START);
        let store = open(&folder, &clock);
        Self { folder, clock, store }
    }

    fn store(&self) -> Arc<Sqlite> {
        Arc::clone(&self.store)
    }

    fn advance(&self, ms: u64) {
        self.clock.advance(ms);
    }

    fn set_back(&self, ms: u64) {
        self.clock.set(self.clock.ms() - ms);
    }
}

impl Restarts for OnDisk {
    fn restart(self) -> Self {
        let Self { folder, clock, store } = self;
        drop(store);
        let store = open(&folder, &clock);
        Self { folder, clock, store }
    }
}

store_suite!(OnDisk);
restart_suite!(OnDisk);
