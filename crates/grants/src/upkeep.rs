//! What an operator does with a store, and what a start-up does.

use crate::table::Which;
use crate::{End, Grant, GrantId, NotUsable, Order, Store, Transactions, ledger};
use wire::Digest;

/// What became of each grant of a principal.
pub type Revoked = Vec<(GrantId, Result<Grant, NotUsable>)>;

/// What an operator does with a store. Like [`Store`], it follows from [`Transactions`].
pub trait Upkeep: Store {
    /// Some grants in the order of their ids, after this one, at most so many.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    fn list(&self, which: Which, after: Option<GrantId>, limit: usize) -> Result<Vec<Grant>, NotUsable>;

    /// A person says how an unknown effect ended, and on what evidence. Both stand in the audit.
    ///
    /// # Errors
    ///
    /// [`NotUsable::Known`] where it is known, [`NotUsable::InFlight`] where it has not ended, [`NotUsable::Unknown`], or
    /// when the store does not answer.
    fn resolve(&self, grant: GrantId, end: End, order: &Order) -> Result<Grant, NotUsable>;

    /// Takes back all that a principal's yeses still allow: what became of each grant that was open.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    fn revoke_all(&self, principal: Digest, order: &Order) -> Result<Revoked, NotUsable>;
}

impl<S: Transactions> Upkeep for S {
    fn list(&self, which: Which, after: Option<GrantId>, limit: usize) -> Result<Vec<Grant>, NotUsable> {
        self.look(move |table| table.select(which, after, limit))
    }

    fn resolve(&self, grant: GrantId, end: End, order: &Order) -> Result<Grant, NotUsable> {
        let order = order.clone();
        self.transact(move |table| ledger::resolve(table, grant, end, &order))?
    }

    fn revoke_all(&self, principal: Digest, order: &Order) -> Result<Revoked, NotUsable> {
        let order = order.clone();
        self.transact(move |table| ledger::revoke_all(table, principal, &order))
    }
}
