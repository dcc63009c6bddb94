//! What a store does.

mod follows;

use crate::audit::{About, Refusal, Row};
use crate::{AttemptId, End, Grant, GrantId, Holder, NewGrant, NotUsable, Order, Standing};
use consent::{Denial, Intent, Moment, Question, QuestionId};
use std::fmt::Debug;
use wire::Digest;

/// Where grants live. Object-safe and blocking; it knows no tool types and no policy. Whoever writes a new store implements
/// [`Transactions`](crate::Transactions) and [`Table`](crate::Table); this follows.
///
/// Each method that changes something is one transaction, and the audit row of a change is part of it (rule `GRANT-11`).
/// Time is the store's own: no method takes it.
pub trait Store: Send + Sync + Debug {
    /// The store's time: wall clock, never behind what it said before. Where the store does not answer, what it said last.
    fn now(&self) -> Moment;

    /// Writes the one audit row of a question, and nothing else.
    ///
    /// # Errors
    ///
    /// [`NotUsable::Full`] when a yes could not be stored, so that nobody is asked in vain.
    fn asked(&self, question: &Question, about: &About) -> Result<(), NotUsable>;

    /// What is known of a question. A grant whose time has passed is marked so first.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    fn recall(&self, question: QuestionId) -> Result<Option<Standing>, NotUsable>;

    /// Records the first no to a question, and [`Store::noes`] counts it. A no to a question whose yes is still unspent is
    /// recorded too, and revokes the grant; a no to one that was spent changes nothing. Returns what stands afterwards.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    fn deny(&self, denial: &Denial) -> Result<Standing, NotUsable>;

    /// Issues the grants of a yes: one, or one for each item of a list, all or none. A second yes to the same question
    /// finds the first ones. Returns the grants and whether they are new under the given references.
    ///
    /// # Errors
    ///
    /// [`NotUsable::AnsweredNo`], [`NotUsable::Unknown`] where none are given, [`NotUsable::Full`] for several of them in a
    /// store that is full by now, or when the store does not answer.
    fn issue(&self, new: &[NewGrant]) -> Result<(Vec<Grant>, Freshness), NotUsable>;

    /// Claims a grant: one conditional write, as [`step`](crate::step) says. The authority is asked first, on the caller's
    /// thread, so that a slow policy stops nobody else.
    ///
    /// # Errors
    ///
    /// [`NotUsable`] says why not.
    fn claim(&self, claiming: &Claiming, authority: &dyn Authority) -> Result<Grant, NotUsable>;

    /// Issues and claims in one transaction: how a call runs while its retry is handled. `claiming` has the id of `new`.
    ///
    /// # Errors
    ///
    /// As [`Store::issue`] and [`Store::claim`].
    fn issue_and_claim(
        &self,
        new: &NewGrant,
        claiming: &Claiming,
        authority: &dyn Authority,
    ) -> Result<Grant, NotUsable>;

    /// Goes on with a claimed grant in another request of the same call: by exactly this holder, before its time is over. The
    /// fence is raised, so that this works once, and its time stays what it was.
    ///
    /// # Errors
    ///
    /// [`NotUsable::Used`] for whoever is not its holder any more, [`NotUsable::Expired`], [`NotUsable::Revoked`],
    /// [`NotUsable::NotClaimed`], [`NotUsable::Unknown`], [`NotUsable::Void`] where the store was restored since, or when the
    /// store does not answer.
    fn go_on(&self, grant: GrantId, holder: Holder) -> Result<Grant, NotUsable>;

    /// Commits the effect of a claimed grant: from here on it happened, and nobody takes it back.
    ///
    /// # Errors
    ///
    /// [`NotUsable::Revoked`], [`NotUsable::Expired`], [`NotUsable::LostLease`], [`NotUsable::NotClaimed`] or, of a copy that
    /// was put back, [`NotUsable::Void`]: then the effect is undone. When the store does not answer, whether it was committed is not known; the same again says so.
    fn commit(&self, grant: GrantId, holder: Holder, text: &str) -> Result<Grant, NotUsable>;

    /// Records how the effect of a claimed grant ended, with a short text that its tool wrote. The same end once more
    /// changes nothing.
    ///
    /// # Errors
    ///
    /// [`NotUsable::LostLease`], [`NotUsable::NotClaimed`], [`NotUsable::Unknown`], [`NotUsable::Void`] where the store was
    /// restored since, or when the store does not answer.
    fn settle(&self, grant: GrantId, holder: Holder, end: End, text: &str) -> Result<Grant, NotUsable>;

    /// Takes a yes back: for good before anyone acted; afterwards it is marked, where something can still heed that.
    ///
    /// # Errors
    ///
    /// [`NotUsable::InFlight`] or [`NotUsable::Used`] when it is too late, [`NotUsable::Unknown`], or when the store does
    /// not answer.
    fn revoke(&self, grant: GrantId, order: &Order) -> Result<Grant, NotUsable>;

    /// A grant as it stands.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    fn grant(&self, grant: GrantId) -> Result<Option<Grant>, NotUsable>;

    /// When a principal said no to a tool, at or after a moment, earliest first.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    fn noes(&self, of: &NoesOf<'_>, since: Moment) -> Result<Vec<Moment>, NotUsable>;

    /// Writes one audit row about something that was refused. A full store leaves it out.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    fn refused(&self, refusal: &Refusal) -> Result<(), NotUsable>;

    /// All audit rows, oldest first.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    fn audit(&self) -> Result<Vec<Row>, NotUsable>;

    /// The audit rows of one question, from the asking to the outcome.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    fn story(&self, question: QuestionId) -> Result<Vec<Row>, NotUsable>;
}

/// Whose noes are counted, and to what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoesOf<'a> {
    /// The digest of the server that asked. A tool of another server is another tool.
    pub server: Digest,
    /// The digest of the principal that was asked.
    pub principal: Digest,
    /// The tool that was asked about.
    pub tool: &'a str,
}

/// Whether issued grants are new ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freshness {
    /// They were issued now, under the given references.
    New,
    /// Their question had them already, under other references.
    Known,
}

/// Whether a principal may still do what they approved. Asked at every claim (rule `GRANT-08`), on the thread of whoever
/// claims, and outside of any transaction: a slow one stops nobody else. What it says goes into the conditional write.
pub trait Authority: Send + Sync + Debug {
    /// Whether this principal may still make this call.
    fn may_still(&self, intent: &Intent) -> bool;
}

/// What a worker presents: a grant, the arguments that it was given, the server that it works for, the promise of the tool
/// that it would run, and which attempt this is. None of them is authority.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claiming {
    /// Which grant.
    pub grant: GrantId,
    /// The hash of the arguments that the worker was given.
    pub arg_hash: Digest,
    /// The digest of the server for which it would run: [`consent::server_digest`]. Servers may share a store; their
    /// grants they do not share.
    pub server: Digest,
    /// The digest of the contract of the tool that the worker would run.
    pub contract: Digest,
    /// Which attempt this is.
    pub attempt: AttemptId,
    /// How long the worker may take, in milliseconds.
    pub lease_ms: u64,
}
