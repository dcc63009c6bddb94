//! What a store has forgotten is not new again: no state is good for as long as a store remembers.

use crate::client::{delete, error, pay, result};
use crate::server::{Server, deferred};
use std::sync::Arc;
use twogates::consent::{BadState, Until};
use twogates::grants::{Memory, NotUsable, Order, Retention, State, Upkeep};

/// A server, and its store for the operator.
fn server() -> (Server, Arc<Memory>) {
    let mut memory = None;
    let server = Server::over(|clock| memory.insert(Arc::new(Memory::new(clock))).clone());
    (server, memory.unwrap())
}

/// The shortest that an operator can have.
const SHORTEST: Retention = Retention { queue_ms: 0, keys_ms: 0 };

#[test]
fn a_question_that_is_forgotten_is_never_answered_again() {
    let (server, store) = server();
    let state = server.ask(&delete("notes.txt"));
    assert_eq!(result(&server.send(&delete("notes.txt").yes(&state))), (false, "Deleted notes.txt.".into()));
    server.clock.advance(Retention::LEAST_MS);
    assert_eq!(store.forget(SHORTEST, &Order::new("olga", "a test")).unwrap().questions, 0, "as long as it can be");
    server.clock.advance(1);
    assert_eq!(store.forget(SHORTEST, &Order::new("olga", "a test")).unwrap().questions, 1);
    assert_eq!(error(&server.send(&delete("notes.txt").yes(&state))), (200, -32602, BadState::OUTWARD.into()));
    assert_eq!((server.reason().as_str(), server.effects()), ("expired", 1));
}

/// Whoever said no too often has said so for as long as that counts.
#[test]
fn a_no_is_not_forgotten_while_it_counts() {
    const { assert!(Retention::LEAST_MS >= twogates::NOES_WITHIN_MS) };
    const { assert!(Retention::LEAST_MS >= twogates::consent::ANSWER_WITHIN_MS) };
}

/// A reference that comes out of a queue after everything leads nowhere.
#[test]
fn a_grant_that_is_forgotten_is_unknown_to_its_worker() {
    let (mut server, store) = server();
    server.policies.pay = deferred();
    let state = server.ask(&pay("shop", 5));
    server.send(&pay("shop", 5).yes(&state));
    let reference = server.queue.lock().unwrap()[0].clone();
    assert!(matches!(store.list(twogates::grants::Which::All, None, 1).unwrap()[0].intent.until, Until::At(_)));
    assert_eq!(server.work(), Ok(State::Executed));
    server.clock.advance(Retention::LEAST_MS + 1);
    store.forget(SHORTEST, &Order::new("olga", "a test")).unwrap();
    assert_eq!(server.gates.claim(&server.pay, &reference).unwrap_err(), NotUsable::Unknown);
    assert_eq!(server.effects(), 1);
}
