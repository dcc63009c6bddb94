//! Ledger and queue in SQLite.

use super::Job;
use super::rows::Row;
use crate::tools::Payment;
use grants_sqlite::rusqlite::params;
use grants_sqlite::{Effects, Fault, Sqlite};
use twogates::grants::{Broken, NotUsable, Transactional};
use twogates::rules::Refused;

/// The ledger's key is the grant: what is paid twice under one grant is refused by the database itself.
const TABLES: &[&str] = &[
    "CREATE TABLE IF NOT EXISTS payments (
        grant_id TEXT PRIMARY KEY, payee TEXT NOT NULL, amount TEXT NOT NULL, currency TEXT NOT NULL
     ) STRICT",
    "CREATE TABLE IF NOT EXISTS queued (
        place INTEGER PRIMARY KEY, handle TEXT NOT NULL UNIQUE, arg_hash TEXT NOT NULL, tool TEXT NOT NULL,
        taken_ms INTEGER NOT NULL DEFAULT 0, until_ms INTEGER NOT NULL DEFAULT 0
     ) STRICT",
];

fn broken(fault: &Fault) -> Broken {
    Broken(fault.why())
}

/// One transaction of the ledger's or the queue's own.
fn within<T: Send + 'static>(
    store: &Sqlite,
    work: impl Fn(&Effects<'_>) -> Result<T, Fault> + Send + 'static,
) -> Result<T, NotUsable> {
    store.transact_within(move |open| work(&Sqlite::effects(open)).map_err(|fault| broken(&fault)))
}

pub(super) fn make_tables(store: &Sqlite) -> Result<(), NotUsable> {
    within(store, |effects| {
        for table in TABLES {
            effects.execute(table, [])?;
        }
        Ok(())
    })
}

pub(super) fn pay(effects: &Effects<'_>, grant: &str, payment: &Payment) -> Result<(), String> {
    let Payment { to, amount, currency } = payment;
    let sql = "INSERT INTO payments (grant_id, payee, amount, currency) VALUES (?1, ?2, ?3, ?4)";
    let paid = effects.execute(sql, params![grant, to, amount.to_string(), currency]);
    paid.map(drop).map_err(|fault| fault.why())
}

pub(super) fn has_paid(store: &Sqlite, grant: &str) -> Result<bool, NotUsable> {
    let grant = grant.to_owned();
    let found = within(store, move |effects| {
        effects.query("SELECT 1 FROM payments WHERE grant_id = ?1", [&grant], |row| row.get::<_, i64>(0))
    })?;
    Ok(!found.is_empty())
}

pub(super) fn put(store: &Sqlite, row: Row) -> Result<(), NotUsable> {
    within(store, move |effects| {
        let sql = "INSERT INTO queued (handle, arg_hash, tool) VALUES (?1, ?2, ?3)";
        effects.execute(sql, params![row.handle, row.arg_hash, row.tool]).map(drop)
    })
}

pub(super) fn take(store: &Sqlite, now_ms: i64, lease_ms: i64) -> Result<Option<Job>, NotUsable> {
    let taken = within(store, move |effects| {
        let sql = "UPDATE queued SET taken_ms = max(?1, taken_ms + 1), until_ms = ?2 WHERE place =
                   (SELECT min(place) FROM queued WHERE until_ms <= ?1)
                   RETURNING handle, arg_hash, tool, taken_ms";
        effects.query(sql, params![now_ms, now_ms.saturating_add(lease_ms)], |row| {
            Ok((Row { handle: row.get(0)?, arg_hash: row.get(1)?, tool: row.get(2)? }, row.get::<_, i64>(3)?))
        })
    })?;
    Ok(taken.first().and_then(|(row, taken_ms)| row.job(*taken_ms)))
}

pub(super) fn done(store: &Sqlite, handle: String, taken_ms: i64) -> Result<(), NotUsable> {
    within(store, move |effects| {
        effects.execute("DELETE FROM queued WHERE handle = ?1 AND taken_ms = ?2", params![handle, taken_ms]).map(drop)
    })
}
