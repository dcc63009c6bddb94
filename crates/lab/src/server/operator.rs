//! What the operator of the lab's server does with its store.

use super::LabServer;
use twogates::grants::audit::What;
use twogates::grants::{Backup, Grant, NotUsable, Order, Raised};

impl LabServer {
    /// Takes back the yes behind a grant. Grants are counted from 1, in the order in which they were issued.
    ///
    /// # Errors
    ///
    /// [`NotUsable`]: there is no such grant, or it is too late.
    pub fn revoke(&self, grant: usize, order: &Order) -> Result<Grant, NotUsable> {
        let grants = self.gates.grants();
        let rows = grants.audit()?;
        let mut issued = rows.iter().filter(|row| row.what == What::Issued).filter_map(|row| row.about.grant);
        let id = grant.checked_sub(1).and_then(|place| issued.nth(place)).ok_or(NotUsable::Unknown)?;
        grants.revoke(id, order)
    }

    /// Copies the store. None where it is somebody else's.
    #[must_use]
    pub fn back_up(&self) -> Option<Backup> {
        self.memory.as_ref().map(|memory| memory.back_up())
    }

    /// Puts a copy of the store back. Nothing else goes back with it: neither the world nor the queue.
    ///
    /// # Errors
    ///
    /// [`NotUsable::Unknown`] where the store is somebody else's.
    pub fn restore(&self, backup: &Backup, order: &Order) -> Result<Raised, NotUsable> {
        self.memory.as_ref().ok_or(NotUsable::Unknown)?.restore(backup, order)
    }
}
