//! A store over the years: unknown ends, a restore, checkpoints, and what is forgotten.

use crate::{DeleteNote, Desk, HOUR, MINUTE, TOOL, at, classed, denial, id, note, order};
use consent::{EffectClass, No};
use std::time::Duration;
use twogates_grants::audit::{About, Flaw, Refusal, Trail, What};
use twogates_grants::{
    Background, End, NotUsable, Order, Raised, Retention, Running, State, Store, Transactions, Upkeep, Which,
};

const DAY: Retention = Retention { queue_ms: 86_400_000, keys_ms: 3_600_000 };

fn executed(desk: &Desk, number: u8) {
    let reference = desk.issued(number, MINUTE);
    let (_, running) = desk.grants.claim(&TOOL, &reference).unwrap().take(|_| note("hello")).unwrap();
    desk.grants.settle(running.settle(End::Executed, "deleted")).unwrap();
}

#[test]
fn a_person_resolves_what_is_unknown_with_evidence() {
    let desk = Desk::new();
    let reference = desk.issued(1, MINUTE);
    let said = Order::new("olga", "the bank's statement of Friday");
    let resolve = |end| desk.store.resolve(reference.id(), end, &said);
    assert_eq!(resolve(End::Failed).unwrap_err(), NotUsable::InFlight, "nobody has acted");
    drop(desk.grants.claim(&TOOL, &reference).unwrap());
    assert_eq!(resolve(End::Failed).unwrap_err(), NotUsable::InFlight, "somebody still may");
    desk.clock.advance(60_000);
    let grant = resolve(End::Executed).unwrap();
    assert_eq!((grant.state, grant.outcome), (State::Executed, Some((at(60_000), said.why.clone()))));
    let row = desk.audit().pop().unwrap();
    assert_eq!((row.what, row.code.as_str(), row.note), (What::Resolved, "executed", said.note()));
    assert_eq!(resolve(End::Failed).unwrap_err(), NotUsable::Known);
    assert_eq!(desk.store.resolve(crate::grant_id(9), End::Failed, &said).unwrap_err(), NotUsable::Unknown);
}

/// A restored copy has forgotten what was spent since.
#[test]
fn after_a_restore_nothing_older_is_claimed() {
    let desk = Desk::new();
    let open = desk.issued(1, HOUR);
    let staged = classed(EffectClass::Staged);
    let held = desk.issued_for(&staged, 2, HOUR);
    let (_, running) = desk.grants.claim(&staged, &held).unwrap().take(|_| note("hello")).unwrap();
    executed(&desk, 3);
    assert_eq!(desk.store.epoch(), Ok(1));
    let raised = desk.store.raise_epoch(&order()).unwrap();
    assert_eq!(raised, Raised { epoch: 2, revoked: 1, unknown: 1 });
    assert_eq!((desk.state(1), desk.state(2), desk.state(3)), (State::Revoked, State::Indeterminate, State::Executed));
    assert_eq!(desk.grants.claim(&TOOL, &open).unwrap_err(), NotUsable::Void);
    assert_eq!(desk.grants.commit(&running, "").unwrap_err(), NotUsable::Void);
    let again = desk.issued(4, HOUR);
    assert!(desk.grants.claim(&TOOL, &again).is_ok(), "what is issued now is good");
    assert!(desk.audit().iter().any(|row| row.what == What::Ordered && row.code == "epoch_raised"));
}

/// The epoch is raised, and nobody has come by the grant yet: its holder is no more believed than one of an older fence.
#[test]
fn after_a_restore_nobody_ends_what_was_held_in_the_copy() {
    let ends: [fn(&Desk, &Running<DeleteNote>) -> NotUsable; 3] = [
        |desk, running| desk.store.go_on(running.grant(), running.holder()).unwrap_err(),
        |desk, running| desk.grants.commit(running, "deleted").unwrap_err(),
        |desk, running| desk.store.settle(running.grant(), running.holder(), End::Failed, "not").unwrap_err(),
    ];
    for end in ends {
        let (desk, staged) = (Desk::new(), classed(EffectClass::Staged));
        let held = desk.issued_for(&staged, 1, HOUR);
        let (_, running) = desk.grants.claim(&staged, &held).unwrap().take(|_| note("hello")).unwrap();
        desk.store.transact(|table| table.set_epoch(2)).unwrap();
        assert_eq!((end(&desk, &running), desk.grant(1).state), (NotUsable::Void, State::Indeterminate));
        let told = desk.told();
        let last = [(What::Refused, "void".to_owned()), (What::Ended, "indeterminate".to_owned())];
        assert_eq!(told[told.len() - 2..], last, "what it wanted to tell is not told");
    }
}

