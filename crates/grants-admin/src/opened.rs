//! The store that `--store` names.

use crate::stop::{Said, Stop};
use consent::Moment;
use grants::{Broken, Clock, Grant, GrantId, NotUsable, Order, Table, Transactions};
use grants_postgres::Postgres;
use grants_sqlite::Sqlite;
use std::path::PathBuf;
use std::sync::Arc;

/// A store of either kind.
#[derive(Debug)]
pub enum Opened {
    /// One SQLite file.
    Sqlite(Box<Sqlite>),
    /// One PostgreSQL database.
    Postgres(Box<Postgres>),
}

/// Where a store is.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) store: String,
    pub(crate) mark: Option<PathBuf>,
    pub(crate) clock: Arc<dyn Clock>,
}

/// What keeps a store closed.
#[derive(Debug)]
pub(crate) enum Shut {
    /// It is an older copy, or is not where it was: only a new epoch opens it.
    Restored(Said),
    /// Something else.
    Otherwise(Said),
}

impl From<Shut> for Stop {
    fn from(shut: Shut) -> Self {
        match shut {
            Shut::Restored(said) => {
                Self::Closed(Said { remedy: "if a backup was put back, run `grants-admin raise-epoch`", ..said })
            }
            Shut::Otherwise(said) => Self::Closed(said),
        }
    }
}

impl Place {
    /// Opens the store, if there is one.
    pub(crate) fn open(&self) -> Result<Opened, Shut> {
        if let Some(config) = self.postgres() {
            return Postgres::at(config)
                .existing()
                .open()
                .map(|store| Opened::Postgres(Box::new(store)))
                .map_err(postgres);
        }
        self.sqlite().open().map(|store| Opened::Sqlite(Box::new(store))).map_err(sqlite)
    }

    /// Opens a store that was put back, with a new epoch.
    pub(crate) fn open_restored(&self, order: &Order) -> Result<Opened, Shut> {
        if let Some(config) = self.postgres() {
            let opened = Postgres::at(config).existing().after_restore().open();
            return opened.map(|store| Opened::Postgres(Box::new(store))).map_err(postgres);
        }
        self.sqlite().after_restore(order.clone()).open().map(|store| Opened::Sqlite(Box::new(store))).map_err(sqlite)
    }

    fn sqlite(&self) -> grants_sqlite::Opening {
        let opening = Sqlite::at(&self.store).existing().with_clock(Told(Arc::clone(&self.clock)));
        match &self.mark {
            Some(mark) => opening.with_mark(mark),
            None => opening,
        }
    }

    /// What a client of PostgreSQL is told, where this is such a store.
    fn postgres(&self) -> Option<&str> {
        let store = self.store.as_str();
        (store.starts_with("postgres://") || store.starts_with("postgresql://")).then_some(store)
    }
}

impl Opened {
    /// The version of its tables.
    pub(crate) const fn schema(&self) -> u32 {
        match self {
            Self::Sqlite(store) => store.schema(),
            Self::Postgres(store) => store.schema(),
        }
    }
}

/// The clock that the program was given.
#[derive(Debug)]
struct Told(Arc<dyn Clock>);

impl Clock for Told {
    fn ms(&self) -> u64 {
        self.0.ms()
    }
}

fn sqlite(fault: grants_sqlite::Fault) -> Shut {
    use grants_sqlite::Fault;
    let said = Said::of(&fault);
    if matches!(fault, Fault::Restored { .. } | Fault::Mark(_)) { Shut::Restored(said) } else { Shut::Otherwise(said) }
}

fn postgres(fault: grants_postgres::Fault) -> Shut {
    use grants_postgres::Fault;
    let said = Said::of(&fault);
    if matches!(fault, Fault::Restored { .. } | Fault::Moved { .. }) {
        Shut::Restored(said)
    } else {
        Shut::Otherwise(said)
    }
}

impl Transactions for Opened {
    fn now(&self) -> Moment {
        match self {
            Self::Sqlite(store) => Transactions::now(&**store),
            Self::Postgres(store) => Transactions::now(&**store),
        }
    }

    fn transact<T, W>(&self, work: W) -> Result<T, NotUsable>
    where
        T: Send + 'static,
        W: Fn(&mut dyn Table) -> Result<T, Broken> + Send + 'static,
    {
        match self {
            Self::Sqlite(store) => store.transact(work),
            Self::Postgres(store) => store.transact(work),
        }
    }

    fn look<T, W>(&self, work: W) -> Result<T, NotUsable>
    where
        T: Send + 'static,
        W: Fn(&mut dyn Table) -> Result<T, Broken> + Send + 'static,
    {
        match self {
            Self::Sqlite(store) => store.look(work),
            Self::Postgres(store) => store.look(work),
        }
    }

    fn find(&self, grant: GrantId) -> Result<Option<Grant>, NotUsable> {
        match self {
            Self::Sqlite(store) => store.find(grant),
            Self::Postgres(store) => store.find(grant),
        }
    }
}
