//! The tables, version by version.
//!
//! A change that only adds leaves the database to the program before it as well: for one upgrade, both run on it.

use crate::Fault;
use crate::connection::one;
use rusqlite::Connection;

/// What marks a database as one of grants: `2Gat`, as SQLite's application id.
const OURS: i64 = 0x3247_6174;

/// One step of the schema.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Migration {
    /// The version that the database has afterwards.
    version: u32,
    /// The earliest program that can still use the database afterwards.
    least: u32,
    /// The statements.
    sql: &'static str,
}

/// Every step, in order.
pub(crate) const MIGRATIONS: &[Migration] = &[Migration { version: 1, least: 1, sql: include_str!("schema/1.sql") }];

/// The last version that this program knows.
pub(crate) const KNOWN: u32 = 1;

/// Whether this program can use a database that has this to say.
pub(crate) const fn usable(least: u32) -> Result<(), Fault> {
    if least > KNOWN { Err(Fault::Newer { version: least, known: KNOWN }) } else { Ok(()) }
}

/// Whether a database is one of grants already, or empty. Another is refused. Within one transaction, since somebody else may
/// be making it right now.
pub(crate) fn whose(connection: &Connection) -> Result<bool, Fault> {
    let looking = connection.unchecked_transaction()?;
    ours(&looking)
}

fn ours(connection: &Connection) -> Result<bool, Fault> {
    let (id, version) = (number(connection, "application_id")?, number(connection, "user_version")?);
    let tables = one(connection, "SELECT count(*) FROM sqlite_schema", (), |row| Ok(row.get::<_, i64>(0)?))?;
    if id == OURS || (id, version, tables) == (0, 0, Some(0)) { Ok(id == OURS) } else { Err(Fault::NotOurs) }
}

/// Brings a database to the last of these versions, in one transaction: the version that it has then, which is a newer one
/// where a newer program has left it to this one.
pub(crate) fn migrate(connection: &Connection, migrations: &[Migration]) -> Result<u32, Fault> {
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let migrated = within(connection, migrations).and_then(|version| {
        connection.execute_batch("COMMIT")?;
        Ok(version)
    });
    if !connection.is_autocommit() {
        connection.execute_batch("ROLLBACK")?;
    }
    migrated
}

fn within(connection: &Connection, migrations: &[Migration]) -> Result<u32, Fault> {
    let _ = ours(connection)?;
    let known = migrations.last().map_or(0, |last| last.version);
    let version = u32::try_from(number(connection, "user_version")?).map_err(|_| Fault::NotOurs)?;
    if version > known {
        let least = one(connection, "SELECT least FROM gates_store", (), |row| Ok(row.get::<_, u32>(0)?))?;
        return if least.is_some_and(|least| least <= known) {
            Ok(version)
        } else {
            Err(Fault::Newer { version, known })
        };
    }
    for step in migrations.iter().filter(|step| step.version > version) {
        connection.execute_batch(step.sql)?;
        connection.execute("UPDATE gates_store SET least = ?1", (step.least,))?;
        connection.pragma_update(None, "user_version", step.version)?;
    }
    if version == 0 {
        connection.pragma_update(None, "application_id", OURS)?;
    }
    Ok(known)
}

fn number(connection: &Connection, pragma: &str) -> Result<i64, Fault> {
    Ok(connection.pragma_query_value(None, pragma, |row| row.get(0))?)
}

#[cfg(test)]
mod tests;
