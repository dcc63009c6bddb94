//! The store.

use crate::pool::Pool;
use crate::tables::Tables;
use crate::target::Seen;
use crate::together::Crews;
use crate::work::{self, Kind};
use crate::{Effects, Fault, Opening};
use consent::Moment;
use grants::{Bid, Broken, Grant, GrantId, NotUsable, Table, Transactional, Transactions};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Grants in one PostgreSQL database. [`Store`](grants::Store) and [`Upkeep`](grants::Upkeep) follow from what it does.
#[derive(Debug)]
pub struct Postgres {
    pub(crate) pool: Pool,
    pub(crate) seen: Arc<Seen>,
    pub(crate) capacity: u64,
    schema: i32,
    crews: Crews,
}

impl Postgres {
    /// How many rows a store takes when nothing else is said.
    pub const CAPACITY: u64 = 100_000_000;

    /// How many connections a store has at most when nothing else is said.
    pub const CONNECTIONS: usize = 16;

    /// The store in this database, yet to be opened. It is named as `libpq` names it: `host=/run/postgresql dbname=grants`,
    /// or `postgresql://grants@db.example/grants?target_session_attrs=read-write`.
    pub fn at(config: &str) -> Opening {
        Opening::at(config)
    }

    /// Opens the store in this database, and makes its tables where there are none.
    ///
    /// # Errors
    ///
    /// [`Fault`] says why it cannot be used.
    pub fn open(config: &str) -> Result<Self, Fault> {
        Self::at(config).open()
    }

    pub(crate) fn of(pool: Pool, seen: Arc<Seen>, capacity: u64, schema: i32) -> Self {
        Self { pool, seen, capacity, schema, crews: Crews::new() }
    }

    /// The version of its tables when it was opened. A newer program may have raised it, and left the database to this one.
    #[must_use]
    pub const fn schema(&self) -> u32 {
        self.schema.unsigned_abs()
    }
}

impl Transactions for Postgres {
    fn now(&self) -> Moment {
        // What it says is remembered; where the database does not answer, that is what it said last.
        drop(work::run(self, Kind::One, |tables| tables.tell()));
        Moment::from_store(self.seen.time.load(Ordering::SeqCst).unsigned_abs())
    }

    fn transact<T, W>(&self, work: W) -> Result<T, NotUsable>
    where
        T: Send + 'static,
        W: Fn(&mut dyn Table) -> Result<T, Broken> + Send + 'static,
    {
        Ok(work::run(self, Kind::Write, |tables| Ok(work(tables)?))?)
    }

    fn look<T, W>(&self, work: W) -> Result<T, NotUsable>
    where
        T: Send + 'static,
        W: Fn(&mut dyn Table) -> Result<T, Broken> + Send + 'static,
    {
        Ok(work::run(self, Kind::Read, |tables| Ok(work(tables)?))?)
    }

    fn claim_known(&self, bid: Bid, known: Grant) -> Result<Result<Grant, NotUsable>, NotUsable> {
        Ok(self.crews.claim(self, bid, known)?)
    }

    fn find(&self, grant: GrantId) -> Result<Option<Grant>, NotUsable> {
        Ok(self.crews.find(self, grant)?)
    }
}

impl Transactional for Postgres {
    type Open<'a> = Tables<'a>;
    type Effects<'a> = Effects<'a>;

    fn effects<'a>(open: &'a mut Tables<'_>) -> Effects<'a> {
        Effects::in_transaction(open)
    }

    fn transact_within<T, W>(&self, work: W) -> Result<T, NotUsable>
    where
        T: Send + 'static,
        W: Fn(&mut Tables<'_>) -> Result<T, Broken> + Send + 'static,
    {
        Ok(work::run(self, Kind::Write, |tables| Ok(work(tables)?))?)
    }
}
