//! Three tools over a few notes, and one that not everybody is told of.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use twogates::consent::{ClosedWorldRead, Contract, Effect, EffectClass, Snapshot, Tool};
use twogates::scope::{Hierarchy, ScopeGate, ScopeSet, ToolScopes};
use wire::Digest;

/// What the tools act on.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) notes: BTreeMap<String, String>,
    pub(crate) deleted: Vec<String>,
    pub(crate) paid: Vec<(String, i64)>,
}

pub(crate) type Shared = Arc<Mutex<World>>;

impl World {
    pub(crate) fn shared() -> Shared {
        let note = |name: &str| (name.to_owned(), format!("the text of {name}"));
        let notes = ["notes.txt", "report.csv", "café.txt", "cafe\u{301}.txt"].map(note).into();
        Arc::new(Mutex::new(Self { notes, deleted: Vec::new(), paid: Vec::new() }))
    }
}

/// What each tool needs. `notes:admin` implies `notes:write`, which implies `notes:read`.
pub(crate) fn scope_gate() -> ScopeGate {
    let hierarchy =
        Hierarchy::default().implies("notes:admin", &["notes:write"]).implies("notes:write", &["notes:read"]);
    let base = |token| ToolScopes::base(ScopeSet::of(&[token]));
    ScopeGate::new(hierarchy)
        .tool(
            "list_notes",
            base("notes:read").when(ScopeSet::of(&["notes:payroll"]), |arguments| {
                Some(arguments.get("folder")?.as_str()? == "payroll")
            }),
        )
        .tool("delete_note", base("notes:write"))
        .tool(
            "pay",
            base("payments:write")
                .when(ScopeSet::of(&["payments:approve"]), |arguments| Some(arguments.get("amount")?.as_i64()? > 1000)),
        )
        .tool("read_log", base("log:read").undisclosed())
}

/// Lists the notes of a folder.
#[derive(Debug)]
pub(crate) struct ListNotes;

#[derive(Debug, serde::Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListArgs {
    pub(crate) folder: String,
}

impl Tool for ListNotes {
    type Args = ListArgs;

    fn contract(&self) -> Contract {
        let input_schema = json!({"type": "object", "properties": {"folder": {"type": "string", "default": "inbox"}}});
        Contract { name: "list_notes".into(), input_schema, effect: EffectClass::Read, version: 1 }
    }
}

impl ClosedWorldRead for ListNotes {}

/// Reads the server's log. Nobody without its scope is told that there is one.
#[derive(Debug)]
pub(crate) struct ReadLog;

impl Tool for ReadLog {
    type Args = ListArgs;

    fn contract(&self) -> Contract {
        // With a default, which no row of one who may not know of it has.
        let input_schema = json!({"properties": {"folder": {"default": "system"}}});
        Contract { name: "read_log".into(), input_schema, effect: EffectClass::Read, version: 1 }
    }
}

impl ClosedWorldRead for ReadLog {}

/// Deletes a note.
#[derive(Debug, Clone)]
pub(crate) struct DeleteNote(pub(crate) Shared);

#[derive(Debug, serde::Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoteArgs {
    pub(crate) path: String,
}

impl Tool for DeleteNote {
    type Args = NoteArgs;

    fn contract(&self) -> Contract {
        let input_schema =
            json!({"type": "object", "properties": {"path": {"type": "string"}}, "additionalProperties": false});
        Contract { name: "delete_note".into(), input_schema, effect: EffectClass::AtMostOnce, version: 1 }
    }
}

impl Effect for DeleteNote {
    fn snapshot(&self, args: &NoteArgs) -> Snapshot {
        let world = self.0.lock().unwrap();
        match world.notes.get(&args.path) {
            Some(text) => Snapshot::Exists {
                identity: Digest::of("test/note/1", &[args.path.as_bytes()]),
                content: Digest::of("test/text/1", &[text.as_bytes()]),
                shown: format!("{}, {} bytes", args.path, text.len()),
            },
            None => Snapshot::Absent { shown: format!("{} does not exist", args.path) },
        }
    }
}

/// Pays. Its form of an amount is a whole number; `urgent` has a default that is part of its promise.
#[derive(Debug, Clone)]
pub(crate) struct Pay {
    pub(crate) urgent: bool,
}

#[derive(Debug, serde::Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PayArgs {
    pub(crate) to: String,
    pub(crate) amount: i64,
    #[serde(rename = "urgent")]
    pub(crate) _urgent: bool,
}

impl Tool for Pay {
    type Args = PayArgs;

    fn contract(&self) -> Contract {
        let input_schema: Value = json!({"type": "object", "additionalProperties": false, "properties": {
            "to": {"type": "string"},
            "amount": {"type": "integer"},
            "urgent": {"type": "boolean", "default": self.urgent},
        }});
        Contract { name: "pay".into(), input_schema, effect: EffectClass::Keyed, version: 1 }
    }
}

impl Effect for Pay {
    fn snapshot(&self, _: &PayArgs) -> Snapshot {
        Snapshot::DeclaredNone { reason: "a payment has no state before it" }
    }
}
