//! The database that a store is on, and what each connection to it is held against.

use crate::connection::{Connection, Step};
use crate::dial::Dial;
use crate::{Fault, schema};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use tokio_postgres::{Config, Row};

/// What every session of a store has. A worker that stands still in a transaction is not waited for for ever, and no
/// statement is planned twice: each finds its rows by key, whatever they are. A statement that is a transaction by itself
/// is one that waits for a row and then reads it as it is.
const SESSION: &str = "SET search_path = pg_catalog, pg_temp; SET plan_cache_mode = force_generic_plan; SET jit = off; \
     SET default_transaction_isolation = 'read committed'; SET lock_timeout = '30s'; \
     SET idle_in_transaction_session_timeout = '60s'; SET standard_conforming_strings = on; SET bytea_output = hex";

/// What the server is.
const SERVER: &str = "SELECT pg_is_in_recovery(), current_setting('transaction_read_only'), current_setting('fsync'), \
     current_setting('full_page_writes')";

/// Where a database is. A dump that was put back has other tables, or another cluster; what was recovered to a point in
/// time, and a standby that took over, have another timeline.
const PLACE: &str = "SELECT format('cluster %s, timeline %s, database %s, tables %s', \
     (SELECT system_identifier FROM pg_control_system()), \
     ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint, \
     (SELECT oid FROM pg_database WHERE datname = current_database()), 'two_gates.store'::regclass::oid)";

/// What the store says of itself.
const STORE: &str = "SELECT place, least, (SELECT last_value FROM two_gates.audit_number) FROM two_gates.store";

/// The latest that a store was told by its database.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// Its time, in milliseconds since 1970.
    pub(crate) time: AtomicI64,
    /// The number of an audit row.
    pub(crate) row: AtomicI64,
}

/// A database, and how it is reached.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    pub(crate) config: Config,
    pub(crate) dial: Arc<dyn Dial>,
    pub(crate) seen: Arc<Seen>,
}

impl Target {
    /// A connection to the primary that stores what it says it stored, to whatever database that is.
    pub(crate) fn reach(&self) -> Result<Connection, Fault> {
        let mut connection = Connection::dial(&*self.dial, &self.config)?;
        connection.batch(SESSION)?;
        let server = one(&mut connection, SERVER)?;
        if server.try_get(0)? {
            return Err(Fault::NotPrimary);
        }
        if server.try_get::<_, &str>(1)? != "off" {
            return Err(Fault::ReadOnly);
        }
        for (column, setting) in [(2, "fsync"), (3, "full_page_writes")] {
            let found: &str = server.try_get(column)?;
            if found != "on" {
                return Err(Fault::NotDurable { setting, found: found.to_owned() });
            }
        }
        Ok(connection)
    }

    /// A connection to the very database that was opened.
    pub(crate) fn connect(&self) -> Result<Connection, Fault> {
        let mut connection = self.reach()?;
        self.compare(&mut connection)?;
        Ok(connection)
    }

    fn compare(&self, connection: &mut Connection) -> Result<(), Fault> {
        // Before the database is asked: others go on meanwhile.
        let seen = self.seen.row.load(Ordering::SeqCst);
        let store = one(connection, STORE)?;
        let (stored, least): (String, i32) = (store.try_get(0)?, store.try_get(1)?);
        schema::usable(least)?;
        let found = place(connection)?;
        if stored != found {
            return Err(Fault::Moved { stored, found });
        }
        let last: i64 = store.try_get(2)?;
        if last < seen {
            return Err(Fault::Restored { last, seen });
        }
        Ok(())
    }
}

/// Where the database of this connection is.
pub(crate) fn place(connection: &mut Connection) -> Result<String, Fault> {
    Ok(one(connection, PLACE)?.try_get(0)?)
}

/// The one row of a statement without parameters.
pub(crate) fn one(connection: &mut Connection, sql: &'static str) -> Result<Row, Fault> {
    let rows = connection.trip(&[Step::Query(sql, Vec::new())])?.pop().unwrap_or_default();
    rows.into_iter().next().ok_or_else(|| Fault::Damaged("a row is missing".into()))
}
