//! Whether the audit is whole, and what it says of one question.

use super::{Head, Row, What};
use consent::{Moment, QuestionId};
use std::collections::{BTreeMap, BTreeSet};

/// Checks every chain.
///
/// Rows that are cut off at the end leave no trace in those that are left: whoever must see that keeps the last row's
/// number and chain value somewhere else.
///
/// # Errors
///
/// The place, counted from 1, of the first row that does not follow from those before it.
pub fn verify(rows: &[Row]) -> Result<(), u64> {
    let mut heads: BTreeMap<Option<QuestionId>, Head> = BTreeMap::new();
    let mut number = 0;
    for (row, place) in rows.iter().zip(1..) {
        let head = heads.get(&row.about.question);
        let follows = row.number > number && row.place == head.map_or(1, |head| head.place.saturating_add(1));
        if !follows || row.chain != row.link(head.map(|head| head.chain)) {
            return Err(place);
        }
        number = row.number;
        heads.insert(row.about.question, row.head());
    }
    Ok(())
}

/// The rows of one question, from the asking to the outcome: which approval allowed this effect.
pub fn story(rows: &[Row], question: QuestionId) -> impl Iterator<Item = &Row> {
    rows.iter().filter(move |row| row.about.question == Some(question))
}

/// The questions whose time to answer has passed at `now` and that nobody answered: of each the row of its first asking. They have no approver
/// and never will: nothing is written when a question expires, for nothing happens.
#[must_use]
pub fn unanswered(rows: &[Row], now: Moment) -> Vec<&Row> {
    let answers = rows.iter().filter(|row| matches!(row.what, What::Denied | What::Issued));
    let mut done: BTreeSet<_> = answers.map(|row| row.about.question).collect();
    let late = |row: &&Row| row.answer_by.is_some_and(|answer_by| now >= answer_by);
    rows.iter().filter(late).filter(|row| done.insert(row.about.question)).collect()
}
