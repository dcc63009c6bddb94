//! One question about a whole list, through both gates.

use crate::client::yes;
use crate::server::{START, principal};
use serde_json::{Map, json};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use twogates::consent::{
    BadArguments, ConsentGate, Contract, Dice, Effect, EffectClass, Intent, Key, KeyRing, Lifetime, List, MOST_ITEMS,
    Policy, Snapshot, Tool,
};
use twogates::grants::{Authority, End, FakeClock, GrantRef, Grants, Memory, NotUsable};
use twogates::outcome::Outcome;
use twogates::scope::{Caller, Hierarchy, ScopeGate, ScopeSet, ToolScopes};
use twogates::{Attempt, Gates, ListStep, Refusal};
use wire::Digest;

/// Deletes notes, whose text is the same for all.
struct DeleteNotes(Cell<u64>);

#[derive(Debug, serde::Deserialize, serde::Serialize)]
struct Names {
    names: Vec<String>,
}

impl Tool for DeleteNotes {
    type Args = Names;

    fn contract(&self) -> Contract {
        Contract { name: "delete_notes".into(), input_schema: json!({}), effect: EffectClass::AtMostOnce, version: 1 }
    }
}

impl Effect for DeleteNotes {
    fn snapshot(&self, args: &Names) -> Snapshot {
        match args.names.as_slice() {
            [name] => Snapshot::Exists {
                identity: Digest::of("test", &[name.as_bytes()]),
                content: Digest::of("test", &[&self.0.get().to_be_bytes()]),
                shown: format!("{name}, 9 bytes"),
            },
            several => {
                let items: Vec<_> = self.items(args).iter().map(|item| self.snapshot(item)).collect();
                Snapshot::list(&items, &format!("{} bytes in all", several.len() * 9))
            }
        }
    }
}

impl List for DeleteNotes {
    fn items(&self, args: &Names) -> Vec<Names> {
        args.names.iter().map(|name| Names { names: vec![name.clone()] }).collect()
    }
}

#[derive(Debug)]
struct Anyone;

impl Authority for Anyone {
    fn may_still(&self, _: &Intent) -> bool {
        true
    }
}

#[derive(Debug, Default)]
struct Counter(AtomicU64);

impl Dice for Counter {
    fn draw(&self) -> [u8; 16] {
        u128::from(self.0.fetch_add(1, Ordering::SeqCst) + 1).to_be_bytes()
    }
}

fn gates() -> Gates {
    let scope =
        ScopeGate::new(Hierarchy::default()).tool("delete_notes", ToolScopes::base(ScopeSet::of(&["notes:write"])));
    let consent = ConsentGate::new("notes", KeyRing::new(Key::new("k1", &[1; 32]).unwrap()));
    let store = Arc::new(Memory::new(FakeClock::at(START)));
    Gates::new(scope, consent, Grants::new("notes", store, Arc::new(Anyone), Arc::new(Counter::default())))
}

fn act(gates: &Gates, tool: &DeleteNotes, state: Option<&str>) -> Result<ListStep, Refusal> {
    act_on(gates, tool, &["a".into(), "b".into()], state)
}

fn act_on(gates: &Gates, tool: &DeleteNotes, names: &[String], state: Option<&str>) -> Result<ListStep, Refusal> {
    let policy = Policy { lifetime: Lifetime::Deferred(600_000), ..Policy::default() };
    let caller = Caller { principal: principal("alice"), granted: ScopeSet::of(&["notes:write"]) };
    let attempt = Attempt {
        tool: "delete_notes".into(),
        arguments: Map::from_iter([("names".to_owned(), json!(names))]),
        responses: state.map(|_| Map::from_iter([("approval".to_owned(), yes())])).unwrap_or_default(),
        state: state.map(str::to_owned),
        shows_forms: true,
    };
    gates.act_on_list(tool, &policy, caller, attempt)
}

fn asked(gates: &Gates, tool: &DeleteNotes) -> String {
    let Ok(ListStep::Ask(question)) = act(gates, tool, None) else { panic!("nobody was asked") };
    assert!(question.message.contains("Resource: 2 items, 18 bytes in all"), "{}", question.message);
    question.request_state
}

fn queued(gates: &Gates, tool: &DeleteNotes, state: &str) -> Vec<GrantRef> {
    let Ok(ListStep::Queued(references)) = act(gates, tool, Some(state)) else { panic!("it was not queued") };
    references
}

#[test]
fn a_yes_to_a_list_queues_each_of_its_items() {
    let (gates, tool) = (gates(), DeleteNotes(Cell::new(1)));
    let state = asked(&gates, &tool);
    let references = queued(&gates, &tool, &state);
    let (args, running) = gates.claim(&tool, &references[1]).unwrap().take(|args| tool.snapshot(args)).unwrap();
    assert_eq!((args.names, references.len()), (vec!["b".to_owned()], 2));
    gates.settle(running.settle(End::Executed, "Deleted b.")).unwrap();
    assert_eq!(gates.claim(&tool, &references[1]).unwrap_err(), NotUsable::Used);
    let known = act(&gates, &tool, Some(&state)).unwrap_err();
    let Refusal::KnownList(grants) = &known else { panic!("{known:?}") };
    assert_eq!((grants.len(), known.outcome()), (2, Outcome::Queued));
}

/// Nobody is asked about more than one person reads and one store keeps; and no state gets round that.
#[test]
fn a_list_of_too_many_is_refused_unasked() {
    let (gates, tool) = (gates(), DeleteNotes(Cell::new(1)));
    let names = |count: usize| (0..count).map(|name| name.to_string()).collect::<Vec<_>>();
    let most = act_on(&gates, &tool, &names(MOST_ITEMS), None);
    assert!(matches!(most, Ok(ListStep::Ask(_))), "{most:?}");
    for state in [None, Some("v1.k1.a.b")] {
        let refusal = act_on(&gates, &tool, &names(MOST_ITEMS + 1), state).unwrap_err();
        let what = "1001 items, and at most 1000 in one call".into();
        assert_eq!(refusal, Refusal::Arguments(BadArguments { tool: "delete_notes".into(), what }));
        assert_eq!(refusal.outcome(), Outcome::BadArguments);
    }
    let told: Vec<_> = gates.grants().audit().unwrap().into_iter().map(|row| row.code).collect();
    assert_eq!(told, ["input_required", "bad_arguments", "bad_arguments"]);
}

/// What is not what the person was shown is refused as a whole, and can be asked about afresh.
#[test]
fn a_list_that_changed_is_told_as_changed() {
    let (gates, tool) = (gates(), DeleteNotes(Cell::new(1)));
    let state = asked(&gates, &tool);
    tool.0.set(2);
    let refusal = act(&gates, &tool, Some(&state)).unwrap_err();
    assert_eq!(refusal.outcome(), Outcome::Changed);
    tool.0.set(1);
    assert_eq!(queued(&gates, &tool, &state).len(), 2, "nothing was spent");
}

/// The order of the gates is the same: scope before anybody is asked.
#[test]
fn a_list_needs_its_scope_first() {
    let (gates, tool) = (gates(), DeleteNotes(Cell::new(1)));
    let caller = Caller { principal: principal("alice"), granted: ScopeSet::default() };
    let attempt = Attempt {
        tool: "delete_notes".into(),
        arguments: Map::new(),
        responses: Map::new(),
        state: None,
        shows_forms: true,
    };
    let refusal = gates.act_on_list(&tool, &Policy::default(), caller, attempt).unwrap_err();
    assert_eq!(refusal.outcome(), Outcome::InsufficientScope);
}
