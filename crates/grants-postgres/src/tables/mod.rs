//! The rows of the store within one transaction, which begins with its first statement.

mod answers;
mod audit;
mod claims;
mod grants;
mod kept;
mod read;
mod sql;
mod table;

use crate::connection::{Connection, Parameter, Step};
use crate::target::Seen;
use crate::work::Kind;
use crate::{Fault, Postgres};
use ::grants::audit::Head;
use audit::Columns;
use consent::{Moment, QuestionId};
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

/// Whatever the server's default is: a claim that was answered must be on the disk (rule `GRANT-05`).
const BEGIN_WRITE: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL synchronous_commit = on";
const BEGIN_READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// The rows of grants in one open transaction.
#[derive(Debug)]
pub struct Tables<'a> {
    connection: &'a mut Connection,
    seen: &'a Seen,
    capacity: u64,
    kind: Kind,
    /// Whether it was begun anew: then no chain is read before it is locked.
    careful: bool,
    begun: bool,
    epoch: Option<u64>,
    /// The last rows of the chains that this transaction adds to.
    heads: HashMap<Option<QuestionId>, Option<Head>>,
    /// The number of the next audit row, where it was drawn beforehand, with a chain's head.
    drawn: Option<i64>,
    /// The highest number of an audit row of this transaction.
    last_row: i64,
    /// What nobody waits for: it goes out before the next statement, or with the commit.
    pending: Vec<Pending>,
    /// The audit rows among it. They go first.
    rows: Columns,
    fault: Option<Fault>,
}

/// A statement that goes out later.
#[derive(Debug)]
struct Pending {
    sql: &'static str,
    parameters: Vec<Box<Parameter>>,
}

impl<'a> Tables<'a> {
    pub(crate) fn on(connection: &'a mut Connection, store: &'a Postgres, kind: Kind, careful: bool) -> Self {
        Self {
            connection,
            seen: &store.seen,
            capacity: store.capacity,
            kind,
            careful,
            begun: false,
            epoch: None,
            heads: HashMap::new(),
            drawn: None,
            last_row: 0,
            pending: Vec::new(),
            rows: Columns::default(),
            fault: None,
        }
    }

    /// What the database said that was an error. After that, nothing is committed.
    pub(crate) fn fault(&self) -> Option<Fault> {
        self.fault.clone()
    }

    /// Commits, together with what nobody waited for.
    pub(crate) fn commit(&mut self) -> Result<(), Fault> {
        if !self.begun && self.rows.is_empty() && self.pending.is_empty() {
            return Ok(());
        }
        match self.send(vec![Step::Plain("COMMIT")]) {
            Ok(_) => {
                self.seen.row.fetch_max(self.last_row, Ordering::SeqCst);
                Ok(())
            }
            Err(error) if self.kind == Kind::Write => Err(Fault::at_commit(&error)),
            Err(error) => Err(error.into()),
        }
    }

    /// Sends a statement that is a transaction by itself: its rows, once it is committed.
    fn send_alone(&mut self, sql: &'static str, parameters: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Fault> {
        let sent = self.connection.trip(&[Step::Query(sql, parameters.to_vec())]);
        Ok(sent.map_err(|error| Fault::at_commit(&error))?.into_iter().next().unwrap_or_default())
    }

    /// Whether it was begun anew, because somebody overtook it.
    pub(crate) const fn is_careful(&self) -> bool {
        self.careful
    }

    /// Leaves nothing of it. An error where the connection cannot be used any more.
    pub(crate) fn roll_back(&mut self) -> Result<(), Fault> {
        self.pending.clear();
        self.rows = Columns::default();
        if self.begun { Ok(self.connection.batch("ROLLBACK")?) } else { Ok(()) }
    }

    /// Runs a statement of an effect, after what nobody waited for. It was not prepared before. When it fails, nothing of
    /// the transaction is committed, whatever the effect makes of that.
    pub(crate) fn effect(&mut self, sql: &str, parameters: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Fault> {
        let sent = self.send(Vec::new()).and_then(|_| self.connection.once(sql, parameters));
        sent.map_err(|error| self.fault.get_or_insert(error.into()).clone())
    }

    /// Sends statements in one go: the rows of each.
    fn ask(&mut self, steps: Vec<Step<'_>>) -> Result<Vec<Vec<Row>>, Fault> {
        Ok(self.send(steps)?)
    }

    /// Sends one statement: its rows.
    fn rows_of_one(&mut self, sql: &'static str, parameters: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Fault> {
        let answers = self.ask(vec![Step::Query(sql, parameters.to_vec())])?;
        Ok(answers.into_iter().next_back().unwrap_or_default())
    }

    /// Sends one statement that has one row at most.
    fn row_of_one(&mut self, sql: &'static str, parameters: &[&(dyn ToSql + Sync)]) -> Result<Option<Row>, Fault> {
        Ok(self.rows_of_one(sql, parameters)?.into_iter().next())
    }

    /// What nobody waited for, and then these; the transaction begins with the first. The answers are those of these.
    fn send(&mut self, steps: Vec<Step<'_>>) -> Result<Vec<Vec<Row>>, tokio_postgres::Error> {
        let (rows, pending) = (std::mem::take(&mut self.rows), std::mem::take(&mut self.pending));
        let mut all = Vec::with_capacity(pending.len() + steps.len() + 3);
        let begin = match self.kind {
            Kind::One => None,
            Kind::Read => Some(BEGIN_READ),
            Kind::Write => Some(BEGIN_WRITE),
        };
        if let (Some(begin), false) = (begin, self.begun) {
            all.push(Step::Plain(begin));
            self.begun = true;
        }
        all.extend(rows.steps());
        for Pending { sql, parameters } in &pending {
            all.push(Step::Query(sql, parameters.iter().map(|parameter| as_sent(&**parameter)).collect()));
        }
        let before = all.len();
        all.extend(steps);
        let mut answers = self.connection.trip(&all)?;
        Ok(answers.split_off(before))
    }

    /// The store's time, after what is waited for here: the database's clock, never behind the last audit row, nor behind
    /// what this program was told before (rule `GRANT-06`).
    pub(crate) fn tell_after(&mut self, wait: Option<Step<'_>>) -> Result<Moment, Fault> {
        let seen = self.seen.time.load(Ordering::SeqCst);
        let steps = wait.into_iter().chain([Step::Query(sql::TELL, vec![&seen])]).collect();
        let told = self.ask(steps)?.into_iter().next_back().unwrap_or_default().into_iter().next();
        let told = told.ok_or_else(no_store)?;
        self.epoch = Some(read::unsigned(&told, 1)?);
        self.told(told.try_get(0)?)
    }

    /// The store's time.
    pub(crate) fn tell(&mut self) -> Result<Moment, Fault> {
        self.tell_after(None)
    }

    /// Remembers what the database said of its time.
    fn told(&self, ms: i64) -> Result<Moment, Fault> {
        self.seen.time.fetch_max(ms, Ordering::SeqCst);
        Ok(Moment::from_store(read::back(ms)?))
    }
}

/// A parameter that was kept, as it is sent.
fn as_sent(parameter: &Parameter) -> &(dyn ToSql + Sync) {
    parameter
}

fn no_store() -> Fault {
    Fault::Damaged("the row of the store is missing".into())
}
