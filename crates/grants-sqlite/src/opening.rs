//! How a store is opened.

use crate::desk::Desk;
use crate::effects::Guard;
use crate::files::{self, FileId};
use crate::log::{Keeper, Log};
use crate::mark::Mark;
use crate::readers::Readers;
use crate::remembered::Remembered;
use crate::time::Time;
use crate::turn::Turn;
use crate::writer::Writer;
use crate::{Fault, Sqlite, connection, schema};
use grants::{Clock, Order, SystemClock, Upkeep};
use rules::Refused;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A store that is about to be opened: where it is, and by which clock.
#[derive(Debug)]
#[must_use = "nothing is opened yet"]
pub struct Opening {
    place: Place,
    mark: Option<PathBuf>,
    clock: Arc<dyn Clock>,
    restored: Option<Order>,
    existing: bool,
}

/// Where a store is, and how much it takes.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) path: PathBuf,
    pub(crate) capacity: u64,
    /// Which file was opened.
    file: Option<FileId>,
    pub(crate) remembered: Remembered,
    /// What stands before the statements of effects.
    pub(crate) guard: Guard,
}

impl Place {
    /// Whether the path still leads to the file that was opened. What is written to a file that was moved away is lost, and
    /// whoever opens its successor spends it again.
    pub(crate) fn holds(&self) -> Result<(), Fault> {
        if files::id(&self.path) == self.file { Ok(()) } else { Err(Fault::Replaced) }
    }
}

impl Opening {
    pub(crate) fn at(path: &Path) -> Self {
        let place = Place {
            path: path.to_owned(),
            capacity: Sqlite::CAPACITY,
            file: None,
            remembered: Remembered::default(),
            guard: Guard::default(),
        };
        Self { place, mark: None, clock: Arc::new(SystemClock), restored: None, existing: false }
    }

    /// With another clock than the system's: for lessons and tests.
    pub fn with_clock(mut self, clock: impl Clock + 'static) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// With room for this many rows, audit rows included. What lives is never evicted: a full store refuses the next
    /// question (rule `GRANT-12`).
    pub const fn with_capacity(mut self, rows: u64) -> Self {
        self.place.capacity = rows;
        self
    }

    /// With the mark of its commits at another place than beside the database: one that no backup of the database takes
    /// along, such as another disk.
    pub fn with_mark(mut self, path: impl AsRef<Path>) -> Self {
        self.mark = Some(path.as_ref().to_owned());
        self
    }

    /// After a backup was put back: takes an older copy, and raises its epoch before anything else, so that everything
    /// that was open in it is void (rule `GRANT-18`). The order says who put it back, and why. It is for once: a store that
    /// is opened so again is declared restored again.
    pub fn after_restore(mut self, order: Order) -> Self {
        self.restored = Some(order);
        self
    }

    /// Only where there is a store already: nothing is made. For whoever looks after a store, and may mistake its path.
    pub const fn existing(mut self) -> Self {
        self.existing = true;
        self
    }

    /// Opens the store, and makes the database where there is none.
    ///
    /// # Errors
    ///
    /// [`Fault`] says why it cannot be used.
    pub fn open(mut self) -> Result<Sqlite, Fault> {
        let restored = self.restored.take();
        let (desk, keeper, schema) = self.desk(restored.is_some())?;
        let (readers, time) = (Readers::of(desk.place.clone(), desk.time.clone()), desk.time.clone());
        let store = Sqlite::of(readers, Writer::start(desk, keeper)?, time, schema);
        if let Some(order) = restored {
            store.raise_epoch(&order).map_err(|refusal| Fault::Broken(refusal.why()))?;
        }
        Ok(store)
    }

    /// The desk of whoever writes, the keeper of its log, and the version of the tables.
    pub(crate) fn desk(self, restored: bool) -> Result<(Desk, Keeper, u32), Fault> {
        let path = std::path::absolute(&self.place.path)?;
        // Whose the file is, is found out before anything is written beside it or into it.
        if !self.existing {
            files::make(&path)?;
        } else if !path.exists() {
            return Err(Fault::Missing);
        }
        let mut connection = connection::bare(&path)?;
        if !schema::whose(&connection)? && self.existing {
            return Err(Fault::Missing);
        }
        let turn = Turn::of(&path)?;
        let mark = Mark::of(&path, self.mark.unwrap_or_else(|| files::beside(&path, "mark")))?;
        let time = Time::of(self.clock);
        let held = turn.take()?;
        connection::settle(&connection)?;
        let schema = schema::migrate(&connection, schema::MIGRATIONS)?;
        drop(held);
        self.place.guard.watch(&mut connection)?;
        let place = Place { file: files::id(&path), path, ..self.place };
        let (log, keeper) = Log::of(&mut connection, &place.path)?;
        let mut desk = Desk { connection, log, turn, mark, time, place, commits: 0, floor: 0 };
        desk.compare(restored)?;
        Ok((desk, keeper, schema))
    }
}
