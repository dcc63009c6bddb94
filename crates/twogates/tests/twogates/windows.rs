//! A call that waits for its window, one that may run several times, and a list.

use crate::client::{body, pay, result};
use crate::refusals::known;
use crate::server::{Server, deferred};
use rules::{Fault, Refused};
use twogates::Refusal;
use twogates::consent::{Effect, Lifetime, Policy, Uses, Window};
use twogates::grants::{End, Grant, Item, NotUsable, State};
use twogates::outcome::Outcome;

/// Maintenance is at three, and the question was asked at two in the afternoon.
fn at_night() -> (Server, String) {
    let mut server = Server::new();
    let window = Window { opens_minute: 180, for_ms: 3_600_000 };
    server.policies.pay = Policy { lifetime: Lifetime::Window(window), ..Policy::default() };
    let state = server.ask(&pay("shop", 5));
    server.send(&pay("shop", 5).yes(&state));
    (server, state)
}

#[test]
fn a_window_is_shown_told_and_kept() {
    let (server, state) = at_night();
    let asked = body(&server.send(&pay("shop", 6)));
    let message = asked["result"]["inputRequests"]["approval"]["params"]["message"].as_str().unwrap().to_owned();
    assert!(message.contains("Runs: once, not before 2026-07-29 03:00 UTC, until 2026-07-29 04:00 UTC"), "{message}");
    let (is_error, text) = result(&server.send(&pay("shop", 5).state(&state)));
    let from = "may run from 2026-07-29 03:00:00 UTC until 2026-07-29 04:00:00 UTC";
    assert!(!is_error && text.contains(from), "{text}");
    let reference = server.queue.lock().unwrap()[0].clone();
    assert_eq!(server.gates.claim(&server.pay, &reference).unwrap_err(), NotUsable::TooEarly);
    assert_eq!(server.effects(), 0);
    server.clock.advance(13 * 3_600_000);
    assert_eq!(server.work(), Ok(State::Executed));
}

#[test]
fn several_runs_are_shown_and_told() {
    let mut server = Server::new();
    server.policies.pay = Policy { uses: Uses::Idempotent(3), ..deferred() };
    let asked = body(&server.send(&pay("shop", 5)));
    let message = asked["result"]["inputRequests"]["approval"]["params"]["message"].as_str().unwrap().to_owned();
    assert!(message.contains("Runs: up to 3 times, until 14:10 UTC"), "{message}");
    let state = server.ask(&pay("shop", 5));
    server.send(&pay("shop", 5).yes(&state));
    let reference = server.queue.lock().unwrap()[0].clone();
    let (_, running) =
        server.gates.claim(&server.pay, &reference).unwrap().take(|args| server.pay.snapshot(args)).unwrap();
    server.gates.settle(running.settle(End::Executed, "Paid.")).unwrap();
    let (is_error, text) = result(&server.send(&pay("shop", 5).state(&state)));
    assert!(!is_error && text.starts_with("Approved for up to 3 runs, 1 of them done; grant "), "{text}");
}

/// What became of each item, in its order; queued as long as one of them waits.
#[test]
fn a_list_tells_of_each_item() {
    let item = |state, number| match known(state) {
        Refusal::Known(grant) => Grant { item: Item { number, of: 2 }, ..*grant },
        other => panic!("{other:?}"),
    };
    let listed = |first, second| Refusal::KnownList(vec![item(first, 1), item(second, 2)]);
    let told = listed(State::Executed, State::Issued);
    assert_eq!((told.outcome(), told.code(), told.fault()), (Outcome::Queued, "listed", Fault::PeerIncompatible));
    assert!(told.why().starts_with("1 of 2: Done at 2026-07-28 14:00:02 UTC, as approved"), "{}", told.why());
    assert!(told.why().contains("; 2 of 2: Approved, not yet done; grant "), "{}", told.why());
    assert_eq!(listed(State::Executed, State::Claimed).outcome(), Outcome::Queued);
    let done = listed(State::Executed, State::Executed);
    assert_eq!(done.outcome(), Outcome::DoneSince);
    assert!(done.why().starts_with("Done, each of 2. 1 of 2: Done at 2026-07-28 14:00:02 UTC"), "{}", done.why());
    assert_eq!(listed(State::Executed, State::Failed).outcome(), Outcome::Used);
    assert_eq!(told.remedy(), "ask again later with the same state, or look at each item");
    assert_eq!(told.rule(), &rules::grant::OUTCOME);
}
