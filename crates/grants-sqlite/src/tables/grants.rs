//! Grants: what a yes covers, and what became of it.

use super::kept::rows_of;
use super::read::{at, digest, effect, grant_id, how, moment, moment_or_none, ms, question, signed, state, unsigned};
use super::{Tables, no_store};
use crate::Fault;
use crate::connection::{change, one, rows};
use crate::opening::Place;
use crate::remembered::Covered;
use crate::schema;
use crate::time::Time;
use consent::{EffectClass, Intent, Moment, QuestionId};
use grants::{AttemptId, Broken, Grant, GrantId, Held, Item, State, Which, stored};
use rusqlite::{Connection, Params, Row, params};
use std::sync::{Arc, LazyLock};
use wire::Digest;

/// What became of a grant, in the order in which it is read.
pub(super) const BECAME: &str = "number, id, effect, epoch, issued_at, not_before, expires_at, state, consumed_at, \
     attempt, held_since, act_by, how, fence, used, revoked_at, outcome_at, outcome";

/// The first column after these.
const OF_COVERED: usize = 18;

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

impl Tables<'_> {
    pub(super) fn insert_grant(&mut self, grant: &Grant) -> Result<bool, Fault> {
        let Grant { question, item, intent, .. } = grant;
        let sql = "INSERT INTO gates_approvals (question, item, items, intent, intent_hash) VALUES (?1, ?2, ?3, ?4, ?5) \
             ON CONFLICT (question, item) DO NOTHING";
        let bytes = stored::write_intent(intent);
        let text = str::from_utf8(&bytes).map_err(|error| Fault::Other(error.to_string()))?;
        let parameters = (question.bytes(), item.number, item.of, text, grant.intent_hash.bytes());
        if change(self.connection, sql, parameters)? == 0 {
            return Ok(false);
        }
        let sql = "INSERT INTO gates_grants (number, id, arg_hash, server, contract, principal, effect, epoch, uses, issued_at, \
             not_before, expires_at, state, open, consumed_at, attempt, held_since, act_by, how, fence, used, revoked_at, \
             outcome_at, outcome) VALUES \
             (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24)";
        let (arg_hash, server, principal) = (intent.call.arg_hash(), intent.server_digest(), intent.principal.digest());
        let held = grant.held.as_ref();
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
            ms(grant.issued_at),
            ms(grant.not_before),
            ms(grant.expires_at),
            grant.state.word(),
            grant.state.is_open(),
            grant.consumed_at.map(ms),
            held.map(|held| *held.attempt.bytes()),
            held.map(|held| ms(held.since)),
            held.map(|held| ms(held.act_by)),
            held.map(|held| held.how.word()),
            signed(grant.fence)?,
            grant.used,
            grant.revoked_at.map(ms),
            grant.outcome.as_ref().map(|(at, _)| ms(*at)),
            grant.outcome.as_ref().map(|(_, text)| text),
        ];
        change(self.connection, sql, parameters)?;
        self.counts.stored = self.counts.stored.saturating_add(1);
        Ok(true)
    }

    pub(super) fn find_grant(&self, grant: GrantId) -> Result<Option<Grant>, Fault> {
        static SQL: LazyLock<String> = LazyLock::new(|| selected("WHERE id = ?1"));
        let found = one(self.connection, &SQL, (grant.digest().bytes(),), became)?;
        found.map(|became| self.whole(became)).transpose()
    }

    pub(super) fn grants_of_question(&self, question: QuestionId) -> Result<Vec<Grant>, Fault> {
        let sql = selected("WHERE number IN (SELECT number FROM gates_approvals WHERE question = ?1)");
        let mut found = self.whole_rows(&sql, (question.bytes(),))?;
        found.sort_by_key(|grant| grant.item.number);
        Ok(found)
    }

    pub(super) fn count_grants(&self, state: State) -> Result<u64, Fault> {
        let sql = "SELECT count(*) FROM gates_grants WHERE state = ?1";
        let count = one(self.connection, sql, (state.word(),), |row| Ok(row.get::<_, i64>(0)?))?;
        Ok(count.unwrap_or_default().unsigned_abs())
    }

    /// Writes what became of a grant, where it still is as it was before.
    pub(super) fn replace_grant(&self, before: &Grant, after: &Grant) -> Result<bool, Fault> {
        let sql = "UPDATE gates_grants SET state = ?1, open = ?2, consumed_at = ?3, attempt = ?4, held_since = ?5, act_by = ?6, \
             how = ?7, fence = ?8, used = ?9, revoked_at = ?10, outcome_at = ?11, outcome = ?12 \
             WHERE id = ?13 AND state = ?14 AND fence = ?15 AND used = ?16 AND revoked_at IS ?17";
        let held = after.held.as_ref();
        let parameters = params![
            after.state.word(),
            after.state.is_open(),
            after.consumed_at.map(ms),
            held.map(|held| *held.attempt.bytes()),
            held.map(|held| ms(held.since)),
            held.map(|held| ms(held.act_by)),
            held.map(|held| held.how.word()),
            signed(after.fence)?,
            after.used,
            after.revoked_at.map(ms),
            after.outcome.as_ref().map(|(at, _)| ms(*at)),
            after.outcome.as_ref().map(|(_, text)| text),
            before.id.digest().bytes(),
            before.state.word(),
            signed(before.fence)?,
            before.used,
            before.revoked_at.map(ms),
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
        let limit = rows_of(limit);
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

    /// What the yes of a grant covers, from its bytes. It must be what was stored: it is what will run.
    fn covered(&self, became: &Became) -> Result<Arc<Covered>, Fault> {
        let sql = "SELECT question, item, items, intent, intent_hash FROM gates_approvals WHERE number = ?1";
        let covered = one(self.connection, sql, (became.number,), |row| covered(row, 0, became.id))?;
        let covered = Arc::new(covered.ok_or_else(|| unreadable(became.id, "it has no approval"))?);
        if self.committed {
            self.place.remembered.keep(became.id, &covered);
        }
        Ok(covered)
    }

    fn whole_rows(&self, sql: &str, parameters: impl Params) -> Result<Vec<Grant>, Fault> {
        let found = rows(self.connection, sql, parameters, became)?;
        found.into_iter().map(|became| self.whole(became)).collect()
    }

    /// A grant with what its yes covers.
    pub(super) fn whole(&self, became: Became) -> Result<Grant, Fault> {
        let covered = match self.place.remembered.of(became.id) {
            Some(covered) => covered,
            None => self.covered(&became)?,
        };
        Ok(became.with(&covered))
    }
}

impl Became {
    /// A grant whose approval was read before, with what became of it.
    pub(super) fn of_known(self, known: Grant) -> Grant {
        let Grant { question, item, intent, intent_hash, .. } = known;
        self.of(question, item, intent, intent_hash)
    }

    fn with(self, covered: &Covered) -> Grant {
        let Covered { question, item, intent, intent_hash } = covered;
        self.of(*question, *item, intent.clone(), *intent_hash)
    }

    pub(super) fn is_of(&self, grant: &Grant) -> bool {
        self.id == grant.id
    }

    fn of(self, question: QuestionId, item: Item, intent: Intent, intent_hash: Digest) -> Grant {
        let Self { number: _, id, effect, epoch, issued_at, not_before, expires_at, state, .. } = self;
        let Self { consumed_at, held, fence, used, revoked_at, outcome, .. } = self;
        Grant {
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
        }
    }
}

/// A grant as it is committed now: one statement, with no transaction around it.
pub(crate) fn find(connection: &Connection, time: &Time, place: &Place, id: GrantId) -> Result<Option<Grant>, Fault> {
    static SQL: LazyLock<String> = LazyLock::new(|| {
        let became = BECAME.split(", ").map(|column| format!("g.{column}")).collect::<Vec<_>>().join(", ");
        format!(
            "SELECT {became}, question, item, items, intent, intent_hash, least, high_water FROM gates_store \
             LEFT JOIN gates_grants AS g ON g.id = ?1 LEFT JOIN gates_approvals AS a ON a.number = g.number"
        )
    });
    place.holds()?;
    let found = one(connection, &SQL, (id.digest().bytes(),), |row| {
        schema::usable(at(row, OF_COVERED + 5)?)?;
        time.at_least(unsigned(at(row, OF_COVERED + 6)?)?);
        if at::<Option<i64>>(row, 0)?.is_none() {
            return Ok(None);
        }
        let became = became(row)?;
        let covered = match place.remembered.of(became.id) {
            Some(covered) => covered,
            None => Arc::new(covered(row, OF_COVERED, became.id)?),
        };
        place.remembered.keep(became.id, &covered);
        Ok(Some(became.with(&covered)))
    })?;
    found.ok_or_else(no_store)
}

/// What a yes covers, from five columns.
fn covered(row: &Row<'_>, first: usize, id: GrantId) -> Result<Covered, Fault> {
    let unreadable = |what: &str| unreadable(id, what);
    if at::<Option<i64>>(row, first + 1)?.is_none() {
        return Err(unreadable("it has no approval"));
    }
    let stored = row.get_ref(first + 3)?.as_bytes().map_err(|error| unreadable(&error.to_string()))?;
    let intent = stored::read_intent(stored).map_err(|Broken(what)| unreadable(&what))?;
    let item = Item { number: unsigned(at(row, first + 1)?)?, of: unsigned(at(row, first + 2)?)? };
    let covered = Covered { question: question(row, first)?, item, intent, intent_hash: digest(row, first + 4)? };
    if covered.intent.hash() == covered.intent_hash {
        Ok(covered)
    } else {
        Err(unreadable("what was approved is not what is stored"))
    }
}

fn unreadable(id: GrantId, what: &str) -> Fault {
    Fault::Damaged(format!("the grant {id}: {what}"))
}

fn selected(condition: &str) -> String {
    format!("SELECT {BECAME} FROM gates_grants {condition}")
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
