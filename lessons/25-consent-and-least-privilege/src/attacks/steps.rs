//! What the attacks are put together from.

use crate::Stage;
use lab::authorization::{Issued, person};
use lab::host::{Host, Pending, Person, Reply, Script, Sent};
use lab::server::careless::{CarelessServer, Manners};
use lab::server::{RESOURCE, Service};
use rules::{Refused, Rule, grant};
use serde_json::{Map, Value, json};
use std::rc::Rc;
use std::sync::{MutexGuard, PoisonError};
use twogates::consent::host::Trust;
use twogates::grants::State;
use twogates::scope::ScopeSet;
use wire::entry::{Decision, Kind, Violation};

/// A minute, in milliseconds.
pub(super) const MINUTE: u64 = 60_000;

/// A person who reads a prompt before answering: yes where this holds of it, and declined otherwise.
pub(super) struct Reads(pub(super) fn(&str) -> bool);

impl Person for Reads {
    fn answer(&mut self, prompt: &str) -> Reply {
        if (self.0)(prompt) { Reply::Yes } else { Reply::Decline }
    }
}

/// A token of `subject` for the lab's server, issued beforehand.
pub(super) fn token(stage: &Stage, subject: &str, scopes: &[&str]) -> Issued {
    stage.authorization.issue(&person(subject), ScopeSet::of(scopes), RESOURCE)
}

/// Alice has signed in beforehand.
pub(super) fn alice_holds(stage: &mut Stage, scopes: &[&str]) {
    let token = token(stage, "alice", scopes);
    stage.alice.hold(token);
}

/// Bob has signed in beforehand.
pub(super) fn bob_holds(stage: &mut Stage, scopes: &[&str]) {
    let token = token(stage, "bob", scopes);
    stage.bob.hold(token);
}

/// A host at a server that its user, and the transcript, know by this name.
pub(super) fn host_at(stage: &Stage, user: &str, name: &str, service: Rc<dyn Service>, token: Issued) -> Host {
    let nobody = Box::new(Script::default());
    let host = Host::new(&stage.world, person(user), service, stage.authorization.clone(), nobody);
    let mut host = host.without(&stage.off).connected_to(name, name);
    host.hold(token);
    host
}

/// Alice's host at a shop, whose server keeps no gate. She answers there as `script` says.
pub(super) fn alice_at_shop(stage: &mut Stage, manners: Manners, trust: Trust, script: &[Reply]) -> Host {
    let shop = Rc::new(CarelessServer::new(stage.world.now_ms(), manners));
    stage.others.push(("shop", shop.clone()));
    let token = token(stage, "alice", &["files:write", "payments:write"]);
    let mut host = host_at(stage, "alice", "shop", shop, token);
    host.set_trust(trust);
    host.seat(stage.someone(script));
    host
}

/// Sends a call, and gives it back where it is asked about.
pub(super) fn asked(host: &mut Host, tool: &str, arguments: &Value) -> Option<Pending> {
    match host.begin(tool, &object(arguments), None) {
        Sent::Asks(pending) => Some(pending),
        Sent::Answered(_) => None,
    }
}

/// Answers every question with a yes, with nobody asked: what a client can always do.
pub(super) fn fill_in(pending: &mut Pending) {
    pending.responses = pending.requests.keys().map(|key| (key.clone(), Reply::Yes.wire())).collect();
}

/// The members of an object.
pub(super) fn object(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

/// The arguments that most attacks on `delete_file` begin with.
pub(super) fn notes() -> Value {
    json!({"path": "notes.txt"})
}

/// What is wrong with a message, and the rules that it breaks.
pub(super) fn violation(text: &str, rules: &[&Rule]) -> Violation {
    Violation { text: text.to_owned(), rules: rules.iter().map(|rule| rule.id.to_owned()).collect() }
}

/// Time passes.
pub(super) fn passes(stage: &Stage, minutes: u64) {
    stage.world.clock.advance(minutes * MINUTE);
    recorder(stage).note([format!("{minutes} minutes pass.")]);
}

/// Something happens in the world that no message tells.
pub(super) fn happens(stage: &Stage, who: &str, what: &str) {
    let mut recorder = recorder(stage);
    let entry = recorder.entry(Kind::Effect, who).said([what]);
    recorder.keep(entry);
}

/// A worker takes the next call from the queue, and says what came of it.
pub(super) fn work(stage: &Stage) {
    stage.world.tick();
    let Some(worked) = stage.server.work() else { return };
    let decision = |verdict: &str, why: String, code: &str, rule: &Rule| Decision {
        gate: "grant".into(),
        verdict: verdict.into(),
        why,
        code: Some(code.into()),
        rules: vec![rule.id.into()],
    };
    let (text, gate) = match worked {
        Ok(done) => {
            let text = done.outcome.map(|(_, text)| text).unwrap_or_default();
            let verdict = if done.state == State::Executed { "spent" } else { "failed" };
            (text, decision(verdict, "the worker claimed the grant".into(), done.state.word(), &grant::CLAIMED_ONCE))
        }
        Err(no) => ("nothing happened".to_owned(), decision("refused", no.why(), no.code(), no.rule())),
    };
    let mut recorder = recorder(stage);
    let mut entry = recorder.entry(Kind::Effect, "worker").said([text]);
    entry.gate = Some(gate);
    recorder.keep(entry);
}

fn recorder(stage: &Stage) -> MutexGuard<'_, lab::recorder::Recorder> {
    stage.world.recorder.lock().unwrap_or_else(PoisonError::into_inner)
}
