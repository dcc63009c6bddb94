//! Approved now, done later: what the same state tells meanwhile.

use crate::client::{body, error, pay, result};
use crate::server::{Server, deferred};
use serde_json::json;
use std::sync::atomic::Ordering;
use twogates::consent::{BadState, Evidence, Lifetime, Policy};
use twogates::grants::{End, NotUsable, State};

const ONCE_MORE: &str = "To do it once more, call without requestState, and a person is asked afresh.";
const AFRESH: &str = "Make the call again without requestState, and a person is asked afresh.";

/// A server whose payments wait, with one that was approved: its state, and how its grant is named.
fn queued() -> (Server, String, String) {
    let mut server = Server::new();
    server.policies.pay = deferred();
    let state = server.ask(&pay("shop", 5));
    server.clock.advance(1000);
    let (is_error, text) = result(&server.send(&pay("shop", 5).yes(&state)));
    let handle = server.queue.lock().unwrap()[0].id().to_string();
    assert_eq!((is_error, text.contains(&handle)), (false, true), "{text}");
    (server, state, handle)
}

fn told(server: &Server, state: &str) -> (bool, String) {
    result(&server.send(&pay("shop", 5).state(state)))
}

fn settle(server: &Server, end: End, text: &str) {
    let reference = server.queue.lock().unwrap().pop_front().unwrap();
    let claim = server.gates.claim(&server.pay, &reference).unwrap();
    let (_, running) = claim.take(|args| twogates::consent::Effect::snapshot(&server.pay, args)).unwrap();
    server.gates.settle(running.settle(end, text)).unwrap();
}

#[test]
fn the_question_says_until_when() {
    let mut server = Server::new();
    server.policies.pay = deferred();
    let asked = body(&server.send(&pay("shop", 5)));
    let message = asked["result"]["inputRequests"]["approval"]["params"]["message"].as_str().unwrap().to_owned();
    assert!(message.contains("until 14:10 UTC"), "{message}");
}

#[test]
fn queued_is_told_as_approved_and_not_yet_done() {
    let (server, state, handle) = queued();
    assert_eq!(server.effects(), 0);
    let expected = format!(
        "Approved, not yet done; grant {handle} may run until 2026-07-28 14:10:00 UTC. Ask again later with the same \
         state."
    );
    assert_eq!(told(&server, &state), (false, expected.clone()));
    assert_eq!(result(&server.send(&pay("shop", 5).yes(&state))), (false, expected), "a second yes finds the first");
    assert_eq!(server.queue.lock().unwrap().len(), 1, "and is not queued again");
}

#[test]
fn done_is_told_with_the_tool_s_text() {
    let (server, state, _) = queued();
    server.clock.advance(59_000);
    assert_eq!(server.work(), Ok(State::Executed));
    let expected = format!("Done at 2026-07-28 14:01:00 UTC, as approved (Paid 5 to shop). {ONCE_MORE}");
    assert_eq!(told(&server, &state), (false, expected.clone()));
    assert_eq!(result(&server.send(&pay("shop", 5).yes(&state))), (false, expected), "whichever way it is asked");
    assert_eq!(server.effects(), 1);
}

#[test]
fn in_progress_is_told_and_the_queue_s_second_delivery_runs_nothing() {
    let (server, state, _) = queued();
    let reference = server.queue.lock().unwrap()[0].clone();
    let claim = server.gates.claim(&server.pay, &reference).unwrap();
    let expected =
        "Approved, not yet done; in progress since 2026-07-28 14:00:01 UTC. Ask again later with the same state.";
    assert_eq!(told(&server, &state), (false, expected.to_owned()));
    assert_eq!(server.work(), Err(NotUsable::InFlight));
    drop(claim);
}

