//! Met when someone acts on a yes: too late, for someone who left, for another promise, or on another file.

use super::steps::{MINUTE, alice_holds, asked, happens, notes, passes, work};
use crate::Stage;
use lab::authorization::person;
use lab::host::Reply;
use lab::server::Settings;
use std::sync::PoisonError;

/// Approved deletions wait in a queue, for ten minutes at most.
pub(super) fn deletes_later() -> Settings {
    Settings { deferred: vec![("delete_file", 10 * MINUTE)], ..Settings::default() }
}

/// Alice says yes, and the call is queued.
fn queued(stage: &mut Stage) {
    alice_holds(stage, &["files:write"]);
    stage.alice_says(&[Reply::Yes]);
    stage.alice.call("delete_file", &notes());
}

pub(super) fn late_worker(stage: &mut Stage) {
    queued(stage);
    passes(stage, 30);
    work(stage);
}

pub(super) fn left_the_company(stage: &mut Stage) {
    queued(stage);
    happens(stage, "authorization server", "closes Alice's account");
    stage.authorization.close(&person("alice"));
    work(stage);
}

pub(super) fn new_worker(stage: &mut Stage) {
    queued(stage);
    happens(stage, "operator", "releases a delete_file that empties the backups too");
    stage.server.change_promise();
    work(stage);
}

pub(super) fn changed_meanwhile(stage: &mut Stage) {
    alice_holds(stage, &["files:write"]);
    stage.alice_says(&[Reply::Yes]);
    let Some(mut pending) = asked(&mut stage.alice, "delete_file", &notes()) else { return };
    stage.alice.answer(&mut pending);
    let now = stage.world.now_ms();
    let files = stage.server.files().clone();
    files.lock().unwrap_or_else(PoisonError::into_inner).write("notes.txt", "The only copy of the contract.\n", now);
    happens(stage, "bob", "writes the only copy of the contract into notes.txt");
    stage.alice.retry(&pending);
}
