//! The rows of a store in memory, as one transaction sees them.

use super::rows::Rows;
use crate::audit::{Checkpoint, Covered, Entry, Row, What};
use crate::table::{Broken, Room, Table, Which};
use crate::{Bid, Denied, Event, Grant, GrantId, NoesOf, State, step};
use consent::{Moment, QuestionId};
use rules::Defences;
use std::ops::Bound;

/// The rows within one transaction, whose time is one moment.
#[derive(Debug)]
pub struct Open<'a> {
    pub(super) rows: &'a mut Rows,
    pub(super) at: Moment,
    pub(super) defences: Defences,
}

impl Table for Open<'_> {
    fn now(&mut self) -> Result<Moment, Broken> {
        Ok(self.at)
    }

    fn defences(&self) -> Defences {
        self.defences
    }

    fn room(&mut self) -> Result<Room, Broken> {
        let Rows { capacity, denied, grants, audit, refusals, .. } = &*self.rows;
        Ok(if denied.len() + grants.len() + audit.len() >= *capacity {
            Room::Full
        } else if *refusals >= capacity / 2 {
            Room::ForQuestions
        } else {
            Room::Ample
        })
    }

    fn epoch(&mut self) -> Result<u64, Broken> {
        Ok(self.rows.epoch)
    }

    fn set_epoch(&mut self, epoch: u64) -> Result<(), Broken> {
        self.rows.epoch = epoch;
        Ok(())
    }

    fn insert(&mut self, grant: &Grant) -> Result<bool, Broken> {
        let item = (grant.question, grant.item.number);
        if self.rows.items.contains_key(&item) || self.rows.grants.contains_key(&grant.id) {
            return Ok(false);
        }
        self.rows.items.insert(item, grant.id);
        self.rows.grants.insert(grant.id, grant.clone());
        Ok(true)
    }

    fn grant(&mut self, grant: GrantId) -> Result<Option<Grant>, Broken> {
        Ok(self.rows.grants.get(&grant).cloned())
    }

    fn grants_of(&mut self, question: QuestionId) -> Result<Vec<Grant>, Broken> {
        Ok(self.rows.grants_of(question).cloned().collect())
    }

    fn claim(&mut self, bid: &Bid, at: Moment) -> Result<Option<Grant>, Broken> {
        let epoch = self.rows.epoch;
        let Some(grant) = self.rows.grants.get_mut(&bid.claiming.grant) else { return Ok(None) };
        let stepped = step(grant, &Event::Claim { bid: *bid, epoch }, at, self.defences);
        let ended = grant.state == State::Issued && stepped.after.state == State::NoLongerAuthorized;
        if stepped.refusal.is_some() && !ended {
            return Ok(None);
        }
        *grant = stepped.after;
        Ok(Some(grant.clone()))
    }

    fn replace(&mut self, before: &Grant, after: &Grant) -> Result<bool, Broken> {
        let version = |grant: &Grant| (grant.state, grant.fence, grant.used, grant.revoked_at);
        match self.rows.grants.get_mut(&before.id) {
            Some(row) if version(row) == version(before) => {
                *row = after.clone();
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn select(&mut self, which: Which, after: Option<GrantId>, limit: usize) -> Result<Vec<Grant>, Broken> {
        let from = after.map_or(Bound::Unbounded, Bound::Excluded);
        let fits = |grant: &&Grant| match which {
            Which::All => true,
            Which::In(state) => grant.state == state,
            Which::Open => grant.state.is_open(),
            Which::OpenOf(principal) => grant.state.is_open() && grant.intent.principal.digest() == principal,
        };
        let grants = self.rows.grants.range((from, Bound::Unbounded)).map(|(_, grant)| grant);
        Ok(grants.filter(fits).take(limit).cloned().collect())
    }

    fn deny(&mut self, denied: &Denied) -> Result<bool, Broken> {
        let known = self.rows.denied.contains_key(&denied.question);
        self.rows.denied.entry(denied.question).or_insert_with(|| denied.clone());
        Ok(!known)
    }

    fn denied(&mut self, question: QuestionId) -> Result<Option<Denied>, Broken> {
        Ok(self.rows.denied.get(&question).cloned())
    }

    fn noes(&mut self, of: &NoesOf<'_>, since: Moment) -> Result<Vec<Moment>, Broken> {
        let counts = |denied: &&Denied| {
            let whose = NoesOf { server: denied.server, principal: denied.principal, tool: &denied.tool };
            whose == *of && denied.at >= since
        };
        let mut noes: Vec<_> = self.rows.denied.values().filter(counts).map(|denied| denied.at).collect();
        noes.sort_unstable();
        Ok(noes)
    }

    fn append(&mut self, entry: &Entry) -> Result<Row, Broken> {
        let Rows { audit, heads, refusals, number, .. } = &mut *self.rows;
        *number += 1;
        let question = entry.about.question;
        let row = Row::after(entry, *number, heads.get(&question));
        *refusals += usize::from(row.what == What::Refused);
        heads.insert(question, row.head());
        audit.push(row.clone());
        Ok(row)
    }

    fn rows(&mut self, after: u64, limit: usize) -> Result<Vec<Row>, Broken> {
        let from = self.rows.audit.partition_point(|row| row.number <= after);
        Ok(self.rows.audit.iter().skip(from).take(limit).cloned().collect())
    }

    fn story(&mut self, question: QuestionId) -> Result<Vec<Row>, Broken> {
        let of = |row: &&Row| row.about.question == Some(question);
        Ok(self.rows.audit.iter().filter(of).cloned().collect())
    }

    fn uncovered(&mut self, limit: usize) -> Result<Vec<Covered>, Broken> {
        Ok(self.rows.uncovered(limit))
    }

    fn last_checkpoint(&mut self) -> Result<Option<Checkpoint>, Broken> {
        Ok(self.rows.checkpoints.last().cloned())
    }

    fn save_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<(), Broken> {
        self.rows.save_checkpoint(checkpoint);
        Ok(())
    }

    fn checkpoints(&mut self, after: u64, limit: usize) -> Result<Vec<Checkpoint>, Broken> {
        let later = self.rows.checkpoints.iter().filter(|checkpoint| checkpoint.number > after);
        Ok(later.take(limit).cloned().collect())
    }

    fn quiet(&mut self, before: Moment, limit: usize) -> Result<Vec<QuestionId>, Broken> {
        Ok(self.rows.quiet(before, limit))
    }

    fn forget(&mut self, question: QuestionId) -> Result<(), Broken> {
        self.rows.forget(question);
        Ok(())
    }

    fn forget_loose(&mut self, place: u64) -> Result<(), Broken> {
        self.rows.forget_rows(|row| row.about.question.is_none() && row.place <= place);
        Ok(())
    }

    fn forget_checkpoints(&mut self, number: u64) -> Result<(), Broken> {
        self.rows.checkpoints.retain(|checkpoint| checkpoint.number > number);
        Ok(())
    }
}
