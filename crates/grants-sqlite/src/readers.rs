//! Connections that only read, beside the one that writes.

use crate::connection::{change, reading};
use crate::tables::Tables;
use crate::time::Time;
use crate::{Fault, opening::Place};
use rusqlite::Connection;
use std::sync::{Mutex, PoisonError};

/// How many connections are kept for the next time.
const KEPT: usize = 8;

/// Connections that only read. Whoever looks takes one, on their own thread, and waits for nobody.
#[derive(Debug)]
pub(crate) struct Readers {
    place: Place,
    time: Time,
    free: Mutex<Vec<Connection>>,
}

impl Readers {
    pub(crate) fn of(place: Place, time: Time) -> Self {
        Self { place, time, free: Mutex::default() }
    }

    /// Runs work that only reads, on what is committed now. It cannot write.
    pub(crate) fn look<T>(&self, work: impl FnOnce(&mut Tables<'_>) -> Result<T, Fault>) -> Result<T, Fault> {
        self.place.holds()?;
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = match free {
            Some(connection) => connection,
            None => reading(&self.place.path)?,
        };
        change(&connection, "BEGIN", ())?;
        let done =
            Tables::within(&connection, &self.time, self.place.capacity).and_then(|mut tables| work(&mut tables));
        change(&connection, "COMMIT", ())?;
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        if free.len() < KEPT {
            free.push(connection);
        }
        done
    }
}
