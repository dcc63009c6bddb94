//! `list_files`: reads, in a closed world. It may sit behind gate one and never behind gate two.

use crate::files::Files;
use rmcp_gates::Look;
use rmcp_gates::rmcp::model::{CallToolResult, ContentBlock};
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

fn schema() -> Value {
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

impl Look for ListFiles {
    fn title(&self) -> Option<String> {
        Some("List files".into())
    }

    fn description(&self) -> String {
        "Names the files in a folder.".into()
    }

    fn look(&self, permit: Unasked<Self>) -> CallToolResult {
        let folder = match permit.take().folder {
            Folder::Home => None,
            Folder::Payroll => Some("payroll"),
        };
        match self.0.list(folder) {
            Ok(listed) => CallToolResult::success(vec![ContentBlock::text(listed.join("\n"))]),
            Err(error) => {
                CallToolResult::error(vec![ContentBlock::text(format!("The files cannot be listed: {error}"))])
            }
        }
    }
}
