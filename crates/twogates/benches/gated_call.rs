//! What the gates cost: a whole gated call in one process, beside the same tool called directly.
//!
//! A gated call is the question, the retry with its yes, the claim, the effect and the settled end, on the store in
//! memory; HTTP and JSON-RPC are left out. `scripts/bench` runs it. Both are measured by turns in one run; the fastest of
//! several rounds counts.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a benchmark fails loudly")]

use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use twogates::consent::{
    ConsentGate, Contract, Dice, Effect, EffectClass, Intent, Key, KeyRing, Policy, Snapshot, Tool,
};
use twogates::grants::{Authority, End, Grants, Memory, State, SystemClock};
use twogates::scope::{Caller, Hierarchy, Principal, ScopeGate, ScopeSet, ToolScopes};
use twogates::wire::Digest;
use twogates::{Attempt, Gates, Step};

/// Deletes notes that are only names.
struct DeleteNote(Mutex<BTreeSet<String>>);

#[derive(serde::Deserialize, serde::Serialize)]
struct NoteArgs {
    path: String,
}

impl Tool for DeleteNote {
    type Args = NoteArgs;

    fn contract(&self) -> Contract {
        let input_schema = json!({"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]});
        Contract { name: "delete_note".into(), input_schema, effect: EffectClass::AtMostOnce, version: 1 }
    }
}

impl Effect for DeleteNote {
    fn snapshot(&self, args: &NoteArgs) -> Snapshot {
        let shown = format!("{}, 120 bytes", args.path);
        let digest = Digest::of("benchmark/note/1", &[args.path.as_bytes()]);
        Snapshot::Exists { identity: digest, content: digest, shown }
    }
}

impl DeleteNote {
    /// As many notes as there will be calls.
    fn with(notes: usize) -> Self {
        Self(Mutex::new((0..notes).map(path).collect()))
    }

    fn delete(&self, args: &NoteArgs) -> bool {
        self.0.lock().unwrap().remove(&args.path)
    }
}

fn path(number: usize) -> String {
    format!("notes/{number:06}.txt")
}

fn arguments(number: usize) -> Map<String, Value> {
    Map::from_iter([("path".to_owned(), path(number).into())])
}

#[derive(Debug)]
struct Anyone;

impl Authority for Anyone {
    fn may_still(&self, _: &Intent) -> bool {
        true
    }
}

/// Dice that count: how random bytes are come by is not measured.
#[derive(Debug, Default)]
struct Counter(AtomicU64);

impl Dice for Counter {
    fn draw(&self) -> [u8; 16] {
        u128::from(self.0.fetch_add(1, Ordering::Relaxed)).to_be_bytes()
    }
}

fn gates() -> Gates {
    let scope = ScopeGate::new(Hierarchy::default().implies("notes:write", &["notes:read"]))
        .tool("delete_note", ToolScopes::base(ScopeSet::of(&["notes:write"])));
    let consent = ConsentGate::new("notes", KeyRing::new(Key::new("k1", &[7; 32]).unwrap()));
    let store = Arc::new(Memory::new(SystemClock));
    Gates::new(scope, consent, Grants::new("notes", store, Arc::new(Anyone), Arc::new(Counter::default())))
}

fn alice() -> Caller {
    let principal =
        Principal { issuer: "https://auth.example".into(), subject: "alice".into(), client: Some("desk".into()) };
    Caller { principal, granted: ScopeSet::of(&["notes:write"]) }
}

/// Asks about each call, and gives the states.
fn ask(gates: &Gates, tool: &DeleteNote, calls: usize) -> Vec<String> {
    let ask = |number| {
        let attempt = Attempt {
            tool: "delete_note".into(),
            arguments: arguments(number),
            responses: Map::new(),
            state: None,
            shows_forms: true,
        };
        match gates.act(tool, &Policy::default(), alice(), attempt).unwrap() {
            Step::Ask(question) => question.request_state,
            other => panic!("{other:?}"),
        }
    };
    (0..calls).map(ask).collect()
}

/// Answers each question with yes, and runs its call.
fn run(gates: &Gates, tool: &DeleteNote, states: Vec<String>) {
    for (number, state) in states.into_iter().enumerate() {
        let yes = json!({"action": "accept", "content": {"approved": true}});
        let responses = Map::from_iter([("approval".to_owned(), yes)]);
        let attempt = Attempt {
            tool: "delete_note".into(),
            arguments: arguments(number),
            responses,
            state: Some(state),
            shows_forms: true,
        };
        let Step::Run(claim) = gates.act(tool, &Policy::default(), alice(), attempt).unwrap() else {
            panic!("a yes runs at once")
        };
        let (args, running) = claim.take(|args| tool.snapshot(args)).unwrap();
        assert!(tool.delete(&args));
        let grant = gates.settle(running.settle(End::Executed, "deleted")).unwrap();
        assert_eq!(grant.state, State::Executed);
    }
}

/// The same calls with nothing before them but the parsing of their arguments.
fn directly(tool: &DeleteNote, calls: usize) {
    for number in 0..calls {
        let args: NoteArgs = serde_json::from_value(Value::Object(arguments(number))).unwrap();
        assert!(tool.delete(&args));
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let done = work();
    (start.elapsed(), done)
}

fn main() {
    // Without `--bench` it is built and tried, not measured.
    let (rounds, calls) = if std::env::args().any(|argument| argument == "--bench") { (20, 2000) } else { (1, 1) };
    let mut fastest = [Duration::MAX; 3];
    for round in 0..=rounds {
        let (gates, gated, bare) = (gates(), DeleteNote::with(calls), DeleteNote::with(calls));
        let (asking, states) = timed(|| ask(&gates, &gated, calls));
        let (running, ()) = timed(|| run(&gates, &gated, states));
        let (direct, ()) = timed(|| directly(&bare, calls));
        // The first round does not count: it warms up.
        if round > 0 {
            for (best, took) in fastest.iter_mut().zip([asking, running, direct]) {
                *best = took.min(*best);
            }
        }
    }
    let [asking, running, direct] = fastest.map(|took| took.as_secs_f64() * 1e6 / calls as f64);
    let gated = asking + running;
    println!("a gated call in process: {gated:.1} µs ({:.0} a second)", 1e6 / gated);
    println!("  the question {asking:.1} µs; the retry, its claim, the effect and its end {running:.1} µs");
    println!("the same tool called directly: {direct:.2} µs; the gates cost {:.1} µs a call", gated - direct);
}
