//! Two answers to one question at the same time: whichever comes second is told what stands.

use crate::client::{Post, delete, pay, result};
use crate::flaky;
use crate::server::{Server, deferred};
use std::sync::Arc;
use twogates::grants::audit::What;
use wire::http::Response;

/// A server whose payments may wait or not, with one question asked: its state.
fn asked(waits: bool) -> (Arc<Server>, Arc<flaky::Flaky>, String) {
    let (mut server, store) = flaky::server();
    if waits {
        server.policies.pay = deferred();
    }
    let state = server.ask(&pay("shop", 5));
    (Arc::new(server), store, state)
}

/// What `slow` is answered when `fast` comes in between.
fn overtaken(server: &Arc<Server>, store: &flaky::Flaky, slow: &Post, fast: Post) -> Response {
    let other = server.clone();
    store.meanwhile(move || drop(other.send(&fast)));
    server.send(slow)
}

/// The codes of the refusals in the audit: one row each.
fn refused(server: &Server) -> Vec<String> {
    server.audit().into_iter().filter(|row| row.what == What::Refused).map(|row| row.code).collect()
}

#[test]
fn a_yes_that_a_no_overtook_runs_nothing() {
    for waits in [false, true] {
        let (server, store, state) = asked(waits);
        let told = overtaken(&server, &store, &pay("shop", 5).yes(&state), pay("shop", 5).says(&state, "decline"));
        let expected = "Not run: this question was answered at 2026-07-28 14:00:00 UTC: the person declined, or was not \
                        shown the question. Do not repeat the call unless the person asks for it.";
        assert_eq!(result(&told), (true, expected.to_owned()), "waits: {waits}");
        assert_eq!((server.effects(), server.queue.lock().unwrap().len()), (0, 0));
        assert_eq!(refused(&server), ["answered_no"]);
    }
}

#[test]
fn a_yes_that_a_yes_overtook_is_told_what_became_of_it() {
    let (server, store, state) = asked(false);
    let told = overtaken(&server, &store, &pay("shop", 5).yes(&state), pay("shop", 5).yes(&state));
    let (is_error, text) = result(&told);
    assert!(is_error && text.starts_with("Already done at 2026-07-28 14:00:00 UTC; nothing ran again"), "{text}");
    assert_eq!((server.effects(), refused(&server)), (1, vec!["used".to_owned()]));

    let (server, store, state) = asked(true);
    let told = overtaken(&server, &store, &pay("shop", 5).yes(&state), pay("shop", 5).yes(&state));
    let (is_error, text) = result(&told);
    assert!(!is_error && text.starts_with("Approved, not yet done; grant "), "{text}");
    assert_eq!(server.queue.lock().unwrap().len(), 1, "it is queued once");
    assert_eq!(refused(&server), ["issued"]);
}

/// "Nothing ran" is not said where something did.
#[test]
fn a_no_that_a_yes_overtook_is_told_that_it_ran() {
    let (server, store, state) = asked(false);
    let told = overtaken(&server, &store, &pay("shop", 5).says(&state, "decline"), pay("shop", 5).yes(&state));
    let (is_error, text) = result(&told);
    assert!(is_error && text.starts_with("Already done at 2026-07-28 14:00:00 UTC; nothing ran again"), "{text}");
    assert_eq!((server.effects(), refused(&server)), (1, vec!["used".to_owned()]));
}

/// And where nothing has run yet, the no takes the yes back.
#[test]
fn a_no_that_a_waiting_yes_overtook_takes_it_back() {
    let (server, store, state) = asked(true);
    let told = overtaken(&server, &store, &pay("shop", 5).says(&state, "cancel"), pay("shop", 5).yes(&state));
    let (is_error, text) = result(&told);
    assert!(is_error && text.starts_with("Approved, and taken back at 2026-07-28 14:00:00 UTC; nothing ran"), "{text}");
    assert_eq!(refused(&server), ["revoked"]);
    assert!(server.work().is_err());
    assert_eq!(server.effects(), 0);
}

#[test]
fn a_no_that_a_no_overtook_is_told_the_first() {
    let (server, store, state) = asked(false);
    let told =
        overtaken(&server, &store, &pay("shop", 5).says(&state, "cancel"), pay("shop", 5).says(&state, "decline"));
    assert!(result(&told).1.starts_with("Not run: the person declined"), "{told:?}");
    assert_eq!(server.audit().iter().filter(|row| row.code == "cancelled").count(), 0);
}

/// Nobody is hurt by being asked again while another answers: the next retry is told what stands.
#[test]
fn a_question_that_is_put_again_meanwhile_is_answered_once() {
    let (server, store) = flaky::server();
    let server = Arc::new(server);
    let state = server.ask(&delete("notes.txt"));
    let told =
        overtaken(&server, &store, &delete("notes.txt").state(&state), delete("notes.txt").says(&state, "decline"));
    assert!(crate::client::asks(&told));
    let again = crate::client::body(&told)["result"]["requestState"].as_str().unwrap().to_owned();
    let (is_error, text) = result(&server.send(&delete("notes.txt").yes(&again)));
    assert!(is_error && text.starts_with("Not run: this question was answered at"), "{text}");
    assert_eq!(server.effects(), 0);
}
