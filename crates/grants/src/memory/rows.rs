//! The rows of a store in memory, and what becomes of them within one transaction.

use crate::audit::{About, Row, What};
use crate::{Event, Freshness, Grant, GrantId, NewGrant, NoesOf, NotUsable, Standing, State, step};
use consent::{Denial, Intent, Lifetime, Moment, No, QuestionId, Until};
use rules::{Defences, Refused};
use std::collections::BTreeMap;
use wire::Digest;

/// All that a store in memory holds. Whoever has it is alone with it.
#[derive(Debug, Default)]
pub(super) struct Rows {
    capacity: usize,
    high_water: u64,
    /// The first no to each question, also to one whose yes it took back.
    denied: BTreeMap<QuestionId, Denied>,
    grants: BTreeMap<QuestionId, Grant>,
    ids: BTreeMap<GrantId, QuestionId>,
    audit: Vec<Row>,
    refusals: usize,
    heads: BTreeMap<Option<QuestionId>, Digest>,
}

#[derive(Debug)]
struct Denied {
    no: No,
    at: Moment,
    server: Digest,
    principal: Digest,
    tool: String,
}

impl Rows {
    /// None yet, and room for so many.
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self { capacity, ..Self::default() }
    }

    /// The latest time that was seen, this one included.
    pub(super) fn high_water(&mut self, ms: u64) -> u64 {
        self.high_water = self.high_water.max(ms);
        self.high_water
    }

    /// Whether there are as many rows as there is room for, of every kind.
    pub(super) fn full(&self) -> bool {
        self.denied.len() + self.grants.len() + self.audit.len() >= self.capacity
    }

    /// Writes the row of a refusal, while there is room. Whoever is refused again and again must not fill the store for
    /// everyone: half of it is kept for questions.
    pub(super) fn refuse(&mut self, at: Moment, about: About, code: &str) -> Result<(), NotUsable> {
        if self.full() || self.refusals >= self.capacity / 2 {
            return Err(NotUsable::Full);
        }
        self.refusals += 1;
        self.write(at, What::Refused, about, code, None);
        Ok(())
    }

    pub(super) fn audit(&self) -> Vec<Row> {
        self.audit.clone()
    }

    pub(super) fn noes(&self, of: &NoesOf<'_>, since: Moment) -> Vec<Moment> {
        let counts = |denied: &&Denied| {
            let whose = NoesOf { server: denied.server, principal: denied.principal, tool: &denied.tool };
            whose == *of && denied.at >= since
        };
        let mut noes: Vec<_> = self.denied.values().filter(counts).map(|denied| denied.at).collect();
        noes.sort_unstable();
        noes
    }

    pub(super) fn find(&self, grant: GrantId) -> Result<Grant, NotUsable> {
        let question = self.ids.get(&grant);
        question.and_then(|question| self.grants.get(question)).cloned().ok_or(NotUsable::Unknown)
    }

    /// What is known of a question, once a grant whose time has passed is marked so.
    pub(super) fn recall(&mut self, question: QuestionId, at: Moment, on: Defences) -> Option<Standing> {
        if let Some(grant) = self.grants.get(&question).cloned() {
            self.apply(&grant, &Event::Lapse, at, on, None);
        }
        self.standing(question)
    }

    /// Records the first no to a question, and takes back a yes that nobody has acted on: what stands afterwards.
    pub(super) fn deny(&mut self, denial: &Denial, at: Moment, on: Defences) -> Standing {
        let Denial { question, server, principal, call, no } = denial;
        let grant = self.grants.get(question).cloned();
        let spent = grant.as_ref().is_some_and(|grant| grant.state != State::Issued);
        if !spent && !self.denied.contains_key(question) {
            let (digest, tool) = (principal.digest(), call.tool().to_owned());
            self.denied.insert(*question, Denied { no: *no, at, server: *server, principal: digest, tool });
            let asked = About::of(principal, call).asked(*question);
            self.write(at, What::Denied, grant.as_ref().map_or(asked, About::grant), no.word(), None);
        }
        // Refused when it is too late: then what stands is what happened.
        if let Some(grant) = grant {
            self.apply(&grant, &Event::Revoke, at, on, None);
        }
        self.standing(*question).unwrap_or(Standing::Denied { no: *no, at })
    }

    /// A grant stands before a no: there is none for a question that was denied first.
    fn standing(&self, question: QuestionId) -> Option<Standing> {
        if let Some(grant) = self.grants.get(&question) {
            return Some(Standing::Granted(Box::new(grant.clone())));
        }
        self.denied.get(&question).map(|denied| Standing::Denied { no: denied.no, at: denied.at })
    }

    pub(super) fn issue(&mut self, new: &NewGrant, at: Moment) -> Result<(Grant, Freshness), NotUsable> {
        match self.standing(new.question) {
            Some(Standing::Denied { .. }) => return Err(NotUsable::AnsweredNo),
            Some(Standing::Granted(known)) => return Ok((*known, Freshness::Known)),
            None => {}
        }
        let grant = Grant {
            id: new.reference.id(),
            question: new.question,
            intent_hash: new.intent.hash(),
            expires_at: expires(&new.intent, at),
            intent: new.intent.clone(),
            issued_at: at,
            state: State::Issued,
            consumed_at: None,
            outcome: None,
        };
        self.ids.insert(grant.id, grant.question);
        self.grants.insert(grant.question, grant.clone());
        self.write(at, What::Issued, About::grant(&grant), grant.intent.evidence.word(), None);
        Ok((grant, Freshness::New))
    }

    /// Applies an event, and says no where the event was refused.
    pub(super) fn apply_or_refuse(
        &mut self,
        grant: &Grant,
        event: &Event,
        at: Moment,
        on: Defences,
        text: Option<&str>,
    ) -> Result<Grant, NotUsable> {
        match self.apply(grant, event, at, on, text) {
            (_, Some(refusal)) => Err(refusal),
            (grant, None) => Ok(grant),
        }
    }

    /// Applies an event: the grant afterwards, its audit row, and the refusal where there was one.
    fn apply(
        &mut self,
        grant: &Grant,
        event: &Event,
        at: Moment,
        on: Defences,
        text: Option<&str>,
    ) -> (Grant, Option<NotUsable>) {
        let stepped = step(grant, event, at, on);
        let mut after = grant.clone();
        after.state = stepped.next;
        if let Some(refusal) = &stepped.refusal {
            // Without its row where there is no room: it is refused anyway.
            drop(self.refuse(at, About::grant(grant), refusal.code()));
        } else if matches!(event, Event::Claim { .. }) {
            after.consumed_at = Some(at);
            self.write(at, What::Claimed, About::grant(grant), stepped.next.word(), None);
        }
        // Time alone says nothing of an unknown end. What is told of it later is kept.
        let silent = grant.outcome.as_ref().is_some_and(|(_, known)| known.is_empty());
        let told = stepped.refusal.is_none() && matches!(event, Event::Settle(_)) && silent;
        if (after.state != grant.state || told) && after.state != State::Claimed {
            after.outcome = Some((at, text.unwrap_or_default().to_owned()));
            self.write(at, What::Ended, About::grant(grant), after.state.word(), None);
        }
        self.grants.insert(grant.question, after.clone());
        (after, stepped.refusal)
    }

    /// Writes one audit row, at the end of its question's chain.
    pub(super) fn write(&mut self, at: Moment, what: What, about: About, code: &str, answer_by: Option<Moment>) {
        let question = about.question;
        let number = self.audit.len() as u64 + 1;
        let chain = Digest::from_bytes([0; 32]);
        let mut row = Row { number, at, what, about, code: code.to_owned(), answer_by, chain };
        row.chain = row.link(self.heads.get(&question).copied());
        self.heads.insert(question, row.chain);
        self.audit.push(row);
    }
}

fn expires(intent: &Intent, at: Moment) -> Moment {
    match intent.until {
        Until::AtOnce => at.later(Lifetime::AT_ONCE_MS),
        Until::At(moment) => moment,
    }
}
