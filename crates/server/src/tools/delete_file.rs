//! `delete_file`: deletes for good, in two halves. A person is asked about this very file, as it is.

use super::Longest;
use effects::staged::{FilePath, Folder};
use rmcp_gates::rmcp::model::ToolAnnotations;
use rmcp_gates::{Act, Acted};
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::{Map, Value, json};
use twogates::Gates;
use twogates::consent::{Contract, Effect, EffectClass, Snapshot, Tool};
use twogates::grants::Claim;

/// The tool over its folder.
#[derive(Debug, Clone)]
pub(crate) struct DeleteFile {
    pub(crate) folder: Folder,
    pub(crate) longest: Longest,
}

/// Its arguments.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeleteFileArgs {
    #[serde(deserialize_with = "plain")]
    pub(crate) path: String,
}

/// A path that climbs, or begins at the root, is refused before anybody is asked about it.
fn plain<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let path = String::deserialize(deserializer)?;
    FilePath::new(&path).map_err(de::Error::custom)?;
    Ok(path)
}

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {"path": {"type": "string"}},
        "required": ["path"],
        "additionalProperties": false,
    })
}

impl Tool for DeleteFile {
    type Args = DeleteFileArgs;

    fn contract(&self) -> Contract {
        Contract { name: "delete_file".into(), input_schema: schema(), effect: EffectClass::Staged, version: 1 }
    }

    fn fits(&self, arguments: Map<String, Value>) -> Result<(), String> {
        self.longest.fit(&self.contract(), arguments)
    }
}

impl Effect for DeleteFile {
    fn snapshot(&self, args: &DeleteFileArgs) -> Snapshot {
        self.folder.shown(&args.path)
    }
}

impl Act for DeleteFile {
    fn title(&self) -> Option<String> {
        Some("Delete a file".into())
    }

    fn description(&self) -> String {
        "Deletes one file for good.".into()
    }

    fn annotations(&self) -> ToolAnnotations {
        ToolAnnotations::new().destructive(true).idempotent(true).open_world(false)
    }

    fn act(&self, claim: Claim<Self>, gates: &Gates) -> Acted {
        Acted::stored(self.folder.delete(gates.grants(), claim, |args| &args.path))
    }
}
