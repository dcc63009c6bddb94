//! How a store is opened.

use crate::connection::Connection;
use crate::dial::{self, Dial, With};
use crate::pool::Pool;
use crate::target::{Seen, Target, place};
use crate::{Fault, Postgres, schema};
use std::sync::Arc;
use tokio_postgres::tls::{MakeTlsConnect, TlsConnect};
use tokio_postgres::{Config, Socket};

/// A store that is about to be opened: where it is, and how it is reached.
#[derive(Debug)]
#[must_use = "nothing is opened yet"]
pub struct Opening {
    config: String,
    dial: Arc<dyn Dial>,
    connections: usize,
    capacity: u64,
    since: Since,
    existing: bool,
}

/// What happened to the database since it was last open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Since {
    Nothing,
    Restored,
    Moved,
}

impl Opening {
    pub(crate) fn at(config: &str) -> Self {
        Self {
            config: config.to_owned(),
            dial: Arc::new(dial::plainly()),
            connections: Postgres::CONNECTIONS,
            capacity: Postgres::CAPACITY,
            since: Since::Nothing,
            existing: false,
        }
    }

    /// With this kind of TLS. Without it, connections are made over a socket of this machine, or a network that is trusted.
    pub fn with_tls<T>(mut self, tls: T) -> Self
    where
        T: MakeTlsConnect<Socket> + Clone + Send + Sync + 'static,
        T::Stream: Send + 'static,
        T::TlsConnect: Send,
        <T::TlsConnect as TlsConnect<Socket>>::Future: Send,
    {
        self.dial = Arc::new(With(tls));
        self
    }

    /// With at most this many connections. Whoever finds none free waits for the next.
    pub const fn with_connections(mut self, most: usize) -> Self {
        self.connections = most;
        self
    }

    /// With room for this many rows, audit rows included. What lives is never evicted: a full store refuses the next
    /// question (rule `GRANT-12`). What was rolled back counts as well until the store is pruned.
    pub const fn with_capacity(mut self, rows: u64) -> Self {
        self.capacity = rows;
        self
    }

    /// After a backup was put back, or a standby that may lack the last commits took over: takes the database as it is, and
    /// raises its epoch before anything else, so that everything issued before is void (rule `GRANT-18`).
    pub const fn after_restore(mut self) -> Self {
        self.since = Since::Restored;
        self
    }

    /// After the database was moved with all that it held: to a standby that had every commit (`synchronous_standby_names`),
    /// or by an upgrade of the server. What was issued stays good. Whoever says so wrongly lets what was spent be spent again.
    pub const fn after_lossless_move(mut self) -> Self {
        self.since = Since::Moved;
        self
    }

    /// Only where there is a store already: nothing is made. For whoever looks after a store, and may mistake its address.
    pub const fn existing(mut self) -> Self {
        self.existing = true;
        self
    }

    /// Opens the store, and makes its tables where there are none: in the schema `two_gates` of the database.
    ///
    /// # Errors
    ///
    /// [`Fault`] says why it cannot be used.
    pub fn open(self) -> Result<Postgres, Fault> {
        let mut config: Config =
            self.config.parse().map_err(|error| Fault::BadConfiguration(crate::fault::told(&error)))?;
        if config.get_application_name().is_none() {
            config.application_name("two-gates");
        }
        let target = Target { config, dial: self.dial, seen: Arc::new(Seen::default()) };
        let mut connection = target.reach()?;
        if self.existing && !schema::is_there(&mut connection)? {
            return Err(Fault::Missing);
        }
        let (made, schema) = schema::migrate(&mut connection, schema::MIGRATIONS)?;
        if made || self.since != Since::Nothing {
            settle(&mut connection, self.since == Since::Restored)?;
        }
        drop(connection);
        let seen = Arc::clone(&target.seen);
        let pool = Pool::of(target, self.connections);
        pool.take()?.give_back();
        Ok(Postgres::of(pool, seen, self.capacity, schema))
    }
}

/// Writes down where the database is from now on.
fn settle(connection: &mut Connection, restored: bool) -> Result<(), Fault> {
    let place = place(connection)?;
    let raised = i32::from(restored);
    // Words and numbers that the server itself has put together.
    let sql = format!("UPDATE two_gates.store SET place = '{place}', epoch = epoch + {raised}");
    connection.batch("BEGIN READ WRITE; SET LOCAL synchronous_commit = on")?;
    connection.batch(&sql)?;
    Ok(connection.batch("COMMIT")?)
}
