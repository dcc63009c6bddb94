//! The chain: no row can be changed, left out, put in or moved unseen.

use crate::{Desk, MINUTE, TOOL, alice, at, call, denial, digest, grant_id, id, note};
use consent::No;
use twogates_grants::End;
use twogates_grants::audit::{About, Refusal, Row, What, verify};
use wire::Digest;

/// The chain value of a row after that of the row before it, as its docs say: every field a part, what is absent an empty
/// one.
fn link(row: &Row, previous: Option<Digest>) -> Digest {
    let about = &row.about;
    let parts: [Vec<u8>; 14] = [
        previous.map(|digest| digest.bytes().to_vec()).unwrap_or_default(),
        row.number.to_be_bytes().to_vec(),
        row.place.to_be_bytes().to_vec(),
        row.at.ms().to_be_bytes().to_vec(),
        row.what.word().into(),
        about.question.map(|question| question.bytes().to_vec()).unwrap_or_default(),
        about.grant.map(|grant| grant.digest().bytes().to_vec()).unwrap_or_default(),
        about.principal.bytes().to_vec(),
        about.subject.clone().into(),
        about.tool.clone().into(),
        about.arg_hash.bytes().to_vec(),
        row.code.clone().into(),
        row.note.clone().into(),
        row.answer_by.map(|by| by.ms().to_be_bytes().to_vec()).unwrap_or_default(),
    ];
    Digest::of("two-gates/audit/2", &parts.each_ref().map(Vec::as_slice))
}

/// Two questions whose rows alternate, a no, and refusals of nobody's question.
fn rows() -> Vec<Row> {
    let desk = Desk::new();
    desk.ask(1);
    desk.ask(2);
    desk.clock.advance(1);
    let first = desk.issued(1, MINUTE);
    let second = desk.issued(2, MINUTE);
    let about = || About::of(&alice(), &call("notes.txt"));
    desk.grants.refused(&Refusal { about: about(), code: "tampered" }).unwrap();
    for reference in [second, first] {
        desk.clock.advance(1);
        let (_, running) = desk.grants.claim(&TOOL, &reference).unwrap().take(|_| note("hello")).unwrap();
        desk.grants.settle(running.settle(End::Executed, "deleted")).unwrap();
    }
    desk.grants.refused(&Refusal { about: about(), code: "expired" }).unwrap();
    desk.grants.deny(&denial(id(3), No::Declined)).unwrap();
    desk.audit()
}

#[test]
fn rows_are_numbered_timed_and_chained() {
    let rows = rows();
    assert_eq!(verify(&rows), Ok(()));
    assert_eq!(verify(&[]), Ok(()));
    let numbers: Vec<_> = rows.iter().map(|row| row.number).collect();
    assert_eq!(numbers, (1..=11).collect::<Vec<_>>());
    assert_eq!(rows[0].at, at(0));
    assert_eq!(rows[2].at, at(1));
    assert_eq!(rows[0].answer_by, Some(at(300_000)));
    assert!(rows[2..].iter().all(|row| row.answer_by.is_none()), "only an asking is to be answered");
}

/// Each question is a chain of its own; refusals of no question are one together.
#[test]
fn a_chain_is_one_question_s() {
    let rows = rows();
    let of = |question| rows.iter().filter(move |row| row.about.question == question);
    for question in [Some(id(1)), Some(id(2)), Some(id(3)), None] {
        let mut previous = None;
        for row in of(question) {
            assert_eq!(row.chain, link(row, previous), "row {}", row.number);
            previous = Some(row.chain);
        }
    }
    assert_eq!([of(Some(id(1))).count(), of(Some(id(3))).count(), of(None).count()], [4, 1, 2]);
}

