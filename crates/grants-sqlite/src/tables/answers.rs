//! The noes.

use super::Tables;
use super::read::{at, digest, moment, ms, no, question};
use crate::Fault;
use crate::connection::{change, one, rows};
use consent::{Moment, QuestionId};
use grants::{Denied, NoesOf};

impl Tables<'_> {
    pub(super) fn insert_denial(&mut self, denied: &Denied) -> Result<bool, Fault> {
        let sql = "INSERT INTO gates_denials (question, said, at, server, principal, tool) VALUES (?1, ?2, ?3, ?4, ?5, ?6) \
             ON CONFLICT (question) DO NOTHING";
        let Denied { question, no, at, server, principal, tool } = denied;
        let parameters = (question.bytes(), no.word(), ms(*at), server.bytes(), principal.bytes(), tool);
        let written = change(self.connection, sql, parameters)? == 1;
        self.counts.stored = self.counts.stored.saturating_add(u64::from(written));
        Ok(written)
    }

    pub(super) fn find_denial(&self, id: QuestionId) -> Result<Option<Denied>, Fault> {
        let sql = "SELECT question, said, at, server, principal, tool FROM gates_denials WHERE question = ?1";
        one(self.connection, sql, (id.bytes(),), |row| {
            Ok(Denied {
                question: question(row, 0)?,
                no: no(row, 1)?,
                at: moment(row, 2)?,
                server: digest(row, 3)?,
                principal: digest(row, 4)?,
                tool: at(row, 5)?,
            })
        })
    }

    pub(super) fn noes_of(&self, of: &NoesOf<'_>, since: Moment) -> Result<Vec<Moment>, Fault> {
        let sql =
            "SELECT at FROM gates_denials WHERE principal = ?1 AND tool = ?2 AND at >= ?3 AND server = ?4 ORDER BY at";
        let parameters = (of.principal.bytes(), of.tool, ms(since), of.server.bytes());
        rows(self.connection, sql, parameters, |row| moment(row, 0))
    }
}
