//! The question: from a prepared call to an elicitation, and back from its state.

use crate::intent::{QuestionId, Until, server_digest};
use crate::opened::Presented;
use crate::render::{self, QuestionView};
use crate::seal::Sealed;
use crate::{
    BadArguments, BadState, CannotAsk, ConsentGate, Effect, EffectClass, Evidence, Lifetime, List, MOST_ITEMS, Moment,
    Opened, Policy, Uses,
};
use rules::Defence;
use scope::Cleared;
use std::fmt;

/// How long a question may be answered, in milliseconds: five minutes, or as long as the call may still run if that is
/// less. Nobody is asked about what is too late anyway.
pub const ANSWER_WITHIN_MS: u64 = 300_000;

/// A call that passed gate one, whose client shows forms and whose arguments fit.
pub struct Prepared<'a, T: Effect> {
    pub(crate) gate: &'a ConsentGate,
    pub(crate) tool: &'a T,
    pub(crate) cleared: Cleared,
    pub(crate) args: T::Args,
}

/// The elicitation that the server returns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Its id: for the audit, not for the wire.
    pub id: QuestionId,
    /// What the person reads.
    pub message: String,
    /// What the client echoes.
    pub request_state: String,
    /// The first moment at which an answer does not count any more.
    pub expires: Moment,
}

impl<'a, T: Effect> Prepared<'a, T> {
    pub(crate) const fn new(gate: &'a ConsentGate, tool: &'a T, cleared: Cleared, args: T::Args) -> Self {
        Self { gate, tool, cleared, args }
    }

    /// Whom this concerns, and which call: for the store's limits and the audit.
    pub const fn cleared(&self) -> &Cleared {
        &self.cleared
    }

    /// Asks afresh. The snapshot of the resource is taken now: what the person is shown is what is sealed.
    ///
    /// # Errors
    ///
    /// [`CannotAsk`] when the policy demands what a form cannot give, or has no usable lifetime.
    pub fn ask(&self, policy: &Policy, id: QuestionId, at: Moment) -> Result<Question, CannotAsk> {
        if policy.evidence > Evidence::ReportedByClient {
            return Err(CannotAsk::EvidenceTooWeak { demanded: policy.evidence });
        }
        let (until, answer_within) = until(policy.lifetime, at)?;
        // A use that is claimed at once leaves no reference to the others; and a stage is named after the grant alone.
        let once = until == Until::AtOnce || self.tool.contract().effect == EffectClass::Staged;
        let uses = match policy.uses.number() {
            1 => 1,
            number @ 2..=Uses::CEILING if !once => number,
            number => return Err(CannotAsk::Uses { number }),
        };
        let snapshot = self.tool.snapshot(&self.args);
        let bound = self.presented();
        let sealed = Sealed {
            question: id,
            server: bound.server,
            principal: bound.principal,
            contract: bound.contract,
            arguments: bound.arguments,
            snapshot: snapshot.bound(),
            expires: at.later(answer_within),
            until,
            uses,
            round: 1,
        };
        Ok(self.question(&sealed, snapshot.shown(), at))
    }

    /// Opens a state: it is intact, and belongs to this principal, server, tool and call. Nothing is said yet of its
    /// age, or of an answer.
    ///
    /// # Errors
    ///
    /// [`BadState`] names the first part that differs. The state itself stays as good as it was (rule `RS-12`).
    pub fn open(self, state: &str) -> Result<Opened<'a, T>, BadState> {
        let sealed = Sealed::open(&self.gate.ring, self.gate.defences.on(Defence::Integrity), state)?;
        Opened::bound(self, sealed)
    }

    pub(crate) fn presented(&self) -> Presented {
        Presented {
            server: server_digest(self.gate.server()),
            principal: self.cleared.principal().digest(),
            contract: self.tool.contract().digest(),
            arguments: self.cleared.call().arg_hash(),
        }
    }

    pub(crate) fn question(&self, sealed: &Sealed, shown: &str, at: Moment) -> Question {
        let call = self.cleared.call();
        let message = render::question(&QuestionView {
            server: self.gate.server(),
            tool: call.tool(),
            arguments: &call.values(),
            resource: shown,
            until: &sealed.until.shown(at),
            uses: sealed.uses,
            safe: self.gate.defences.on(Defence::SafeRendering),
        });
        let request_state = sealed.seal(&self.gate.ring);
        Question { id: sealed.question, message, request_state, expires: sealed.expires }
    }
}

impl<T: List> Prepared<'_, T> {
    /// Whether the call is about no more items than one question may be: asked before anybody is.
    ///
    /// # Errors
    ///
    /// [`BadArguments`] above [`MOST_ITEMS`].
    pub fn few_items(&self) -> Result<(), BadArguments> {
        let items = self.tool.items(&self.args).len();
        if items > MOST_ITEMS {
            let tool = self.cleared.call().tool().to_owned();
            return Err(BadArguments { tool, what: format!("{items} items, and at most {MOST_ITEMS} in one call") });
        }
        Ok(())
    }
}

/// Until when the call may run, and for how long its question may be answered.
fn until(lifetime: Lifetime, at: Moment) -> Result<(Until, u64), CannotAsk> {
    match lifetime {
        Lifetime::AtOnce => Ok((Until::AtOnce, ANSWER_WITHIN_MS)),
        Lifetime::Deferred(ms @ 1..=Lifetime::CEILING_MS) => {
            let end = as_shown(at.later(ms), at);
            Ok((Until::At(end), end.ms().saturating_sub(at.ms()).min(ANSWER_WITHIN_MS)))
        }
        Lifetime::Deferred(ms) => Err(CannotAsk::Lifetime { ms }),
        Lifetime::Window(window) => {
            let (from, to) = window.next(at).ok_or(CannotAsk::Lifetime { ms: window.for_ms })?;
            let left = to.ms().saturating_sub(at.ms());
            Ok((Until::Within { from, to }, left.min(ANSWER_WITHIN_MS)))
        }
    }
}

/// The end as the question shows it: a grant lives no second longer than its person read (rule `CALL-01`). Rounded down to
/// the minute, or to the second where a minute would leave nothing.
fn as_shown(end: Moment, at: Moment) -> Moment {
    let rounded = [60_000, 1_000].map(|unit| end.earlier(end.ms() % unit));
    rounded.into_iter().find(|end| *end > at).unwrap_or(end)
}

impl<T: Effect> fmt::Debug for Prepared<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Prepared({})", self.cleared.call().tool())
    }
}