#[test]
fn what_time_has_ended_is_marked_without_anybody_asking() {
    let desk = Desk::new();
    for number in 1..=3 {
        desk.issued(number, MINUTE);
    }
    desk.issued(4, HOUR);
    desk.clock.advance(60_000);
    desk.store.lapse().unwrap();
    let expired = desk.store.list(Which::In(State::Expired), None, 10).unwrap();
    assert_eq!((expired.len(), desk.store.list(Which::Open, None, 10).unwrap().len()), (3, 1));
    let pages: Vec<_> = std::iter::successors(desk.store.list(Which::All, None, 1).unwrap().pop(), |last| {
        desk.store.list(Which::All, Some(last.id), 1).unwrap().pop()
    })
    .collect();
    assert!(pages.len() == 4 && pages.windows(2).all(|pair| pair[0].id < pair[1].id));
}

/// Three questions, one of them denied, and refusals of no question, with a checkpoint in between.
fn busy() -> Desk {
    let desk = Desk::new();
    let refuse = || {
        let about = About::at_the_door(&crate::alice());
        desk.grants.refused(&Refusal { about, code: "tampered" }).unwrap();
    };
    refuse();
    executed(&desk, 1);
    assert_eq!(desk.store.checkpoint().unwrap().unwrap().number, 1);
    desk.grants.deny(&denial(id(2), No::Declined)).unwrap();
    refuse();
    desk.issued(3, HOUR);
    assert_eq!(desk.store.checkpoint().unwrap().unwrap().number, 2);
    desk
}

#[test]
fn a_checkpoint_covers_what_grew() {
    let desk = busy();
    assert_eq!(desk.store.checkpoint().unwrap().unwrap().number, 2, "nothing grew");
    let trail = desk.store.trail().unwrap();
    assert_eq!(trail.verify(), Ok(()));
    let covered: Vec<Vec<_>> = trail
        .checkpoints
        .iter()
        .map(|checkpoint| checkpoint.covered.iter().map(|covered| (covered.question, covered.head.place)).collect())
        .collect();
    assert_eq!(covered[0], [(None, 1), (Some(id(1)), 3)]);
    assert_eq!(covered[1], [(None, 2), (Some(id(2)), 1), (Some(id(3)), 1)]);
}

/// Of a chain, what no later row of the same question shows, a checkpoint does: a cut at its end, or that it is gone.
#[test]
fn nothing_that_is_covered_can_go_unseen() {
    let whole = busy().store.trail().unwrap();
    for place in 0..whole.rows.len() {
        let mut cut = whole.clone();
        cut.rows.remove(place);
        assert!(cut.verify().is_err(), "without row {}", place + 1);
    }
    let question = |trail: &mut Trail, number| trail.rows.retain(|row| row.about.question != Some(id(number)));
    let mut gone = whole.clone();
    question(&mut gone, 1);
    assert_eq!(gone.verify(), Err(Flaw::Gone(1)));
    type Change = fn(&mut Trail);
    let changes: [Change; 6] = [
        |trail| trail.checkpoints[1].number += 1,
        |trail| trail.checkpoints[0].at = at(9),
        |trail| trail.checkpoints[0].forgot_before = Some(at(9_999_999)),
        |trail| trail.checkpoints[0].covered.truncate(1),
        |trail| trail.checkpoints[1].previous = None,
        |trail| trail.checkpoints[1].covered[0].head.place = 1,
    ];
    for (place, change) in changes.iter().enumerate() {
        let mut changed = whole.clone();
        change(&mut changed);
        assert!(matches!(changed.verify(), Err(Flaw::Checkpoint(_))), "change {place}: {:?}", changed.verify());
    }
}

