//! The typed face of a store: what goes in. Claiming and acting stand in `acting`, lists in `lists`.

mod acting;
mod lists;

pub use lists::IssuedList;

use crate::audit::{About, Refusal, Row};
use crate::{
    AttemptId, Authority, Freshness, Grant, GrantId, GrantRef, Item, NewGrant, NoesOf, NotUsable, Order, Standing,
    Store,
};
use consent::{Approval, Denial, Dice, Effect, Moment, Question, QuestionId, server_digest};
use rules::{Defence, Defences, Guarded};
use std::sync::Arc;
use wire::Digest;

/// Grants over any store: what goes in is an approval, what comes out is a claim of the same tool's type.
///
/// ```
/// # use twogates_grants as grants;
/// use grants::{Authority, End, FakeClock, Grants, Issued, Memory, NotUsable, State};
/// use std::sync::Arc;
/// # use consent::{Answered, Approval, ConsentGate, Contract, Dice, Effect, EffectClass, Intent, Key, KeyRing};
/// # use consent::{Lifetime, Policy, Snapshot, Tool};
/// # use scope::{Caller, Hierarchy, Principal, ScopeGate, ScopeSet, ToolScopes};
/// # use serde_json::{Map, Value, json};
/// # struct DeleteNote;
/// # impl Tool for DeleteNote {
/// #     type Args = Map<String, Value>;
/// #     fn contract(&self) -> Contract {
/// #         Contract { name: "delete_note".into(), input_schema: json!({}), effect: EffectClass::AtMostOnce, version: 1 }
/// #     }
/// # }
/// # const NOTE: Snapshot = Snapshot::DeclaredNone { reason: "an example has no notes" };
/// # impl Effect for DeleteNote {
/// #     fn snapshot(&self, _: &Self::Args) -> Snapshot { NOTE }
/// # }
/// # #[derive(Debug)]
/// # struct Anyone;
/// # impl Authority for Anyone {
/// #     fn may_still(&self, _: &Intent) -> bool { true }
/// # }
/// # #[derive(Debug)]
/// # struct Fixed;
/// # impl Dice for Fixed {
/// #     fn draw(&self) -> [u8; 16] { [4; 16] }
/// # }
/// # fn approved(grants: &Grants) -> Approval<DeleteNote> {
/// #     let scope = ScopeGate::new(Hierarchy::default()).tool("delete_note", ToolScopes::base(ScopeSet::default()));
/// #     let gate = ConsentGate::new("notes", KeyRing::new(Key::new("k1", &[7; 32]).unwrap()));
/// #     let prepared = || {
/// #         let principal = Principal { issuer: "https://auth.example".into(), subject: "alice".into(), client: None };
/// #         let call = wire::Call::new("delete_note", &Map::new());
/// #         let caller = Caller { principal, granted: ScopeSet::default() };
/// #         gate.prepare(&DeleteNote, scope.clear(caller, call).unwrap(), true).unwrap()
/// #     };
/// #     let policy = Policy { lifetime: Lifetime::Deferred(Lifetime::DEFERRED_MS), ..Policy::default() };
/// #     let asked = prepared().ask(&policy, grants.new_question(), grants.now()).unwrap();
/// #     let yes = json!({"approval": {"action": "accept", "content": {"approved": true}}});
/// #     let opened = prepared().open(&asked.request_state).unwrap();
/// #     let Answered::Yes(approval) = opened.answer(yes.as_object().unwrap(), grants.now()).unwrap() else { panic!() };
/// #     approval
/// # }
/// let grants = Grants::new("notes", Arc::new(Memory::new(FakeClock::at(0))), Arc::new(Anyone), Arc::new(Fixed));
/// // `approved` is what gate two makes of a yes to a call that may wait for ten minutes.
/// let Issued::New(reference) = grants.issue(&DeleteNote, approved(&grants)).unwrap() else { panic!() };
///
/// // A worker acts, and says how it ended.
/// let claim = grants.claim(&DeleteNote, &reference).unwrap();
/// let (_arguments, running) = claim.take(|_| NOTE).unwrap();
/// let grant = grants.settle(running.settle(End::Executed, "deleted")).unwrap();
/// assert_eq!(grant.state, State::Executed);
///
/// // The queue delivers twice. The second worker acts on nothing.
/// assert_eq!(grants.claim(&DeleteNote, &reference).unwrap_err(), NotUsable::Used);
/// ```
#[derive(Debug, Clone)]
pub struct Grants {
    server: Digest,
    store: Arc<dyn Store>,
    pub(crate) authority: Arc<dyn Authority>,
    dice: Arc<dyn Dice>,
    lease_ms: u64,
    defences: Defences,
}

impl Guarded for Grants {
    fn defences_mut(&mut self) -> &mut Defences {
        &mut self.defences
    }
}

