//! A tool that asks for something more itself: its rounds, each within a state of ours.

use super::Gates;
use crate::told::Told;
use crate::{Attempt, Refusal, Step, Undeclared};
use consent::{
    ANSWER_WITHIN_MS, BadState, ClosedWorldRead, ConsentGate, Effect, Policy, Round, RoundOf, Tool, Unasked,
};
use grants::audit::About;
use grants::{NotUsable, OpenRound, Running};
use scope::{Caller, Cleared, Principal};
use serde_json::{Map, Value};
use wire::{Call, Digest};

/// What the rounds of one call are bound to, and what came back in this one.
#[derive(Debug, Clone, PartialEq)]
pub struct Rounds {
    of: RoundOf,
    /// The tool's own state, as it gave it in the round before.
    pub state: Option<String>,
    /// The answers to the tool's own questions.
    pub responses: Map<String, Value>,
}

impl Rounds {
    /// The call of this tool as the audit names it.
    #[must_use]
    pub fn about(&self, principal: &Principal, tool: &str) -> About {
        let (tool, subject) = (tool.to_owned(), principal.subject.clone());
        let (principal, arg_hash) = (self.of.principal, self.of.arguments);
        About { question: None, grant: None, principal, subject, tool, arg_hash }
    }
}

impl Gates {
    /// As [`Gates::read`], of a tool that may ask for something more itself: [`Gates::more`] seals its question.
    ///
    /// # Errors
    ///
    /// As [`Gates::read`]; and [`Refusal::State`] for a state that is no round of this very call. It is in the audit when this
    /// returns.
    pub fn read_in_rounds<T: ClosedWorldRead>(
        &self,
        tool: &T,
        caller: Caller,
        attempt: Attempt,
    ) -> Result<(Unasked<T>, Rounds), Refusal> {
        let (cleared, attempt) = self.clear(tool, caller, attempt)?;
        let about = About::of(cleared.principal(), cleared.call());
        let mut rounds = Rounds { of: of(tool, &cleared), state: None, responses: attempt.responses };
        let read = || {
            if let Some(state) = &attempt.state {
                rounds.state = self.unclaimed(&rounds.of, state)?.state;
            }
            Ok((self.consent.unasked(tool, cleared)?, rounds))
        };
        read().inspect_err(|refusal| self.write_down(about, refusal))
    }

    /// As [`Gates::act`], of a tool that may ask for something more itself. Its rounds belong to the one claim, which stays
    /// open until the tool has its result, or its time is over: [`Gates::more_on`] seals its question, and the state of each
    /// round is good once.
    ///
    /// # Errors
    ///
    /// As [`Gates::act`]. A round that was gone on from is told what became of its grant.
    pub fn act_in_rounds<T: Effect>(
        &self,
        tool: &T,
        policy: &Policy,
        caller: Caller,
        attempt: Attempt,
    ) -> Result<(Step<T>, Rounds), Refusal> {
        let state = attempt.state.clone().filter(|state| ConsentGate::is_round(state));
        let Some(state) = state else {
            // The answers are to our question. A tool's own come with its own state.
            let completed = self.consent.complete(tool, attempt.arguments.clone());
            let arguments = Call::new(&attempt.tool, &completed).arg_hash();
            let of = RoundOf { principal: caller.principal.digest(), called: tool.contract().digest(), arguments };
            let step = self.act(tool, policy, caller, attempt)?;
            return Ok((step, Rounds { of, state: None, responses: Map::new() }));
        };
        let (cleared, attempt) = self.clear(tool, caller, attempt)?;
        let about = About::of(cleared.principal(), cleared.call());
        let of = of(tool, &cleared);
        self.goes_on(tool, &of, &cleared, &state)
            .map(|(step, state)| (step, Rounds { of, state, responses: attempt.responses }))
            .map_err(|refused| {
                if !refused.written {
                    self.write_down(about, &refused.refusal);
                }
                refused.refusal
            })
    }

