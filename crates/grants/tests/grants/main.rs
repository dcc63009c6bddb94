//! Grants, by subject: the transition function, the memory store, its typed face, and the audit.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail loudly")]

mod audit_chain;
mod audit_story;
mod background;
mod capacity;
mod claims;
mod clock;
mod defences;
mod denials;
mod expiry;
mod guards;
mod histories;
mod holders;
mod issues;
mod keeping;
mod lists;
mod looking;
mod noes;
mod printed;
mod races;
mod refusals;
mod restores;
mod revoking;
mod rounds;
mod settles;
mod stages;
mod stored;
mod trails;
mod transition;
mod uses;
mod weaknesses;
mod within;

use consent::{
    Answered, Approval, ConsentGate, Contract, Denial, Dice, Effect, EffectClass, Evidence, Intent, Key, KeyRing,
    Lifetime, Moment, No, Policy, Question, QuestionId, Snapshot, Tool, Until, server_digest,
};
use scope::{Caller, Cleared, Hierarchy, Principal, ScopeGate, ScopeSet, ToolScopes};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use twogates_grants::audit::{About, Row, What};
use twogates_grants::{Authority, FakeClock, Grant, GrantId, GrantRef, Grants, Issued, Memory, Order, Standing, State};
use wire::{Call, Digest};

/// When the questions of these tests are asked, in milliseconds since 1970.
const START: u64 = 1_785_247_200_000;

fn at(ms_later: u64) -> Moment {
    Moment::from_store(START + ms_later)
}

fn alice() -> Principal {
    Principal { issuer: "https://auth.example".into(), subject: "alice".into(), client: Some("desk".into()) }
}

fn digest(of: &str) -> Digest {
    Digest::of("test", &[of.as_bytes()])
}

fn note(content: &str) -> Snapshot {
    Snapshot::Exists { identity: digest("notes.txt"), content: digest(content), shown: format!("notes.txt: {content}") }
}

/// Deletes a note.
#[derive(Debug, Clone)]
struct DeleteNote {
    version: u32,
    effect: EffectClass,
}

#[derive(Debug, PartialEq, serde::Deserialize, serde::Serialize)]
struct NoteArgs {
    path: String,
}

impl Tool for DeleteNote {
    type Args = NoteArgs;

    fn contract(&self) -> Contract {
        Contract { name: "delete_note".into(), input_schema: json!({}), effect: self.effect, version: self.version }
    }
}

impl Effect for DeleteNote {
    fn snapshot(&self, _: &NoteArgs) -> Snapshot {
        note("hello")
    }
}

const TOOL: DeleteNote = classed(EffectClass::AtMostOnce);

/// The tool with another effect class.
const fn classed(effect: EffectClass) -> DeleteNote {
    DeleteNote { version: 1, effect }
}

/// Says yes, or no once it is told to, and counts how often it was asked.
#[derive(Debug)]
struct Switch {
    allows: AtomicBool,
    asked: AtomicU64,
}

impl Authority for Switch {
    fn may_still(&self, _: &Intent) -> bool {
        self.asked.fetch_add(1, Ordering::SeqCst);
        self.allows.load(Ordering::SeqCst)
    }
}

/// Dice that count.
#[derive(Debug, Default)]
struct Counter(AtomicU64);

impl Dice for Counter {
    fn draw(&self) -> [u8; 16] {
        u128::from(self.0.fetch_add(1, Ordering::SeqCst) + 1).to_be_bytes()
    }
}

fn id(number: u8) -> QuestionId {
    QuestionId::from_bytes([number; 16])
}

/// A store with its clock and its policy, and the desk at which its questions are answered.
struct Desk {
    clock: FakeClock,
    store: Arc<Memory>,
    authority: Arc<Switch>,
    grants: Grants,
}

impl Desk {
    fn new() -> Self {
        Self::with(|memory| memory)
    }

    /// A desk over a store that was changed before.
    fn with(change: impl FnOnce(Memory) -> Memory) -> Self {
        let clock = FakeClock::at(START);
        let store = Arc::new(change(Memory::new(clock.clone())));
        let authority = Arc::new(Switch { allows: AtomicBool::new(true), asked: AtomicU64::new(0) });
        let grants = Grants::new("notes", store.clone(), authority.clone(), Arc::new(Counter::default()));
        Self { clock, store, authority, grants }
    }

    /// The grants of another server over the same store. It has the same tools, and the same policy.
    fn neighbour(&self) -> Grants {
        Grants::new("files", self.store.clone(), self.authority.clone(), Arc::new(Counter::default()))
    }

    fn forbid(&self) {
        self.authority.allows.store(false, Ordering::SeqCst);
    }

