//! The tables, version by version.
//!
//! A change that only adds leaves the database to the program before it as well: for one upgrade, both run on it.

use crate::Fault;
use crate::connection::{Connection, Step};
use crate::target::one;

/// One step of the schema.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Migration {
    /// The version that the database has afterwards.
    pub(crate) version: i32,
    /// The earliest program that can still use the database afterwards.
    pub(crate) least: i32,
    /// The statements.
    pub(crate) sql: &'static str,
}

/// Every step, in order.
pub(crate) const MIGRATIONS: &[Migration] = &[Migration { version: 1, least: 1, sql: include_str!("schema/1.sql") }];

/// The last version that this program knows.
pub(crate) const KNOWN: i32 = 1;

/// One program migrates, and the others wait: a lock of the whole database, on the bytes of `2Gates`.
const LOCK: &str = "SELECT pg_advisory_xact_lock(55270684976499)";

const THERE: &str = "SELECT to_regclass('two_gates.store') IS NOT NULL, \
     EXISTS (SELECT FROM pg_namespace WHERE nspname = 'two_gates')";
const VERSION: &str = "SELECT version, least FROM two_gates.store";

/// Whether this program can use a database that has this to say.
pub(crate) fn usable(least: i32) -> Result<(), Fault> {
    if least <= KNOWN { Ok(()) } else { Err(Fault::Newer { least, known: KNOWN }) }
}

/// Whether a database has a store.
pub(crate) fn is_there(connection: &mut Connection) -> Result<bool, Fault> {
    Ok(one(connection, THERE)?.try_get(0)?)
}

/// Brings a database to the last of these versions, in one transaction: whether it had none before, and the version that it
/// has then, which is a newer one where a newer program has left it to this one.
pub(crate) fn migrate(connection: &mut Connection, migrations: &[Migration]) -> Result<(bool, i32), Fault> {
    connection.batch("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL synchronous_commit = on")?;
    let made = within(connection, migrations)?;
    connection.batch("COMMIT")?;
    Ok(made)
}

fn within(connection: &mut Connection, migrations: &[Migration]) -> Result<(bool, i32), Fault> {
    connection.trip(&[Step::Query(LOCK, Vec::new())])?;
    let there = one(connection, THERE)?;
    let version = match (there.try_get(0)?, there.try_get(1)?) {
        (true, _) => {
            let store = one(connection, VERSION)?;
            usable(store.try_get(1)?)?;
            store.try_get(0)?
        }
        (false, false) => 0,
        (false, true) => return Err(Fault::NotOurs),
    };
    for step in migrations.iter().filter(|step| step.version > version) {
        connection.batch(step.sql)?;
        let Migration { version, least, .. } = step;
        connection.batch(&format!("UPDATE two_gates.store SET version = {version}, least = {least}"))?;
    }
    Ok((version == 0, migrations.last().map_or(version, |last| last.version.max(version))))
}
