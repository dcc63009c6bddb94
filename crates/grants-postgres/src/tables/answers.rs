//! The noes.

use super::read::{digest, moment, ms, question, word};
use super::{Tables, sql};
use crate::Fault;
use consent::{Moment, QuestionId};
use grants::{Denied, NoesOf, stored};

impl Tables<'_> {
    pub(super) fn insert_denial(&mut self, denied: &Denied) -> Result<bool, Fault> {
        let Denied { question, no, at, server, principal, tool } = denied;
        let written = self.row_of_one(
            sql::DENY,
            &[
                &question.bytes().as_slice(),
                &no.word(),
                &ms(*at)?,
                &server.bytes().as_slice(),
                &principal.bytes().as_slice(),
                tool,
            ],
        )?;
        Ok(written.is_some())
    }

    pub(super) fn find_denial(&mut self, id: QuestionId) -> Result<Option<Denied>, Fault> {
        let Some(row) = self.row_of_one(sql::DENIED, &[&id.bytes().as_slice()])? else { return Ok(None) };
        Ok(Some(Denied {
            question: question(&row, 0)?,
            no: word(&row, 1, stored::no)?,
            at: moment(&row, 2)?,
            server: digest(&row, 3)?,
            principal: digest(&row, 4)?,
            tool: row.try_get(5)?,
        }))
    }

    pub(super) fn noes_of(&mut self, of: &NoesOf<'_>, since: Moment) -> Result<Vec<Moment>, Fault> {
        let (principal, server) = (of.principal.bytes().as_slice(), of.server.bytes().as_slice());
        let rows = self.rows_of_one(sql::NOES, &[&principal, &of.tool, &ms(since)?, &server])?;
        rows.iter().map(|row| moment(row, 0)).collect()
    }
}
