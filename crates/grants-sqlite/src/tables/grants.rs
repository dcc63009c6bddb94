//! Grants: what a yes covers, and what became of it.

use super::Tables;
use super::read::{
    at, digest, effect, evidence, grant_id, how, moment, moment_or_none, ms, ms_or_none, question, signed, state,
    unsigned,
};
use crate::Fault;
use crate::connection::{change, one, rows};
use consent::{BoundSnapshot, EffectClass, Intent, Moment, QuestionId, Until};
use grants::{AttemptId, Grant, GrantId, Held, Item, State, Which};
use rusqlite::{Params, Row, params};
use scope::Principal;
use wire::{Call, Digest, strict};

/// What became of a grant, in the order in which it is read.
pub(super) const BECAME: &str = "number, id, effect, epoch, issued_at, not_before, expires_at, state, consumed_at, \
     attempt, held_since, act_by, how, fence, used, revoked_at, outcome_at, outcome";

/// A row of the table of grants.
pub(super) struct Became {
    number: i64,
    id: GrantId,
    effect: EffectClass,
    epoch: u64,
    issued_at: Moment,
    not_before: Moment,
    expires_at: Moment,
    state: State,
    consumed_at: Option<Moment>,
    held: Option<Held>,
    fence: u64,
    used: u32,
    revoked_at: Option<Moment>,
    outcome: Option<(Moment, String)>,
}

/// A row of the table of approvals.
struct Covered {
    question: QuestionId,
    item: Item,
    intent: Intent,
    intent_hash: Digest,
}

impl Tables<'_> {
    pub(super) fn insert_grant(&mut self, grant: &Grant) -> Result<bool, Fault> {
        let Grant { question, item, intent, .. } = grant;
        let sql = "INSERT INTO approvals (question, item, items, evidence, server, contract, issuer, subject, client, \
             tool, arguments, identity, content, uses, until, intent_hash) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16) \
             ON CONFLICT (question, item) DO NOTHING";
        let until = match intent.until {
            Until::AtOnce => None,
            Until::At(moment) => Some(ms(moment)?),
        };
        let parameters = params![
            question.bytes(),
            item.number,
            item.of,
            intent.evidence.word(),
            intent.server,
            intent.contract.bytes(),
            intent.principal.issuer,
            intent.principal.subject,
            intent.principal.client,
            intent.call.tool(),
            intent.call.arguments(),
            intent.snapshot.identity.bytes(),
            intent.snapshot.content.bytes(),
            intent.uses,
            until,
            grant.intent_hash.bytes(),
        ];
        if change(self.connection, sql, parameters)? == 0 {
            return Ok(false);
        }
        let sql = "INSERT INTO grants (number, id, arg_hash, server, contract, principal, effect, epoch, uses, issued_at, \
             not_before, expires_at, state, open, fence, used) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, 'issued', 1, 0, 0)";
        let (arg_hash, server, principal) = (intent.call.arg_hash(), intent.server_digest(), intent.principal.digest());
        let parameters = params![
            self.connection.last_insert_rowid(),
            grant.id.digest().bytes(),
            arg_hash.bytes(),
            server.bytes(),
            intent.contract.bytes(),
            principal.bytes(),
            grant.effect.word(),
            signed(grant.epoch)?,
            intent.uses,
            ms(grant.issued_at)?,
            ms(grant.not_before)?,
            ms(grant.expires_at)?,
        ];
        change(self.connection, sql, parameters)?;
        self.counts.stored = self.counts.stored.saturating_add(1);
        Ok(true)
    }

    pub(super) fn find_grant(&self, grant: GrantId) -> Result<Option<Grant>, Fault> {
        let sql = selected("WHERE id = ?1");
        let found = one(self.connection, &sql, (grant.digest().bytes(),), became)?;
        found.map(|became| self.whole(became)).transpose()
    }

    pub(super) fn grants_of_question(&self, question: QuestionId) -> Result<Vec<Grant>, Fault> {
        let sql = selected("WHERE number IN (SELECT number FROM approvals WHERE question = ?1)");
        let mut found = self.whole_rows(&sql, (question.bytes(),))?;
        found.sort_by_key(|grant| grant.item.number);
        Ok(found)
    }

    /// Writes what became of a grant, where it still is as it was before.
    pub(super) fn replace_grant(&self, before: &Grant, after: &Grant) -> Result<bool, Fault> {
        let sql = "UPDATE grants SET state = ?1, open = ?2, consumed_at = ?3, attempt = ?4, held_since = ?5, act_by = ?6, \
             how = ?7, fence = ?8, used = ?9, revoked_at = ?10, outcome_at = ?11, outcome = ?12 \
             WHERE id = ?13 AND state = ?14 AND fence = ?15 AND used = ?16 AND revoked_at IS ?17";
        let held = after.held.as_ref();
        let parameters = params![
            after.state.word(),
            after.state.is_open(),
            ms_or_none(after.consumed_at)?,
            held.map(|held| *held.attempt.bytes()),
            ms_or_none(held.map(|held| held.since))?,
            ms_or_none(held.map(|held| held.act_by))?,
            held.map(|held| held.how.word()),
            signed(after.fence)?,
            after.used,
            ms_or_none(after.revoked_at)?,
            ms_or_none(after.outcome.as_ref().map(|(at, _)| *at))?,
            after.outcome.as_ref().map(|(_, text)| text),
            before.id.digest().bytes(),
            before.state.word(),
            signed(before.fence)?,
            before.used,
            ms_or_none(before.revoked_at)?,
        ];
        Ok(change(self.connection, sql, parameters)? == 1)
    }

    pub(super) fn select_grants(
        &self,
        which: Which,
        after: Option<GrantId>,
        limit: usize,
    ) -> Result<Vec<Grant>, Fault> {
        let after = after.as_ref().map_or(&[][..], |grant| grant.digest().bytes().as_slice());
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let of = |condition: &str| selected(&format!("WHERE id > ?1 AND {condition} ORDER BY id LIMIT ?2"));
        match which {
            Which::All => self.whole_rows(&of("true"), (after, limit)),
            Which::Open => self.whole_rows(&of("open = 1"), (after, limit)),
            Which::OpenOf(principal) => {
                self.whole_rows(&of("open = 1 AND principal = ?3"), (after, limit, principal.bytes()))
            }
            Which::In(State::Indeterminate) => self.whole_rows(&of("state = 'indeterminate'"), (after, limit)),
            Which::In(state) if state.is_open() => {
                self.whole_rows(&of("open = 1 AND state = ?3"), (after, limit, state.word()))
            }
            Which::In(state) => self.whole_rows(&of("state = ?3"), (after, limit, state.word())),
        }
    }

    fn whole_rows(&self, sql: &str, parameters: impl Params) -> Result<Vec<Grant>, Fault> {
        let found = rows(self.connection, sql, parameters, became)?;
        found.into_iter().map(|became| self.whole(became)).collect()
    }

    /// A grant with what its yes covers. What is stored of that must be what was stored: it is what will run.
    pub(super) fn whole(&self, became: Became) -> Result<Grant, Fault> {
        let sql = "SELECT question, item, items, evidence, server, contract, issuer, subject, client, tool, arguments, \
             identity, content, uses, until, intent_hash FROM approvals WHERE number = ?1";
        let unreadable = |what: &str| Fault::Damaged(format!("the grant {}: {what}", became.id));
        let covered = one(self.connection, sql, (became.number,), covered);
        let covered = covered.map_err(|fault| match fault {
            Fault::Damaged(what) => unreadable(&what),
            other => other,
        })?;
        let Covered { question, item, intent, intent_hash } = covered.ok_or_else(|| unreadable("no approval"))?;
        if intent.hash() != intent_hash {
            return Err(unreadable("what was approved is not what is stored"));
        }
        let Became { number: _, id, effect, epoch, issued_at, not_before, expires_at, state, .. } = became;
        let Became { consumed_at, held, fence, used, revoked_at, outcome, .. } = became;
        Ok(Grant {
            id,
            question,
            item,
            intent,
            intent_hash,
            effect,
            epoch,
            issued_at,
            not_before,
            expires_at,
            state,
            consumed_at,
            held,
            fence,
            used,
            revoked_at,
            outcome,
        })
    }
}

