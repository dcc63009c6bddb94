//! The audit.

use super::Tables;
use super::kept::rows_of;
use super::read::{at, digest, grant_id, moment, moment_or_none, ms, signed, unsigned, what};
use crate::Fault;
use crate::connection::{change, one, rows};
use consent::QuestionId;
use grants::audit::{About, Entry, Head, Row, What};
use rusqlite::params;

const ROW: &str = "number, place, at, what, question, grant_id, principal, subject, tool, arg_hash, code, note, \
     answer_by, chain";

/// The numbers of the rows of a question, by way of its head. A row comes after the one before it, so that no chain runs in
/// a circle.
pub(super) const CHAIN: &str = "WITH RECURSIVE chain (number) AS ( \
     SELECT number FROM gates_heads WHERE question = ?1 \
     UNION ALL SELECT previous FROM gates_audit JOIN chain USING (number) WHERE previous < number)";

/// The last row of a chain.
struct Last {
    number: i64,
    head: Head,
    covered: bool,
}

impl Tables<'_> {
    pub(super) fn append_row(&mut self, entry: &Entry) -> Result<Row, Fault> {
        let last = self.last(entry.about.question)?;
        let number = self.counts.last_row.saturating_add(1);
        let row = Row::after(entry, number, last.as_ref().map(|last| &last.head));
        let sql = "INSERT INTO gates_audit (number, place, previous, at, what, question, grant_id, principal, subject, tool, \
             arg_hash, code, note, answer_by, chain) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)";
        let about = &row.about;
        let parameters = params![
            signed(number)?,
            signed(row.place)?,
            last.as_ref().map(|last| last.number),
            ms(row.at),
            row.what.word(),
            about.question.as_ref().map(QuestionId::bytes),
            about.grant.as_ref().map(|grant| grant.digest().bytes()),
            about.principal.bytes(),
            about.subject,
            about.tool,
            about.arg_hash.bytes(),
            row.code,
            row.note,
            row.answer_by.map(ms),
            row.chain.bytes(),
        ];
        change(self.connection, sql, parameters)?;
        self.move_head(&row, last.is_some_and(|last| !last.covered))?;
        self.counts.last_row = number;
        self.counts.stored = self.counts.stored.saturating_add(1);
        self.counts.refusals = self.counts.refusals.saturating_add(u64::from(row.what == What::Refused));
        Ok(row)
    }

    /// The last row of a question's chain, or of the chain of those that belong to none.
    fn last(&self, question: Option<QuestionId>) -> Result<Option<Last>, Fault> {
        let sql = "SELECT number, place, at, chain, covered FROM gates_heads WHERE question = ?1";
        one(self.connection, sql, (key(&question),), |row| {
            let head = Head { place: unsigned(at(row, 1)?)?, at: moment(row, 2)?, chain: digest(row, 3)? };
            Ok(Last { number: at(row, 0)?, head, covered: at(row, 4)? })
        })
    }

    /// Makes a row the last of its chain. Where no checkpoint covers the chain, none does afterwards: then the index of
    /// those is left alone.
    fn move_head(&self, row: &Row, uncovered: bool) -> Result<(), Fault> {
        let sql = if uncovered {
            "UPDATE gates_heads SET number = ?2, place = ?3, at = ?4, chain = ?5 WHERE question = ?1"
        } else {
            "INSERT INTO gates_heads (question, number, place, at, chain, covered) VALUES (?1, ?2, ?3, ?4, ?5, 0) \
             ON CONFLICT (question) DO UPDATE SET number = ?2, place = ?3, at = ?4, chain = ?5, covered = 0"
        };
        let question = key(&row.about.question);
        let parameters = (question, signed(row.number)?, signed(row.place)?, ms(row.at), row.chain.bytes());
        change(self.connection, sql, parameters).map(drop)
    }

    pub(super) fn rows_after(&self, after: u64, limit: usize) -> Result<Vec<Row>, Fault> {
        let sql = format!("SELECT {ROW} FROM gates_audit WHERE number > ?1 ORDER BY number LIMIT ?2");
        // Past the last number that can be stored there is nothing.
        let after = signed(after).unwrap_or(i64::MAX);
        rows(self.connection, &sql, (after, rows_of(limit)), read_row)
    }

    /// The rows of a question, from its head back to its first.
    pub(super) fn rows_of(&self, question: QuestionId) -> Result<Vec<Row>, Fault> {
        let sql = format!("{CHAIN} SELECT {ROW} FROM gates_audit WHERE number IN chain ORDER BY number");
        let found = rows(self.connection, &sql, (question.bytes(),), read_row)?;
        let whole =
            found.iter().zip(1..).all(|(row, place)| row.place == place && row.about.question == Some(question));
        if whole { Ok(found) } else { Err(Fault::Damaged(format!("the audit rows of the question {question}"))) }
    }
}

/// How a chain is called where its head is kept.
pub(super) fn key(question: &Option<QuestionId>) -> &[u8] {
    question.as_ref().map_or(&[], |question| question.bytes().as_slice())
}

fn read_row(row: &rusqlite::Row<'_>) -> Result<Row, Fault> {
    let about = About {
        question: at::<Option<[u8; 16]>>(row, 4)?.map(QuestionId::from_bytes),
        grant: at::<Option<[u8; 32]>>(row, 5)?.map(|_| grant_id(row, 5)).transpose()?,
        principal: digest(row, 6)?,
        subject: at(row, 7)?,
        tool: at(row, 8)?,
        arg_hash: digest(row, 9)?,
    };
    Ok(Row {
        number: unsigned(at(row, 0)?)?,
        place: unsigned(at(row, 1)?)?,
        at: moment(row, 2)?,
        what: what(row, 3)?,
        about,
        code: at(row, 10)?,
        note: at(row, 11)?,
        answer_by: moment_or_none(row, 12)?,
        chain: digest(row, 13)?,
    })
}
