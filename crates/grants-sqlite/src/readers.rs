//! Connections that only read, beside the one that writes.

use crate::Fault;
use crate::connection::{change, reading};
use crate::opening::Place;
use crate::tables::{self, Tables};
use crate::time::Time;
use grants::{Grant, GrantId};
use rusqlite::Connection;
use std::num::NonZero;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Connections that only read. Whoever looks takes one, on their own thread, and does not wait for the writer.
#[derive(Debug)]
pub(crate) struct Readers {
    place: Place,
    time: Time,
    pool: Mutex<Pool>,
    given_back: Condvar,
}

#[derive(Debug)]
struct Pool {
    free: Vec<Connection>,
    /// How many more may be opened: more than there are processors would help nobody.
    more: usize,
}

/// A connection that is out; dropped, it goes back, unless it was found broken.
struct Out<'a> {
    readers: &'a Readers,
    connection: Option<Connection>,
}

impl Readers {
    pub(crate) fn of(place: Place, time: Time) -> Self {
        let more = thread::available_parallelism().map_or(2, NonZero::get).saturating_mul(2);
        Self { place, time, pool: Mutex::new(Pool { free: Vec::new(), more }), given_back: Condvar::new() }
    }

    /// Runs work that only reads, on what is committed now. It cannot write.
    pub(crate) fn look<T>(&self, work: impl FnOnce(&mut Tables<'_>) -> Result<T, Fault>) -> Result<T, Fault> {
        self.place.holds()?;
        self.with(|connection| {
            change(connection, "BEGIN", ())?;
            let tables = Tables::within(connection, &self.time, &self.place);
            let done = tables.and_then(|tables| work(&mut tables.committed()));
            change(connection, "COMMIT", ())?;
            done
        })
    }

    /// A grant as it is committed now.
    pub(crate) fn find(&self, grant: GrantId) -> Result<Option<Grant>, Fault> {
        self.with(|connection| tables::find(connection, &self.time, &self.place, grant))
    }

    fn with<T>(&self, work: impl FnOnce(&Connection) -> Result<T, Fault>) -> Result<T, Fault> {
        let mut out = self.take();
        let connection = match out.connection.take() {
            Some(connection) => connection,
            None => reading(&self.place.path)?,
        };
        let done = work(&connection);
        // One that is still in a transaction is let go of.
        out.connection = Some(connection).filter(Connection::is_autocommit);
        done
    }

    fn take(&self) -> Out<'_> {
        let none = |pool: &mut Pool| pool.free.is_empty() && pool.more == 0;
        let pool = self.given_back.wait_while(self.pool(), none);
        let mut pool = pool.unwrap_or_else(PoisonError::into_inner);
        let connection = pool.free.pop();
        if connection.is_none() {
            pool.more = pool.more.saturating_sub(1);
        }
        Out { readers: self, connection }
    }

    fn pool(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Out<'_> {
    fn drop(&mut self) {
        let mut pool = self.readers.pool();
        match self.connection.take() {
            Some(connection) => pool.free.push(connection),
            None => pool.more = pool.more.saturating_add(1),
        }
        self.readers.given_back.notify_one();
    }
}
