//! The audit.

use super::Tables;
use super::read::{at, digest, grant_id, moment, moment_or_none, ms, ms_or_none, signed, unsigned, what};
use crate::Fault;
use crate::connection::{change, one, rows};
use consent::QuestionId;
use grants::audit::{About, Entry, Head, Row, What};
use rusqlite::params;

const ROW: &str = "number, place, at, what, question, grant_id, principal, subject, tool, arg_hash, code, note, \
     answer_by, chain";

impl Tables<'_> {
    pub(super) fn append_row(&mut self, entry: &Entry) -> Result<Row, Fault> {
        let head = self.head(entry.about.question)?;
        let number = self.counts.last_row.saturating_add(1);
        let row = Row::after(entry, number, head.as_ref());
        let sql = "INSERT INTO audit (number, place, at, what, question, grant_id, principal, subject, tool, arg_hash, \
             code, note, answer_by, chain) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)";
        let about = &row.about;
        let parameters = params![
            signed(number)?,
            signed(row.place)?,
            ms(row.at)?,
            row.what.word(),
            about.question.as_ref().map(QuestionId::bytes),
            about.grant.as_ref().map(|grant| grant.digest().bytes()),
            about.principal.bytes(),
            about.subject,
            about.tool,
            about.arg_hash.bytes(),
            row.code,
            row.note,
            ms_or_none(row.answer_by)?,
            row.chain.bytes(),
        ];
        change(self.connection, sql, parameters)?;
        self.counts.last_row = number;
        self.counts.stored = self.counts.stored.saturating_add(1);
        if row.what == What::Refused {
            self.counts.refusals = self.counts.refusals.saturating_add(1);
        }
        Ok(row)
    }

    /// The last row of a question's chain, or of the chain of those that belong to none.
    fn head(&self, question: Option<QuestionId>) -> Result<Option<Head>, Fault> {
        let sql = "SELECT place, chain FROM audit WHERE question IS ?1 ORDER BY number DESC LIMIT 1";
        let parameters = (question.as_ref().map(QuestionId::bytes),);
        let read = |row: &rusqlite::Row<'_>| Ok(Head { place: unsigned(at(row, 0)?)?, chain: digest(row, 1)? });
        one(self.connection, sql, parameters, read)
    }

    pub(super) fn rows_after(&self, after: u64, limit: usize) -> Result<Vec<Row>, Fault> {
        let sql = format!("SELECT {ROW} FROM audit WHERE number > ?1 ORDER BY number LIMIT ?2");
        // Past the last number that can be stored there is nothing.
        let after = signed(after).unwrap_or(i64::MAX);
        rows(self.connection, &sql, (after, i64::try_from(limit).unwrap_or(i64::MAX)), read_row)
    }

    pub(super) fn rows_of(&self, question: QuestionId) -> Result<Vec<Row>, Fault> {
        let sql = format!("SELECT {ROW} FROM audit WHERE question = ?1 ORDER BY number");
        rows(self.connection, &sql, (question.bytes(),), read_row)
    }
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
