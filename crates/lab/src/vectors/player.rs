//! Who plays: everybody's hosts, and what each step asks of them.

use super::format::{Step, Vector};
use super::messages::{Sent, ledger_lines};
use super::peer::{At, Peer, Turn};
use super::play::{Looking, Run};
use super::seen::{Before, Outcome};
use super::setup::LAB;
use super::steps::{Model, Reads, RuleEffect, StandingRule};
use super::{Seen, Verdict};
use crate::authorization::AuthorizationServer;
use crate::host::{Ending, Host, ListCache, Person, Reply, Script};
use crate::{World, tools};
use rules::Defence;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, PoisonError};
use twogates::consent::host::{Effect, ListedTool, RuleId, ServerId, Trust};
use twogates::scope::Principal;
use wire::entry::{Decision, Kind};

/// Plays one vector.
pub(super) struct Player<'a> {
    vector: &'a Vector,
    world: &'a World,
    authorization: &'a Arc<AuthorizationServer>,
    peer: Rc<dyn Peer>,
    off: &'a [Defence],
    hosts: BTreeMap<(String, String), Host>,
    caches: BTreeMap<String, Rc<RefCell<ListCache>>>,
    pub(super) sent: Vec<Option<Sent>>,
    last_rule: Option<RuleId>,
}

impl<'a> Player<'a> {
    pub(super) fn new(
        vector: &'a Vector,
        peer: Rc<dyn Peer>,
        (world, authorization): (&'a World, &'a Arc<AuthorizationServer>),
        off: &'a [Defence],
    ) -> Self {
        Self {
            vector,
            world,
            authorization,
            peer,
            off,
            hosts: BTreeMap::new(),
            caches: BTreeMap::new(),
            sent: Vec::new(),
            last_rule: None,
        }
    }
}

