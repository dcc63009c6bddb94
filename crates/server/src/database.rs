//! The one database of a server: its grants, and beside them its ledger of payments and its queue.
//!
//! Ledger and queue are written through what the stores call effects: within a transaction of the grants, and unable to
//! touch the grants themselves.

mod postgres;
mod rows;
mod sqlite;

use crate::config::Config;
use crate::tools::Payment;
use anyhow::{Context, anyhow, bail};
use grants_postgres::Postgres;
use grants_sqlite::Sqlite;
use rows::{Row, hex};
use std::sync::Arc;
use twogates::grants::{Grant, GrantId, GrantRef, Grants, NotUsable, Running, Store, Upkeep};
use twogates::rules::Refused;

/// A database of either kind.
#[derive(Debug, Clone)]
pub(crate) enum Database {
    /// One SQLite file, for the processes of one machine.
    Sqlite(Arc<Sqlite>),
    /// One PostgreSQL database, for many machines.
    Postgres(Arc<Postgres>),
}

/// A queued call: which tool, and the reference that its worker claims with. It carries no right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Job {
    pub(crate) tool: String,
    pub(crate) reference: GrantRef,
    /// When it was last given to a worker, by the store's time. Whoever was given it later has another.
    pub(crate) taken_ms: i64,
}

impl Database {
    /// Opens what `--store` names, and makes its tables where there are none.
    ///
    /// # Errors
    ///
    /// A sentence for the operator.
    pub(crate) fn open(config: &Config) -> anyhow::Result<Self> {
        let (store, capacity) = (config.store.as_str(), config.capacity);
        let shut = |refused: &dyn Refused| anyhow!("{}: {}; {}", refused.code(), refused.why(), refused.remedy());
        let database = if store.starts_with("postgres://") || store.starts_with("postgresql://") {
            let opened = Postgres::at(store).with_capacity(capacity).open().map_err(|fault| shut(&fault));
            // What is in the address, a password for one, stays out of what is said.
            Self::Postgres(Arc::new(opened.context("the PostgreSQL store cannot be opened")?))
        } else if let Some(path) = store.strip_prefix("sqlite:") {
            let opened = Sqlite::at(path).with_capacity(capacity).open().map_err(|fault| shut(&fault));
            Self::Sqlite(Arc::new(opened.with_context(|| format!("the store {path} cannot be opened"))?))
        } else {
            bail!("the store is neither sqlite:PATH nor postgres://...");
        };
        database.made()
    }

    /// With its ledger and its queue.
    fn made(self) -> anyhow::Result<Self> {
        self.make_tables().map_err(|refusal| anyhow!("the ledger cannot be made: {}", refusal.why()))?;
        Ok(self)
    }

    /// Over a store that a test has opened, by a clock of its own.
    #[cfg(test)]
    pub(crate) fn over(store: Sqlite) -> anyhow::Result<Self> {
        Self::Sqlite(Arc::new(store)).made()
    }

    /// The grants in it.
    pub(crate) fn store(&self) -> Arc<dyn Store> {
        match self {
            Self::Sqlite(store) => store.clone(),
            Self::Postgres(store) => store.clone(),
        }
    }

    /// The same, for upkeep.
    pub(crate) fn upkeep(&self) -> Arc<dyn Upkeep> {
        match self {
            Self::Sqlite(store) => store.clone(),
            Self::Postgres(store) => store.clone(),
        }
    }

    fn make_tables(&self) -> Result<(), NotUsable> {
        match self {
            Self::Sqlite(store) => sqlite::make_tables(store),
            Self::Postgres(store) => postgres::make_tables(store),
        }
    }

    /// Pays, and commits the grant, in one transaction: both, or neither.
    pub(crate) fn pay<T: twogates::consent::Tool>(
        &self,
        grants: &Grants,
        running: Running<T>,
        payment: Payment,
    ) -> Result<Grant, NotUsable> {
        let (text, grant) = (payment.told(), running.grant().hex());
        match self {
            Self::Sqlite(store) => {
                grants.commit_within(&**store, running, &text, move |effects| sqlite::pay(&effects, &grant, &payment))
            }
            Self::Postgres(store) => grants.commit_within(&**store, running, &text, move |mut effects| {
                postgres::pay(&mut effects, &grant, &payment)
            }),
        }
    }

    /// Whether the ledger has the payment of this grant.
    pub(crate) fn has_paid(&self, grant: GrantId) -> Result<bool, NotUsable> {
        match self {
            Self::Sqlite(store) => sqlite::has_paid(store, &grant.hex()),
            Self::Postgres(store) => postgres::has_paid(store, &grant.hex()),
        }
    }

    /// Puts a reference into the queue.
    pub(crate) fn put(&self, tool: &str, reference: &GrantRef) -> Result<(), NotUsable> {
        let row = Row::of(tool, reference);
        match self {
            Self::Sqlite(store) => sqlite::put(store, row),
            Self::Postgres(store) => postgres::put(store, row),
        }
    }

    /// Gives out the reference that waits longest. Until it is done with, nobody else is given it for `lease_ms`.
    pub(crate) fn take(&self, lease_ms: i64) -> Result<Option<Job>, NotUsable> {
        let now = i64::try_from(self.store().now().ms()).unwrap_or(i64::MAX);
        match self {
            Self::Sqlite(store) => sqlite::take(store, now, lease_ms),
            Self::Postgres(store) => postgres::take(store, now, lease_ms),
        }
    }

    /// Done with: it is in the queue no more.
    pub(crate) fn done(&self, job: &Job) -> Result<(), NotUsable> {
        let handle = hex(job.reference.expose_handle());
        match self {
            Self::Sqlite(store) => sqlite::done(store, handle, job.taken_ms),
            Self::Postgres(store) => postgres::done(store, handle, job.taken_ms),
        }
    }
}
