//! Ledger and queue in PostgreSQL: in the schema `bank`, beside that of the grants.

use super::Job;
use super::rows::Row;
use crate::tools::Payment;
use grants_postgres::{Effects, Fault, Postgres, ToSql};
use twogates::grants::{Broken, NotUsable, Transactional};
use twogates::rules::Refused;

/// Two servers may start at once: the lock lets one of them make what the other finds.
const TABLES: &[&str] = &[
    "SELECT pg_advisory_xact_lock(7412365980)",
    "CREATE SCHEMA IF NOT EXISTS bank",
    "CREATE TABLE IF NOT EXISTS bank.payments (
        grant_id text PRIMARY KEY, payee text NOT NULL, amount text NOT NULL, currency text NOT NULL
     )",
    "CREATE TABLE IF NOT EXISTS bank.queued (
        place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, handle text NOT NULL UNIQUE, arg_hash text NOT NULL,
        tool text NOT NULL, taken_ms bigint NOT NULL DEFAULT 0, until_ms bigint NOT NULL DEFAULT 0
     )",
];

fn within<T: Send + 'static>(
    store: &Postgres,
    work: impl Fn(&mut Effects<'_>) -> Result<T, Fault> + Send + 'static,
) -> Result<T, NotUsable> {
    store.transact_within(move |open| work(&mut Postgres::effects(open)).map_err(|fault| Broken(fault.why())))
}

pub(super) fn make_tables(store: &Postgres) -> Result<(), NotUsable> {
    within(store, |effects| {
        for table in TABLES {
            effects.query(table, &[])?;
        }
        Ok(())
    })
}

pub(super) fn pay(effects: &mut Effects<'_>, grant: &str, payment: &Payment) -> Result<(), String> {
    let Payment { to, amount, currency } = payment;
    let sql = "INSERT INTO bank.payments (grant_id, payee, amount, currency) VALUES ($1, $2, $3, $4)";
    let amount = amount.to_string();
    let parameters: [&(dyn ToSql + Sync); 4] = [&grant, to, &amount, currency];
    effects.query(sql, &parameters).map(drop).map_err(|fault| fault.why())
}

pub(super) fn has_paid(store: &Postgres, grant: &str) -> Result<bool, NotUsable> {
    let grant = grant.to_owned();
    let found =
        within(store, move |effects| effects.query("SELECT 1 FROM bank.payments WHERE grant_id = $1", &[&grant]))?;
    Ok(!found.is_empty())
}

pub(super) fn put(store: &Postgres, row: Row) -> Result<(), NotUsable> {
    within(store, move |effects| {
        let sql = "INSERT INTO bank.queued (handle, arg_hash, tool) VALUES ($1, $2, $3)";
        effects.query(sql, &[&row.handle, &row.arg_hash, &row.tool]).map(drop)
    })
}

pub(super) fn take(store: &Postgres, now_ms: i64, lease_ms: i64) -> Result<Option<Job>, NotUsable> {
    within(store, move |effects| {
        let sql = "UPDATE bank.queued SET taken_ms = greatest($1, taken_ms + 1), until_ms = $2 WHERE place =
                   (SELECT place FROM bank.queued WHERE until_ms <= $1 ORDER BY place LIMIT 1 FOR UPDATE SKIP LOCKED)
                   RETURNING handle, arg_hash, tool, taken_ms";
        let rows = effects.query(sql, &[&now_ms, &now_ms.saturating_add(lease_ms)])?;
        Ok(rows.first().and_then(|row| {
            let kept = Row { handle: row.get(0), arg_hash: row.get(1), tool: row.get(2) };
            kept.job(row.get(3))
        }))
    })
}

pub(super) fn done(store: &Postgres, handle: String, taken_ms: i64) -> Result<(), NotUsable> {
    within(store, move |effects| {
        effects.query("DELETE FROM bank.queued WHERE handle = $1 AND taken_ms = $2", &[&handle, &taken_ms]).map(drop)
    })
}
