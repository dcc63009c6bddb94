//! A store with somebody who looks on: it counts, writes the log, and bounds what one principal may have open.
//!
//! Every line of one conversation carries the question's id as its correlation, from the asking to the effect. Nothing here
//! sees a token, and no value of an argument is written down; a principal is written as its digest.

mod metrics;
mod open;

pub(crate) use metrics::Metrics;
pub(crate) use open::Open;

use std::fmt;
use std::sync::Arc;
use tracing::{info, warn};
use twogates::consent::{Denial, Moment, Question, QuestionId};
use twogates::grants::audit::{About, Refusal, Row};
use twogates::grants::{
    Authority, Claiming, End, Freshness, Grant, GrantId, Holder, NewGrant, NoesOf, NotUsable, Order, Standing, State,
    Store,
};
use twogates::rules::Refused;

/// A store that is watched.
pub(crate) struct Watched {
    store: Arc<dyn Store>,
    metrics: Arc<Metrics>,
    open: Open,
}

impl Watched {
    /// This store, counted by `metrics`, with at most so many open questions to one principal.
    pub(crate) fn new(store: Arc<dyn Store>, metrics: Arc<Metrics>, open_questions: u32) -> Self {
        Self { store, metrics, open: Open::new(open_questions) }
    }

    fn answered(&self, question: QuestionId, answer: &'static str, tool: &str) {
        let waited = self.open.answered(question);
        self.metrics.answered(answer, tool, waited);
        let waited_ms = waited.map(|waited| u64::try_from(waited.as_millis()).unwrap_or(u64::MAX));
        info!(event = "answered", correlation = %question, tool, answer, waited_ms);
    }

    fn claimed(grant: &Grant) {
        let how = grant.held.map_or("claimed", |held| held.how.word());
        info!(event = "claimed", correlation = %grant.question, grant = %grant.id, tool = grant.intent.call.tool(), how);
    }
}

/// Counts and writes how a grant ended. An effect that commits in a transaction of its own says so itself.
pub(crate) fn ended(metrics: &Metrics, grant: &Grant) {
    let (tool, state) = (grant.intent.call.tool(), grant.state.word());
    metrics.ended(tool, state);
    if grant.state == State::Indeterminate {
        warn!(event = "ended", correlation = %grant.question, grant = %grant.id, tool, state);
    } else {
        info!(event = "ended", correlation = %grant.question, grant = %grant.id, tool, state);
    }
}

impl Store for Watched {
    fn now(&self) -> Moment {
        self.store.now()
    }

    fn asked(&self, question: &Question, about: &About) -> Result<(), NotUsable> {
        self.open.take(question.id, about.principal)?;
        self.metrics.expired(self.open.take_expired());
        if let Err(refusal) = self.store.asked(question, about) {
            self.open.answered(question.id);
            return Err(refusal);
        }
        self.metrics.asked(&about.tool);
        let principal = about.principal.short();
        info!(event = "asked", correlation = %question.id, tool = about.tool, principal, expires = %question.expires);
        Ok(())
    }

    fn recall(&self, question: QuestionId) -> Result<Option<Standing>, NotUsable> {
        self.store.recall(question)
    }

    fn deny(&self, denial: &Denial) -> Result<Standing, NotUsable> {
        let standing = self.store.deny(denial)?;
        if matches!(standing, Standing::Denied { .. }) {
            self.answered(denial.question, denial.no.word(), denial.call.tool());
        }
        Ok(standing)
    }

    fn issue(&self, new: &[NewGrant]) -> Result<(Vec<Grant>, Freshness), NotUsable> {
        let (grants, freshness) = self.store.issue(new)?;
        if let (Freshness::New, Some(first)) = (freshness, new.first()) {
            self.answered(first.question, "yes", first.intent.call.tool());
        }
        Ok((grants, freshness))
    }

    fn claim(&self, claiming: &Claiming, authority: &dyn Authority) -> Result<Grant, NotUsable> {
        let claimed = self.store.claim(claiming, authority);
        match &claimed {
            Ok(grant) => Self::claimed(grant),
            Err(refusal) => info!(event = "not_claimed", grant = %claiming.grant, code = refusal.code()),
        }
        claimed
    }

    fn issue_and_claim(
        &self,
        new: &NewGrant,
        claiming: &Claiming,
        authority: &dyn Authority,
    ) -> Result<Grant, NotUsable> {
        let grant = self.store.issue_and_claim(new, claiming, authority)?;
        self.answered(new.question, "yes", new.intent.call.tool());
        Self::claimed(&grant);
        Ok(grant)
    }

    fn go_on(&self, grant: GrantId, holder: Holder) -> Result<Grant, NotUsable> {
        self.store.go_on(grant, holder)
    }

    fn commit(&self, grant: GrantId, holder: Holder, text: &str) -> Result<Grant, NotUsable> {
        self.store.commit(grant, holder, text).inspect(|grant| ended(&self.metrics, grant))
    }

    fn settle(&self, grant: GrantId, holder: Holder, end: End, text: &str) -> Result<Grant, NotUsable> {
        self.store.settle(grant, holder, end, text).inspect(|grant| ended(&self.metrics, grant))
    }

    fn revoke(&self, grant: GrantId, order: &Order) -> Result<Grant, NotUsable> {
        self.store.revoke(grant, order)
    }

    fn grant(&self, grant: GrantId) -> Result<Option<Grant>, NotUsable> {
        self.store.grant(grant)
    }

    fn noes(&self, of: &NoesOf<'_>, since: Moment) -> Result<Vec<Moment>, NotUsable> {
        self.store.noes(of, since)
    }

    fn refused(&self, refusal: &Refusal) -> Result<(), NotUsable> {
        let Refusal { about, code } = refusal;
        self.metrics.refused(code);
        let correlation = about.question.map(|question| question.to_string());
        let principal = about.principal.short();
        info!(event = "refused", correlation, tool = about.tool, principal, code);
        self.store.refused(refusal)
    }

    fn audit(&self) -> Result<Vec<Row>, NotUsable> {
        self.store.audit()
    }

    fn story(&self, question: QuestionId) -> Result<Vec<Row>, NotUsable> {
        self.store.story(question)
    }
}

impl fmt::Debug for Watched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Watched({:?})", self.store)
    }
}
