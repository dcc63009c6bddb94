//! A full store refuses the next question, and evicts nothing.

use crate::{Desk, MINUTE, TOOL, alice, call, denial, id, note, order};
use consent::No;
use twogates_grants::audit::{About, Refusal, What};
use twogates_grants::{End, Memory, NotUsable, Retention, State, Upkeep};

fn ask(desk: &Desk, number: u8) -> Result<(), NotUsable> {
    let question = crate::ask(id(number), "notes.txt", MINUTE);
    desk.grants.asked(&question, &About::of(&alice(), &call("notes.txt")))
}

fn refuse(desk: &Desk) -> Result<(), NotUsable> {
    desk.grants.refused(&Refusal { about: About::of(&alice(), &call("notes.txt")), code: "tampered" })
}

#[test]
fn a_store_takes_as_many_rows_as_it_says() {
    for rows in [0, 1, 5] {
        let desk = Desk::with(|memory| memory.with_capacity(rows));
        for number in 0..rows {
            assert_eq!(ask(&desk, u8::try_from(number).unwrap()), Ok(()));
        }
        assert_eq!(ask(&desk, 99), Err(NotUsable::Full));
        assert_eq!(desk.audit().len(), rows, "and the refused one is not written down");
    }
    assert_eq!(Memory::CAPACITY, 100_000);
}

/// Grants, noes and audit rows all take room.
#[test]
fn every_kind_of_row_counts() {
    // A grant and its row; then a no and its row.
    for (rows, fits) in [(2, false), (3, true)] {
        let desk = Desk::with(|memory| memory.with_capacity(rows));
        desk.issued(1, MINUTE);
        assert_eq!(ask(&desk, 2).is_ok(), fits, "{rows} rows");
        let desk = Desk::with(|memory| memory.with_capacity(rows));
        desk.grants.deny(&denial(id(1), No::Declined)).unwrap();
        assert_eq!(ask(&desk, 2).is_ok(), fits, "{rows} rows");
    }
}

/// Half of the room is kept for questions: whoever is refused again and again fills the other half only.
#[test]
fn refusals_take_at_most_half_of_the_room() {
    let desk = Desk::with(|memory| memory.with_capacity(10));
    for _ in 0..5 {
        assert_eq!(refuse(&desk), Ok(()));
    }
    assert_eq!(refuse(&desk), Err(NotUsable::Full));
    for number in 0..5 {
        assert_eq!(ask(&desk, number), Ok(()), "question {number}");
    }
    assert_eq!(ask(&desk, 5), Err(NotUsable::Full));
}

/// What is forgotten takes no room any more, neither of the store nor of the share of refusals.
#[test]
fn what_is_forgotten_leaves_its_room() {
    let desk = Desk::with(|memory| memory.with_capacity(10));
    for _ in 0..5 {
        assert_eq!(refuse(&desk), Ok(()));
    }
    ask(&desk, 1).unwrap();
    assert_eq!(refuse(&desk), Err(NotUsable::Full));
    desk.store.checkpoint().unwrap();
    desk.clock.advance(Retention::LEAST_MS + 1);
    desk.store.forget(Retention { queue_ms: 0, keys_ms: 0 }, &order()).unwrap();
    for _ in 0..5 {
        assert_eq!(refuse(&desk), Ok(()));
    }
    assert_eq!(refuse(&desk), Err(NotUsable::Full));
}

/// A bank that timed out says so after the lease has lapsed: the state stays unknown, and what it said is kept.
#[test]
fn what_is_told_late_of_an_unknown_end_is_kept() {
    let desk = Desk::new();
    let reference = desk.issued(1, MINUTE);
    let (_, running) = desk.grants.claim(&TOOL, &reference).unwrap().take(|_| note("hello")).unwrap();
    desk.clock.advance(61_000);
    assert_eq!(desk.state(1), State::Indeterminate);
    let grant = desk.grants.settle(running.settle(End::Indeterminate, "timed out, reference 4711")).unwrap();
    assert_eq!((grant.state, grant.outcome.unwrap().1), (State::Indeterminate, "timed out, reference 4711".to_owned()));
    let ends = desk.told().into_iter().filter(|(what, _)| *what == What::Ended).count();
    assert_eq!(ends, 2, "when its time passed, and when it was told");
}

/// Who was asked before it was full is answered, acts, and is told how it ended.
#[test]
fn what_lives_goes_on_in_a_full_store() {
    let desk = Desk::with(|memory| memory.with_capacity(1));
    ask(&desk, 1).unwrap();
    assert_eq!((ask(&desk, 2), refuse(&desk)), (Err(NotUsable::Full), Err(NotUsable::Full)));
    let reference = desk.issued(1, MINUTE);
    desk.grants.deny(&denial(id(3), No::Declined)).unwrap();
    let (_, running) = desk.grants.claim(&TOOL, &reference).unwrap().take(|_| note("hello")).unwrap();
    desk.grants.settle(running.settle(End::Executed, "deleted")).unwrap();
    assert_eq!(desk.state(1), State::Executed);
    let what: Vec<_> = desk.told().into_iter().map(|(what, _)| what).collect();
    assert_eq!(what, [What::Asked, What::Issued, What::Denied, What::Claimed, What::Ended]);
}
