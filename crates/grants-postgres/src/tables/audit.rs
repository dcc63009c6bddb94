//! The audit.

use super::read::{
    back, digest, grant_or_none, head, moment, moment_or_none, ms, ms_or_none, question_or_none, signed, unsigned, word,
};
use super::{Tables, sql};
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
        let number = match self.drawn.take() {
            Some(number) => number,
            None => self.draw()?,
        };
        let row = Row::after(entry, back(number)?, head.as_ref());
        self.heads.insert(question, Some(row.head()));
        self.last_row = self.last_row.max(number);
        self.rows.push(&row, number)?;
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

/// Rows that go out with the next statement, or with the commit: in one statement, however many they are.
#[derive(Debug, Default)]
pub(super) struct Columns {
    number: Vec<i64>,
    place: Vec<i64>,
    at: Vec<i64>,
    what: Vec<&'static str>,
    question: Vec<Option<Vec<u8>>>,
    grant: Vec<Option<Vec<u8>>>,
    principal: Vec<Vec<u8>>,
    subject: Vec<String>,
    tool: Vec<String>,
    arg_hash: Vec<Vec<u8>>,
    code: Vec<String>,
    note: Vec<String>,
    answer_by: Vec<Option<i64>>,
    chain: Vec<Vec<u8>>,
    /// How many of them are of refusals.
    refusals: i64,
}

impl Columns {
    fn push(&mut self, row: &Row, number: i64) -> Result<(), Fault> {
        let (place, at, answer_by) = (signed(row.place)?, ms(row.at)?, ms_or_none(row.answer_by)?);
        let (about, bytes) = (&row.about, |digest: &Digest| digest.bytes().to_vec());
        self.number.push(number);
        self.place.push(place);
        self.at.push(at);
        self.what.push(row.what.word());
        self.question.push(about.question.as_ref().map(|question| question.bytes().to_vec()));
        self.grant.push(about.grant.as_ref().map(|grant| bytes(grant.digest())));
        self.principal.push(bytes(&about.principal));
        self.subject.push(about.subject.clone());
        self.tool.push(about.tool.clone());
        self.arg_hash.push(bytes(&about.arg_hash));
        self.code.push(row.code.clone());
        self.note.push(row.note.clone());
        self.answer_by.push(answer_by);
        self.chain.push(bytes(&row.chain));
        self.refusals += i64::from(row.what == What::Refused);
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.number.is_empty()
    }

    /// The statements that write them.
    pub(super) fn steps(&self) -> Vec<Step<'_>> {
        if self.is_empty() {
            return Vec::new();
        }
        let first: [&(dyn ToSql + Sync); 7] =
            [&self.number, &self.place, &self.at, &self.what, &self.question, &self.grant, &self.principal];
        let rest: [&(dyn ToSql + Sync); 7] =
            [&self.subject, &self.tool, &self.arg_hash, &self.code, &self.note, &self.answer_by, &self.chain];
        let mut steps = vec![Step::Query(sql::APPEND, first.into_iter().chain(rest).collect())];
        if self.refusals > 0 {
            steps.push(Step::Query(sql::COUNT_REFUSALS, vec![&self.refusals]));
        }
        steps
    }
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
