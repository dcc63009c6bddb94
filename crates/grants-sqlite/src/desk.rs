//! What the writing thread has before it: the connection, the turn, the mark, the clock.

use crate::Fault;
use crate::connection::change;
use crate::log::Log;
use crate::mark::Mark;
use crate::opening::Place;
use crate::tables::{self, Tables};
use crate::time::Time;
use crate::turn::Turn;
use grants::{Grant, GrantId};
use rusqlite::Connection;

/// All that a transaction needs.
#[derive(Debug)]
pub(crate) struct Desk {
    pub(crate) connection: Connection,
    pub(crate) log: Log,
    pub(crate) turn: Turn,
    pub(crate) mark: Mark,
    pub(crate) time: Time,
    pub(crate) place: Place,
    /// The commits that were seen.
    pub(crate) commits: u64,
    /// From which number the commits are counted on, where the database is behind.
    pub(crate) floor: u64,
}

impl Desk {
    /// Holds the database against its mark: one that has seen less is an older copy. After a restore it may be one, and
    /// goes on from the mark, so that it is not taken for one again.
    pub(crate) fn compare(&mut self, restored: bool) -> Result<(), Fault> {
        let turn = self.turn.take()?;
        let seen = self.mark.read();
        drop(turn);
        if restored {
            // A mark that cannot be read is made anew.
            self.floor = seen.unwrap_or_default();
        } else {
            self.commits = seen?;
        }
        self.transaction(|_| Ok(()))
    }

    /// One transaction, from the turn to the checked commit. When this is an error, nothing of it counts.
    pub(crate) fn transaction<T>(
        &mut self,
        work: impl FnOnce(&mut Tables<'_>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let turn = self.turn.take()?;
        self.place.holds()?;
        change(&self.connection, "BEGIN IMMEDIATE", ())?;
        let done = self.within(work).and_then(|done| change(&self.connection, "COMMIT", ()).map(|_| done));
        match done {
            Ok((done, commits)) => {
                if commits != self.commits {
                    self.commits = commits;
                    // A mark that could not be written is behind, and accuses nobody.
                    drop(self.mark.write(commits));
                }
                drop(turn);
                self.log.look_after();
                Ok(done)
            }
            Err(fault) => {
                self.leave();
                Err(fault)
            }
        }
    }

    /// A grant as it is committed now.
    pub(crate) fn find(&self, grant: GrantId) -> Result<Option<Grant>, Fault> {
        tables::find(&self.connection, &self.time, &self.place, grant)
    }

    /// Leaves no transaction open. After some errors SQLite has rolled back by itself.
    fn leave(&self) {
        if !self.connection.is_autocommit() {
            drop(change(&self.connection, "ROLLBACK", ()));
        }
    }

    /// What happens between the beginning and the commit, and how many commits there are with it.
    fn within<T>(&self, work: impl FnOnce(&mut Tables<'_>) -> Result<T, Fault>) -> Result<(T, u64), Fault> {
        let mut tables = Tables::within(&self.connection, &self.time, &self.place)?;
        let commits = tables.commits();
        if commits < self.commits {
            return Err(Fault::Restored { commits, seen: self.commits });
        }
        let done = work(&mut tables)?;
        Ok((done, tables.count_if_changed(self.floor)?))
    }
}
