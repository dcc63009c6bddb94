//! The audit.

use super::read::{
    back, digest, grant_or_none, head, moment, moment_or_none, ms, ms_or_none, question_or_none, signed, unsigned, word,
};
use super::{Pending, Tables, sql};
use crate::Fault;
use crate::connection::Step;
use consent::QuestionId;
use grants::audit::{About, Entry, Head, Row, What};
use grants::stored;
use tokio_postgres::types::ToSql;
use wire::Digest;

impl Tables<'_> {
    /// Puts a row at the end of its chain. It goes out with the next statement, or with the commit.
    pub(super) fn append_row(&mut self, entry: &Entry) -> Result<Row, Fault> {
        let question = entry.about.question;
        let head = self.head(question)?;
        let number = match question.and_then(|question| self.numbers.remove(&question)).or(self.drawn.take()) {
            Some(number) => number,
            None => self.draw()?,
        };
        let row = Row::after(entry, back(number)?, head.as_ref());
        self.heads.insert(question, Some(row.head()));
        self.last_row = self.last_row.max(number);
        self.pending.push(insert(&row, number)?);
        if row.what == What::Refused {
            self.pending.push(Pending { sql: sql::COUNT_REFUSAL, parameters: Vec::new() });
        }
        Ok(row)
    }

    /// The last row of a chain, which is nobody else's to add to until the transaction ends. Where it was not known, the
    /// number of the next row is drawn with it: after the lock, so that numbers rise along a chain.
    fn head(&mut self, question: Option<QuestionId>) -> Result<Option<Head>, Fault> {
        if let Some(known) = self.heads.get(&question) {
            return Ok(*known);
        }
        let key = super::table::key("head", question.as_ref());
        let id = question.as_ref().map(|question| question.bytes().as_slice());
        let read = match &id {
            Some(id) => Step::Query(sql::HEAD, vec![id]),
            None => Step::Query(sql::HEAD_OF_NONE, Vec::new()),
        };
        let lock = Step::Query(sql::LOCK, vec![&key]);
        let mut answers = self.ask(vec![lock, read, Step::Query(sql::DRAW, Vec::new())])?.into_iter().rev();
        self.drawn = answers.next().unwrap_or_default().first().map(|row| row.try_get(0)).transpose()?;
        let head = answers.next().unwrap_or_default().first().map(|row| head(row, 0)).transpose()?.flatten();
        self.heads.insert(question, head);
        Ok(head)
    }

    fn draw(&mut self) -> Result<i64, Fault> {
        let drawn = self.row_of_one(sql::DRAW, &[])?;
        Ok(drawn.ok_or_else(super::no_store)?.try_get(0)?)
    }

    pub(super) fn rows_after(&mut self, after: u64, limit: usize) -> Result<Vec<Row>, Fault> {
        // Past the last number that can be stored there is nothing.
        let after = signed(after).unwrap_or(i64::MAX);
        self.audit_rows(sql::ROWS, &[&after, &i64::try_from(limit).unwrap_or(i64::MAX)])
    }

    pub(super) fn rows_of(&mut self, question: QuestionId) -> Result<Vec<Row>, Fault> {
        self.audit_rows(sql::STORY, &[&question.bytes().as_slice()])
    }

    fn audit_rows(&mut self, sql: &'static str, parameters: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Fault> {
        self.rows_of_one(sql, parameters)?.iter().map(read_row).collect()
    }
}

fn insert(row: &Row, number: i64) -> Result<Pending, Fault> {
    let about = &row.about;
    let bytes = |digest: &Digest| digest.bytes().to_vec();
    Ok(Pending {
        sql: sql::APPEND,
        parameters: vec![
            Box::new(number),
            Box::new(signed(row.place)?),
            Box::new(ms(row.at)?),
            Box::new(row.what.word()),
            Box::new(about.question.as_ref().map(|question| question.bytes().to_vec())),
            Box::new(about.grant.as_ref().map(|grant| bytes(grant.digest()))),
            Box::new(bytes(&about.principal)),
            Box::new(about.subject.clone()),
            Box::new(about.tool.clone()),
            Box::new(bytes(&about.arg_hash)),
            Box::new(row.code.clone()),
            Box::new(row.note.clone()),
            Box::new(ms_or_none(row.answer_by)?),
            Box::new(bytes(&row.chain)),
        ],
    })
}

fn read_row(row: &tokio_postgres::Row) -> Result<Row, Fault> {
    let about = About {
        question: question_or_none(row, 4)?,
        grant: grant_or_none(row, 5)?,
        principal: digest(row, 6)?,
        subject: row.try_get(7)?,
        tool: row.try_get(8)?,
        arg_hash: digest(row, 9)?,
    };
    Ok(Row {
        number: unsigned(row, 0)?,
        place: unsigned(row, 1)?,
        at: moment(row, 2)?,
        what: word(row, 3, stored::what)?,
        about,
        code: row.try_get(10)?,
        note: row.try_get(11)?,
        answer_by: moment_or_none(row, 12)?,
        chain: digest(row, 13)?,
    })
}