/// What became of an approval that was put into a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Issued {
    /// A new grant: this reference leads to it, and nothing else does.
    New(GrantRef),
    /// The question had its grant already. Its reference was given out once and is not known any more.
    Known(GrantId),
}

impl Grants {
    /// How long a worker may take when nothing else is said, in milliseconds: one minute. A grant's own time can end sooner.
    pub const LEASE_MS: u64 = 60_000;

    /// The grants of one server over this store: `server` is its own configured identity, the same as its
    /// [`ConsentGate`](consent::ConsentGate) has. A store may serve several servers; none of them claims the grant of
    /// another. `authority` is asked at every claim; `dice` draws the handles.
    #[must_use]
    pub fn new(server: &str, store: Arc<dyn Store>, authority: Arc<dyn Authority>, dice: Arc<dyn Dice>) -> Self {
        let (server, lease_ms) = (server_digest(server), Self::LEASE_MS);
        Self { server, store, authority, dice, lease_ms, defences: Defences::all() }
    }

    /// The same, where a worker may take this long, in milliseconds. Whoever is not heard of by then is taken to be lost:
    /// its grant is taken over where the effect's class allows that, and its end is unknown where it does not.
    #[must_use]
    pub fn with_lease(self, lease_ms: u64) -> Self {
        Self { lease_ms, ..self }
    }

    /// The store's time.
    #[must_use]
    pub fn now(&self) -> Moment {
        self.store.now()
    }

    /// Draws the id of a new question.
    #[must_use]
    pub fn new_question(&self) -> QuestionId {
        QuestionId::from_bytes(self.dice.draw())
    }

    /// Draws the id of a new attempt to act.
    #[must_use]
    pub fn new_attempt(&self) -> AttemptId {
        AttemptId::from_bytes(self.dice.draw())
    }

    /// Writes down that a person is asked. Nothing else is stored of a question.
    ///
    /// # Errors
    ///
    /// [`NotUsable::Full`], or when the store does not answer. Then nobody is asked.
    pub fn asked(&self, question: &Question, about: &About) -> Result<(), NotUsable> {
        self.store.asked(question, about)
    }

    /// What is known of a question: none, when nobody has answered it.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    pub fn recall(&self, question: QuestionId) -> Result<Option<Standing>, NotUsable> {
        if self.defences.on(Defence::SingleUse) { self.store.recall(question) } else { Ok(None) }
    }

    /// Records a no: the first to its question counts, and takes back a yes that is unspent. Returns what stands
    /// afterwards.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    pub fn deny(&self, denial: &Denial) -> Result<Standing, NotUsable> {
        self.store.deny(denial)
    }

    /// When a principal said no to a tool of this server, at or after a moment, earliest first.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    pub fn noes(&self, principal: Digest, tool: &str, since: Moment) -> Result<Vec<Moment>, NotUsable> {
        self.store.noes(&NoesOf { server: self.server, principal, tool }, since)
    }

    /// Turns a yes into a grant, to be claimed later from its reference.
    ///
    /// # Errors
    ///
    /// [`NotUsable::AnsweredNo`], or when the store does not answer.
    pub fn issue<T: Effect>(&self, tool: &T, approval: Approval<T>) -> Result<Issued, NotUsable> {
        let new = self.new_grant(tool, approval);
        let (grants, freshness) = self.store.issue(std::slice::from_ref(&new))?;
        Ok(match (freshness, grants.first()) {
            (Freshness::Known, Some(grant)) => Issued::Known(grant.id),
            _ => Issued::New(new.reference),
        })
    }

    /// Takes a yes back.
    ///
    /// # Errors
    ///
    /// [`NotUsable::InFlight`] or [`NotUsable::Used`] when it is too late.
    pub fn revoke(&self, grant: GrantId, order: &Order) -> Result<Grant, NotUsable> {
        self.store.revoke(grant, order)
    }

    /// Writes down that something was refused, with the exact reason.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    pub fn refused(&self, refusal: &Refusal) -> Result<(), NotUsable> {
        self.store.refused(refusal)
    }

    /// The audit, oldest row first.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    pub fn audit(&self) -> Result<Vec<Row>, NotUsable> {
        self.store.audit()
    }

    /// The audit rows of one question, from the asking to the outcome.
    ///
    /// # Errors
    ///
    /// When the store does not answer.
    pub fn story(&self, question: QuestionId) -> Result<Vec<Row>, NotUsable> {
        self.store.story(question)
    }

    fn new_grant<T: Effect>(&self, tool: &T, approval: Approval<T>) -> NewGrant {
        let question = approval.question();
        let intent = approval.into_intent();
        let reference = GrantRef::new(self.dice.draw(), intent.call.arg_hash());
        NewGrant { reference, question, item: Item::ONLY, intent, effect: tool.contract().effect }
    }
}
