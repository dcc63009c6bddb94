//! Checkpoints, and what is forgotten.

use super::Tables;
use super::audit::{CHAIN, key};
use super::read::{at, digest, moment, moment_or_none, ms, question, signed, unsigned};
use crate::Fault;
use crate::connection::{change, one, rows};
use consent::{Moment, QuestionId};
use grants::audit::{Checkpoint, Covered, Head};
use rusqlite::{Params, Row};

impl Tables<'_> {
    pub(super) fn uncovered_chains(&self, limit: usize) -> Result<Vec<Covered>, Fault> {
        let sql = "SELECT question, place, at, chain FROM gates_heads WHERE covered = 0 ORDER BY question LIMIT ?1";
        rows(self.connection, sql, (rows_of(limit),), |row| {
            let none = row.get_ref(0)?.as_blob().is_ok_and(<[u8]>::is_empty);
            let question = if none { None } else { Some(question(row, 0)?) };
            Ok(Covered { question, head: head(row, 1)? })
        })
    }

    pub(super) fn find_last_checkpoint(&self) -> Result<Option<Checkpoint>, Fault> {
        let number =
            one(self.connection, "SELECT max(number) FROM gates_checkpoints", (), |row| at::<Option<i64>>(row, 0))?;
        let Some(number) = number.flatten() else { return Ok(None) };
        Ok(self.read_checkpoints(unsigned::<u64>(number)?.saturating_sub(1), 1)?.pop())
    }

    pub(super) fn insert_checkpoint(&self, checkpoint: &Checkpoint) -> Result<(), Fault> {
        let sql =
            "INSERT INTO gates_checkpoints (number, at, forgot_before, previous, chain) VALUES (?1, ?2, ?3, ?4, ?5)";
        let number = signed(checkpoint.number)?;
        let previous = checkpoint.previous.as_ref().map(|digest| digest.bytes());
        let forgot_before = checkpoint.forgot_before.map(ms);
        change(self.connection, sql, (number, ms(checkpoint.at), forgot_before, previous, checkpoint.chain.bytes()))?;
        for (Covered { question, head }, position) in checkpoint.covered.iter().zip(0_i64..) {
            let sql = "INSERT INTO gates_covered (checkpoint, position, question, place, at, chain) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            let (place, bytes) = (signed(head.place)?, question.as_ref().map(QuestionId::bytes));
            change(self.connection, sql, (number, position, bytes, place, ms(head.at), head.chain.bytes()))?;
            // Not where the chain has grown since it was read.
            let sql = "UPDATE gates_heads SET covered = 1 WHERE question = ?1 AND place = ?2";
            change(self.connection, sql, (key(question), place))?;
        }
        Ok(())
    }

    pub(super) fn read_checkpoints(&self, after: u64, limit: usize) -> Result<Vec<Checkpoint>, Fault> {
        let sql = "SELECT number, at, forgot_before, previous, chain FROM gates_checkpoints WHERE number > ?1 \
             ORDER BY number LIMIT ?2";
        let mut found = rows(self.connection, sql, (signed(after)?, rows_of(limit)), |row| {
            Ok(Checkpoint {
                number: unsigned(at(row, 0)?)?,
                at: moment(row, 1)?,
                forgot_before: moment_or_none(row, 2)?,
                covered: Vec::new(),
                previous: at::<Option<[u8; 32]>>(row, 3)?.map(|_| digest(row, 3)).transpose()?,
                chain: digest(row, 4)?,
            })
        })?;
        for checkpoint in &mut found {
            let sql = "SELECT question, place, at, chain FROM gates_covered WHERE checkpoint = ?1 ORDER BY position";
            checkpoint.covered = rows(self.connection, sql, (signed(checkpoint.number)?,), |row| {
                let question = at::<Option<[u8; 16]>>(row, 0)?.map(QuestionId::from_bytes);
                Ok(Covered { question, head: head(row, 1)? })
            })?;
        }
        Ok(found)
    }

    /// Questions that are over. Rows are numbered in the order of their times, so that those before a moment are the first.
    pub(super) fn quiet_questions(&self, before: Moment, limit: usize) -> Result<Vec<QuestionId>, Fault> {
        let sql = "SELECT DISTINCT question FROM gates_audit AS old WHERE number < ?1 AND question IS NOT NULL \
             AND EXISTS (SELECT 1 FROM gates_heads WHERE gates_heads.question = old.question AND gates_heads.at < ?2) \
             AND NOT EXISTS (SELECT 1 FROM gates_approvals JOIN gates_grants USING (number) WHERE gates_approvals.question = old.question \
               AND (gates_grants.open = 1 OR gates_grants.state = 'indeterminate')) \
             LIMIT ?3";
        let parameters = (self.first_row_since(before)?, ms(before), rows_of(limit));
        rows(self.connection, sql, parameters, |row| question(row, 0))
    }

    /// The number of the first row at or after a moment, or the one after the last: found by halves.
    fn first_row_since(&self, moment: Moment) -> Result<i64, Fault> {
        let (mut low, mut high) = (1, signed(self.counts.last_row.saturating_add(1))?);
        let sql = "SELECT number, at FROM gates_audit WHERE number >= ?1 ORDER BY number LIMIT 1";
        let since = ms(moment);
        while low < high {
            let middle = low + (high - low) / 2;
            let found = one(self.connection, sql, (middle,), |row| Ok((at::<i64>(row, 0)?, at::<i64>(row, 1)?)))?;
            match found {
                Some((number, at)) if at < since => low = number.saturating_add(1),
                _ => high = middle,
            }
        }
        Ok(low)
    }

    pub(super) fn forget_question(&mut self, question: QuestionId) -> Result<(), Fault> {
        let key = (question.bytes(),);
        let of = "(SELECT number FROM gates_approvals WHERE question = ?1)";
        let grants = change(self.connection, &format!("DELETE FROM gates_grants WHERE number IN {of}"), key)?;
        change(self.connection, "DELETE FROM gates_approvals WHERE question = ?1", key)?;
        let denials = change(self.connection, "DELETE FROM gates_denials WHERE question = ?1", key)?;
        self.forget_rows(
            &format!("{CHAIN} DELETE FROM gates_audit WHERE number IN chain RETURNING what = 'refused'"),
            key,
        )?;
        change(self.connection, "DELETE FROM gates_heads WHERE question = ?1", key)?;
        self.counts.stored = self.counts.stored.saturating_sub((grants + denials) as u64);
        Ok(())
    }

    pub(super) fn forget_loose_rows(&mut self, place: u64) -> Result<(), Fault> {
        let sql = "DELETE FROM gates_audit WHERE question IS NULL AND place <= ?1 RETURNING what = 'refused'";
        self.forget_rows(sql, (signed(place)?,))
    }

    /// Deletes audit rows by a statement that says of each whether it was of a refusal.
    fn forget_rows(&mut self, sql: &str, parameters: impl Params) -> Result<(), Fault> {
        let refusals: Vec<bool> = rows(self.connection, sql, parameters, |row| at(row, 0))?;
        let refused = refusals.iter().filter(|refusal| **refusal).count();
        self.counts.stored = self.counts.stored.saturating_sub(refusals.len() as u64);
        self.counts.refusals = self.counts.refusals.saturating_sub(refused as u64);
        Ok(())
    }

    pub(super) fn forget_old_checkpoints(&self, number: u64) -> Result<(), Fault> {
        let number = (signed(number)?,);
        change(self.connection, "DELETE FROM gates_covered WHERE checkpoint <= ?1", number)?;
        change(self.connection, "DELETE FROM gates_checkpoints WHERE number <= ?1", number).map(drop)
    }
}

/// The head of a chain, from three columns.
fn head(row: &Row<'_>, first: usize) -> Result<Head, Fault> {
    Ok(Head { place: unsigned(at(row, first)?)?, at: moment(row, first + 1)?, chain: digest(row, first + 2)? })
}

/// How many rows a statement gives at most.
pub(super) fn rows_of(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}
