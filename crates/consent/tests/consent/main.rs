//! Gate two, the server's side, by subject.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "tests fail loudly, and states are ASCII"
)]

mod again;
mod answers;
mod bindings;
mod contract;
mod cross_open;
mod defaults;
mod defences;
mod expiry;
mod intent;
mod invented;
mod keys;
mod moments;
mod policy;
mod prepare;
mod printed;
mod questions;
mod refusals;
mod rounds;
mod schemas;
mod seal_format;
mod seal_tampered;
mod seal_unverified;
mod snapshots;
mod vacuous;

use scope::{Caller, Cleared, Hierarchy, Principal, ScopeGate, ScopeSet, ToolScopes};
use serde_json::{Map, Value, json};
use twogates_consent::{
    Answered, BadState, ConsentGate, Contract, Effect, EffectClass, Key, KeyRing, Moment, NotAnswered, Opened, Policy,
    Prepared, Question, QuestionId, Snapshot, Tool,
};
use wire::{Call, Digest};

/// When the questions of these tests are asked.
const NOW: Moment = Moment::from_store(1_785_247_200_000);
const ID: QuestionId = QuestionId::from_bytes([9; 16]);

fn ring() -> KeyRing {
    KeyRing::new(Key::new("k1", &[1; 32]).unwrap())
}

fn alice() -> Principal {
    Principal { issuer: "https://auth.example".into(), subject: "alice".into(), client: Some("desk".into()) }
}

fn bob() -> Principal {
    Principal { subject: "bob".into(), ..alice() }
}

fn digest(of: &str) -> Digest {
    Digest::of("test", &[of.as_bytes()])
}

/// `notes.txt` with this content.
fn note(content: &str) -> Snapshot {
    Snapshot::Exists { identity: digest("notes.txt"), content: digest(content), shown: format!("notes.txt: {content}") }
}

/// A tool that deletes a note, with the contract and the note of its test.
#[derive(Debug, Clone)]
struct DeleteNote {
    contract: Contract,
    now: Snapshot,
}

#[derive(Debug, PartialEq, serde::Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
struct NoteArgs {
    path: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    forever: Option<bool>,
}

impl Default for DeleteNote {
    fn default() -> Self {
        let input_schema = json!({"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]});
        let contract = Contract { name: "delete_note".into(), input_schema, effect: EffectClass::Staged, version: 1 };
        Self { contract, now: note("hello") }
    }
}

impl DeleteNote {
    /// The same tool under another name.
    fn named(name: &'static str) -> Self {
        let tool = Self::default();
        Self { contract: Contract { name: name.into(), ..tool.contract }, ..tool }
    }
}

impl Tool for DeleteNote {
    type Args = NoteArgs;

    fn contract(&self) -> Contract {
        self.contract.clone()
    }
}

impl Effect for DeleteNote {
    fn snapshot(&self, _: &NoteArgs) -> Snapshot {
        self.now.clone()
    }
}

/// Gate one's proof for any call.
fn cleared(principal: &Principal, tool: &str, arguments: &Value) -> Cleared {
    let gate = ScopeGate::new(Hierarchy::default()).tool(tool, ToolScopes::base(ScopeSet::default()));
    let caller = Caller { principal: principal.clone(), granted: ScopeSet::default() };
    gate.clear(caller, Call::new(tool, arguments.as_object().unwrap())).unwrap()
}

/// One call and the gate that it stands before. Tests change the part that they are about.
struct Scene {
    gate: ConsentGate,
    tool: DeleteNote,
    principal: Principal,
    arguments: Value,
}

impl Default for Scene {
    fn default() -> Self {
        Self {
            gate: ConsentGate::new("notes", ring()),
            tool: DeleteNote::default(),
            principal: alice(),
            arguments: json!({"path": "notes.txt"}),
        }
    }
}

impl Scene {
    fn prepared(&self) -> Prepared<'_, DeleteNote> {
        let cleared = cleared(&self.principal, &self.tool.contract.name, &self.arguments);
        self.gate.prepare(&self.tool, cleared, true).unwrap()
    }

    fn ask(&self) -> Question {
        self.prepared().ask(&Policy::default(), ID, NOW).unwrap()
    }

    fn state(&self) -> String {
        self.ask().request_state
    }

    fn open(&self, state: &str) -> Result<Opened<'_, DeleteNote>, BadState> {
        self.prepared().open(state)
    }

    /// Why a state does not open; none where it does.
    fn refusal(&self, state: &str) -> Option<BadState> {
        self.open(state).err()
    }

    /// What comes of this answer to the scene's own question, a second later.
    fn answer(&self, answer: &Value) -> Result<Answered<DeleteNote>, NotAnswered> {
        self.open(&self.state()).unwrap().answer(&responses(answer), NOW.later(1000))
    }
}

/// The answer under the key of our question.
fn responses(answer: &Value) -> Map<String, Value> {
    Map::from_iter([("approval".to_owned(), answer.clone())])
}

fn yes() -> Value {
    json!({"action": "accept", "content": {"approved": true}})
}
