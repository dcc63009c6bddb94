//! The store.

use crate::readers::Readers;
use crate::time::Time;
use crate::writer::Writer;
use crate::{Fault, Opening};
use consent::Moment;
use grants::{Broken, NotUsable, Table, Transactions};
use std::path::Path;

/// Grants in one SQLite file. [`Store`](grants::Store) and [`Upkeep`](grants::Upkeep) follow from what it does.
#[derive(Debug)]
pub struct Sqlite {
    // The writer ends last, and leaves one tidy file behind.
    readers: Readers,
    writer: Writer,
    time: Time,
}

impl Sqlite {
    /// How many rows a store takes when nothing else is said.
    pub const CAPACITY: u64 = 100_000_000;

    /// The store in this file, yet to be opened.
    pub fn at(path: impl AsRef<Path>) -> Opening {
        Opening::at(path.as_ref())
    }

    /// Opens the store in this file with the system's clock, and makes the file where there is none.
    ///
    /// # Errors
    ///
    /// [`Fault`] says why it cannot be used.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Fault> {
        Self::at(path).open()
    }

    pub(crate) const fn of(readers: Readers, writer: Writer, time: Time) -> Self {
        Self { readers, writer, time }
    }
}

impl Transactions for Sqlite {
    fn now(&self) -> Moment {
        Moment::from_store(self.time.ms())
    }

    fn transact<T, W>(&self, work: W) -> Result<T, NotUsable>
    where
        T: Send + 'static,
        W: Fn(&mut dyn Table) -> Result<T, Broken> + Send + 'static,
    {
        Ok(self.writer.ask(move |tables| Ok(work(tables)?))?)
    }

    fn look<T, W>(&self, work: W) -> Result<T, NotUsable>
    where
        T: Send + 'static,
        W: Fn(&mut dyn Table) -> Result<T, Broken> + Send + 'static,
    {
        Ok(self.readers.look(|tables| Ok(work(tables)?))?)
    }
}
