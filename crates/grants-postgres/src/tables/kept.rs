//! Checkpoints, and what is forgotten.

use super::read::{back, digest, head, moment, moment_or_none, ms, ms_or_none, question, question_or_none, signed};
use super::table::key;
use super::{Pending, Tables, sql};
use crate::Fault;
use crate::connection::Step;
use crate::work::Kind;
use consent::{Moment, QuestionId};
use grants::audit::{Checkpoint, Covered};
use tokio_postgres::Row;
use wire::Digest;

/// How many rows are looked at first for each chain that is wanted.
const ROWS_OF_A_CHAIN: usize = 4;

impl Tables<'_> {
    pub(super) fn uncovered_chains(&mut self, limit: usize) -> Result<Vec<Covered>, Fault> {
        let mut window = limit.saturating_mul(ROWS_OF_A_CHAIN);
        loop {
            let rows = self.rows_of_one(sql::UNCOVERED, &[&i64::try_from(window).unwrap_or(i64::MAX)])?;
            let seen = rows.first().map(|row| row.try_get::<_, i64>(4)).transpose()?.unwrap_or(0);
            // Many rows of few chains: the next ones are further on.
            if rows.len() < limit && usize::try_from(seen).is_ok_and(|seen| seen >= window) {
                window = window.saturating_mul(ROWS_OF_A_CHAIN);
                continue;
            }
            return rows.iter().take(limit).map(covered).collect();
        }
    }

    /// The last checkpoint. Whoever may write the next one waits until nobody else does.
    pub(super) fn find_last_checkpoint(&mut self) -> Result<Option<Checkpoint>, Fault> {
        let key = key("checkpoint", None);
        let mut steps = Vec::new();
        if self.kind == Kind::Write {
            steps.push(Step::Query(sql::LOCK, vec![&key]));
        }
        steps.push(Step::Query(sql::LAST_CHECKPOINT, Vec::new()));
        let row = self.ask(steps)?.into_iter().next_back().unwrap_or_default().into_iter().next();
        row.map(|row| self.checkpoint_of(&row)).transpose()
    }

    pub(super) fn insert_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<(), Fault> {
        let Checkpoint { number, at, forgot_before, covered, previous, chain } = checkpoint;
        let number = signed(*number)?;
        let bytes = |digest: &Digest| digest.bytes().to_vec();
        let questions: Vec<_> =
            covered.iter().map(|covered| covered.question.map(|question| question.bytes().to_vec())).collect();
        let places: Vec<_> = covered.iter().map(|covered| signed(covered.head.place)).collect::<Result<_, _>>()?;
        let chains: Vec<_> = covered.iter().map(|covered| bytes(&covered.head.chain)).collect();
        let moments: Vec<_> = covered.iter().map(|covered| ms(covered.head.at)).collect::<Result<_, _>>()?;
        let previous = previous.as_ref().map(bytes);
        self.pending.push(Pending {
            sql: sql::SAVE_CHECKPOINT,
            parameters: vec![
                Box::new(number),
                Box::new(ms(*at)?),
                Box::new(ms_or_none(*forgot_before)?),
                Box::new(previous),
                Box::new(bytes(chain)),
            ],
        });
        self.pending.push(Pending {
            sql: sql::SET_COVERED,
            parameters: vec![Box::new(questions.clone()), Box::new(places.clone())],
        });
        self.pending.push(Pending {
            sql: sql::SAVE_COVERED,
            parameters: vec![
                Box::new(number),
                Box::new(questions),
                Box::new(places),
                Box::new(chains),
                Box::new(moments),
            ],
        });
        Ok(())
    }

    pub(super) fn checkpoints_after(&mut self, after: u64, limit: usize) -> Result<Vec<Checkpoint>, Fault> {
        let after = signed(after).unwrap_or(i64::MAX);
        let rows = self.rows_of_one(sql::CHECKPOINTS, &[&after, &i64::try_from(limit).unwrap_or(i64::MAX)])?;
        rows.iter().map(|row| self.checkpoint_of(row)).collect()
    }

    fn checkpoint_of(&mut self, row: &Row) -> Result<Checkpoint, Fault> {
        let number: i64 = row.try_get(0)?;
        let chains = self.rows_of_one(sql::COVERED, &[&number])?;
        let previous: Option<&[u8]> = row.try_get(3)?;
        Ok(Checkpoint {
            number: back(number)?,
            at: moment(row, 1)?,
            forgot_before: moment_or_none(row, 2)?,
            covered: chains.iter().map(covered).collect::<Result<_, _>>()?,
            previous: previous.map(|_| digest(row, 3)).transpose()?,
            chain: digest(row, 4)?,
        })
    }

    pub(super) fn quiet_questions(&mut self, before: Moment, limit: usize) -> Result<Vec<QuestionId>, Fault> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows = self.rows_of_one(sql::QUIET, &[&ms(before)?, &limit])?;
        rows.iter().map(|row| question(row, 0)).collect()
    }

    pub(super) fn forget_question(&mut self, question: QuestionId) -> Result<(), Fault> {
        self.heads.remove(&Some(question));
        for sql in [sql::FORGET, sql::FORGET_APPROVALS] {
            self.pending.push(Pending { sql, parameters: vec![Box::new(question.bytes().to_vec())] });
        }
        Ok(())
    }

    pub(super) fn forget_rows_of_none(&mut self, place: u64) -> Result<(), Fault> {
        self.pending.push(Pending { sql: sql::FORGET_LOOSE, parameters: vec![Box::new(signed(place)?)] });
        Ok(())
    }

    pub(super) fn forget_checkpoints_to(&mut self, number: u64) -> Result<(), Fault> {
        self.pending.push(Pending { sql: sql::FORGET_CHECKPOINTS, parameters: vec![Box::new(signed(number)?)] });
        Ok(())
    }
}

fn covered(row: &Row) -> Result<Covered, Fault> {
    let head = head(row, 1)?.ok_or_else(|| Fault::Damaged("a chain without a last row".into()))?;
    Ok(Covered { question: question_or_none(row, 0)?, head })
}
