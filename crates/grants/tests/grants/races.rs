//! Many workers, one grant.

use crate::{Desk, MINUTE, TOOL, approval, denial, id, note};
use consent::{Approval, Lifetime, No};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex};
use twogates_grants::audit::{What, verify};
use twogates_grants::{End, Issued, NotUsable, State};

const WORKERS: usize = 8;
const ROUNDS: u8 = 250;

/// Lets every worker do the same at the same moment, and tells what came of it.
fn together<T: Send>(each: impl Fn() -> T + Sync) -> Vec<T> {
    let start = Barrier::new(WORKERS);
    let work = || {
        start.wait();
        each()
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..WORKERS).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    })
}

fn count(desk: &Desk, wanted: What) -> usize {
    desk.audit().iter().filter(|row| row.what == wanted).count()
}

#[test]
fn of_eight_workers_with_one_reference_one_acts() {
    let desk = Desk::new();
    for round in 0..ROUNDS {
        let reference = desk.issued(round, MINUTE);
        let outcomes = together(|| match desk.grants.claim(&TOOL, &reference) {
            Ok(claim) => {
                let (_, running) = claim.take(|_| note("hello")).unwrap();
                desk.grants.settle(running.settle(End::Executed, "deleted")).map(|grant| grant.state)
            }
            Err(refusal) => Err(refusal),
        });
        assert_eq!(outcomes.iter().filter(|outcome| **outcome == Ok(State::Executed)).count(), 1);
        assert_eq!(outcomes.iter().filter(|outcome| **outcome == Err(NotUsable::Used)).count(), WORKERS - 1);
    }
    assert_eq!(count(&desk, What::Claimed), usize::from(ROUNDS));
    assert_eq!(count(&desk, What::Refused), usize::from(ROUNDS) * (WORKERS - 1), "every loser is a row");
    assert_eq!(verify(&desk.audit()), Ok(()));
}

/// C016 in one process: the same accepted retry eight times at once.
#[test]
fn c016_of_eight_retries_with_one_yes_one_acts() {
    let desk = Desk::new();
    for round in 0..ROUNDS {
        let yes: Vec<Approval<_>> = (0..WORKERS).map(|_| approval(id(round), "notes.txt", Lifetime::AtOnce)).collect();
        let yes = Mutex::new(yes);
        let take = || yes.lock().unwrap().pop().unwrap();
        let outcomes = together(|| desk.grants.claim_at_once(&TOOL, take()).map(|_| ()));
        assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
        assert_eq!(outcomes.iter().filter(|outcome| **outcome == Err(NotUsable::Used)).count(), WORKERS - 1);
        assert_eq!(desk.state(round), State::Claimed);
    }
    assert_eq!(count(&desk, What::Issued), usize::from(ROUNDS));
    assert_eq!(count(&desk, What::Claimed), usize::from(ROUNDS));
}

#[test]
fn of_eight_yeses_that_are_stored_one_is_new() {
    let desk = Desk::new();
    for round in 0..ROUNDS {
        let issued = together(|| desk.grants.issue(&TOOL, approval(id(round), "notes.txt", MINUTE)).unwrap());
        let new: Vec<_> = issued
            .iter()
            .filter_map(|issued| match issued {
                Issued::New(reference) => Some(reference.id()),
                Issued::Known(_) => None,
            })
            .collect();
        assert_eq!(new.len(), 1);
        assert!(issued.iter().all(|issued| matches!(issued, Issued::New(_)) || *issued == Issued::Known(new[0])));
    }
}

/// A no against a claim: one of them wins, and both are told the same.
#[test]
fn a_no_and_a_claim_do_not_both_win() {
    let desk = Desk::new();
    let turn = AtomicUsize::new(0);
    for round in 0..ROUNDS {
        let reference = desk.issued(round, MINUTE);
        let acted = together(|| {
            if turn.fetch_add(1, Ordering::SeqCst).is_multiple_of(2) {
                desk.grants.deny(&denial(id(round), No::Declined)).unwrap();
                false
            } else {
                desk.grants.claim(&TOOL, &reference).is_ok()
            }
        });
        let acted = acted.into_iter().filter(|acted| *acted).count();
        match desk.state(round) {
            State::Revoked => assert_eq!(acted, 0),
            State::Claimed => assert_eq!(acted, 1),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(verify(&desk.audit()), Ok(()));
}
