//! What an effect works on that lives in the grant's own database (class `transactional`).

use crate::Fault;
use crate::tables::rolled_back;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::{Connection, Params, Row};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How the tables of the store begin. All others are the effects' own.
const OURS: &str = "gates_";

/// The database as an effect sees it, in the transaction that claims its grant: what it writes is stored with the claim,
/// the audit and the outcome, or not at all.
///
/// It can make tables and work on them. It cannot touch those of the store, whose names begin with `gates_`, nor alter a
/// table, which could take such a name, nor end the transaction, nor change a setting. It is reached through
/// [`Grants::act_within`](grants::Grants::act_within).
#[derive(Debug)]
pub struct Effects<'a> {
    connection: &'a Connection,
    guard: &'a Guard,
}

/// Whether an effect is at work, whose statements are looked at before they run.
#[derive(Debug, Clone, Default)]
pub(crate) struct Guard(Arc<AtomicBool>);

impl<'a> Effects<'a> {
    pub(crate) fn within(connection: &'a Connection, guard: &'a Guard) -> Self {
        guard.set(true);
        Self { connection, guard }
    }

    /// Runs a statement: how many rows it changed.
    ///
    /// # Errors
    ///
    /// [`Fault`], also for what is not an effect's to do. After [`Fault::Broken`] nothing more can be done: the database
    /// has rolled all of it back.
    pub fn execute(&self, sql: &str, parameters: impl Params) -> Result<usize, Fault> {
        self.in_transaction()?;
        // Prepared anew: what the store has prepared was never held against the guard.
        Ok(self.connection.prepare(sql)?.execute(parameters)?)
    }

    /// Runs a query, and reads each of its rows. All rows are taken before this returns.
    ///
    /// # Errors
    ///
    /// As [`Effects::execute`].
    pub fn query<T>(
        &self,
        sql: &str,
        parameters: impl Params,
        mut read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, Fault> {
        self.in_transaction()?;
        let mut statement = self.connection.prepare(sql)?;
        let mut rows = statement.query(parameters)?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push(read(row)?);
        }
        Ok(found)
    }

    /// After some errors SQLite rolls back by itself. What ran then would be a transaction of its own.
    fn in_transaction(&self) -> Result<(), Fault> {
        if self.connection.is_autocommit() { Err(rolled_back()) } else { Ok(()) }
    }
}

impl Drop for Effects<'_> {
    fn drop(&mut self) {
        self.guard.set(false);
    }
}

impl Guard {
    /// Puts this guard before the statements of a connection.
    pub(crate) fn watch(&self, connection: &mut Connection) -> Result<(), Fault> {
        let guard = self.clone();
        let verdict = move |context: AuthContext<'_>| {
            if guard.is_set() && !is_an_effects(&context.action) { Authorization::Deny } else { Authorization::Allow }
        };
        Ok(connection.authorizer(Some(verdict))?)
    }

    pub(crate) fn set(&self, effect: bool) {
        self.0.store(effect, Ordering::SeqCst);
    }

    fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// Whether this is something that an effect may do.
fn is_an_effects(action: &AuthAction<'_>) -> bool {
    let own = |table: &str| !table.to_ascii_lowercase().starts_with(OURS);
    match action {
        AuthAction::Select | AuthAction::Recursive | AuthAction::Function { .. } => true,
        AuthAction::Read { table_name, .. }
        | AuthAction::Insert { table_name }
        | AuthAction::Update { table_name, .. }
        | AuthAction::Delete { table_name }
        | AuthAction::CreateTable { table_name }
        | AuthAction::CreateIndex { table_name, .. }
        | AuthAction::DropTable { table_name }
        | AuthAction::DropIndex { table_name, .. } => own(table_name),
        AuthAction::CreateView { view_name } | AuthAction::DropView { view_name } => own(view_name),
        AuthAction::Reindex { .. } => true,
        _ => false,
    }
}
