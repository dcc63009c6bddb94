//! A store, and the desk at which people say yes.

use consent::{Answered, Approval, ConsentGate, Contract, Dice, Effect, EffectClass, Intent, Key, KeyRing};
use consent::{Lifetime, Policy, Snapshot, Tool};
use grants::{Authority, FakeClock, Grant, GrantRef, Grants, Issued, Memory, Store};
use scope::{Caller, Hierarchy, Principal, ScopeGate, ScopeSet, ToolScopes};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How long a worker may take here, in milliseconds.
pub(super) const LEASE_MS: u64 = 30_000;
/// How long a grant lives here, in milliseconds.
pub(super) const LIFE_MS: u64 = 600_000;

#[derive(Debug)]
pub(super) struct Anyone;

impl Authority for Anyone {
    fn may_still(&self, _: &Intent) -> bool {
        true
    }
}

#[derive(Debug, Default)]
pub(super) struct Counter(AtomicU64);

impl Dice for Counter {
    fn draw(&self) -> [u8; 16] {
        u128::from(self.0.fetch_add(1, Ordering::SeqCst) + 1).to_be_bytes()
    }
}

/// The arguments of a tool of these tests: a name.
#[derive(Debug, serde::Deserialize, serde::Serialize)]
pub(super) struct Name {
    pub(super) name: String,
}

/// A tool of one class, and where it looks.
pub(super) struct Act<F> {
    pub(super) class: EffectClass,
    pub(super) look: F,
}

impl<F: Fn(&str) -> Snapshot> Tool for Act<F> {
    type Args = Name;

    fn contract(&self) -> Contract {
        Contract { name: "act".into(), input_schema: json!({}), effect: self.class, version: 1 }
    }
}

impl<F: Fn(&str) -> Snapshot> Effect for Act<F> {
    fn snapshot(&self, args: &Name) -> Snapshot {
        (self.look)(&args.name)
    }
}

pub(super) struct Desk {
    pub(super) clock: FakeClock,
    pub(super) store: Arc<Memory>,
    pub(super) grants: Grants,
}

impl Desk {
    pub(super) fn new() -> Self {
        let clock = FakeClock::at(1_785_247_200_000);
        let store = Arc::new(Memory::new(clock.clone()));
        let grants = Grants::new("desk", store.clone(), Arc::new(Anyone), Arc::new(Counter::default()));
        Self { clock, store, grants: grants.with_lease(LEASE_MS) }
    }

    /// Somebody says yes to this call: the reference that a queue carries.
    pub(super) fn yes<T: Effect>(&self, tool: &T, name: &str) -> GrantRef {
        let scope = ScopeGate::new(Hierarchy::default()).tool("act", ToolScopes::base(ScopeSet::default()));
        let gate = ConsentGate::new("desk", KeyRing::new(Key::new("k1", &[7; 32]).unwrap()));
        let prepared = || {
            let principal = Principal { issuer: "https://auth.example".into(), subject: "alice".into(), client: None };
            let call = wire::Call::new("act", &Map::from_iter([("name".to_owned(), json!(name))]));
            let caller = Caller { principal, granted: ScopeSet::default() };
            gate.prepare(tool, scope.clear(caller, call).unwrap(), true).unwrap()
        };
        let policy = Policy { lifetime: Lifetime::Deferred(LIFE_MS), ..Policy::default() };
        let asked = prepared().ask(&policy, self.grants.new_question(), self.grants.now()).unwrap();
        let yes: Value = json!({"approval": {"action": "accept", "content": {"approved": true}}});
        let opened = prepared().open(&asked.request_state).unwrap();
        let answered = opened.answer(yes.as_object().unwrap(), self.grants.now()).unwrap();
        let Answered::Yes(approval) = answered else { panic!("not a yes") };
        let approval: Approval<T> = approval;
        let Issued::New(reference) = self.grants.issue(tool, approval).unwrap() else { panic!("known already") };
        reference
    }

    /// The grant as it stands, once time has done its part.
    pub(super) fn grant(&self, reference: &GrantRef) -> Grant {
        let question = Store::grant(&*self.store, reference.id()).unwrap().unwrap().question;
        self.store.recall(question).unwrap();
        Store::grant(&*self.store, reference.id()).unwrap().unwrap()
    }

    pub(super) fn text(&self, reference: &GrantRef) -> String {
        self.grant(reference).outcome.map(|(_, text)| text).unwrap_or_default()
    }
}