    /// What a method other than `tools/call` is bound to, where what it calls may ask for something more; and what came back.
    /// Nobody is asked by us about it, and gate one knows tools alone.
    ///
    /// # Errors
    ///
    /// [`Refusal::State`] for a state that is no round of this very request. It is in the audit when this returns.
    pub fn other_rounds(
        &self,
        principal: &Principal,
        method: &str,
        named: &str,
        arguments: &Map<String, Value>,
        state: Option<&str>,
    ) -> Result<Option<String>, Refusal> {
        let Some(state) = state else { return Ok(None) };
        let round = self.unclaimed(&other(principal, method, named, arguments), state);
        round.map(|round| round.state).inspect_err(|refusal| {
            self.write_down(About::of(principal, &Call::new(method, arguments)), refusal);
        })
    }

    /// The state of a question of such a method's own, good for five minutes.
    #[must_use]
    pub fn more_of_other(
        &self,
        principal: &Principal,
        method: &str,
        named: &str,
        arguments: &Map<String, Value>,
        state: Option<String>,
    ) -> String {
        self.sealed(&other(principal, method, named, arguments), state)
    }

    /// The state of a question of a tool's own, which runs with nobody asked: good for five minutes, and as often as it is
    /// shown.
    #[must_use]
    pub fn more(&self, rounds: &Rounds, state: Option<String>) -> String {
        self.sealed(&rounds.of, state)
    }

    /// The state of a question of a tool's own, which runs on a claim: good once, while the claim's time lasts.
    #[must_use]
    pub fn more_on<T: Tool>(&self, rounds: &Rounds, state: Option<String>, running: Running<T>) -> String {
        let act_by = running.act_by();
        let round = Round { claim: Some(running.wait().to_bytes()), state };
        self.consent.seal_round(&rounds.of, &round, act_by)
    }

    /// A question of its own that nobody may be asked by what was called: refused, and in the audit when this returns. Of a
    /// call on a claim the audit says it by what became of its grant.
    #[must_use]
    pub fn undeclared(&self, about: About, undeclared: Undeclared) -> Refusal {
        let refusal = Refusal::from(undeclared);
        self.write_down(about, &refusal);
        refusal
    }

    fn sealed(&self, of: &RoundOf, state: Option<String>) -> String {
        let expires = self.grants.now().later(ANSWER_WITHIN_MS);
        self.consent.seal_round(of, &Round { claim: None, state }, expires)
    }

    fn unclaimed(&self, of: &RoundOf, state: &str) -> Result<Round, Refusal> {
        let round = self.consent.open_round(of, state, self.grants.now())?;
        if round.claim.is_some() { Err(BadState::Tampered.into()) } else { Ok(round) }
    }

    fn goes_on<T: Effect>(
        &self,
        tool: &T,
        of: &RoundOf,
        cleared: &Cleared,
        state: &str,
    ) -> Result<(Step<T>, Option<String>), Told> {
        let Round { claim, state } = self.consent.open_round(of, state, self.grants.now())?;
        let open = claim.as_ref().and_then(OpenRound::from_bytes).ok_or(BadState::Tampered)?;
        match self.grants.go_on(tool, &open, cleared.call().arg_hash()) {
            Ok(claim) => Ok((Step::Run(claim), state)),
            Err(no @ (NotUsable::Used | NotUsable::Expired | NotUsable::Revoked | NotUsable::Void)) => {
                let standing = self.grants.standing(open.grant)?;
                let refusal = standing.map_or(Refusal::Grant(no), |grant| Refusal::Known(Box::new(grant)));
                Err(Told { refusal, written: true })
            }
            Err(no) => Err(no.into()),
        }
    }
}

fn of<T: Tool>(tool: &T, cleared: &Cleared) -> RoundOf {
    let (principal, arguments) = (cleared.principal().digest(), cleared.call().arg_hash());
    RoundOf { principal, called: tool.contract().digest(), arguments }
}

fn other(principal: &Principal, method: &str, named: &str, arguments: &Map<String, Value>) -> RoundOf {
    RoundOf {
        principal: principal.digest(),
        called: Digest::of("two-gates/method/1", &[method.as_bytes(), named.as_bytes()]),
        arguments: Call::new(method, arguments).arg_hash(),
    }
}
