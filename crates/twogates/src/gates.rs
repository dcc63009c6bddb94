//! Both gates, in their order.

mod lists;
mod rounds;

pub use lists::ListStep;
pub use rounds::Rounds;

use crate::told::{Told, is_of_a_claim, overtaken, refusal_of, refusal_of_no};
use crate::{Attempt, Refusal, Step};
use consent::{
    Answered, Approval, BadArguments, CannotAsk, ClosedWorldRead, ConsentGate, Denial, Effect, Moment, NotAnswered,
    Opened, Policy, Prepared, Question, QuestionId, Tool, Unasked, Until, render,
};
use grants::audit::{About, Refusal as AuditRefusal};
use grants::{Claim, Grant, GrantRef, Grants, Issued, NotUsable, Settled, Standing, State};
use rules::{Defence, Defences, Guarded, Refused};
use scope::{Caller, Cleared, Principal, ScopeGate, UnknownTool};
use serde_json::{Map, Value};
use wire::Call;

/// After this many noes by one principal for one tool nobody is asked for a while (rule `CALL-10`).
pub const NOES: usize = 3;
/// How many characters a tool's name may have (rule `TOOL-05`).
const NAME: usize = 128;

/// How long noes count, in milliseconds: ten minutes.
pub const NOES_WITHIN_MS: u64 = 600_000;

/// Both gates of one server, and its grants.
///
/// The order is the order of the calls inside: unknown tool, scope, elicitation capability, arguments; for a retry:
/// integrity, principal, contract, arguments, used, expiry, answer. It stands here and nowhere else.
///
/// ```
/// use twogates::consent::{ConsentGate, Key, KeyRing, Policy};
/// use twogates::grants::{End, FakeClock, Grants, Memory};
/// use twogates::outcome::Outcome;
/// use twogates::scope::{Hierarchy, ScopeGate, ScopeSet, ToolScopes};
/// use twogates::{Attempt, Gates, Step};
/// # use serde_json::{Map, Value, json};
/// # use std::sync::Arc;
/// # use twogates::consent::{Contract, Dice, Effect, EffectClass, Intent, Snapshot, Tool};
/// # use twogates::grants::Authority;
/// # use twogates::scope::{Caller, Principal};
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
/// # fn alice(scope: &str) -> Caller {
/// #     let principal = Principal { issuer: "https://auth.example".into(), subject: "alice".into(), client: None };
/// #     Caller { principal, granted: ScopeSet::of(&[scope]) }
/// # }
/// # fn call() -> Attempt {
/// #     Attempt { tool: "delete_note".into(), arguments: Map::new(), responses: Map::new(), state: None, shows_forms: true }
/// # }
/// # fn saying(answer: Value, state: &str) -> Attempt {
/// #     let responses = Map::from_iter([("approval".to_owned(), answer)]);
/// #     Attempt { responses, state: Some(state.to_owned()), ..call() }
/// # }
/// let scope = ScopeGate::new(Hierarchy::default())
///     .tool("delete_note", ToolScopes::base(ScopeSet::of(&["notes:write"])));
/// let consent = ConsentGate::new("notes", KeyRing::new(Key::new("k1", &[7; 32]).unwrap()));
/// let grants = Grants::new("notes", Arc::new(Memory::new(FakeClock::at(0))), Arc::new(Anyone), Arc::new(Fixed));
/// let gates = Gates::new(scope, consent, grants);
/// let act = |caller, attempt| gates.act(&DeleteNote, &Policy::default(), caller, attempt);
///
/// // Gate one. `alice(scope)` is Alice with this scope, `call()` a call of `delete_note`.
/// let refusal = act(alice("notes:read"), call()).unwrap_err();
/// assert_eq!(refusal.outcome(), Outcome::InsufficientScope);
///
/// // Gate two.
/// let Ok(Step::Ask(question)) = act(alice("notes:write"), call()) else { panic!() };
/// let yes = || saying(json!({"action": "accept", "content": {"approved": true}}), &question.request_state);
/// let Ok(Step::Run(claim)) = act(alice("notes:write"), yes()) else { panic!() };
///
/// // The grant, once.
/// let (_arguments, running) = claim.take(|_| NOTE).unwrap();
/// gates.settle(running.settle(End::Executed, "deleted")).unwrap();
/// let refusal = act(alice("notes:write"), yes()).unwrap_err();
/// assert_eq!(refusal.outcome(), Outcome::Used);
/// ```
#[derive(Debug)]
pub struct Gates {
    scope: ScopeGate,
    consent: ConsentGate,
    grants: Grants,
    defences: Defences,
}