/// The name of a field, and a change to it.
type Change = (&'static str, fn(&mut Row));

#[test]
fn no_field_of_any_row_can_be_changed() {
    let changes: [Change; 17] = [
        ("number", |row| row.number += 1),
        ("place", |row| row.place += 1),
        ("note", |row| row.note.push('x')),
        ("at", |row| row.at = row.at.later(1)),
        ("what", |row| row.what = if row.what == What::Refused { What::Claimed } else { What::Refused }),
        ("question", |row| row.about.question = Some(id(9))),
        ("no question", |row| row.about.question = row.about.question.map_or(Some(id(1)), |_| None)),
        ("grant", |row| row.about.grant = Some(grant_id(9))),
        ("no grant", |row| row.about.grant = row.about.grant.map_or(Some(grant_id(1)), |_| None)),
        ("principal", |row| row.about.principal = digest("another")),
        ("subject", |row| row.about.subject.push('x')),
        ("tool", |row| row.about.tool = "archive_note".into()),
        ("arg_hash", |row| row.about.arg_hash = call("other.txt").arg_hash()),
        ("code", |row| row.code.push('x')),
        ("answer_by", |row| row.answer_by = Some(row.answer_by.map_or(at(0), |by| by.later(1)))),
        ("no answer_by", |row| row.answer_by = row.answer_by.map_or(Some(at(0)), |_| None)),
        ("chain", |row| row.chain = Digest::of("test", &[row.chain.bytes()])),
    ];
    let rows = rows();
    for place in 0..rows.len() {
        for (field, change) in &changes {
            let mut changed = rows.clone();
            change(&mut changed[place]);
            assert_ne!(changed[place], rows[place], "{field}");
            assert_eq!(verify(&changed), Err(place as u64 + 1), "{field} of row {}", place + 1);
        }
    }
}

/// Whoever changes a row and computes its chain value afresh breaks the next row of the same question.
#[test]
fn a_changed_row_with_a_fresh_chain_value_breaks_the_next() {
    let rows = rows();
    for place in 0..rows.len() {
        let question = rows[place].about.question;
        let before = rows[..place].iter().rev().find(|row| row.about.question == question);
        let after = rows[place + 1..].iter().find(|row| row.about.question == question);
        let mut changed = rows.clone();
        changed[place].code = "forged".into();
        changed[place].chain = link(&changed[place], before.map(|row| row.chain));
        let expected = after.map_or(Ok(()), |row| Err(row.number));
        assert_eq!(verify(&changed), expected, "row {}", place + 1);
    }
}

#[test]
fn no_row_can_be_left_out_doubled_or_moved() {
    let rows = rows();
    for place in 0..rows.len() {
        let mut without = rows.clone();
        let row = without.remove(place);
        // The next row of the same question tells. The last one of a chain is a cut at its end.
        let next = without[place..].iter().position(|next| next.about.question == row.about.question);
        let expected = next.map_or(Ok(()), |next| Err((place + next) as u64 + 1));
        assert_eq!(verify(&without), expected, "without row {}", place + 1);
        let mut renumbered = without;
        renumbered[place..].iter_mut().for_each(|row| row.number -= 1);
        let expected = if place == rows.len() - 1 { Ok(()) } else { Err(place as u64 + 1) };
        assert_eq!(verify(&renumbered), expected, "without row {}, renumbered", place + 1);
        let mut doubled = rows.clone();
        doubled.insert(place, row);
        assert_eq!(verify(&doubled), Err(place as u64 + 2), "row {} twice", place + 1);
        if place > 0 {
            let mut swapped = rows.clone();
            swapped.swap(place - 1, place);
            let one_chain = rows[place - 1].about.question == rows[place].about.question;
            let expected = if one_chain { place } else { place + 1 } as u64;
            assert_eq!(verify(&swapped), Err(expected), "rows {place} and {}", place + 1);
        }
    }
}

/// What is cut off at the end leaves no trace: the docs say so, and what to do about it.
#[test]
fn a_cut_at_the_end_is_not_seen() {
    let rows = rows();
    assert_eq!(verify(&rows[..5]), Ok(()));
}

/// Absent differs from empty and zero in what is chained.
#[test]
fn absent_parts_are_no_empty_parts() {
    let row = rows().remove(0);
    let bare = Row { answer_by: None, ..row.clone() };
    let zero = Row { answer_by: Some(consent::Moment::from_store(0)), ..row.clone() };
    for other in [bare, zero] {
        assert_eq!(verify(&[Row { chain: link(&other, None), ..other.clone() }]), Ok(()));
        assert_eq!(verify(&[Row { chain: row.chain, ..other }]), Err(1));
    }
    let after_zero = link(&row, Some(Digest::from_bytes([0; 32])));
    assert_eq!(verify(&[Row { chain: after_zero, ..row }]), Err(1));
}