/// Weakness 25: there was no bound and no retention. What is over goes, what lives stays, and the chains still hold.
#[test]
fn what_is_over_is_forgotten_and_the_rest_still_verifies() {
    let desk = busy();
    drop(desk.grants.claim(&TOOL, &desk.issued(5, MINUTE)).unwrap());
    desk.clock.advance(86_400_000);
    assert_eq!((desk.state(3), desk.state(5)), (State::Expired, State::Indeterminate));
    let forgotten = desk.store.forget(DAY, &order()).unwrap();
    assert_eq!((forgotten.before, forgotten.questions), (at(0), 0), "a day is not over yet");
    assert_eq!(desk.audit().iter().filter(|row| row.code == "tampered").count(), 2, "nor for refusals");
    desk.clock.advance(1);
    let forgotten = desk.store.forget(DAY, &order()).unwrap();
    assert_eq!(forgotten.questions, 2, "the deletion and the no; question 3 ended a moment ago");
    assert_eq!((desk.standing(1), desk.standing(2)), (None, None));
    assert!(desk.standing(3).is_some());
    let trail = desk.store.trail().unwrap();
    assert_eq!(trail.verify(), Ok(()));
    assert!(trail.rows.iter().all(|row| row.about.question != Some(id(1)) && row.code != "tampered"));
    desk.clock.advance(86_400_001);
    assert_eq!(desk.store.forget(DAY, &order()).unwrap().questions, 1);
    assert_eq!(desk.state(5), State::Indeterminate, "what a person must decide stays until it is decided");
    let trail = desk.store.trail().unwrap();
    assert_eq!(trail.verify(), Ok(()));
    desk.grants.deny(&denial(id(6), No::Declined)).unwrap();
    desk.store.checkpoint().unwrap();
    let mut gone = desk.store.trail().unwrap();
    assert_eq!(gone.verify(), Ok(()));
    gone.rows.retain(|row| row.about.question != Some(id(6)));
    assert!(matches!(gone.verify(), Err(Flaw::Gone(_))), "what was not forgotten may not be gone");
}

/// Nothing is forgotten while its question could still be answered.
#[test]
fn retention_is_never_shorter_than_a_question_and_a_no_live() {
    let none = Retention { queue_ms: 0, keys_ms: 0 };
    assert_eq!((none.ms(), Retention::LEAST_MS), (600_000, 600_000));
    assert_eq!(DAY.ms(), 86_400_000);
    assert_eq!(Retention { queue_ms: 1, keys_ms: 7 * 86_400_000 }.ms(), 7 * 86_400_000);
    let desk = Desk::new();
    executed(&desk, 1);
    desk.clock.advance(600_000);
    assert_eq!(desk.store.forget(none, &order()).unwrap().questions, 0);
    desk.clock.advance(1);
    assert_eq!(desk.store.forget(none, &order()).unwrap().questions, 1);
}

/// What goes on in the background goes on once more when it is stopped.
#[test]
fn what_is_kept_up_in_the_background_is_covered_when_it_stops() {
    let desk = Desk::new();
    desk.issued(1, MINUTE);
    let background = Background::start(desk.store.clone(), Duration::from_secs(86_400));
    desk.clock.advance(60_000);
    assert_eq!(background.failed(), None);
    drop(background);
    assert_eq!(desk.store.list(Which::In(State::Expired), None, 9).unwrap().len(), 1);
    let trail = desk.store.trail().unwrap();
    assert_eq!((trail.checkpoints.len(), trail.checkpoints[0].covered.len(), trail.verify()), (1, 1, Ok(())));
}

/// A checkpoint goes with the last of what it covers; the newest stays, and what is left follows from it.
#[test]
fn a_checkpoint_that_covers_nothing_any_more_goes() {
    let desk = busy();
    desk.clock.advance(HOUR_MS);
    desk.store.lapse().unwrap();
    let numbers = |desk: &Desk| -> Vec<u64> {
        desk.store.trail().unwrap().checkpoints.iter().map(|checkpoint| checkpoint.number).collect()
    };
    assert_eq!(numbers(&desk), [1, 2]);
    desk.clock.advance(86_400_001);
    assert_eq!(desk.store.forget(DAY, &order()).unwrap().questions, 3);
    assert_eq!(numbers(&desk), [2, 3, 4], "the second ends where the refusals that are left begin");
    assert_eq!(desk.store.trail().unwrap().verify(), Ok(()));
    desk.clock.advance(86_400_001);
    desk.store.forget(DAY, &order()).unwrap();
    assert_eq!(numbers(&desk), [4, 5]);
    assert_eq!(desk.store.trail().unwrap().verify(), Ok(()));
}

/// However many checkpoints cover what is old: all of it goes, and they go with it.
#[test]
fn a_page_of_checkpoints_is_not_the_end() {
    let desk = Desk::new();
    for _ in 0..120 {
        let about = About::at_the_door(&crate::alice());
        desk.grants.refused(&Refusal { about, code: "tampered" }).unwrap();
        desk.store.checkpoint().unwrap();
    }
    desk.clock.advance(86_400_001);
    desk.store.forget(DAY, &order()).unwrap();
    let trail = desk.store.trail().unwrap();
    assert_eq!(trail.rows.iter().map(|row| row.code.as_str()).collect::<Vec<_>>(), ["forgotten"]);
    let numbers: Vec<_> = trail.checkpoints.iter().map(|checkpoint| checkpoint.number).collect();
    assert_eq!((numbers, trail.verify()), (vec![120, 121], Ok(())));
}

const HOUR_MS: u64 = 3_600_000;
