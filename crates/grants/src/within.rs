//! Effects that live in the grant's own database: claim, effect, audit and outcome are one transaction.

use crate::table::{Broken, Table, Transactions};
use crate::{Bid, Claim, End, Grant, GrantRef, Grants, Holder, NotUsable, Running, Settled, Store, ledger};
use consent::{Effect, EffectClass, Tool};
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

    /// Lets the effect of a claim that is held take place, and commits it with this text, in one transaction of the store:
    /// how a call of class `transactional` runs while its retry is handled. Whoever crashes between the claim and this has
    /// done nothing.
    ///
    /// The effect may run more than once, as in [`Grants::act_within`], and says why where it did not take place. Then, and
    /// where the store does not commit the end, all that it did is undone, and the failure is recorded. A tool of another
    /// class runs nothing. `store` is the one that these grants are over.
    ///
    /// # Errors
    ///
    /// [`NotUsable`], where the store was not told how it ended. When it does not answer, ask what became of the grant.
    pub fn commit_within<T, S, E>(
        &self,
        store: &S,
        running: Running<T>,
        text: &str,
        effect: E,
    ) -> Result<Grant, NotUsable>
    where
        T: Tool,
        S: Transactional,
        E: Fn(S::Effects<'_>) -> Result<(), String> + Send + 'static,
    {
        if running.effect() != EffectClass::Transactional {
            let text = format!("Not run: the tool is declared {}, and its effect is not.", running.effect().word());
            return self.settle(running.settle(End::Failed, text));
        }
        let (grant, holder, text) = (running.grant(), running.holder(), text.to_owned());
        let undone = Undone::default();
        let told = undone.clone();
        let came = store.transact_within(move |open: &mut S::Open<'_>| {
            tell(&told, None);
            let why = match effect(S::effects(open)) {
                Ok(()) => match ledger::commit(open, grant, holder, &text)? {
                    Ok(grant) => return Ok(grant),
                    Err(refusal) => refusal.not_run(),
                },
                Err(why) => format!("Not run: {why}."),
            };
            tell(&told, Some((End::Failed, why)));
            Err(Broken("the effect did not take place, and is undone".into()))
        });
        match tell(&undone, None) {
            Some((end, why)) => self.settle(running.settle(end, why)),
            None => came,
        }
    }
}

/// Says how it ended, and returns what was said before.
fn tell(undone: &Undone, said: Option<(End, String)>) -> Option<(End, String)> {
    std::mem::replace(&mut *undone.lock().unwrap_or_else(PoisonError::into_inner), said)
}