/// Where both gates lead.
enum Judged<S> {
    /// A person must decide.
    Ask(Question),
    /// A person said yes, and this is what became of it.
    Yes(S),
}

/// What a kind of call demands of its arguments, beside the schema.
type Fits<T> = fn(&Prepared<'_, T>) -> Result<(), BadArguments>;

/// What becomes of a yes.
type Approved<T, S> = fn(&Gates, &T, &Policy, QuestionId, Approval<T>) -> Result<S, Told>;

impl Guarded for Gates {
    fn defences_mut(&mut self) -> &mut Defences {
        &mut self.defences
    }
}

impl Gates {
    /// Both gates over a store. `grants` are those of the server that `consent` asks for: where they are another server's,
    /// no yes is ever claimed.
    #[must_use]
    pub const fn new(scope: ScopeGate, consent: ConsentGate, grants: Grants) -> Self {
        Self { scope, consent, grants, defences: Defences::all() }
    }

    /// Gate one.
    #[must_use]
    pub const fn scope(&self) -> &ScopeGate {
        &self.scope
    }

    /// The grants.
    #[must_use]
    pub const fn grants(&self) -> &Grants {
        &self.grants
    }

    /// A call that only reads, in a closed world: gate one alone.
    ///
    /// # Errors
    ///
    /// [`Refusal::UnknownTool`], [`Refusal::Scope`], [`Refusal::Arguments`], or [`Refusal::CannotAsk`] for a tool whose
    /// contract promises an effect. It is in the audit when this returns.
    pub fn read<T: ClosedWorldRead>(&self, tool: &T, caller: Caller, attempt: Attempt) -> Result<Unasked<T>, Refusal> {
        let (cleared, _) = self.clear(tool, caller, attempt)?;
        let about = About::of(cleared.principal(), cleared.call());
        let unasked = self.consent.unasked(tool, cleared).map_err(Refusal::from);
        unasked.inspect_err(|refusal| self.write_down(about, refusal))
    }

    /// Any other call: gate one, then gate two, then its grant.
    ///
    /// # Errors
    ///
    /// [`Refusal`], the first that applies. It is in the audit when this returns.
    pub fn act<T: Effect>(
        &self,
        tool: &T,
        policy: &Policy,
        caller: Caller,
        attempt: Attempt,
    ) -> Result<Step<T>, Refusal> {
        match self.judged(tool, policy, caller, attempt, |_| Ok(()), Self::approved)? {
            Judged::Ask(question) => Ok(Step::Ask(question)),
            Judged::Yes(step) => Ok(step),
        }
    }

    /// Both gates; `fits` is what else the arguments must be, and `approved` what becomes of a yes.
    fn judged<T: Effect, S>(
        &self,
        tool: &T,
        policy: &Policy,
        caller: Caller,
        attempt: Attempt,
        fits: Fits<T>,
        approved: Approved<T, S>,
    ) -> Result<Judged<S>, Refusal> {
        let (cleared, attempt) = self.clear(tool, caller, attempt)?;
        let mut about = About::of(cleared.principal(), cleared.call());
        let prepared = self.consent.prepare(tool, cleared, attempt.shows_forms).map_err(Told::from);
        let prepared = prepared.and_then(|prepared| fits(&prepared).map(|()| prepared).map_err(Told::from));
        let step = prepared.and_then(|prepared| match &attempt.state {
            None => Ok(Judged::Ask(self.ask(&prepared, policy)?)),
            Some(state) => {
                let opened = prepared.open(state)?;
                about.question = Some(opened.question());
                self.retry(tool, policy, opened, &attempt.responses, approved)
            }
        });
        step.map_err(|refused| {
            if !refused.written {
                self.write_down(about, &refused.refusal);
            }
            refused.refusal
        })
    }

    /// A call of a tool that the server does not have. It is refused as a call of an undisclosed one is, and leaves the same
    /// row: neither the answer nor the audit tells them apart.
    #[must_use]
    pub fn unknown(&self, caller: &Caller, attempt: Attempt) -> Refusal {
        self.missing(&caller.principal, attempt)
    }

    fn missing(&self, principal: &Principal, attempt: Attempt) -> Refusal {
        let Attempt { tool: name, arguments, .. } = attempt;
        // A caller can make up any name; a row keeps as much of it as a tool's name may have.
        let kept = if name.chars().count() > NAME { render::value(&name, NAME) } else { name.clone() };
        let refusal = Refusal::from(UnknownTool { name });
        self.write_down(About::of(principal, &Call::new(&kept, &arguments)), &refusal);
        refusal
    }

    /// Claims a queued call: the worker's way to act. The worker presents the reference and its own tool, and no token.
    ///
    /// # Errors
    ///
    /// [`NotUsable`] says why not.
    pub fn claim<T: Effect>(&self, tool: &T, reference: &GrantRef) -> Result<Claim<T>, NotUsable> {
        self.grants.claim(tool, reference)
    }

    /// Records how an effect ended.
    ///
    /// # Errors
    ///
    /// [`NotUsable`], when the store does not answer or the claim was another store's.
    pub fn settle(&self, settled: Settled) -> Result<Grant, NotUsable> {
        self.grants.settle(settled)
    }

    /// Gate one, over the arguments as they will run.
    fn clear<T: Tool>(&self, tool: &T, caller: Caller, mut attempt: Attempt) -> Result<(Cleared, Attempt), Refusal> {
        // A server that hands a call to another tool than the one it names has not this tool.
        if attempt.tool != tool.contract().name {
            return Err(self.unknown(&caller, attempt));
        }
        let sent = std::mem::take(&mut attempt.arguments);
        let call = Call::new(&attempt.tool, &self.consent.complete(tool, sent.clone()));
        let (principal, about) = (caller.principal.clone(), About::of(&caller.principal, &call));
        match self.scope.clear(caller, call).map_err(Refusal::from) {
            Ok(cleared) => Ok((cleared, attempt)),
            // As if there were none: no default of its schema tells the row of one that is not disclosed.
            Err(Refusal::UnknownTool(_)) => Err(self.missing(&principal, Attempt { arguments: sent, ..attempt })),
            Err(refusal) => {
                self.write_down(about, &refusal);
                Err(refusal)
            }
        }
    }

    /// Refuses unasked when this principal said no to this tool too often (rule `CALL-10`).
    fn not_too_many_noes(&self, about: &About, at: Moment) -> Result<(), Refusal> {
        if self.defences.on(Defence::NoesLimit) {
            let since = at.earlier(NOES_WITHIN_MS);
            let noes = self.grants.noes(about.principal, &about.tool, since)?;
            // The oldest of the last three decides: once it is ten minutes old, only two count.
            if let Some(oldest) = noes.iter().rev().nth(NOES - 1) {
                return Err(Refusal::TooManyNoes { again_at: oldest.later(NOES_WITHIN_MS + 1) });
            }
        }
        Ok(())
    }

    /// Asks afresh.
    fn ask<T: Effect>(&self, prepared: &Prepared<'_, T>, policy: &Policy) -> Result<Question, Refusal> {
        let about = About::of(prepared.cleared().principal(), prepared.cleared().call());
        let at = self.grants.now();
        self.not_too_many_noes(&about, at)?;
        let question = prepared.ask(policy, self.grants.new_question(), at)?;
        self.grants.asked(&question, &about)?;
        Ok(question)
    }

    /// A retry. The store is asked before age and answer are judged: a used state is used, whatever else it is.
    fn retry<T: Effect, S>(
        &self,
        tool: &T,
        policy: &Policy,
        opened: Opened<'_, T>,
        responses: &Map<String, Value>,
        approved: Approved<T, S>,
    ) -> Result<Judged<S>, Told> {
        if let Some(standing) = self.grants.recall(opened.question())? {
            return Err(self.known(standing, &opened, responses)?.into());
        }
        let question = opened.question();
        let about = About::of(opened.cleared().principal(), opened.cleared().call());
        let no = opened.no_among(responses);
        match opened.answer(responses, self.grants.now()).map_err(|refusal| self.too_late(refusal, no.as_ref()))? {
            Answered::Yes(approval) => approved(self, tool, policy, question, approval).map(Judged::Yes),
            Answered::No(denial) => match self.grants.deny(&denial)? {
                Standing::Denied { no, .. } => Err(Refusal::SaidNo(no).into()),
                // A yes was faster. "Nothing ran" would not be true.
                granted => Err(overtaken(granted)),
            },
            Answered::Again(question) => {
                // A question from before the noes is no way around them.
                self.not_too_many_noes(&about, self.grants.now())?;
                self.grants.asked(&question, &about)?;
                Ok(Judged::Ask(question))
            }
        }
    }

    /// A no that came too late is refused like any late answer, and still is one: it is recorded, and counts.
    fn too_late(&self, refusal: NotAnswered, no: Option<&Denial>) -> Told {
        match no.map(|denial| self.grants.deny(denial)) {
            Some(Ok(Standing::Denied { .. })) | None => refusal.into(),
            // A yes was faster.
            Some(Ok(granted)) => overtaken(granted),
            Some(Err(failed)) => failed.into(),
        }
    }

    /// What stands for a question that was answered before. A no to a yes that is still unspent takes it back.
    fn known<T: Effect>(
        &self,
        standing: Standing,
        opened: &Opened<'_, T>,
        responses: &Map<String, Value>,
    ) -> Result<Refusal, NotUsable> {
        let unspent = standing.grants().iter().any(|grant| grant.state == State::Issued);
        match opened.no_among(responses) {
            Some(denial) if unspent => self.grants.deny(&denial).map(refusal_of_no),
            Some(_) => Ok(refusal_of_no(standing)),
            None => Ok(refusal_of(standing)),
        }
    }

    /// One path for every yes: it becomes a grant. Acting at once is claiming at once.
    fn approved<T: Effect>(
        &self,
        tool: &T,
        policy: &Policy,
        question: QuestionId,
        approval: Approval<T>,
    ) -> Result<Step<T>, Told> {
        // The operator may demand more by now than when the question was asked.
        if approval.intent().evidence < policy.evidence {
            return Err(CannotAsk::EvidenceTooWeak { demanded: policy.evidence }.into());
        }
        let (step, written) = match approval.intent().until {
            Until::AtOnce => {
                let claimed = self.grants.claim_at_once(tool, approval).map(Step::Run);
                let written = claimed.as_ref().is_err_and(is_of_a_claim);
                (claimed, written)
            }
            Until::At(_) | Until::Within { .. } => {
                let issued = self.grants.issue(tool, approval).and_then(|issued| match issued {
                    Issued::New(reference) => Ok(Step::Queued { handle: reference.id(), reference }),
                    Issued::Known(_) => Err(NotUsable::Used),
                });
                (issued, false)
            }
        };
        step.map_err(|no| match no {
            // Another answer was faster: then what stands is told.
            NotUsable::Used | NotUsable::InFlight | NotUsable::Revoked | NotUsable::AnsweredNo => {
                let standing = self.grants.recall(question).and_then(|known| known.ok_or(NotUsable::Unknown));
                Told { refusal: standing.map_or_else(Refusal::from, refusal_of), written }
            }
            other => Told { refusal: other.into(), written },
        })
    }

    /// Puts a refusal into the audit. A store that cannot take the row changes nothing: the call is refused anyway.
    fn write_down(&self, about: About, refusal: &Refusal) {
        if !matches!(refusal, Refusal::SaidNo(_)) {
            drop(self.grants.refused(&AuditRefusal { about, code: refusal.code() }));
        }
    }
}