    /// A new grant that may be claimed until `lifetime` says.
    fn issued(&self, number: u8, lifetime: Lifetime) -> GrantRef {
        self.issued_for(&TOOL, number, lifetime)
    }

    fn issued_for(&self, tool: &DeleteNote, number: u8, lifetime: Lifetime) -> GrantRef {
        self.issued_under(tool, number, &Policy { lifetime, ..Policy::default() })
    }

    fn issued_under(&self, tool: &DeleteNote, number: u8, policy: &Policy) -> GrantRef {
        match self.grants.issue(tool, approval_of(tool, id(number), "notes.txt", policy)).unwrap() {
            Issued::New(reference) => reference,
            Issued::Known(grant) => panic!("known already: {grant}"),
        }
    }

    fn standing(&self, number: u8) -> Option<Standing> {
        self.grants.recall(id(number)).unwrap()
    }

    /// The grant of a question, as it stands.
    fn grant(&self, number: u8) -> Grant {
        match self.standing(number) {
            Some(Standing::Granted(grant)) => *grant,
            other => panic!("no grant: {other:?}"),
        }
    }

    fn state(&self, number: u8) -> State {
        self.grant(number).state
    }

    fn audit(&self) -> Vec<Row> {
        self.grants.audit().unwrap()
    }

    /// What the audit says happened, and its codes.
    fn told(&self) -> Vec<(What, String)> {
        self.audit().into_iter().map(|row| (row.what, row.code)).collect()
    }

    /// Puts a question into the audit.
    fn ask(&self, number: u8) -> Question {
        let question = ask(id(number), "notes.txt", Lifetime::AtOnce);
        self.grants.asked(&question, &About::of(&alice(), &call("notes.txt"))).unwrap();
        question
    }
}

/// A minute to act.
const MINUTE: Lifetime = Lifetime::Deferred(60_000);

/// An hour to act.
const HOUR: Lifetime = Lifetime::Deferred(3_600_000);

fn call(path: &str) -> Call {
    Call::new("delete_note", &Map::from_iter([("path".to_owned(), Value::from(path))]))
}

fn cleared(path: &str) -> Cleared {
    let gate = ScopeGate::new(Hierarchy::default()).tool("delete_note", ToolScopes::base(ScopeSet::default()));
    gate.clear(Caller { principal: alice(), granted: ScopeSet::default() }, call(path)).unwrap()
}

fn gate() -> ConsentGate {
    ConsentGate::new("notes", KeyRing::new(Key::new("k1", &[1; 32]).unwrap()))
}

fn ask(id: QuestionId, path: &str, lifetime: Lifetime) -> Question {
    ask_under(&TOOL, id, path, &Policy { lifetime, ..Policy::default() })
}

fn ask_under(tool: &DeleteNote, id: QuestionId, path: &str, policy: &Policy) -> Question {
    gate().prepare(tool, cleared(path), true).unwrap().ask(policy, id, at(0)).unwrap()
}

fn answered(tool: &DeleteNote, question: &Question, path: &str, answer: Value) -> Answered<DeleteNote> {
    let gate = gate();
    let opened = gate.prepare(tool, cleared(path), true).unwrap().open(&question.request_state).unwrap();
    opened.answer(&Map::from_iter([("approval".to_owned(), answer)]), at(0)).unwrap()
}

/// A yes to a question about this note.
fn approval(id: QuestionId, path: &str, lifetime: Lifetime) -> Approval<DeleteNote> {
    approval_of(&TOOL, id, path, &Policy { lifetime, ..Policy::default() })
}

fn approval_of(tool: &DeleteNote, id: QuestionId, path: &str, policy: &Policy) -> Approval<DeleteNote> {
    let yes = json!({"action": "accept", "content": {"approved": true}});
    match answered(tool, &ask_under(tool, id, path, policy), path, yes) {
        Answered::Yes(approval) => approval,
        other => panic!("not a yes: {other:?}"),
    }
}

fn denial(id: QuestionId, no: No) -> Denial {
    Denial { question: id, server: server_digest("notes"), principal: alice(), call: call("notes.txt"), no }
}

/// An intent that expires as its test says.
fn intent(until: Until) -> Intent {
    Intent {
        server: "notes".into(),
        contract: TOOL.contract().digest(),
        principal: alice(),
        call: call("notes.txt"),
        snapshot: note("hello").bound(),
        uses: 1,
        until,
        evidence: Evidence::ReportedByClient,
    }
}

/// An order of the operator's.
fn order() -> Order {
    Order::new("olga", "a test")
}

/// A reference that no store gave out.
fn made_up(byte: u8) -> GrantRef {
    GrantRef::new([byte; 16], call("notes.txt").arg_hash())
}

fn grant_id(byte: u8) -> GrantId {
    made_up(byte).id()
}
