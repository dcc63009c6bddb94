//! `list_files`: reads, in a closed world. It may sit behind gate one and never behind gate two.

use super::Look;
use crate::files::Files;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use twogates::consent::{ClosedWorldRead, Contract, EffectClass, Tool, Unasked};

/// The tool over its files.
#[derive(Debug)]
pub(crate) struct ListFiles(pub(crate) Files);

/// Its arguments.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListFilesArgs {
    #[serde(default)]
    folder: Folder,
}

/// A folder.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Folder {
    /// Everyone's.
    #[default]
    Home,
    /// Behind a scope of its own.
    Payroll,
}

pub(super) fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {"folder": {"type": "string", "enum": ["home", "payroll"], "default": "home"}},
        "additionalProperties": false,
    })
}

impl Tool for ListFiles {
    type Args = ListFilesArgs;

    fn contract(&self) -> Contract {
        Contract { name: "list_files", input_schema: schema(), effect: EffectClass::Read, version: 1 }
    }
}

impl ClosedWorldRead for ListFiles {}

impl Look for ListFiles {
    fn look(&self, permit: Unasked<Self>) -> Result<String, String> {
        let folder = match permit.take().folder {
            Folder::Home => None,
            Folder::Payroll => Some("payroll"),
        };
        let listed = self.0.list(folder).map_err(|error| format!("The files cannot be listed: {error}"))?;
        Ok(listed.join("\n"))
    }
}
