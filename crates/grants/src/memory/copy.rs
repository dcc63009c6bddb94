//! A copy of a store in memory, and what putting it back does.

use super::rows::Rows;
use super::{Memory, Open};
use crate::ledger::kept::raise_epoch;
use crate::{NotUsable, Order, Raised};

/// All rows of a store as they were: a backup, for lessons and tests.
#[derive(Debug, Clone)]
pub struct Backup(Rows);

impl Memory {
    /// Copies every row.
    #[must_use]
    pub fn back_up(&self) -> Backup {
        Backup(self.begin().0.clone())
    }

    /// Puts the rows of a copy in the place of its own, and raises the epoch before anybody else is heard: what was open
    /// in the copy may have been spent since (rule `GRANT-18`). The time that it saw last is not put back.
    ///
    /// # Errors
    ///
    /// When the order cannot be written down.
    pub fn restore(&self, backup: &Backup, order: &Order) -> Result<Raised, NotUsable> {
        let (mut rows, at) = self.begin();
        *rows = backup.0.clone();
        rows.high_water(at.ms());
        Ok(raise_epoch(&mut Open { rows: &mut rows, at, defences: self.defences }, order)?)
    }
}
