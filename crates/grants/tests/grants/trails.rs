//! Rows and checkpoints that somebody made up, with chain values that fit.

use crate::{alice, at, call, id};
use consent::{Moment, QuestionId};
use twogates_grants::audit::{About, Checkpoint, Covered, Entry, Flaw, Head, Row, Trail, What, verify};

/// Rows of these questions, one after the other, a millisecond apart: each with the chain value that follows.
fn rows(of: &[Option<QuestionId>]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for (question, number) in of.iter().zip(1..) {
        let about = About { question: *question, ..About::of(&alice(), &call("notes.txt")) };
        let entry = Entry::new(at(number), What::Refused, about, "tampered");
        let head = rows.iter().rev().find(|row| row.about.question == *question).map(Row::head);
        rows.push(Row::after(&entry, number, head.as_ref()));
    }
    rows
}

fn cover(rows: &[Row], numbers: &[u64]) -> Vec<Covered> {
    let covered = rows.iter().filter(|row| numbers.contains(&row.number));
    covered.map(|row| Covered { question: row.about.question, head: row.head() }).collect()
}

/// Checkpoints over the rows with these numbers, each after the one before.
fn trail(rows: Vec<Row>, covered: &[&[u64]], forgot_before: Option<Moment>) -> Trail {
    let mut checkpoints: Vec<Checkpoint> = Vec::new();
    for numbers in covered {
        let forgot = forgot_before.filter(|_| checkpoints.len() + 1 == covered.len());
        checkpoints.push(Checkpoint::after(checkpoints.last(), at(100), forgot, cover(&rows, numbers)));
    }
    Trail { checkpoints, rows }
}

/// These rows, and the last one as somebody else would write it: with this number, and after another head.
fn rewritten(rows: &[Row], number: u64, after: impl Fn(Head) -> Head) -> Vec<Row> {
    let mut rows = rows.to_vec();
    let Row { at, what, about, code, note, answer_by, .. } = rows.pop().unwrap();
    let head = rows.iter().rev().find(|row| row.about.question == about.question).map(Row::head);
    let entry = Entry { at, what, about, code, note, answer_by };
    rows.push(Row::after(&entry, number, head.map(after).as_ref()));
    rows
}

const LOOSE: Option<QuestionId> = None;

/// The chain of its question holds, and it does not stand where it says.
#[test]
fn a_row_stands_behind_every_row_before_it() {
    let whole = rows(&[Some(id(1)), Some(id(2)), Some(id(1)), Some(id(2))]);
    assert_eq!(trail(whole.clone(), &[&[3, 4]], None).verify(), Ok(()));
    for number in [3, 2] {
        let forged = rewritten(&whole, number, |head| head);
        assert_eq!(verify(&forged), Err(4));
        assert_eq!(trail(forged, &[], None).verify(), Err(Flaw::Row(number)));
    }
    let forged = rewritten(&whole, 4, |head| Head { place: head.place + 1, ..head });
    assert_eq!(trail(forged, &[], None).verify(), Err(Flaw::Row(4)), "a place was left out");
}

#[test]
fn a_checkpoint_stands_behind_the_one_before() {
    let whole = trail(rows(&[LOOSE, LOOSE]), &[&[1], &[2]], None);
    assert_eq!(whole.verify(), Ok(()));
    let changes: [fn(&mut Checkpoint); 2] = [|last| last.number = 3, |last| last.previous = None];
    for change in changes {
        let mut forged = whole.clone();
        let last = forged.checkpoints.last_mut().unwrap();
        change(last);
        last.chain = last.link();
        let number = last.number;
        assert_eq!(forged.verify(), Err(Flaw::Checkpoint(number)));
    }
}

/// What it covers is what is there: place, chain value and time.
#[test]
fn a_checkpoint_covers_the_rows_as_they_are() {
    let rows = rows(&[LOOSE, LOOSE]);
    let other = cover(&rows, &[1])[0].head;
    let changes: [&dyn Fn(&mut Head); 2] = [&|head| head.chain = other.chain, &|head| head.at = head.at.later(1)];
    for change in changes {
        let mut covered = cover(&rows, &[2]);
        change(&mut covered[0].head);
        let forged = Trail { checkpoints: vec![Checkpoint::after(None, at(100), None, covered)], rows: rows.clone() };
        assert_eq!(forged.verify(), Err(Flaw::Checkpoint(1)));
    }
}

/// A question may be gone whose last row is older than the moment that the operator gave, and no later one.
#[test]
fn what_is_gone_was_older_than_what_was_forgotten() {
    let of = [Some(id(1)), Some(id(1)), Some(id(2))];
    for (forgot_before, expected) in
        [(None, Err(Flaw::Gone(1))), (Some(at(2)), Err(Flaw::Gone(1))), (Some(at(3)), Ok(()))]
    {
        let mut forgotten = trail(rows(&of), &[&[2], &[3]], forgot_before);
        forgotten.rows.retain(|row| row.about.question != Some(id(1)));
        assert_eq!(forgotten.verify(), expected, "{forgot_before:?}");
    }
}

/// Of a question's rows all are forgotten or none.
#[test]
fn a_question_is_not_gone_in_part() {
    let whole = trail(rows(&[Some(id(1)), Some(id(1)), Some(id(1))]), &[&[1], &[3]], Some(at(50)));
    let without = |number| {
        let mut cut = whole.clone();
        cut.rows.retain(|row| row.number != number);
        cut.verify()
    };
    assert_eq!([1, 2, 3].map(without), [Err(Flaw::Row(2)), Err(Flaw::Row(3)), Err(Flaw::Gone(2))]);
}

/// The rows of no question go from the oldest on, up to one that a checkpoint covers, and only where that was ordered.
#[test]
fn rows_of_no_question_go_from_the_oldest_on() {
    let whole = |forgot| trail(rows(&[LOOSE, LOOSE, LOOSE, LOOSE]), &[&[2], &[4]], forgot);
    let without = |forgot, gone: &[u64]| {
        let mut cut = whole(forgot);
        cut.rows.retain(|row| !gone.contains(&row.number));
        cut.verify()
    };
    let forgot = Some(at(50));
    assert_eq!(without(forgot, &[1, 2]), Ok(()));
    assert_eq!(without(None, &[1, 2]), Err(Flaw::Gone(1)), "nobody had them forgotten");
    assert_eq!(without(forgot, &[1]), Err(Flaw::Row(2)), "no checkpoint ends there");
    assert_eq!(without(forgot, &[1, 2, 3]), Err(Flaw::Row(4)));
    assert_eq!(without(forgot, &[2]), Err(Flaw::Row(3)), "not the oldest");
    assert_eq!(without(forgot, &[4]), Err(Flaw::Gone(2)), "the newest");
}
