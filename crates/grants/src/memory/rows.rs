//! The rows of a store in memory.

use crate::audit::{Checkpoint, Covered, Head, Row, What};
use crate::{Denied, Grant, GrantId};
use consent::{Moment, QuestionId};
use std::collections::BTreeMap;

/// All that a store in memory holds. Whoever has it is alone with it.
#[derive(Debug, Clone)]
pub(super) struct Rows {
    pub(super) capacity: usize,
    high_water: u64,
    pub(super) epoch: u64,
    /// The first no to each question, also to one whose yes it took back.
    pub(super) denied: BTreeMap<QuestionId, Denied>,
    pub(super) grants: BTreeMap<GrantId, Grant>,
    pub(super) items: BTreeMap<(QuestionId, u32), GrantId>,
    pub(super) audit: Vec<Row>,
    pub(super) number: u64,
    pub(super) refusals: usize,
    pub(super) heads: BTreeMap<Option<QuestionId>, Head>,
    /// How far each chain is covered by a checkpoint.
    covered: BTreeMap<Option<QuestionId>, u64>,
    pub(super) checkpoints: Vec<Checkpoint>,
    /// What effects keep beside the grants.
    pub(super) book: BTreeMap<String, String>,
}

impl Rows {
    /// None yet, and room for so many.
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self {
            capacity,
            high_water: 0,
            epoch: 1,
            denied: BTreeMap::new(),
            grants: BTreeMap::new(),
            items: BTreeMap::new(),
            audit: Vec::new(),
            number: 0,
            refusals: 0,
            heads: BTreeMap::new(),
            covered: BTreeMap::new(),
            checkpoints: Vec::new(),
            book: BTreeMap::new(),
        }
    }

    /// The latest time that was seen, this one included.
    pub(super) fn high_water(&mut self, ms: u64) -> u64 {
        self.high_water = self.high_water.max(ms);
        self.high_water
    }

    pub(super) fn uncovered(&self, limit: usize) -> Vec<Covered> {
        let grown = |(question, head): &(&Option<QuestionId>, &Head)| self.covered.get(question) != Some(&head.place);
        let covered = |(question, head): (&Option<QuestionId>, &Head)| Covered { question: *question, head: *head };
        self.heads.iter().filter(grown).take(limit).map(covered).collect()
    }

    pub(super) fn save_checkpoint(&mut self, checkpoint: &Checkpoint) {
        self.covered.extend(checkpoint.covered.iter().map(|covered| (covered.question, covered.head.place)));
        self.checkpoints.push(checkpoint.clone());
    }

    pub(super) fn quiet(&self, before: Moment, limit: usize) -> Vec<QuestionId> {
        let over = |question: &QuestionId| self.grants_of(*question).all(|grant| grant.state.is_settled());
        let old = |(question, head): (&Option<QuestionId>, &Head)| question.filter(|_| head.at < before);
        self.heads.iter().filter_map(old).filter(over).take(limit).collect()
    }

    pub(super) fn grants_of(&self, question: QuestionId) -> impl Iterator<Item = &Grant> {
        let items = self.items.range((question, 0)..=(question, u32::MAX));
        items.filter_map(|(_, id)| self.grants.get(id))
    }

    pub(super) fn forget(&mut self, question: QuestionId) {
        self.grants.retain(|_, grant| grant.question != question);
        self.items.retain(|(of, _), _| *of != question);
        self.denied.remove(&question);
        self.heads.remove(&Some(question));
        self.covered.remove(&Some(question));
        self.forget_rows(|row| row.about.question == Some(question));
    }

    pub(super) fn forget_rows(&mut self, of: impl Fn(&Row) -> bool) {
        self.audit.retain(|row| !of(row));
        self.refusals = self.audit.iter().filter(|row| row.what == What::Refused).count();
    }
}
