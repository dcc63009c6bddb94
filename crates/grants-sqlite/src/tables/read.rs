//! Values as they are stored, and back. What this program did not write is an error, never a guess.

use crate::Fault;
use consent::{EffectClass, Moment, No, QuestionId};
use grants::audit::What;
use grants::{Broken, GrantId, How, State, stored};
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

/// What a word that is stored stands for.
fn word<T>(row: &Row<'_>, column: usize, meaning: fn(&str) -> Result<T, Broken>) -> Result<T, Fault> {
    let word = row.get_ref(column)?.as_str().map_err(|error| Fault::Damaged(error.to_string()))?;
    meaning(word).map_err(|Broken(what)| Fault::Damaged(what))
}

pub(super) fn state(row: &Row<'_>, column: usize) -> Result<State, Fault> {
    word(row, column, stored::state)
}

pub(super) fn how(row: &Row<'_>, column: usize) -> Result<How, Fault> {
    word(row, column, stored::how)
}

pub(super) fn what(row: &Row<'_>, column: usize) -> Result<What, Fault> {
    word(row, column, stored::what)
}

pub(super) fn effect(row: &Row<'_>, column: usize) -> Result<EffectClass, Fault> {
    word(row, column, stored::effect)
}

pub(super) fn no(row: &Row<'_>, column: usize) -> Result<No, Fault> {
    word(row, column, stored::no)
}

pub(super) fn unsigned<T: TryFrom<i64>>(number: i64) -> Result<T, Fault> {
    T::try_from(number).map_err(|_| Fault::Damaged(format!("the number {number} cannot be")))
}

/// A number as SQLite keeps it.
pub(super) fn signed(number: u64) -> Result<i64, Fault> {
    i64::try_from(number).map_err(|_| Fault::Other(format!("the number {number} is too large to be stored")))
}

/// A moment as SQLite keeps it. The last one that it can keep is as good as any later.
pub(super) fn ms(moment: Moment) -> i64 {
    i64::try_from(moment.ms()).unwrap_or(i64::MAX)
}
