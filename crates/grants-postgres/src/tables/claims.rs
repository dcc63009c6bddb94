//! The claim: one conditional write, which alone decides.

use super::read::{back, grant, grant_known, head, ms_or_none, unsigned};
use super::{Tables, no_store, sql};
use crate::Fault;
use crate::connection::Step;
use consent::Moment;
use grants::{Bid, Grant};
use std::sync::atomic::Ordering;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

/// The longest lease that is worth adding: some millions of years.
const LONGEST: i64 = 1 << 60;

impl Tables<'_> {
    /// Waits for a grant, and claims it at the moment after the wait, or at the given one; or ends it where its principal
    /// may no longer do this. The row as written, or none where the condition did not hold.
    pub(super) fn claim_grant(&mut self, bid: &Bid, at: Option<Moment>) -> Result<(Moment, Option<Grant>), Fault> {
        let (seen, given) = (self.seen.time.load(Ordering::SeqCst), ms_or_none(at)?);
        let bound = Bound::of(bid);
        let lock = Step::Query(sql::LOCK_GRANT, vec![&bound.id]);
        let answers = self.ask(vec![lock, bound.step(&seen, &given)])?;
        let row = first(answers.into_iter().next_back())?;
        let at = self.read_time(&row, at.is_some())?;
        let Some(number) = row.try_get(sql::NUMBER)? else { return Ok((at, None)) };
        let grant = grant(&row)?;
        // Whoever was overtaken once locks the chain before they read it.
        if !self.careful && !self.heads.contains_key(&Some(grant.question)) {
            self.heads.insert(Some(grant.question), head(&row, sql::HEAD_OF_CLAIM)?);
            self.drawn = Some(number);
        }
        Ok((at, Some(grant)))
    }

    /// Claims grants that were read before, as far as nobody else has their rows, with their audit rows, and commits that: each
    /// as written, where it was. No two bids are for one question.
    pub(crate) fn claim_free(&mut self, bids: &[&(Bid, Grant)]) -> Result<Vec<Option<Grant>>, Fault> {
        let seen = self.seen.time.load(Ordering::SeqCst);
        let free: Vec<_> = bids.iter().map(|(bid, known)| Free::of(bid, known)).collect();
        let rows = match &free[..] {
            [free] => self.send_alone(sql::TAKE_ONE_FREE, &free.parameters(&seen))?,
            several => self.send_alone(sql::TAKE_FREE, &Several::of(several).parameters(&seen))?,
        };
        self.read_time(rows.first().ok_or_else(no_store)?, false)?;
        let mut claimed: Vec<_> = bids.iter().map(|_| None).collect();
        for row in &rows {
            let Some(place) = row.try_get::<_, Option<i64>>(sql::PLACE)? else { continue };
            let of = back::<usize>(place)?.checked_sub(1).and_then(|place| bids.get(place).zip(claimed.get_mut(place)));
            let ((_, known), claimed) = of.ok_or_else(no_store)?;
            *claimed = Some(grant_known(row, known)?);
            self.seen.row.fetch_max(row.try_get(sql::NUMBER)?, Ordering::SeqCst);
        }
        Ok(claimed)
    }

    /// The time that a claim was held against. A given one is none that the database told.
    fn read_time(&mut self, row: &Row, given: bool) -> Result<Moment, Fault> {
        self.epoch = Some(unsigned(row, sql::EPOCH)?);
        if given { Ok(Moment::from_store(unsigned(row, sql::AT)?)) } else { self.told(row.try_get(sql::AT)?) }
    }
}

/// A bid as the parameters of its statement.
struct Bound<'a> {
    id: &'a [u8],
    arg_hash: &'a [u8],
    server: &'a [u8],
    contract: &'a [u8],
    attempt: &'a [u8],
    lease: i64,
    authorized: bool,
}

impl<'a> Bound<'a> {
    fn of(bid: &'a Bid) -> Self {
        let claiming = &bid.claiming;
        Self {
            id: claiming.grant.digest().bytes(),
            arg_hash: claiming.arg_hash.bytes(),
            server: claiming.server.bytes(),
            contract: claiming.contract.bytes(),
            attempt: claiming.attempt.bytes(),
            lease: i64::try_from(claiming.lease_ms).unwrap_or(LONGEST).min(LONGEST),
            authorized: bid.authorized,
        }
    }

    fn step<'b>(&'b self, seen: &'b i64, at: &'b Option<i64>) -> Step<'b> {
        let bound: [&(dyn ToSql + Sync); 5] = [&self.id, &self.arg_hash, &self.server, &self.contract, &self.attempt];
        let besides: [&(dyn ToSql + Sync); 3] = [seen, at, &self.lease];
        let sql = if self.authorized { sql::TAKE } else { sql::END };
        Step::Query(sql, bound.into_iter().chain(besides).collect())
    }
}

/// A bid for a grant that was read before, with what its audit row says besides.
struct Free<'a> {
    bound: Bound<'a>,
    question: &'a [u8],
    subject: &'a str,
    tool: &'a str,
}

impl<'a> Free<'a> {
    fn of(bid: &'a Bid, known: &'a Grant) -> Self {
        Self {
            bound: Bound::of(bid),
            question: known.question.bytes(),
            subject: &known.intent.principal.subject,
            tool: known.intent.call.tool(),
        }
    }

    fn parameters<'b>(&'b self, seen: &'b i64) -> [&'b (dyn ToSql + Sync); 10] {
        let Self { bound, question, subject, tool } = self;
        let Bound { id, arg_hash, server, contract, attempt, lease, .. } = bound;
        [id, arg_hash, server, contract, attempt, lease, question, subject, tool, seen]
    }
}

/// The same of several, column by column.
#[derive(Default)]
struct Several<'a> {
    ids: Vec<&'a [u8]>,
    arg_hashes: Vec<&'a [u8]>,
    servers: Vec<&'a [u8]>,
    contracts: Vec<&'a [u8]>,
    attempts: Vec<&'a [u8]>,
    leases: Vec<i64>,
    questions: Vec<&'a [u8]>,
    subjects: Vec<&'a str>,
    tools: Vec<&'a str>,
}

impl<'a> Several<'a> {
    fn of(several: &[Free<'a>]) -> Self {
        let mut columns = Self::default();
        for Free { bound, question, subject, tool } in several {
            columns.ids.push(bound.id);
            columns.arg_hashes.push(bound.arg_hash);
            columns.servers.push(bound.server);
            columns.contracts.push(bound.contract);
            columns.attempts.push(bound.attempt);
            columns.leases.push(bound.lease);
            columns.questions.push(question);
            columns.subjects.push(subject);
            columns.tools.push(tool);
        }
        columns
    }

    fn parameters<'b>(&'b self, seen: &'b i64) -> [&'b (dyn ToSql + Sync); 10] {
        let Self { ids, arg_hashes, servers, contracts, attempts, leases, questions, subjects, tools } = self;
        [ids, arg_hashes, servers, contracts, attempts, leases, questions, subjects, tools, seen]
    }
}

/// The one row of an answer.
fn first(answer: Option<Vec<Row>>) -> Result<Row, Fault> {
    answer.unwrap_or_default().into_iter().next().ok_or_else(no_store)
}