#[test]
fn failed_and_unknown_are_told_apart() {
    let (server, state, _) = queued();
    settle(&server, End::Failed, "the bank is closed");
    let expected = format!(
        "Already tried at 2026-07-28 14:00:01 UTC, and it failed; nothing ran again (the bank is closed). {AFRESH}"
    );
    assert_eq!(told(&server, &state), (true, expected));
    let (server, state, _) = queued();
    settle(&server, End::Indeterminate, "the line broke.");
    let expected = "Tried at 2026-07-28 14:00:01 UTC, and whether it happened is not known; nothing ran again (the line \
                    broke). Find out what happened before anything is tried again.";
    assert_eq!(told(&server, &state), (true, expected.to_owned()));
}

/// A worker that never came back leaves it unknown, once its time is over.
#[test]
fn a_lost_worker_leaves_it_unknown() {
    let (server, state, _) = queued();
    let reference = server.queue.lock().unwrap()[0].clone();
    drop(server.gates.claim(&server.pay, &reference).unwrap());
    server.clock.advance(600_000);
    let expected = "Tried at 2026-07-28 14:00:01 UTC, and whether it happened is not known; nothing ran again. Find out \
                    what happened before anything is tried again.";
    assert_eq!(told(&server, &state), (true, expected.to_owned()));
}

/// It says when it expired, whenever somebody asks.
#[test]
fn expired_is_told_with_its_own_time() {
    let (server, state, _) = queued();
    server.clock.advance(598_999);
    assert!(!told(&server, &state).0, "not yet");
    server.clock.advance(5_000_000);
    let expected =
        format!("Approved, but not run in time: it expired at 2026-07-28 14:10:00 UTC; nothing ran. {AFRESH}");
    assert_eq!(told(&server, &state), (true, expected));
    assert_eq!(server.work(), Err(NotUsable::Used), "it was marked when somebody looked");
    assert_eq!(server.effects(), 0);
}

#[test]
fn a_late_worker_finds_it_expired() {
    let (server, _, _) = queued();
    server.clock.advance(599_000);
    assert_eq!(server.work(), Err(NotUsable::Expired));
    assert_eq!(server.effects(), 0);
}

#[test]
fn a_no_takes_an_unspent_yes_back() {
    for action in ["decline", "cancel"] {
        let (server, state, _) = queued();
        let expected =
            "Approved, and taken back at 2026-07-28 14:00:01 UTC; nothing ran. Do not repeat the call unless \
                        the person asks for it."
                .to_owned();
        let no = pay("shop", 5).says(&state, action);
        assert_eq!(result(&server.send(&no)), (true, expected.clone()));
        assert_eq!(server.work(), Err(NotUsable::Revoked));
        assert_eq!(told(&server, &state), (true, expected.clone()));
        assert_eq!(result(&server.send(&pay("shop", 5).yes(&state))), (true, expected), "and no yes revives it");
        assert_eq!(server.effects(), 0);
    }
}

#[test]
fn a_no_in_the_form_takes_it_back_too_and_another_s_does_not() {
    let (server, state, _) = queued();
    let no = pay("shop", 5).state(&state).answer(json!({"action": "accept", "content": {"approved": false}}));
    assert_eq!(error(&server.send(&no.clone().by("bob"))).2, BadState::OUTWARD);
    assert_eq!(server.queue.lock().unwrap().len(), 1);
    assert!(result(&server.send(&no)).1.starts_with("Approved, and taken back at"));
}

/// A no is found however late it comes: the time to answer is over, the time to run is not.
#[test]
fn a_no_takes_it_back_after_the_time_to_answer() {
    let (server, state, _) = queued();
    server.clock.advance(400_000);
    let (is_error, text) = result(&server.send(&pay("shop", 5).says(&state, "decline")));
    assert!(is_error && text.starts_with("Approved, and taken back at 2026-07-28 14:06:41 UTC"), "{text}");
}

