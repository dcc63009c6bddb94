//! Connections that store what they say they stored.

use crate::Fault;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::path::Path;
use std::time::Duration;

/// How long a connection waits for a program that does not wait for its turn.
const PATIENCE: Duration = Duration::from_secs(5);

/// How many statements a connection keeps prepared.
const STATEMENTS: usize = 128;

/// How many kibibytes of pages a connection keeps, written as SQLite takes them: the one that writes, and one of those that
/// only read, of which there are several.
const CACHE: i64 = -8192;
const CACHE_OF_A_READER: i64 = -1024;

/// How many bytes of a write-ahead log are left to be written over, after it was longer once.
const LOG: i64 = 32 << 20;

/// Opens a connection, and makes the file where there is none. Nothing is read or written yet.
pub(crate) fn bare(path: &Path) -> Result<Connection, Fault> {
    opened(path, OpenFlags::SQLITE_OPEN_CREATE)
}

fn opened(path: &Path, flags: OpenFlags) -> Result<Connection, Fault> {
    let flags = flags | OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    // A prepared statement stays as it was planned. Without this, SQLite plans one anew for other parameters.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(connection)
}

/// Opens one more connection to a database that is open.
pub(crate) fn beside(path: &Path) -> Result<Connection, Fault> {
    let connection = opened(path, OpenFlags::empty())?;
    settle(&connection)?;
    Ok(connection)
}

/// Opens a connection that only reads. It sees what is committed.
pub(crate) fn reading(path: &Path) -> Result<Connection, Fault> {
    let connection = beside(path)?;
    connection.pragma_update(None, "query_only", true)?;
    connection.pragma_update(None, "cache_size", CACHE_OF_A_READER)?;
    Ok(connection)
}

/// Makes a connection store what it says it stored.
pub(crate) fn settle(connection: &Connection) -> Result<(), Fault> {
    // A write-ahead log: readers and the writer do not wait for each other, and a commit is one write and one sync.
    connection.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.pragma_update(None, "temp_store", "memory")?;
    connection.pragma_update(None, "cache_size", CACHE)?;
    connection.pragma_update_and_check(None, "journal_size_limit", LOG, |_| Ok(()))?;
    durable(connection)
}

/// Holds a connection against what a claim needs. A claim that was answered must be on the disk (rule `GRANT-05`): with
/// `synchronous = normal` a power cut takes the last ones back, and each is a licence to act again.
pub(crate) fn durable(connection: &Connection) -> Result<(), Fault> {
    let journal: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
    let synchronous: i64 = connection.pragma_query_value(None, "synchronous", |row| row.get(0))?;
    let foreign_keys: i64 = connection.pragma_query_value(None, "foreign_keys", |row| row.get(0))?;
    let refuse = |setting, needed, found| Err(Fault::NotDurable { setting, needed, found });
    if journal != "wal" {
        return refuse("journal_mode", "wal", journal);
    }
    if synchronous < 2 {
        return refuse("synchronous", "2 or more", synchronous.to_string());
    }
    if foreign_keys != 1 {
        return refuse("foreign_keys", "1", foreign_keys.to_string());
    }
    Ok(())
}

/// The rows of a query, drained: what goes wrong after the first row is not lost.
pub(crate) fn rows<T>(
    connection: &Connection,
    sql: &str,
    parameters: impl rusqlite::Params,
    mut read: impl FnMut(&rusqlite::Row<'_>) -> Result<T, Fault>,
) -> Result<Vec<T>, Fault> {
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query(parameters)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(read(row)?);
    }
    Ok(found)
}

/// The one row of a query, or none. Also of a statement that writes and returns: it has ended when this returns.
pub(crate) fn one<T>(
    connection: &Connection,
    sql: &str,
    parameters: impl rusqlite::Params,
    read: impl FnOnce(&rusqlite::Row<'_>) -> Result<T, Fault>,
) -> Result<Option<T>, Fault> {
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query(parameters)?;
    let Some(first) = rows.next()?.map(read).transpose()? else { return Ok(None) };
    match rows.next()? {
        None => Ok(Some(first)),
        Some(_) => Err(Fault::Damaged("two rows where one can be".into())),
    }
}

/// Runs a statement that returns no row: how many rows it changed.
pub(crate) fn change(connection: &Connection, sql: &str, parameters: impl rusqlite::Params) -> Result<usize, Fault> {
    Ok(connection.prepare_cached(sql)?.execute(parameters)?)
}

#[cfg(test)]
mod tests;
