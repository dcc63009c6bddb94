//! Values as they are stored, and back. What this program did not write is an error, never a guess.

use crate::Fault;
use consent::{EffectClass, Evidence, Moment, No, QuestionId};
use grants::audit::What;
use grants::{GrantId, How, State};
use rusqlite::Row;
use rusqlite::types::FromSql;
use wire::Digest;

/// A value of a column.
pub(super) fn at<T: FromSql>(row: &Row<'_>, column: usize) -> Result<T, Fault> {
    Ok(row.get(column)?)
}

pub(super) fn digest(row: &Row<'_>, column: usize) -> Result<Digest, Fault> {
    Ok(Digest::from_bytes(at(row, column)?))
}

pub(super) fn question(row: &Row<'_>, column: usize) -> Result<QuestionId, Fault> {
    Ok(QuestionId::from_bytes(at(row, column)?))
}

pub(super) fn grant_id(row: &Row<'_>, column: usize) -> Result<GrantId, Fault> {
    Ok(GrantId::from_store(digest(row, column)?))
}

pub(super) fn moment(row: &Row<'_>, column: usize) -> Result<Moment, Fault> {
    Ok(Moment::from_store(unsigned(at(row, column)?)?))
}

/// A moment that may not have come.
pub(super) fn moment_or_none(row: &Row<'_>, column: usize) -> Result<Option<Moment>, Fault> {
    at::<Option<i64>>(row, column)?.map(|ms| Ok(Moment::from_store(unsigned(ms)?))).transpose()
}

/// The one of these values whose word is stored.
pub(super) fn word<T: Copy>(row: &Row<'_>, column: usize, all: &[T], word: fn(T) -> &'static str) -> Result<T, Fault> {
    let stored = row.get_ref(column)?.as_str().map_err(|error| Fault::Damaged(error.to_string()))?;
    let known = all.iter().copied().find(|one| word(*one) == stored);
    known.ok_or_else(|| Fault::Damaged(format!("the word {stored:?} is not known")))
}

pub(super) fn state(row: &Row<'_>, column: usize) -> Result<State, Fault> {
    word(row, column, State::ALL, State::word)
}

pub(super) fn how(row: &Row<'_>, column: usize) -> Result<How, Fault> {
    word(row, column, How::ALL, How::word)
}

pub(super) fn what(row: &Row<'_>, column: usize) -> Result<What, Fault> {
    word(row, column, What::ALL, What::word)
}

pub(super) fn effect(row: &Row<'_>, column: usize) -> Result<EffectClass, Fault> {
    const ALL: &[EffectClass] = &[
        EffectClass::Read,
        EffectClass::Transactional,
        EffectClass::Staged,
        EffectClass::Keyed,
        EffectClass::Conditional,
        EffectClass::AtMostOnce,
    ];
    word(row, column, ALL, EffectClass::word)
}

pub(super) fn evidence(row: &Row<'_>, column: usize) -> Result<Evidence, Fault> {
    const ALL: &[Evidence] = &[Evidence::ReportedByClient, Evidence::ProvenOnPage, Evidence::Signed];
    word(row, column, ALL, Evidence::word)
}

pub(super) fn no(row: &Row<'_>, column: usize) -> Result<No, Fault> {
    word(row, column, &[No::InTheForm, No::Declined, No::Cancelled], No::word)
}

pub(super) fn unsigned<T: TryFrom<i64>>(number: i64) -> Result<T, Fault> {
    T::try_from(number).map_err(|_| Fault::Damaged(format!("the number {number} cannot be")))
}

/// A number as SQLite keeps it.
pub(super) fn signed(number: u64) -> Result<i64, Fault> {
    i64::try_from(number).map_err(|_| Fault::Other(format!("the number {number} is too large to be stored")))
}

pub(super) fn ms(moment: Moment) -> Result<i64, Fault> {
    signed(moment.ms())
}

pub(super) fn ms_or_none(moment: Option<Moment>) -> Result<Option<i64>, Fault> {
    moment.map(ms).transpose()
}
