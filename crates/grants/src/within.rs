//! Effects that live in the grant's own database: claim, effect, audit and outcome are one transaction.

use crate::table::{Broken, Table, Transactions};
use crate::{Bid, Claim, End, Grant, GrantRef, Grants, Holder, NotUsable, Settled, Store, ledger};
use consent::Effect;
use rules::Refused;
use std::sync::{Arc, Mutex, PoisonError};

/// A store in whose transactions an effect can take place, too.
pub trait Transactional: Transactions {
    /// The rows of grants in an open transaction.
    type Open<'a>: Table;
    /// What an effect works on, in the same transaction: the database without the tables of grants, as far as that can be
    /// told apart.
    type Effects<'a>;

    /// What an effect works on.
    fn effects<'a>(open: &'a mut Self::Open<'_>) -> Self::Effects<'a>;

    /// Runs this work in one transaction, as [`Transactions::transact`] does.
    ///
    /// # Errors
    ///
    /// As there.
    fn transact_within<T, W>(&self, work: W) -> Result<T, NotUsable>
    where
        T: Send + 'static,
        W: Fn(&mut Self::Open<'_>) -> Result<T, Broken> + Send + 'static;
}

/// How an effect ended whose transaction was rolled back.
type Undone = Arc<Mutex<Option<(End, String)>>>;

impl Grants {
    /// Claims a grant, lets its effect take place, and records its end, in one transaction of the store: after a crash
    /// there is nothing to do, for either all of it happened or nothing (class `transactional`).
    ///
    /// The effect takes the claim and returns how it ended. It may run more than once, where the database asks for that, and
    /// only what it did in the run that commits counts: so it does nothing but what it does through `S::Effects`. An end
    /// other than [`End::Executed`] is recorded, and whatever the effect had done by then is undone. So it is where the
    /// store does not commit the end: the grant's time has passed meanwhile, or the end is another claim's. `store` is the
    /// one that these grants are over.
    ///
    /// # Errors
    ///
    /// [`NotUsable`] says why not; then nothing happened. When the store does not answer, ask what became of the grant.
    pub fn act_within<T, S, E>(&self, store: &S, tool: &T, reference: &GrantRef, effect: E) -> Result<Grant, NotUsable>
    where
        T: Effect + 'static,
        S: Transactional,
        E: Fn(Claim<T>, S::Effects<'_>) -> Settled + Send + 'static,
    {
        let claiming = self.claiming(tool, reference.id(), reference.arg_hash(), self.new_attempt());
        let stored = Store::grant(store, claiming.grant)?.ok_or(NotUsable::Unknown)?;
        let bid = Bid { claiming, authorized: self.authority.may_still(&stored.intent) };
        let undone = Undone::default();
        let (face, told) = (self.clone(), undone.clone());
        let came = store.transact_within(move |open: &mut S::Open<'_>| {
            tell(&told, None);
            let grant = match ledger::claim(open, &bid)? {
                Ok(grant) => grant,
                Err(refusal) => return Ok(Err(refusal)),
            };
            let (holder, end, text) = match face.claim_of::<T>(&grant) {
                Ok(claim) => {
                    let (_, holder, end, text) = effect(claim, S::effects(open)).into_parts();
                    (holder, end, text)
                }
                Err(holder) => (holder, End::Failed, Self::UNREADABLE.to_owned()),
            };
            let not_done = match end {
                End::Executed => match ledger::commit(open, grant.id, holder, &text)? {
                    Ok(grant) => return Ok(Ok(grant)),
                    Err(refusal) => (End::Failed, refusal.not_run()),
                },
                End::Failed | End::Indeterminate => (end, text),
            };
            tell(&told, Some(not_done));
            Err(Broken("the effect did not take place, and is undone".into()))
        });
        let Some((end, text)) = tell(&undone, None) else { return came? };
        // Undone as a whole, the claim too: nothing happened, and that is recorded.
        let claimed = store.claim(&claiming, &*self.authority)?;
        let holder = Holder { attempt: claiming.attempt, fence: claimed.fence };
        store.settle(claimed.id, holder, end, &text)
    }
}

/// Says how it ended, and returns what was said before.
fn tell(undone: &Undone, said: Option<(End, String)>) -> Option<(End, String)> {
    std::mem::replace(&mut *undone.lock().unwrap_or_else(PoisonError::into_inner), said)
}
