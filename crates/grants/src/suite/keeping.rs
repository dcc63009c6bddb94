//! A store over the years.

use super::Subject;
use super::kit::{DAY, HOUR, Kit, MINUTE, alice, holder, order, question};
use crate::audit::{About, Refusal, What};
use crate::ledger::kept::PAGE;
use crate::{End, NotUsable, Raised, Retention, State, Store, Transactions, Upkeep, Which};
use consent::No;

const RETENTION: Retention = Retention { queue_ms: DAY, keys_ms: HOUR };

/// What is over goes, after everybody else has forgotten it; what lives stays; and what is left still verifies.
pub fn weakness_25_what_is_over_is_forgotten<S: Subject>() {
    let kit = Kit::<S>::new();
    let refuse = || kit.store.refused(&Refusal { about: About::at_the_door(&alice()), code: "tampered" }).unwrap();
    refuse();
    let done = kit.claimed(kit.yes(1), 1);
    kit.store.settle(done.id, holder(&done), End::Executed, "deleted").unwrap();
    kit.deny(2, No::Declined);
    kit.store.checkpoint().unwrap();
    let unknown = kit.issued(kit.yes(3));
    kit.claim(&unknown, 1).unwrap();
    refuse();
    kit.subject.advance(DAY);
    assert_eq!(kit.state(&unknown), State::Indeterminate);
    assert_eq!(kit.store.forget(RETENTION, &order()).unwrap().questions, 0, "a day is not over");
    kit.subject.advance(1);
    let forgotten = kit.store.forget(RETENTION, &order()).unwrap();
    assert_eq!((forgotten.before, forgotten.questions), (kit.start.later(1), 2));
    assert_eq!((kit.standing(1), kit.standing(2), kit.story(1)), (None, None, Vec::new()));
    assert_eq!(kit.store.grant(done.id).unwrap(), None);
    assert_eq!(kit.state(&unknown), State::Indeterminate, "a person must still decide");
    let trail = kit.store.trail().unwrap();
    assert_eq!(trail.verify(), Ok(()));
    assert!(trail.rows.iter().all(|row| row.code != "tampered"), "refusals go, too");
    assert!(trail.rows.iter().any(|row| row.what == What::Ordered && row.note == "olga: a test"));
    // Its state has expired long ago, so that nobody can answer it once more; a new question is another.
    kit.deny(4, No::Declined);
    kit.store.checkpoint().unwrap();
    kit.subject.advance(3 * DAY);
    kit.store.lapse().unwrap();
    kit.store.forget(RETENTION, &order()).unwrap();
    assert_eq!(kit.store.trail().unwrap().verify(), Ok(()));
}

/// A restored copy does not know what was spent since it was made.
pub fn an_epoch_ends_what_is_older<S: Subject>() {
    let kit = Kit::<S>::new();
    let open = kit.issued(kit.yes(1));
    let claimed = kit.claimed(kit.yes(2), 1);
    let done = kit.claimed(kit.yes(3), 1);
    let done = kit.store.settle(done.id, holder(&done), End::Executed, "deleted").unwrap();
    assert_eq!(kit.store.epoch().unwrap(), 1);
    assert_eq!(kit.store.raise_epoch(&order()).unwrap(), Raised { epoch: 2, revoked: 1, unknown: 1 });
    assert_eq!(kit.store.epoch().unwrap(), 2);
    assert_eq!(kit.grant(&open).state, State::Revoked);
    // Whoever held it in the copy may have been taken over from since: how it ended is for a person to say.
    let late = kit.store.settle(claimed.id, holder(&claimed), End::Failed, "not deleted");
    assert_eq!(late.unwrap_err(), NotUsable::Void);
    assert_eq!(kit.store.grant(claimed.id).unwrap().unwrap().state, State::Indeterminate);
    assert_eq!(kit.store.grant(done.id).unwrap(), Some(done));
    assert_eq!(kit.claim(&open, 1).unwrap_err(), NotUsable::Void, "nobody has taken it back");
    let new = kit.issued(kit.yes(4));
    assert_eq!((kit.grant(&new).epoch, kit.claim(&new, 1).unwrap().state), (2, State::Claimed));
}

/// A question is over once its last row is older than the moment, and what became of it is known.
pub fn a_question_is_quiet_when_all_is_said<S: Subject>() {
    let kit = Kit::<S>::new();
    let quiet = |ms, limit| {
        let before = kit.start.later(ms);
        kit.store.look(move |table| table.quiet(before, limit)).unwrap()
    };
    kit.deny(1, No::Declined);
    kit.issued(kit.yes(2));
    let unknown = kit.claimed(kit.yes(3), 1);
    kit.store.settle(unknown.id, holder(&unknown), End::Indeterminate, "timed out").unwrap();
    kit.store.refused(&Refusal { about: About::at_the_door(&alice()), code: "tampered" }).unwrap();
    kit.subject.advance(5);
    kit.deny(4, No::Declined);
    assert_eq!([quiet(0, 9), quiet(1, 9), quiet(5, 9)], [vec![], vec![question(1)], vec![question(1)]]);
    let mut both = quiet(6, 9);
    both.sort_unstable();
    assert_eq!((both, quiet(6, 1).len()), (vec![question(1), question(4)], 1));
}

