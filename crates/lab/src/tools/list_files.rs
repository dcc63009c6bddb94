//! `list_files`: reads, in a closed world. It may sit behind gate one and never behind gate two.

use super::lock;
use crate::resources::Files;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use twogates::consent::{ClosedWorldRead, Contract, EffectClass, Tool, Unasked};

/// The tool over its files.
#[derive(Debug, Clone)]
pub struct ListFiles(pub Arc<Mutex<Files>>);

/// Its arguments.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ListFilesArgs {
    /// Which folder.
    #[serde(default)]
    pub folder: Folder,
}

/// A folder.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Folder {
    /// Everyone's.
    #[default]
    Home,
    /// Behind a scope of its own.
    Payroll,
}

pub(crate) fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {"folder": {"type": "string", "enum": ["home", "payroll"], "default": "home"}},
        "additionalProperties": false,
    })
}

impl Tool for ListFiles {
    type Args = ListFilesArgs;

    fn contract(&self) -> Contract {
        Contract { name: "list_files".into(), input_schema: schema(), effect: EffectClass::Read, version: 1 }
    }
}

impl ClosedWorldRead for ListFiles {}

impl ListFiles {
    /// Reads, with the proof that nobody had to be asked.
    #[must_use]
    pub fn run(&self, permit: Unasked<Self>) -> String {
        let folder = match permit.take().folder {
            Folder::Home => "home",
            Folder::Payroll => "payroll",
        };
        lock(&self.0).list(folder).join("\n")
    }
}
