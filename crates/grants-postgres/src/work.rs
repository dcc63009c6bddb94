//! How work runs: in one transaction, begun anew where the database asks for it, and answered once it is committed.

use crate::tables::Tables;
use crate::{Fault, Postgres};
use std::cell::Cell;

/// How often work is begun anew before it is given up.
const AGAIN: u32 = 50;

thread_local! {
    /// Whether this thread is in the middle of work.
    static WITHIN: Cell<bool> = const { Cell::new(false) };
}

/// What work does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It is one statement, with no transaction around it.
    One,
    /// It only reads, and sees one state of everything.
    Read,
    /// It writes, and locks what it reads.
    Write,
}

/// An error where this thread is in the middle of work: it would wait for somebody who may wait for it.
pub(crate) fn not_within() -> Result<(), Fault> {
    if WITHIN.get() { Err(Fault::WithinItself) } else { Ok(()) }
}

/// Runs work in one transaction: what came of the run that was committed.
pub(crate) fn run<T>(
    store: &Postgres,
    kind: Kind,
    work: impl Fn(&mut Tables<'_>) -> Result<T, Fault>,
) -> Result<T, Fault> {
    // A second transaction of the same thread could wait for the first one, for ever: the database cannot see it.
    let _within = Within::enter()?;
    let mut again = 0;
    loop {
        match once(store, kind, again > 0, &work) {
            Err(fault) if fault.may_run_again() && again < AGAIN => again += 1,
            done => return done,
        }
    }
}

fn once<T>(
    store: &Postgres,
    kind: Kind,
    careful: bool,
    work: impl Fn(&mut Tables<'_>) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let mut lent = store.pool.take()?;
    let mut tables = Tables::on(lent.connection()?, store, kind, careful);
    let done = work(&mut tables);
    // An error of the database stays one, whatever the work made of it.
    let done = match tables.fault() {
        Some(fault) => Err(fault),
        None => done,
    };
    match done {
        Ok(done) => {
            if let Err(fault) = tables.commit() {
                // What the server refused it has rolled back; what is not known stays so, and the connection is broken.
                if !fault.breaks() && tables.roll_back().is_ok() {
                    lent.give_back();
                }
                return Err(fault);
            }
            lent.give_back();
            Ok(done)
        }
        Err(fault) => {
            if !fault.breaks() && tables.roll_back().is_ok() {
                lent.give_back();
            }
            Err(fault)
        }
    }
}

/// Says that this thread is in the middle of work, until it is dropped.
struct Within;

impl Within {
    fn enter() -> Result<Self, Fault> {
        if WITHIN.replace(true) { Err(Fault::WithinItself) } else { Ok(Self) }
    }
}

impl Drop for Within {
    fn drop(&mut self) {
        WITHIN.set(false);
    }
}