/// An unknown end is cleared up by somebody, on evidence, once.
pub fn a_person_resolves_what_is_unknown<S: Subject>() {
    let kit = Kit::<S>::new();
    let open = kit.issued(kit.yes(1));
    let resolve = |end| kit.store.resolve(open.reference.id(), end, &order());
    assert_eq!(resolve(End::Failed).unwrap_err(), NotUsable::InFlight);
    kit.claim(&open, 1).unwrap();
    assert_eq!(resolve(End::Failed).unwrap_err(), NotUsable::InFlight);
    kit.subject.advance(MINUTE);
    let resolved = resolve(End::Executed).unwrap();
    assert_eq!(resolved.outcome, Some((kit.start.later(MINUTE), "a test".to_owned())));
    let row = kit.rows().pop().unwrap();
    assert_eq!((row.what, row.code.as_str(), row.note.as_str()), (What::Resolved, "executed", "olga: a test"));
    assert_eq!(resolve(End::Executed).unwrap_err(), NotUsable::Known);
}

/// Whoever left leaves no yes behind, and is told apart from everybody else.
pub fn all_of_a_principal_is_taken_back<S: Subject>() {
    let kit = Kit::<S>::new();
    let mut bob = kit.yes(1);
    bob.intent.principal.subject = "bob".into();
    let bob = kit.issued(bob);
    let open = kit.issued(kit.yes(2));
    let claimed = kit.claimed(kit.yes(3), 1);
    let mut revoked = kit.store.revoke_all(alice().digest(), &order()).unwrap();
    revoked.sort_by_key(|(_, came)| came.is_err());
    assert_eq!(revoked.len(), 2);
    assert_eq!((revoked[0].0, revoked[0].1.is_ok()), (open.reference.id(), true));
    assert_eq!(revoked[1], (claimed.id, Err(NotUsable::InFlight)));
    assert_eq!(kit.state(&bob), State::Issued, "another principal's");
}

/// An operator sees all of them, or those of a kind, in the order of their ids.
pub fn grants_are_listed_in_pages<S: Subject>() {
    let kit = Kit::<S>::new();
    for number in 1..=5 {
        kit.issued(kit.yes(number));
    }
    kit.claim(&kit.yes(2), 1).unwrap();
    kit.store.revoke(kit.yes(3).reference.id(), &order()).unwrap();
    let mut all = Vec::new();
    loop {
        let page = kit.store.list(Which::All, all.last().copied(), 2).unwrap();
        if page.is_empty() {
            break;
        }
        all.extend(page.iter().map(|grant| grant.id));
    }
    assert!(all.len() == 5 && all.is_sorted());
    let count = |which| kit.store.list(which, None, 9).unwrap().len();
    let in_state = |state| kit.store.look(move |table| table.count(state)).unwrap();
    assert_eq!([State::Issued, State::Claimed, State::Revoked, State::Executed].map(in_state), [3, 1, 1, 0]);
    assert_eq!([Which::Open, Which::In(State::Issued), Which::In(State::Revoked)].map(count), [4, 3, 1]);
    assert_eq!([Which::OpenOf(alice().digest()), Which::OpenOf(super::kit::digest("bob"))].map(count), [4, 0]);
    assert_eq!(kit.store.list(Which::In(State::Claimed), None, 9).unwrap()[0].question, question(2));
}

/// More than one transaction works on at a time: all are marked, covered, and forgotten.
pub fn a_page_is_not_the_end<S: Subject>() {
    let kit = Kit::<S>::new();
    let many = u16::try_from(PAGE).unwrap() + 1;
    for number in 1..=many {
        kit.issued(kit.yes(number));
    }
    kit.subject.advance(HOUR);
    kit.store.lapse().unwrap();
    assert_eq!(kit.store.list(Which::Open, None, 1).unwrap(), []);
    assert_eq!(kit.store.look(|table| table.count(State::Expired)).unwrap(), u64::from(many));
    assert_eq!(kit.store.checkpoint().unwrap().unwrap().number, 2);
    kit.subject.advance(DAY + 1);
    assert_eq!(kit.store.forget(RETENTION, &order()).unwrap().questions, u64::from(many));
    assert_eq!(kit.store.list(Which::All, None, 1).unwrap(), []);
    assert_eq!(kit.store.trail().unwrap().verify(), Ok(()));
}
