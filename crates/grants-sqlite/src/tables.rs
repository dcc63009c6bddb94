//! The rows of the store within one open transaction.

mod answers;
mod audit;
mod claims;
mod grants;
mod kept;
mod read;
mod table;

pub(crate) use self::grants::find;
use crate::Fault;
use crate::connection::{change, one};
use crate::effects::Effects;
use crate::opening::Place;
use crate::schema;
use crate::time::Time;
use read::{signed, unsigned};
use rusqlite::{Connection, Row};

/// The rows of grants within one open transaction. Only the store makes one.
#[derive(Debug)]
pub struct Tables<'a> {
    connection: &'a Connection,
    time: &'a Time,
    place: &'a Place,
    counts: Counts,
    /// Whether what is read is committed, so that it may be remembered.
    committed: bool,
    /// A grant that was read before, and what its yes covers with it: that never changes.
    known: Option<::grants::Grant>,
    /// The counts, and the changed rows of the connection, when the transaction began.
    before: (Counts, u64),
}

/// What the store knows of itself, as far as a transaction changes it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Counts {
    epoch: u64,
    commits: u64,
    last_row: u64,
    stored: u64,
    refusals: u64,
}

impl<'a> Tables<'a> {
    /// The rows within the transaction that this connection has begun. Time is never behind what was told in any
    /// transaction before. An error where a newer program has made the database its own meanwhile.
    pub(crate) fn within(connection: &'a Connection, time: &'a Time, place: &'a Place) -> Result<Self, Fault> {
        let sql = "SELECT least, high_water, epoch, commits, last_row, stored, refusals FROM gates_store";
        let read = |row: &Row<'_>| {
            let number = |column| unsigned(row.get(column)?);
            let counts = Counts {
                epoch: number(2)?,
                commits: number(3)?,
                last_row: number(4)?,
                stored: number(5)?,
                refusals: number(6)?,
            };
            Ok((row.get::<_, u32>(0)?, number(1)?, counts))
        };
        let (least, high_water, counts) = one(connection, sql, (), read)?.ok_or_else(no_store)?;
        schema::usable(least)?;
        time.at_least(high_water);
        let before = (counts.clone(), connection.total_changes());
        Ok(Self { connection, time, place, counts, committed: false, known: None, before })
    }

    /// The same, where nothing is written.
    pub(crate) const fn committed(mut self) -> Self {
        self.committed = true;
        self
    }

    /// With a grant that was read before, and is to be claimed.
    pub(crate) fn knowing(&mut self, grant: Option<::grants::Grant>) -> &mut Self {
        self.known = grant;
        self
    }

    /// How many transactions had changed something before this one.
    pub(crate) const fn commits(&self) -> u64 {
        self.counts.commits
    }

    /// What an effect works on in the same transaction.
    pub(crate) fn effects(&mut self) -> Effects<'_> {
        Effects::within(self.connection, &self.place.guard)
    }

    /// After some statements SQLite rolls back by itself, and what an effect makes of that error is not known. Whatever is
    /// written then would stand alone: its row without its number, or an end without its claim.
    fn in_transaction(&self) -> Result<(), Fault> {
        if self.connection.is_autocommit() { Err(rolled_back()) } else { Ok(()) }
    }

    /// Runs a work that has the transaction to itself: when it is an error, all is to be rolled back.
    pub(crate) fn alone<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        let done = work(self);
        // An effect that was let go of in an odd way guards nothing any more.
        self.place.guard.set(false);
        let done = done?;
        self.in_transaction()?;
        Ok(done)
    }

    /// Runs one work of several. What it wrote is undone when it is an error, and the transaction goes on.
    pub(crate) fn in_savepoint(&mut self, work: impl FnOnce(&mut Self) -> Result<(), Fault>) -> Result<(), Fault> {
        let counts = self.counts.clone();
        change(self.connection, "SAVEPOINT work", ())?;
        let done = work(self);
        // An effect that was let go of in an odd way guards nothing any more.
        self.place.guard.set(false);
        if done.is_err() {
            change(self.connection, "ROLLBACK TO work", ())?;
            self.counts = counts;
        }
        change(self.connection, "RELEASE work", ())?;
        Ok(())
    }

    /// Counts a transaction that changed something, from this number on, and writes the time down: how many there are now.
    pub(crate) fn count_if_changed(&mut self, floor: u64) -> Result<u64, Fault> {
        let (counts, changes) = &self.before;
        if *counts == self.counts && *changes == self.connection.total_changes() {
            return Ok(counts.commits);
        }
        self.counts.commits = self.counts.commits.max(floor).saturating_add(1);
        let Counts { epoch, commits, last_row, stored, refusals } = &self.counts;
        let sql = "UPDATE gates_store SET epoch = ?1, commits = ?2, high_water = ?3, last_row = ?4, stored = ?5, refusals = ?6";
        let told = signed(self.time.at_least(0))?;
        let parameters =
            (signed(*epoch)?, signed(*commits)?, told, signed(*last_row)?, signed(*stored)?, signed(*refusals)?);
        change(self.connection, sql, parameters)?;
        Ok(*commits)
    }
}

/// That nothing is left of a transaction before its end.
pub(crate) fn rolled_back() -> Fault {
    Fault::Broken("the database has rolled the transaction back".into())
}

fn no_store() -> Fault {
    Fault::Damaged("the row of the store is missing".into())
}
