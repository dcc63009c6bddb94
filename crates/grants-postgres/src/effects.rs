//! Effects that live in the grants' own database.

use crate::Fault;
use crate::tables::Tables;
use std::fmt;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

/// What begins a statement that would end the transaction, change what the store relies on in it, or run text that cannot be
/// looked at.
const RESERVED: &[&str] = &[
    "abort",
    "begin",
    "commit",
    "deallocate",
    "discard",
    "do",
    "end",
    "prepare",
    "release",
    "reset",
    "rollback",
    "savepoint",
    "set",
    "start",
];

/// What stands nowhere in a statement of an effect: the grants' schema, a quoted name with escapes, which could spell it
/// unseen, and the function that sets what `SET` sets.
const NOWHERE: &[&str] = &["two_gates", "u&\"", "set_config"];

/// The database as an effect of class `transactional` works on it: within the transaction of its grant's claim. What it
/// does counts when the claim, its audit row and the outcome do, and not otherwise.
///
/// Names are given with their schema (`app.ledger`). Two things cannot be told apart from here and are the effect's own
/// duty: a function that it calls, and a trigger on its tables, must leave the grants alone as it does.
pub struct Effects<'a>(&'a mut dyn Statements);

/// A transaction that runs an effect's statements.
trait Statements {
    fn run(&mut self, sql: &str, parameters: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Fault>;
}

impl Statements for Tables<'_> {
    fn run(&mut self, sql: &str, parameters: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Fault> {
        self.effect(sql, parameters)
    }
}

impl<'a> Effects<'a> {
    pub(crate) fn in_transaction(tables: &'a mut Tables<'_>) -> Self {
        Self(tables)
    }

    /// Runs one statement with `$1`, `$2` and so on for its parameters, and returns its rows.
    ///
    /// # Errors
    ///
    /// [`Fault::NotForEffects`] for a statement that would end the transaction, that names the grants' schema, or that could do
    /// so unseen, before it runs. Any other fault has broken the transaction: nothing of it will be committed.
    pub fn query(&mut self, sql: &str, parameters: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Fault> {
        match reserved(sql) {
            Some(word) => Err(Fault::NotForEffects(word)),
            None => self.0.run(sql, parameters),
        }
    }
}

impl fmt::Debug for Effects<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Effects")
    }
}

/// What a statement has that is not an effect's.
fn reserved(sql: &str) -> Option<String> {
    let sql = sql.to_ascii_lowercase();
    if let Some(word) = NOWHERE.iter().find(|word| sql.contains(**word)) {
        return Some((*word).to_owned());
    }
    // A comment before the first word would hide it.
    let first = sql.trim_start().split(|letter: char| !letter.is_ascii_alphabetic()).next().unwrap_or_default();
    (first.is_empty() || RESERVED.contains(&first)).then(|| first.to_owned())
}
