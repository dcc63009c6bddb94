//! The worker's side: claiming a grant, and saying what became of it.

use super::Grants;
use crate::{
    AttemptId, Claim, Claiming, End, Grant, GrantId, GrantRef, Held, Holder, NotUsable, OpenRound, Running, Settled,
    State,
};
use consent::{Approval, Effect, Tool, parsed};
use rules::Defence;
use wire::Digest;

impl Grants {
    pub(crate) const UNREADABLE: &str = "The stored arguments do not fit the tool; nothing ran.";

    /// Claims a grant for this tool: the worker's way to act.
    ///
    /// # Errors
    ///
    /// [`NotUsable`] says why not. A grant that does not belong to these arguments, this server and this tool is
    /// not burnt.
    pub fn claim<T: Effect>(&self, tool: &T, reference: &GrantRef) -> Result<Claim<T>, NotUsable> {
        self.claim_as(tool, reference, self.new_attempt())
    }

    /// Claims a grant as an attempt of the worker's own: whoever draws it [before](Self::new_attempt) can claim once more
    /// when the store's answer is lost, and gets the same claim again.
    ///
    /// # Errors
    ///
    /// [`NotUsable`] says why not.
    pub fn claim_as<T: Effect>(
        &self,
        tool: &T,
        reference: &GrantRef,
        attempt: AttemptId,
    ) -> Result<Claim<T>, NotUsable> {
        let claiming = self.claiming(tool, reference.id(), reference.arg_hash(), attempt);
        self.claimed(self.store.claim(&claiming, &*self.authority)?)
    }

    /// Claims a grant that was claimed before and not heard of again, from its stored id: what a start-up does with a stage
    /// that it finds. A grant that nobody has claimed is not touched.
    ///
    /// # Errors
    ///
    /// [`NotUsable`] says why not.
    pub fn recover<T: Effect>(&self, tool: &T, grant: GrantId) -> Result<Claim<T>, NotUsable> {
        let stored = self.store.grant(grant)?.ok_or(NotUsable::Unknown)?;
        if stored.state == State::Issued {
            return Err(NotUsable::NotClaimed);
        }
        let claiming = self.claiming(tool, grant, stored.intent.call.arg_hash(), self.new_attempt());
        self.claimed(self.store.claim(&claiming, &*self.authority)?)
    }

    /// Whether a grant is this server's and for this tool, with the promise that it makes now. Whoever finds one by its stored
    /// id reads its arguments as the tool's only then.
    #[must_use]
    pub fn is_for<T: Tool>(&self, tool: &T, grant: &Grant) -> bool {
        grant.intent.server_digest() == self.server && grant.intent.contract == tool.contract().digest()
    }

    /// Turns a yes into a grant and claims it, in one transaction: how a call runs while its retry is handled.
    ///
    /// # Errors
    ///
    /// [`NotUsable`] says why not.
    pub fn claim_at_once<T: Effect>(&self, tool: &T, approval: Approval<T>) -> Result<Claim<T>, NotUsable> {
        let new = self.new_grant(tool, approval);
        let attempt = AttemptId::at_once(&new.reference);
        let claiming = self.claiming(tool, new.reference.id(), new.reference.arg_hash(), attempt);
        self.claimed(self.store.issue_and_claim(&new, &claiming, &*self.authority)?)
    }

    /// Goes on with a claim in another request of the same call, which asked for something more in between: by exactly the
    /// holder that the question went out for, once, and before its time is over.
    ///
    /// # Errors
    ///
    /// [`NotUsable`] says why not. What does not belong to these arguments, this server and this tool is not burnt.
    pub fn go_on<T: Effect>(&self, tool: &T, round: &OpenRound, arg_hash: Digest) -> Result<Claim<T>, NotUsable> {
        let stored = self.store.grant(round.grant)?.ok_or(NotUsable::Unknown)?;
        // What a grant covers never changes, so that it can be read before the one write that decides.
        let intent = &stored.intent;
        for (belongs, refusal) in [
            (intent.call.arg_hash() == arg_hash, NotUsable::OtherArguments),
            (intent.server_digest() == self.server, NotUsable::OtherServer),
            (intent.contract == tool.contract().digest(), NotUsable::OtherContract),
        ] {
            if !belongs {
                return Err(refusal);
            }
        }
        self.claimed(self.store.go_on(round.grant, round.holder)?).map(Claim::gone_on)
    }

    /// A grant as it stands, by its stored id.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    pub fn standing(&self, grant: GrantId) -> Result<Option<Grant>, NotUsable> {
        let stored = self.store.grant(grant)?;
        match stored {
            // Time may have ended it, which asking after its question marks.
            Some(stored) => {
                self.store.recall(stored.question)?;
                self.store.grant(grant)
            }
            None => Ok(None),
        }
    }

    /// Commits an effect: from here on it happened, and nobody takes it back. What a staged effect calls between its
    /// reversible first half and the second.
    ///
    /// # Errors
    ///
    /// [`NotUsable::Revoked`], [`NotUsable::Expired`] or [`NotUsable::LostLease`]: then the first half is undone.
    pub fn commit<T: Tool>(&self, running: &Running<T>, text: &str) -> Result<Grant, NotUsable> {
        self.store.commit(running.grant(), running.holder(), text)
    }

    /// Records how an effect ended.
    ///
    /// # Errors
    ///
    /// [`NotUsable::LostLease`] for whoever was taken over from, [`NotUsable::NotClaimed`] or [`NotUsable::Unknown`] for
    /// another store's claim, or when the store does not answer.
    pub fn settle(&self, settled: Settled) -> Result<Grant, NotUsable> {
        let (grant, holder, end, text) = settled.into_parts();
        self.store.settle(grant, holder, end, &text)
    }

    pub(crate) fn claiming<T: Effect>(
        &self,
        tool: &T,
        grant: GrantId,
        arg_hash: Digest,
        attempt: AttemptId,
    ) -> Claiming {
        Claiming {
            grant,
            arg_hash,
            server: self.server,
            contract: tool.contract().digest(),
            attempt,
            lease_ms: self.lease_ms,
        }
    }

    fn claimed<T: Effect>(&self, grant: Grant) -> Result<Claim<T>, NotUsable> {
        self.claim_of(&grant).or_else(|holder| {
            // Nobody can act on it, so that it is known to have failed.
            self.store.settle(grant.id, holder, End::Failed, Self::UNREADABLE)?;
            Err(NotUsable::Unreadable)
        })
    }

    /// The only way to a [`Claim`]: from a row that the store says is claimed now. The arguments are parsed from the
    /// stored bytes; where they do not fit, who holds it is returned.
    pub(crate) fn claim_of<T: Effect>(&self, grant: &Grant) -> Result<Claim<T>, Holder> {
        let check_snapshot = self.defences.on(Defence::Snapshot);
        let holder = |held: Held| Holder { attempt: held.attempt, fence: grant.fence };
        match (grant.held, parsed(&grant.intent.call, self.defences)) {
            (Some(held), Ok(args)) => Ok(Claim::of_claimed_row(args, grant, held, check_snapshot)),
            (Some(held), Err(_)) => Err(holder(held)),
            (None, _) => Err(Holder { attempt: AttemptId::from_bytes([0; 16]), fence: 0 }),
        }
    }
}
