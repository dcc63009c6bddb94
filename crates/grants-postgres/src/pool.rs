//! The connections of a store: a few, each used by one thread at a time.

use crate::Fault;
use crate::connection::Connection;
use crate::target::Target;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Connections that are made when they are needed, up to a number; whoever finds none free waits for the next.
#[derive(Debug)]
pub(crate) struct Pool {
    target: Target,
    most: usize,
    kept: Mutex<Kept>,
    freed: Condvar,
}

#[derive(Debug, Default)]
struct Kept {
    free: Vec<Connection>,
    made: usize,
}

impl Pool {
    pub(crate) fn of(target: Target, most: usize) -> Self {
        Self { target, most: most.max(1), kept: Mutex::default(), freed: Condvar::new() }
    }

    /// A connection that is nobody else's until it is given back.
    pub(crate) fn take(&self) -> Result<Lent<'_>, Fault> {
        let mut kept = self.lock();
        loop {
            while let Some(mut connection) = kept.free.pop() {
                if !connection.has_ended() {
                    return Ok(Lent { pool: self, connection: Some(connection), whole: false });
                }
                kept.made = kept.made.saturating_sub(1);
            }
            if kept.made < self.most {
                kept.made = kept.made.saturating_add(1);
                drop(kept);
                // When this fails, its place is free again.
                let mut lent = Lent { pool: self, connection: None, whole: false };
                lent.connection = Some(self.target.connect()?);
                return Ok(lent);
            }
            kept = self.freed.wait(kept).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection that is used now. One that is dropped may be in the middle of something, and is closed; only one that was
/// given back is used again.
#[derive(Debug)]
pub(crate) struct Lent<'a> {
    pool: &'a Pool,
    connection: Option<Connection>,
    whole: bool,
}

impl Lent<'_> {
    pub(crate) fn connection(&mut self) -> Result<&mut Connection, Fault> {
        self.connection.as_mut().ok_or_else(|| Fault::Lost("the connection was given back".into()))
    }

    /// Gives the connection to whoever needs one next. No transaction is open on it.
    pub(crate) fn give_back(mut self) {
        self.whole = true;
        drop(self);
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let mut kept = self.pool.lock();
        match self.connection.take() {
            Some(connection) if self.whole => kept.free.push(connection),
            _ => kept.made = kept.made.saturating_sub(1),
        }
        drop(kept);
        self.pool.freed.notify_one();
    }
}
