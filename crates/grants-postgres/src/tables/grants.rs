//! Grants: what a yes covers, and what became of it.

use super::read::{self, ms, ms_or_none, signed};
use super::{Tables, no_store, sql};
use crate::Fault;
use crate::work::Kind;
use consent::QuestionId;
use grants::stored::write_intent;
use grants::{Grant, GrantId, State, Which};
use tokio_postgres::types::ToSql;

impl Tables<'_> {
    pub(super) fn insert_grant(&mut self, grant: &Grant) -> Result<bool, Fault> {
        let Grant { question, item, intent, .. } = grant;
        let (arg_hash, server, principal) = (intent.call.arg_hash(), intent.server_digest(), intent.principal.digest());
        let became = Became::of(grant)?;
        let mut parameters: Vec<&(dyn ToSql + Sync)> = Vec::new();
        let (question, intent_hash, id) =
            (question.bytes().as_slice(), grant.intent_hash.bytes().as_slice(), grant.id.digest().bytes().as_slice());
        let (arg_hash, server, contract, principal) = (
            arg_hash.bytes().as_slice(),
            server.bytes().as_slice(),
            intent.contract.bytes().as_slice(),
            principal.bytes().as_slice(),
        );
        let (number, of, uses) = (i64::from(item.number), i64::from(item.of), i64::from(intent.uses));
        let (written, effect, epoch) = (write_intent(intent), grant.effect.word(), signed(grant.epoch)?);
        let (issued_at, not_before, expires_at) = (ms(grant.issued_at)?, ms(grant.not_before)?, ms(grant.expires_at)?);
        parameters.extend::<[&(dyn ToSql + Sync); 5]>([&question, &number, &of, &written, &intent_hash]);
        parameters.extend::<[&(dyn ToSql + Sync); 5]>([&id, &arg_hash, &server, &contract, &principal]);
        parameters.extend::<[&(dyn ToSql + Sync); 6]>([&effect, &epoch, &uses, &issued_at, &not_before, &expires_at]);
        became.add_to(&mut parameters);
        Ok(self.row_of_one(sql::INSERT, &parameters)?.is_some())
    }

    pub(super) fn find_grant(&mut self, grant: GrantId) -> Result<Option<Grant>, Fault> {
        let sql = if self.kind == Kind::Write { sql::FIND_LOCKED } else { sql::FIND };
        let found = self.row_of_one(sql, &[&grant.digest().bytes().as_slice()])?;
        found.map(|row| read::grant(&row)).transpose()
    }

    /// The grants with these ids, in any order.
    pub(crate) fn find_all(&mut self, grants: &[&GrantId]) -> Result<Vec<Grant>, Fault> {
        let ids: Vec<_> = grants.iter().map(|grant| grant.digest().bytes().as_slice()).collect();
        self.grants(sql::FIND_ALL, &[&ids])
    }

    pub(super) fn grants_of_question(&mut self, question: QuestionId) -> Result<Vec<Grant>, Fault> {
        let sql = if self.kind == Kind::Write { sql::OF_QUESTION_LOCKED } else { sql::OF_QUESTION };
        self.grants(sql, &[&question.bytes().as_slice()])
    }

    /// Writes what became of a grant, where it still is as it was before.
    pub(super) fn replace_grant(&mut self, before: &Grant, after: &Grant) -> Result<bool, Fault> {
        let after = Became::of(after)?;
        let (id, state) = (before.id.digest().bytes().as_slice(), before.state.word());
        let (fence, used, revoked_at) = (signed(before.fence)?, i64::from(before.used), ms_or_none(before.revoked_at)?);
        let mut parameters = Vec::new();
        after.add_to(&mut parameters);
        parameters.extend::<[&(dyn ToSql + Sync); 5]>([&id, &state, &fence, &used, &revoked_at]);
        Ok(self.row_of_one(sql::REPLACE, &parameters)?.is_some())
    }

    pub(super) fn select_grants(
        &mut self,
        which: Which,
        after: Option<GrantId>,
        limit: usize,
    ) -> Result<Vec<Grant>, Fault> {
        let after = after.as_ref().map_or(&[][..], |grant| grant.digest().bytes().as_slice());
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        match which {
            Which::All => self.grants(sql::ALL, &[&after, &limit]),
            Which::Open => self.grants(sql::OPEN, &[&after, &limit]),
            Which::OpenOf(principal) => self.grants(sql::OPEN_OF, &[&after, &limit, &principal.bytes().as_slice()]),
            Which::In(State::Indeterminate) => self.grants(sql::UNKNOWN, &[&after, &limit]),
            Which::In(state) if state.is_open() => self.grants(sql::OPEN_IN, &[&after, &limit, &state.word()]),
            Which::In(state) => self.grants(sql::IN, &[&after, &limit, &state.word()]),
        }
    }

    pub(super) fn count_grants(&mut self, state: State) -> Result<u64, Fault> {
        let row = self.row_of_one(sql::COUNT, &[&state.word()])?.ok_or_else(no_store)?;
        Ok(row.try_get::<_, i64>(0)?.unsigned_abs())
    }

    fn grants(&mut self, sql: &'static str, parameters: &[&(dyn ToSql + Sync)]) -> Result<Vec<Grant>, Fault> {
        self.rows_of_one(sql, parameters)?.iter().map(read::grant).collect()
    }
}

/// What became of a grant, as it is stored.
struct Became {
    state: &'static str,
    consumed_at: Option<i64>,
    attempt: Option<Vec<u8>>,
    since: Option<i64>,
    act_by: Option<i64>,
    how: Option<&'static str>,
    fence: i64,
    used: i64,
    revoked_at: Option<i64>,
    outcome_at: Option<i64>,
    outcome: Option<String>,
}

impl Became {
    fn of(grant: &Grant) -> Result<Self, Fault> {
        let held = grant.held.as_ref();
        Ok(Self {
            state: grant.state.word(),
            consumed_at: ms_or_none(grant.consumed_at)?,
            attempt: held.map(|held| held.attempt.bytes().to_vec()),
            since: ms_or_none(held.map(|held| held.since))?,
            act_by: ms_or_none(held.map(|held| held.act_by))?,
            how: held.map(|held| held.how.word()),
            fence: signed(grant.fence)?,
            used: i64::from(grant.used),
            revoked_at: ms_or_none(grant.revoked_at)?,
            outcome_at: ms_or_none(grant.outcome.as_ref().map(|(at, _)| *at))?,
            outcome: grant.outcome.as_ref().map(|(_, text)| text.clone()),
        })
    }

    /// In the order of the statements that write it.
    fn add_to<'a>(&'a self, parameters: &mut Vec<&'a (dyn ToSql + Sync)>) {
        let Self { state, consumed_at, attempt, since, act_by, how, fence, used, revoked_at, outcome_at, outcome } =
            self;
        parameters.extend::<[&(dyn ToSql + Sync); 6]>([state, consumed_at, attempt, since, act_by, how]);
        parameters.extend::<[&(dyn ToSql + Sync); 5]>([fence, used, revoked_at, outcome_at, outcome]);
    }
}