impl Player<'_> {
    pub(super) fn play(mut self, looking: &Looking) -> Run {
        self.recorder().begin(&self.vector.name);
        let mut seen = vec![None; self.vector.steps.len()];
        let mut then = Before::of(self.peer.as_ref(), looking.at_all_of(1));
        for (step, number) in self.vector.steps.iter().zip(1..) {
            let whole = looking.at_all_of(number);
            let first = if whole { self.recorder().entries().len() } else { 0 };
            let audited = whole && step.expect().is_some_and(|expect| expect.audit.is_some());
            let rows = if audited { self.peer.audit().len() } else { 0 };
            let outcome = self.step(step, number);
            self.sent.resize(number, None);
            let now = Before::of(self.peer.as_ref(), whole);
            if let (Some(place), Some(outcome)) = (seen.get_mut(number - 1), outcome) {
                let recorder = self.recorder();
                let new = recorder.entries().get(first..).unwrap_or_default();
                let added = || self.peer.audit().into_iter().skip(rows).collect::<Vec<_>>();
                *place = Some(match (whole, audited) {
                    (false, _) => Seen::of_effects(&then, &now),
                    (true, false) => Seen::of(outcome, new, &then, &now),
                    (true, true) => Seen::of(outcome, new, &then, &now).with_audit(&added()),
                });
            }
            then = now;
        }
        let entries = match looking {
            Looking::AtAll => self.recorder().entries().to_vec(),
            Looking::AtEffects { .. } => Vec::new(),
        };
        Run { entries, seen }
    }

    fn step(&mut self, step: &Step, number: usize) -> Option<Outcome> {
        match step {
            Step::Send(send) => Some(self.send(send)),
            Step::Retry(retry) => Some(self.retry(retry).unwrap_or_else(|| Outcome::plain(Verdict::Unsent))),
            Step::Repeat(repeat) => Some(self.repeat(repeat).unwrap_or_else(|| Outcome::plain(Verdict::Unsent))),
            Step::Get(get) => {
                let host = self.host(&get.by, get.at.as_deref().unwrap_or(LAB));
                let received = host.client_mut().get(&get.path, None);
                Some(Outcome::of_response(&received))
            }
            Step::Model(model) => Some(self.model(model)),
            Step::List(list) => {
                let tools = self.host(&list.by, list.at.as_deref().unwrap_or(LAB)).list_tools();
                Some(Outcome { tools: Some(tools), ..Outcome::plain(Verdict::Listed) })
            }
            Step::Work(work) => {
                let turn = Turn { again: work.again, dies: work.dies, stalls: work.stalls.then_some(number) };
                self.world.tick();
                Some(self.peer.work(turn).map_or(Outcome::plain(Verdict::Idle), |told| self.acted("worker", told)))
            }
            Step::Resume(resume) => {
                let told = self.peer.resume(resume.of);
                Some(told.map_or(Outcome::plain(Verdict::Idle), |told| self.acted("worker", told)))
            }
            Step::Revoke(revoke) => Some(self.acted("the operator", self.peer.revoke(revoke.grant))),
            other => {
                self.happens(other);
                None
            }
        }
    }

    fn happens(&mut self, step: &Step) {
        match step {
            Step::Wait { seconds } => {
                self.peer.pass(seconds * 1_000);
                self.say("the clock", format!("{seconds} seconds pass"));
            }
            Step::Write { at, path, content } => {
                let server = at.as_deref().unwrap_or(LAB);
                self.peer.write(server, path, content.as_deref());
                let what = if content.is_some() { "writes" } else { "removes" };
                self.say("somebody else", format!("{what} {path}"));
            }
            Step::Release => {
                self.peer.release();
                self.say("the operator", "releases a delete_file that does more".into());
            }
            Step::BackUp => {
                self.peer.back_up();
                self.say("the operator", "copies the store of grants".into());
            }
            Step::Restore => {
                self.peer.restore();
                self.say("the operator", "puts the last copy of the store back, and raises its epoch".into());
            }
            Step::Close { who } => {
                let principal = self.principal(who);
                self.peer.close(&principal);
                self.say("authorization server", format!("closes the account of {who}"));
            }
            Step::Trust { by, at, trusts } => {
                let trust = if *trusts { Trust::Trusted } else { Trust::None };
                self.host(by, at.as_deref().unwrap_or(LAB)).set_trust(trust);
                self.say(by, format!("marks the server as {}", if *trusts { "trusted" } else { "not trusted" }));
            }
            Step::Rule(rule) => self.rule(rule),
            Step::Grants { to, grants } => {
                let generosity = grants.generosity();
                // A host that is not there yet would begin with what the setup says.
                self.host(to, LAB);
                self.hosts
                    .iter_mut()
                    .filter(|((by, _), _)| by == to)
                    .for_each(|(_, host)| host.generosity = generosity);
                self.say("authorization server", format!("changes what it grants to {to}"));
            }
            _ => {}
        }
    }

    fn rule(&mut self, rule: &StandingRule) {
        let at = rule.at.as_deref().unwrap_or(LAB);
        let server = ServerId::new(rule.server.as_deref().unwrap_or(at));
        let entry = rule.tool.as_str().and_then(tools::listed).unwrap_or_else(|| rule.tool.clone());
        let now = self.world.now_ms();
        let last = self.last_rule;
        let settings = self.host(&rule.by, at).settings_mut();
        let effect = match rule.effect {
            RuleEffect::Allow => Effect::Allow,
            RuleEffect::Ask => Effect::Ask,
            RuleEffect::Deny => Effect::Deny,
            RuleEffect::Revoke => {
                if let Some(id) = last {
                    settings.revoke(id, now);
                }
                return self.say(&rule.by, "revokes the standing rule".into());
            }
        };
        let added = ListedTool::read(&server, &entry).ok().map(|tool| settings.add(&tool, effect, now));
        self.last_rule = added.or(last);
        let name = entry.get("name").and_then(Value::as_str).unwrap_or_default();
        let word = serde_json::to_value(rule.effect).unwrap_or_default();
        let word = word.as_str().unwrap_or_default().to_owned();
        self.say(&rule.by, format!("sets a standing rule: {word} {name} of {}", server.name()));
    }

    fn model(&mut self, model: &Model) -> Outcome {
        let arguments = Value::Object(model.arguments.clone().unwrap_or_default());
        let replies: Vec<Reply> = model.answers.iter().map(|word| word.reply()).collect();
        let person: Box<dyn Person> = match &model.reads {
            Some(reads) => Box::new(Reader(reads.clone())),
            None => Box::new(Script::of(&replies)),
        };
        let at = model.at.as_deref().unwrap_or(LAB);
        let host = self.host(&model.by, at);
        host.seat(person);
        let known = host.ledger().records().len();
        let ending = match model.waits {
            true => host.call_until_asked(&model.tool, &arguments),
            false => host.call(&model.tool, &arguments),
        };
        let ledger = ledger_lines(host, known);
        if let Ending::Asked(pending) = &ending {
            self.sent.push(Some(Sent::waits(&model.by, at, pending)));
        }
        Outcome { ledger, ..Outcome::of_ending(&ending) }
    }

    /// What a worker or the operator did, as an entry and an outcome.
    fn acted(&self, who: &str, (text, gate): (String, Decision)) -> Outcome {
        let verdict = match gate.verdict.as_str() {
            "spent" => Verdict::Ran,
            "died" => Verdict::Died,
            "stalled" => Verdict::Stalled,
            "taken back" => Verdict::TakenBack,
            _ => Verdict::Refused,
        };
        let mut recorder = self.recorder();
        let mut entry = recorder.entry(Kind::Effect, who).said([text.as_str()]);
        entry.gate = Some(gate);
        recorder.keep(entry);
        Outcome { text, ..Outcome::plain(verdict) }
    }

    fn principal(&self, name: &str) -> Principal {
        self.vector.setup.people.get(name).cloned().unwrap_or_default().principal(name)
    }

    /// The host of this person at this server. It is there from when it is first named.
    pub(super) fn host(&mut self, by: &str, at: &str) -> &mut Host {
        let (world, authorization, off) = (self.world, self.authorization, self.off);
        let (setup, peer) = (&self.vector.setup, &self.peer);
        let cache = self.caches.entry(at.to_owned()).or_default().clone();
        self.hosts.entry((by.to_owned(), at.to_owned())).or_insert_with(|| {
            let person = setup.people.get(by).cloned().unwrap_or_default();
            let service = Rc::new(At { peer: peer.clone(), server: at.to_owned() });
            // Whatever the token says, the host is called by the name of whoever sits there.
            let user = Principal { subject: by.to_owned(), ..person.principal(by) };
            let host = Host::new(world, user, service, authorization.clone(), Box::new(Script::default()));
            let mut host = host.without(off).sharing(&cache);
            if at != LAB {
                host = host.connected_to(at, at);
            }
            host.set_trust(if person.trusts(at) { Trust::Trusted } else { Trust::None });
            host.generosity = person.grants.generosity();
            if let Some(capabilities) = &person.capabilities {
                host.client_mut().capabilities = capabilities.clone();
            }
            if let Some(scopes) = person.scope_set() {
                let server = setup.servers.get(at).cloned().unwrap_or_default();
                let audience = person.audience.clone().unwrap_or_else(|| server.audience().to_owned());
                host.hold(authorization.issue(&person.principal(by), scopes, &audience));
            }
            host
        })
    }

    fn say(&self, who: &str, what: String) {
        let mut recorder = self.recorder();
        let entry = recorder.entry(Kind::Effect, who).said([what]);
        recorder.keep(entry);
    }

    fn recorder(&self) -> std::sync::MutexGuard<'_, crate::recorder::Recorder> {
        self.world.recorder.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A person who reads one line of the prompt.
struct Reader(Reads);

impl Person for Reader {
    fn answer(&mut self, prompt: &str) -> Reply {
        let mut lines =
            prompt.lines().filter_map(|line| line.trim_start_matches(['|', ' ']).strip_prefix(&self.0.line));
        let declines = lines.next().is_some_and(|line| line.contains(&self.0.declines_if));
        if declines { Reply::Decline } else { Reply::Yes }
    }
}
