//! What a store must do.

use crate::audit::{About, Refusal, Row};
use crate::{End, Grant, GrantId, GrantRef, NewGrant, NotUsable, Standing};
use consent::{Denial, Intent, Moment, Question, QuestionId};
use std::fmt::Debug;
use wire::Digest;

/// Where grants live. Object-safe and blocking; it knows no tool types and no policy.
///
/// Each method is one transaction, and the audit row of a change is part of it (rule `GRANT-11`). Time is the store's
/// own: no method takes it.
pub trait Store: Send + Sync + Debug {
    /// The store's time: wall clock, never behind what it said before.
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

    /// Issues a grant for a yes. A second yes to the same question finds the first grant. Returns the grant and whether
    /// it is new under the given reference.
    ///
    /// # Errors
    ///
    /// [`NotUsable::AnsweredNo`], or when the store does not answer.
    fn issue(&self, new: &NewGrant) -> Result<(Grant, Freshness), NotUsable>;

    /// Claims a grant: one conditional write, by [`transition::step`](crate::transition::step).
    ///
    /// # Errors
    ///
    /// [`NotUsable`] says why not.
    fn claim(&self, claiming: &Claiming, authority: &dyn Authority) -> Result<Grant, NotUsable>;

    /// Issues and claims in one transaction: how a call runs while its retry is handled. `claiming` has the reference of
    /// `new`.
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

    /// Records how the effect of a claimed grant ended, with a short text that its tool wrote.
    ///
    /// # Errors
    ///
    /// [`NotUsable::NotClaimed`], [`NotUsable::Unknown`], or when the store does not answer.
    fn settle(&self, grant: GrantId, end: End, text: &str) -> Result<Grant, NotUsable>;

    /// Takes a yes back before anyone acted on it.
    ///
    /// # Errors
    ///
    /// [`NotUsable::Used`] when it is too late, [`NotUsable::Unknown`], or when the store does not answer.
    fn revoke(&self, grant: GrantId) -> Result<Grant, NotUsable>;

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

/// Whether an issued grant is a new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freshness {
    /// It was issued now, under the given reference.
    New,
    /// Its question had it already, under another reference.
    Known,
}

/// Whether a principal may still do what they approved. Asked at every claim (rule `GRANT-08`), within the store's
/// transaction: it must answer soon, and never call the store.
pub trait Authority: Send + Sync + Debug {
    /// Whether this principal may still make this call.
    fn may_still(&self, intent: &Intent) -> bool;
}

/// What a worker presents: a reference, the server that it works for, and the promise of the tool that it would run. None
/// of them is authority.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claiming {
    /// Which grant, and for which arguments.
    pub reference: GrantRef,
    /// The digest of the server for which it would run: [`consent::server_digest`]. Servers may share a store; their
    /// grants they do not share.
    pub server: Digest,
    /// The digest of the contract of the tool that the worker would run.
    pub contract: Digest,
}