/// What a worker has begun or done is not taken back, and a plain "done" would pass over the no.
#[test]
fn a_no_that_is_too_late_is_told_as_that() {
    let remedy = "Look at what was done; only another call can undo it.";
    for action in ["decline", "cancel"] {
        let (server, state, _) = queued();
        let reference = server.queue.lock().unwrap()[0].clone();
        let claim = server.gates.claim(&server.pay, &reference).unwrap();
        let no = pay("shop", 5).says(&state, action);
        let expected = format!(
            "The no came too late. Approved, not yet done; in progress since 2026-07-28 14:00:01 UTC. {remedy}"
        );
        assert_eq!(result(&server.send(&no)), (true, expected));
        drop(claim);

        let (server, state, _) = queued();
        assert_eq!(server.work(), Ok(State::Executed));
        let expected =
            format!("The no came too late. Done at 2026-07-28 14:00:01 UTC, as approved (Paid 5 to shop). {remedy}");
        assert_eq!(result(&server.send(&pay("shop", 5).says(&state, action))), (true, expected));
        assert_eq!(server.effects(), 1);
    }
}

#[test]
fn no_longer_authorized_is_told_and_final() {
    let (server, state, _) = queued();
    server.authority.0.store(false, Ordering::SeqCst);
    assert_eq!(server.work(), Err(NotUsable::NoLongerAuthorized));
    server.authority.0.store(true, Ordering::SeqCst);
    let expected = "Approved, but no longer authorized at 2026-07-28 14:00:01 UTC; nothing ran. Have the permission \
                    restored before the call is made again."
        .to_owned();
    assert_eq!(told(&server, &state), (true, expected));
}

/// The reference carries no authority: with other arguments, or at another tool, it runs nothing and burns nothing.
#[test]
fn a_reference_runs_its_own_call_alone() {
    let (mut server, _, _) = queued();
    server.pay.urgent = true;
    let reference = server.queue.lock().unwrap()[0].clone();
    assert_eq!(server.gates.claim(&server.pay, &reference).unwrap_err(), NotUsable::OtherContract);
    server.pay.urgent = false;
    assert_eq!(server.work(), Ok(State::Executed));
}

/// A yes that meets what the policy demanded at the question, and no more what it demands by now.
#[test]
fn a_policy_that_was_raised_counts_for_open_questions() {
    let mut server = Server::new();
    let state = server.ask(&pay("shop", 5));
    server.policies.pay = Policy { evidence: Evidence::ProvenOnPage, ..Policy::default() };
    let expected = "Not run: this tool demands a yes that is proven_on_page; a form cannot give that. Ask on a page of \
                    the server (URL mode).";
    assert_eq!(result(&server.send(&pay("shop", 5).yes(&state))), (true, expected.to_owned()));
    assert_eq!((server.reason().as_str(), server.effects()), ("evidence_too_weak", 0));
    server.policies.pay = Policy::default();
    assert_eq!(result(&server.send(&pay("shop", 5).yes(&state))), (false, "Paid 5 to shop.".into()));
}

/// How long a yes may wait was sealed with the question: a policy that is changed later has no say in it.
#[test]
fn a_lifetime_is_the_one_that_was_shown() {
    let mut server = Server::new();
    let state = server.ask(&pay("shop", 5));
    server.policies.pay = deferred();
    assert_eq!(result(&server.send(&pay("shop", 5).yes(&state))), (false, "Paid 5 to shop.".into()));
    let state = server.ask(&pay("shop", 6));
    server.policies.pay = Policy::default();
    let (is_error, text) = result(&server.send(&pay("shop", 6).yes(&state)));
    assert!(!is_error && text.starts_with("Approved, not yet done."), "{text}");
}

#[test]
fn a_lifetime_that_cannot_be_is_the_operator_s_fault() {
    let mut server = Server::new();
    server.policies.pay = Policy { lifetime: Lifetime::Deferred(0), ..Policy::default() };
    let expected = "Not run: a lifetime of 0 ms is not between 1 ms and 24 hours. Set a lifetime between 1 ms and 24 \
                    hours in the tool's policy.";
    assert_eq!(result(&server.send(&pay("shop", 5))), (true, expected.to_owned()));
    assert!(server.audit().iter().all(|row| row.code != "input_required"));
}
