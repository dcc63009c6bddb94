//! Values as they are stored, and back. What this program did not write is an error, never a guess.

use crate::Fault;
use consent::{Intent, Moment, QuestionId};
use grants::audit::Head;
use grants::stored;
use grants::{AttemptId, Broken, Grant, GrantId, Held, Item};
use tokio_postgres::Row;
use wire::Digest;

/// The bytes of a column, as many as there must be.
fn exactly<const N: usize>(bytes: &[u8]) -> Result<[u8; N], Fault> {
    bytes.try_into().map_err(|_| Fault::Damaged(format!("{} bytes where {N} are stored", bytes.len())))
}

pub(super) fn digest(row: &Row, column: usize) -> Result<Digest, Fault> {
    Ok(Digest::from_bytes(exactly(row.try_get(column)?)?))
}

pub(super) fn question(row: &Row, column: usize) -> Result<QuestionId, Fault> {
    Ok(QuestionId::from_bytes(exactly(row.try_get(column)?)?))
}

pub(super) fn question_or_none(row: &Row, column: usize) -> Result<Option<QuestionId>, Fault> {
    let stored: Option<&[u8]> = row.try_get(column)?;
    stored.map(|bytes| Ok(QuestionId::from_bytes(exactly(bytes)?))).transpose()
}

pub(super) fn grant_or_none(row: &Row, column: usize) -> Result<Option<GrantId>, Fault> {
    let stored: Option<&[u8]> = row.try_get(column)?;
    stored.map(|bytes| Ok(GrantId::from_store(Digest::from_bytes(exactly(bytes)?)))).transpose()
}

pub(super) fn unsigned<T: TryFrom<i64>>(row: &Row, column: usize) -> Result<T, Fault> {
    back(row.try_get(column)?)
}

pub(super) fn moment(row: &Row, column: usize) -> Result<Moment, Fault> {
    Ok(Moment::from_store(unsigned(row, column)?))
}

/// A moment that may not have come.
pub(super) fn moment_or_none(row: &Row, column: usize) -> Result<Option<Moment>, Fault> {
    let stored: Option<i64> = row.try_get(column)?;
    stored.map(|ms| Ok(Moment::from_store(back(ms)?))).transpose()
}

/// The value whose word is stored.
pub(super) fn word<T>(row: &Row, column: usize, read: fn(&str) -> Result<T, Broken>) -> Result<T, Fault> {
    read(row.try_get(column)?).map_err(damaged)
}

fn damaged(Broken(what): Broken) -> Fault {
    Fault::Damaged(what)
}

/// A number as the database keeps it: signed, with 64 bits.
pub(super) fn signed(number: u64) -> Result<i64, Fault> {
    i64::try_from(number).map_err(|_| Fault::Other(format!("the number {number} is too large to be stored")))
}

/// A number as it was stored.
pub(super) fn back<T: TryFrom<i64>>(number: i64) -> Result<T, Fault> {
    T::try_from(number).map_err(|_| Fault::Damaged(format!("the number {number} cannot be")))
}

/// The last row of a chain, from this column on, where it has one.
pub(super) fn head(row: &Row, from: usize) -> Result<Option<Head>, Fault> {
    let place: Option<i64> = row.try_get(from)?;
    let head = |place| Ok(Head { place: back(place)?, chain: digest(row, from + 1)?, at: moment(row, from + 2)? });
    place.map(head).transpose()
}

pub(super) fn ms(moment: Moment) -> Result<i64, Fault> {
    signed(moment.ms())
}

pub(super) fn ms_or_none(moment: Option<Moment>) -> Result<Option<i64>, Fault> {
    moment.map(ms).transpose()
}

/// What a yes covers.
struct Approved {
    question: QuestionId,
    item: Item,
    intent: Intent,
    intent_hash: Digest,
}

/// A whole grant, in the order of its columns. What is stored of its approval must be what was stored: it is what will run.
pub(super) fn grant(row: &Row) -> Result<Grant, Fault> {
    let id = GrantId::from_store(digest(row, 5)?);
    let grant = columns(row, id).map_err(|fault| match fault {
        Fault::Damaged(what) => Fault::Damaged(format!("the grant {id}: {what}")),
        other => other,
    })?;
    if grant.intent.hash() == grant.intent_hash {
        return Ok(grant);
    }
    Err(Fault::Damaged(format!("the grant {id}: what was approved is not what is stored")))
}

/// A grant whose approval was read before, with what became of it.
pub(super) fn grant_known(row: &Row, known: &Grant) -> Result<Grant, Fault> {
    if digest(row, 5)? != *known.id.digest() {
        return Err(Fault::Damaged(format!("another grant than {} was claimed", known.id)));
    }
    let Grant { question, item, intent, intent_hash, .. } = known.clone();
    became(row, known.id, Approved { question, item, intent, intent_hash })
}

fn columns(row: &Row, id: GrantId) -> Result<Grant, Fault> {
    let approval = Approved {
        question: question(row, 0)?,
        item: Item { number: unsigned(row, 1)?, of: unsigned(row, 2)? },
        intent: stored::read_intent(row.try_get(3)?).map_err(damaged)?,
        intent_hash: digest(row, 4)?,
    };
    became(row, id, approval)
}

fn became(row: &Row, id: GrantId, approval: Approved) -> Result<Grant, Fault> {
    let outcome_at = moment_or_none(row, 20)?;
    let Approved { question, item, intent, intent_hash } = approval;
    Ok(Grant {
        question,
        item,
        intent,
        intent_hash,
        id,
        effect: word(row, 6, stored::effect)?,
        epoch: unsigned(row, 7)?,
        issued_at: moment(row, 8)?,
        not_before: moment(row, 9)?,
        expires_at: moment(row, 10)?,
        state: word(row, 11, stored::state)?,
        consumed_at: moment_or_none(row, 12)?,
        held: held(row)?,
        fence: unsigned(row, 17)?,
        used: unsigned(row, 18)?,
        revoked_at: moment_or_none(row, 19)?,
        outcome: outcome_at.map(|at| Ok::<_, Fault>((at, row.try_get(21)?))).transpose()?,
    })
}

fn held(row: &Row) -> Result<Option<Held>, Fault> {
    let stored: Option<&[u8]> = row.try_get(13)?;
    let Some(attempt) = stored else { return Ok(None) };
    Ok(Some(Held {
        attempt: AttemptId::from_bytes(exactly(attempt)?),
        since: moment(row, 14)?,
        act_by: moment(row, 15)?,
        how: word(row, 16, stored::how)?,
    }))
}
