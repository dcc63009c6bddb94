//! Every store that runs transactions can be kept up.

use super::{Forgotten, Raised, Retention, Revoked, Upkeep};
use crate::audit::{Checkpoint, Trail};
use crate::ledger::kept::{self, PAGE};
use crate::table::Which;
use crate::{End, Grant, GrantId, NotUsable, Order, Store, Transactions};
use wire::Digest;

impl<S: Transactions> Upkeep for S {
    fn list(&self, which: Which, after: Option<GrantId>, limit: usize) -> Result<Vec<Grant>, NotUsable> {
        self.look(move |table| table.select(which, after, limit))
    }

    fn resolve(&self, grant: GrantId, end: End, order: &Order) -> Result<Grant, NotUsable> {
        let order = order.clone();
        self.transact(move |table| kept::resolve(table, grant, end, &order))?
    }

    fn revoke_all(&self, principal: Digest, order: &Order) -> Result<Revoked, NotUsable> {
        let order = order.clone();
        self.transact(move |table| kept::revoke_all(table, principal, &order))
    }

    fn lapse(&self) -> Result<(), NotUsable> {
        let mut after = self.transact(|table| kept::lapse(table, None))?;
        while after.is_some() {
            after = self.transact(move |table| kept::lapse(table, after))?;
        }
        Ok(())
    }

    fn epoch(&self) -> Result<u64, NotUsable> {
        self.look(|table| table.epoch())
    }

    fn raise_epoch(&self, order: &Order) -> Result<Raised, NotUsable> {
        let order = order.clone();
        self.transact(move |table| kept::raise_epoch(table, &order))
    }

    fn checkpoint(&self) -> Result<Option<Checkpoint>, NotUsable> {
        while self.transact(|table| kept::checkpoint(table, None))?.is_some_and(|more| more.covered.len() == PAGE) {}
        self.transact(|table| table.last_checkpoint())
    }

    fn forget(&self, retention: Retention, order: &Order) -> Result<Forgotten, NotUsable> {
        // What nobody looked at since its time has passed is over, too.
        self.lapse()?;
        self.checkpoint()?;
        let (kept_ms, order) = (retention.ms(), order.clone());
        let before = self.transact(move |table| kept::forget_before(table, kept_ms, &order))?;
        let mut questions = 0;
        loop {
            match self.transact(move |table| kept::forget(table, before))? {
                0 => break,
                forgotten => questions += forgotten,
            }
        }
        self.transact(move |table| kept::forget_loose(table, before))?;
        Ok(Forgotten { before, questions })
    }

    fn trail(&self) -> Result<Trail, NotUsable> {
        // Checkpoints first: what they cover is there when the rows are read after them.
        let mut checkpoints: Vec<Checkpoint> = Vec::new();
        loop {
            let after = checkpoints.last().map_or(0, |checkpoint| checkpoint.number);
            let page = self.look(move |table| table.checkpoints(after, PAGE))?;
            if page.is_empty() {
                return Ok(Trail { checkpoints, rows: self.audit()? });
            }
            checkpoints.extend(page);
        }
    }
}
