//! Several threads at once.

use super::Subject;
use super::kit::{Kit, holder, long_arguments, question};
use crate::audit::{What, verify};
use crate::{End, Freshness, Grant, GrantRef, NewGrant, NotUsable, Standing, Store};
use consent::No;
use serde_json::json;
use std::sync::Barrier;
use std::thread;

const THREADS: u8 = 8;

/// Runs this in eight threads that begin together.
fn together<T: Send>(act: impl Fn(u8) -> T + Sync) -> Vec<T> {
    let start = Barrier::new(usize::from(THREADS));
    thread::scope(|scope| {
        let run = |number| {
            let (start, act) = (&start, &act);
            scope.spawn(move || {
                start.wait();
                act(number)
            })
        };
        let threads: Vec<_> = (1..=THREADS).map(run).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// Of eight workers with one reference exactly one acts, with short arguments and with long ones, which let go of more than
/// one lock while they are hashed.
pub fn weakness_01_of_eight_threads_one_wins<S: Subject>() {
    let kit = Kit::<S>::new();
    for (number, bytes) in [(1, 10), (2, 10), (3, 3_000), (4, 3_000), (5, 200_000)] {
        let new = kit.issued(kit.yes_to(number, &long_arguments(bytes)));
        let store = &kit.store;
        let won = together(|attempt| store.claim(&super::kit::claiming(&new, attempt), &super::Anyone));
        let winners: Vec<&Grant> = won.iter().flatten().collect();
        assert_eq!(winners.len(), 1, "{bytes} bytes");
        assert!(won.iter().flat_map(|came| came.as_ref().err()).all(|no| *no == NotUsable::Used));
        assert_eq!(winners[0].fence, 1);
        store.settle(winners[0].id, holder(winners[0]), End::Executed, "acted").unwrap();
    }
    assert_eq!(verify(&kit.rows()), Ok(()));
}

/// However often a yes arrives, and at whatever time.
pub fn one_question_has_one_grant<S: Subject>() {
    let kit = Kit::<S>::new();
    for number in 1..=5 {
        let issued = together(|thread| {
            let yes = kit.yes(number);
            let reference = GrantRef::new([thread; 16], yes.reference.arg_hash());
            let handle = u8::try_from(number).unwrap().wrapping_mul(31).wrapping_add(thread);
            let reference = GrantRef::new([handle; 16], reference.arg_hash());
            kit.store.issue(&[NewGrant { reference, ..yes }]).unwrap()
        });
        let new = issued.iter().filter(|(_, freshness)| *freshness == Freshness::New).count();
        assert_eq!(new, 1);
        assert!(issued.iter().all(|(grants, _)| grants == &issued[0].0), "all found the same");
        assert_eq!(kit.story(number).len(), 1);
    }
}

/// A yes and a no that arrive together: either there is no grant, or there is one and it is taken back.
pub fn a_yes_and_a_no_at_once_are_one_answer<S: Subject>() {
    let kit = Kit::<S>::new();
    for number in 1..=5 {
        let came = together(|thread| match thread % 2 {
            0 => kit.store.issue(&[kit.yes(number)]).err(),
            _ => {
                kit.deny(number, No::Declined);
                None
            }
        });
        assert!(came.iter().flatten().all(|no| *no == NotUsable::AnsweredNo), "{came:?}");
        match kit.standing(number) {
            Some(Standing::Denied { .. }) => {}
            Some(Standing::Granted(grant)) => assert_eq!(grant.state, crate::State::Revoked),
            other => panic!("{other:?}"),
        }
        assert!(kit.claim(&kit.yes(number), 1).is_err());
        assert_eq!(kit.store.story(question(number)).unwrap().iter().filter(|row| row.what == What::Denied).count(), 1);
    }
}

/// Rows that are written at once follow one another.
pub fn rows_of_many_threads_are_one_chain<S: Subject>() {
    let kit = Kit::<S>::new();
    let new = kit.issued(kit.yes_to(1, &json!({})));
    kit.claim(&new, 1).unwrap();
    together(|thread| {
        for _ in 0..5 {
            assert!(kit.claim(&new, 100 + thread).is_err());
            kit.deny(u16::from(thread) + 10, No::Declined);
        }
    });
    let rows = kit.rows();
    assert_eq!((rows.len(), verify(&rows)), (2 + 40 + 8, Ok(())));
    let places: Vec<_> = kit.store.story(question(1)).unwrap().iter().map(|row| row.place).collect();
    assert_eq!(places, (1..=42).collect::<Vec<_>>());
}

/// A claim, a no and a question after it at the same time: each has an answer, and the store is never said to have failed.
pub fn a_claim_and_a_no_at_once_are_in_some_order<S: Subject>() {
    let kit = Kit::<S>::new();
    for number in 1..=5 {
        let new = kit.issued(kit.yes(number));
        let came = together(|thread| match thread {
            3 => kit.claim(&new, thread).err(),
            odd if odd % 2 == 1 => kit.store.deny(&kit.denial(number, No::Declined)).err(),
            _ => kit.store.recall(question(number)).err(),
        });
        let known = [NotUsable::Used, NotUsable::Revoked];
        assert!(came.iter().flatten().all(|no| known.contains(no)), "{came:?}");
        let claimed = kit.story(number).iter().filter(|(what, _)| *what == What::Claimed).count();
        let state = kit.grant(&new).state;
        assert_eq!(state, if claimed == 1 { crate::State::Claimed } else { crate::State::Revoked });
    }
    assert_eq!(verify(&kit.rows()), Ok(()));
}
