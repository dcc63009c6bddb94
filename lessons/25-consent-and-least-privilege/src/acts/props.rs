//! What the further acts need beside the stage: other hosts, other servers, and a look into the records.

use crate::Stage;
use lab::authorization::person;
use lab::host::{Host, Script};
use lab::recorder::Recorder;
use lab::resources::{Files, Payments};
use lab::server::Service;
use lab::server::careless::{CarelessServer, Manners};
use lab::show;
use rules::{Defence, Rule};
use std::rc::Rc;
use std::sync::{Mutex, MutexGuard, PoisonError};
use wire::Entry;
use wire::entry::Violation;

/// The lock of something of the lab's.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A host of `subject` on this stage, connected to `service`, without the stage's defences that are off and without
/// `more`. It trusts nobody and holds no token.
pub(super) fn host(stage: &Stage, subject: &str, service: Rc<dyn Service>, more: &[Defence]) -> Host {
    let nobody = Box::new(Script::default());
    let host = Host::new(&stage.world, person(subject), service, stage.authorization.clone(), nobody);
    host.without(&stage.off).without(more)
}

/// A server without gates, and Alice's host at it: signed in, and trusting it as little as any.
pub(super) fn careless(stage: &Stage, manners: Manners, configured: &str, called: &str) -> (Rc<CarelessServer>, Host) {
    let server = Rc::new(CarelessServer::new(stage.world.now_ms(), manners));
    let mut host = host(stage, "alice", server.clone(), &[]).connected_to(configured, called);
    host.sign_in_quietly();
    (server, host)
}

/// Marks entries that break a rule of themselves, as `text` says. The first of them breaks nothing yet.
pub(super) fn mark_all_but_the_first(stage: &Stage, which: impl Fn(&Entry) -> bool, text: &str, rule: &Rule) {
    let mut recorder = recorder(stage);
    let entries = recorder.entries().iter().filter(|entry| which(entry)).skip(1);
    for number in entries.map(|entry| entry.number).collect::<Vec<_>>() {
        let violation = Violation { text: text.to_owned(), rules: vec![rule.id.to_owned()] };
        recorder.amend(number, |entry| entry.violation = Some(violation));
    }
}

/// The narrator says something in the middle of an act.
pub(super) fn meanwhile(stage: &Stage, line: &str) {
    recorder(stage).note([line]);
}

/// Shows the server's audit.
pub(super) fn show_audit(stage: &Stage) {
    let rows = stage.server.gates().grants().audit().unwrap_or_default();
    recorder(stage).look("audit", show::audit(&rows));
}

/// Shows the ledger of a host.
pub(super) fn show_ledger(stage: &Stage, host: &Host) {
    recorder(stage).look("ledger", show::ledger(host.name(), host.ledger()));
}

/// Shows what a host requested, and what it holds.
pub(super) fn show_scopes(stage: &Stage, host: &Host) {
    recorder(stage).look("scopes", show::scopes(host.name(), host.scopes()));
}

/// Shows files and payments.
pub(super) fn show_world(stage: &Stage, whose: &str, files: &Mutex<Files>, payments: &Mutex<Payments>) {
    recorder(stage).look("world", show::world(whose, &lock(files), &lock(payments)));
}

/// The recorder of the stage.
pub(super) fn recorder(stage: &Stage) -> MutexGuard<'_, Recorder> {
    lock(&stage.world.recorder)
}
