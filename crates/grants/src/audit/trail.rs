//! Rows and checkpoints together: whether the whole audit is as it was written.

use super::{Checkpoint, Head, Row};
use consent::{Moment, QuestionId};
use std::collections::BTreeMap;
use std::num::NonZeroU64;

/// The audit as it stands: what is left of it after what was forgotten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trail {
    /// The checkpoints, oldest first.
    pub checkpoints: Vec<Checkpoint>,
    /// The rows, oldest first.
    pub rows: Vec<Row>,
}

/// Where an audit is not as it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    /// The row with this number does not follow from the rows before it.
    Row(u64),
    /// The checkpoint with this number does not follow from the one before, or covers a row that is another now.
    Checkpoint(u64),
    /// The checkpoint with this number covers rows that are gone, and that nobody had forgotten.
    Gone(u64),
}

/// The chain values of the rows that are there, by place.
type Chains = BTreeMap<Option<QuestionId>, BTreeMap<u64, Head>>;

impl Trail {
    /// Checks every chain, that of the checkpoints, and each against the other.
    ///
    /// # Errors
    ///
    /// The first [`Flaw`]: of the rows, then of the checkpoints.
    pub fn verify(&self) -> Result<(), Flaw> {
        let chains = self.chains()?;
        let mut before: Option<&Checkpoint> = None;
        for checkpoint in &self.checkpoints {
            let follows = before.is_none_or(|before| {
                before.number.checked_add(1) == Some(checkpoint.number) && checkpoint.previous == Some(before.chain)
            });
            if !follows || checkpoint.chain != checkpoint.link() {
                return Err(Flaw::Checkpoint(checkpoint.number));
            }
            self.holds(checkpoint, &chains)?;
            before = Some(checkpoint);
        }
        Ok(())
    }

    fn chains(&self) -> Result<Chains, Flaw> {
        let (mut chains, mut number) = (Chains::new(), 0);
        for row in &self.rows {
            let chain = chains.entry(row.about.question).or_default();
            let head = match chain.last_key_value() {
                Some((_, head)) => Some(*head),
                None => self.base(row.place),
            };
            let follows = row.number > number && row.place == head.map_or(1, |head| head.place.saturating_add(1));
            if !follows || row.chain != row.link(head.map(|head| head.chain)) {
                return Err(Flaw::Row(row.number));
            }
            number = row.number;
            chain.insert(row.place, row.head());
        }
        Ok(chains)
    }

    /// Where the oldest rows of no question were forgotten, the first that is left follows from what a checkpoint covers. No
    /// question's row does: the chain value would be another.
    fn base(&self, place: u64) -> Option<Head> {
        let before = NonZeroU64::new(place.saturating_sub(1))?.get();
        let covered = self.checkpoints.iter().flat_map(|checkpoint| &checkpoint.covered);
        let mut loose = covered.filter(|covered| covered.question.is_none()).map(|covered| covered.head);
        loose.find(|head| head.place == before)
    }

    /// Whether what a checkpoint covers is there, or was forgotten.
    fn holds(&self, checkpoint: &Checkpoint, chains: &Chains) -> Result<(), Flaw> {
        for covered in &checkpoint.covered {
            let chain = chains.get(&covered.question);
            match chain.and_then(|chain| chain.get(&covered.head.place)) {
                Some(head) if *head == covered.head => {}
                Some(_) => return Err(Flaw::Checkpoint(checkpoint.number)),
                None => {
                    // Of a question's rows all are forgotten or none; of those of no question the oldest.
                    let cut = chain.is_some_and(|chain| chain.range(..covered.head.place).next().is_some());
                    if cut || !self.forgot(covered.head.at) {
                        return Err(Flaw::Gone(checkpoint.number));
                    }
                }
            }
        }
        Ok(())
    }

    fn forgot(&self, at: Moment) -> bool {
        self.checkpoints.iter().filter_map(|checkpoint| checkpoint.forgot_before).any(|before| at < before)
    }
}
