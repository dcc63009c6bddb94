//! `delete_file`: deletes for good, in two halves. A person is asked about this very file, as it is.

use super::{Act, Acted};
use effects::staged::{FilePath, Folder};
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::{Value, json};
use twogates::Gates;
use twogates::consent::{Contract, Effect, EffectClass, Snapshot, Tool};
use twogates::grants::{Claim, NotUsable};

/// The tool over its folder.
#[derive(Debug)]
pub(crate) struct DeleteFile(pub(crate) Folder);

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

pub(super) fn schema() -> Value {
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
        Contract { name: "delete_file", input_schema: schema(), effect: EffectClass::Staged, version: 1 }
    }
}

impl Effect for DeleteFile {
    fn snapshot(&self, args: &DeleteFileArgs) -> Snapshot {
        self.0.shown(&args.path)
    }
}

impl Act for DeleteFile {
    fn act(&self, claim: Claim<Self>, gates: &Gates) -> Result<Acted, NotUsable> {
        self.0.delete(gates.grants(), claim, |args| &args.path).map(Acted::from)
    }
}
