//! The write-ahead log is written back into the database beside the claims, not by one of them.
//!
//! A claim is answered once its pages are in the log, in one place and in one go. What they are in the database is spread
//! all over it, and takes a hundred times as long. SQLite lets the commit that fills the log do that, and whoever waits for
//! it. Here a thread does it on a connection of its own, and then what was added meanwhile, for which it keeps the desk.

use crate::Fault;
use crate::connection::{beside, one};
use crate::writer::Room;
use rusqlite::Connection;
use rusqlite::hooks::Wal;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// From how many pages on the log is written back.
const PAGES: i32 = 2000;

/// From how many on the commit itself does it, where nobody came to it.
const TOO_MANY: i32 = 4 * PAGES;

/// How long the log is, and how its keeper is called.
#[derive(Debug)]
pub(crate) struct Log {
    pages: Arc<AtomicI32>,
    called: bool,
    calls: SyncSender<()>,
}

/// Who writes the log back.
#[derive(Debug)]
pub(crate) struct Keeper {
    connection: Connection,
    calls: Receiver<()>,
}

impl Log {
    /// The log of the connection that writes, and its keeper.
    pub(crate) fn of(connection: &mut Connection, path: &Path) -> Result<(Self, Keeper), Fault> {
        let pages = Arc::new(AtomicI32::new(0));
        let seen = Arc::clone(&pages);
        connection.wal_hook(Some(move |log: &mut Wal, pages| {
            seen.store(pages, Ordering::Relaxed);
            if pages >= TOO_MANY {
                drop(log.checkpoint());
            }
            Ok(())
        }))?;
        let (sender, calls) = sync_channel(1);
        Ok((Self { pages, called: false, calls: sender }, Keeper { connection: beside(path)?, calls }))
    }

    /// Calls the keeper where the log is long. Called after a commit.
    pub(crate) fn look_after(&mut self) {
        if !self.called && self.pages.load(Ordering::Relaxed) >= PAGES {
            // A keeper who is gone is not called again: then the commits do it.
            self.called = true;
            let _sent = self.calls.try_send(());
        }
    }

    /// How the keeper is called from elsewhere.
    pub(crate) fn caller(&self) -> SyncSender<()> {
        self.calls.clone()
    }
}

impl Keeper {
    /// The life of the keeper: until the store is let go of.
    pub(crate) fn serve(&self, room: &Room) {
        while self.calls.recv().is_ok() && !room.is_closing() {
            // What goes wrong here stays in the log, and is no claim's fault.
            let written = write_back(&self.connection);
            room.with_desk(|desk| {
                if written {
                    write_back(&desk.connection);
                }
                desk.log.called = false;
            });
        }
    }
}

/// Writes back what no reader needs: whether that was done.
fn write_back(connection: &Connection) -> bool {
    let busy = one(connection, "PRAGMA wal_checkpoint(PASSIVE)", (), |row| Ok(row.get::<_, i64>(0)?));
    busy == Ok(Some(0))
}