fn selected(condition: &str) -> String {
    format!("SELECT {BECAME} FROM grants {condition}")
}

pub(super) fn became(row: &Row<'_>) -> Result<Became, Fault> {
    let held = match at::<Option<[u8; 16]>>(row, 9)? {
        None => None,
        Some(attempt) => Some(Held {
            attempt: AttemptId::from_bytes(attempt),
            since: moment(row, 10)?,
            act_by: moment(row, 11)?,
            how: how(row, 12)?,
        }),
    };
    let outcome_at = moment_or_none(row, 16)?;
    Ok(Became {
        number: at(row, 0)?,
        id: grant_id(row, 1)?,
        effect: effect(row, 2)?,
        epoch: unsigned(at(row, 3)?)?,
        issued_at: moment(row, 4)?,
        not_before: moment(row, 5)?,
        expires_at: moment(row, 6)?,
        state: state(row, 7)?,
        consumed_at: moment_or_none(row, 8)?,
        held,
        fence: unsigned(at(row, 13)?)?,
        used: unsigned(at(row, 14)?)?,
        revoked_at: moment_or_none(row, 15)?,
        outcome: outcome_at.map(|told| Ok::<_, Fault>((told, at(row, 17)?))).transpose()?,
    })
}

fn covered(row: &Row<'_>) -> Result<Covered, Fault> {
    let until = moment_or_none(row, 14)?;
    let intent = Intent {
        evidence: evidence(row, 3)?,
        server: at(row, 4)?,
        contract: digest(row, 5)?,
        principal: Principal { issuer: at(row, 6)?, subject: at(row, 7)?, client: at(row, 8)? },
        call: call(row, 9, 10)?,
        snapshot: BoundSnapshot { identity: digest(row, 11)?, content: digest(row, 12)? },
        uses: unsigned(at(row, 13)?)?,
        until: until.map_or(Until::AtOnce, Until::At),
    };
    let item = Item { number: unsigned(at(row, 1)?)?, of: unsigned(at(row, 2)?)? };
    Ok(Covered { question: question(row, 0)?, item, intent, intent_hash: digest(row, 15)? })
}

/// The call of a tool with arguments that are stored as canonical JSON, and are nothing else.
fn call(row: &Row<'_>, tool: usize, arguments: usize) -> Result<Call, Fault> {
    let stored = row.get_ref(arguments)?.as_blob().map_err(|error| Fault::Damaged(error.to_string()))?;
    let value = strict::read_bytes(stored).map_err(|_| Fault::Damaged("the arguments are not strict JSON".into()))?;
    let object = value.as_object().ok_or_else(|| Fault::Damaged("the arguments are no object".into()))?;
    let call = Call::new(&at::<String>(row, tool)?, object);
    if call.arguments() == stored { Ok(call) } else { Err(Fault::Damaged("the arguments are not canonical".into())) }
}
