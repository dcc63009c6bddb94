//! `delete_files`: deletes each file of a list. One yes to all of them is one grant for each. A server has it only where it
//! is set up so; the four tools are enough for everything else.

use super::{Ran, Run, lock};
use crate::resources::Files;
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use twogates::consent::{Contract, Effect, EffectClass, List, Snapshot, Tool};
use twogates::grants::{Claim, End};

/// The tool over its files.
#[derive(Debug, Clone)]
pub struct DeleteFiles(pub Arc<Mutex<Files>>);

/// Its arguments.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DeleteFilesArgs {
    /// Which files: 1 to 100.
    #[serde(deserialize_with = "some")]
    pub paths: Vec<String>,
}

fn some<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let paths = Vec::deserialize(deserializer)?;
    if (1..=100).contains(&paths.len()) { Ok(paths) } else { Err(de::Error::custom("not 1 to 100 paths")) }
}

pub(crate) fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {"paths": {"type": "array", "items": {"type": "string"}}},
        "required": ["paths"],
        "additionalProperties": false,
    })
}

impl Tool for DeleteFiles {
    type Args = DeleteFilesArgs;

    fn contract(&self) -> Contract {
        Contract { name: "delete_files".into(), input_schema: schema(), effect: EffectClass::AtMostOnce, version: 1 }
    }
}

impl Effect for DeleteFiles {
    fn snapshot(&self, args: &DeleteFilesArgs) -> Snapshot {
        snapshot(&lock(&self.0), &args.paths)
    }
}

impl List for DeleteFiles {
    fn items(&self, args: &DeleteFilesArgs) -> Vec<DeleteFilesArgs> {
        args.paths.iter().map(|path| DeleteFilesArgs { paths: vec![path.clone()] }).collect()
    }
}

impl Run for DeleteFiles {
    fn run(&self, claim: Claim<Self>) -> Ran {
        // Held from the snapshot to the deletion, so that nothing comes between.
        let mut files = lock(&self.0);
        match claim.take(|args| snapshot(&files, &args.paths)) {
            Err(settled) => settled.into(),
            Ok((args, running)) => {
                let there = args.paths.iter().filter(|path| files.remove(path).is_some()).count();
                let end = if there == args.paths.len() { End::Executed } else { End::Failed };
                running.settle(end, format!("deleted {there} of {}", args.paths.join(", "))).into()
            }
        }
    }
}

fn snapshot(files: &Files, paths: &[String]) -> Snapshot {
    let items: Vec<_> = paths.iter().map(|path| files.snapshot(path)).collect();
    match items.as_slice() {
        [only] => only.clone(),
        several => {
            let bytes: usize = paths.iter().filter_map(|path| files.read(path)).map(|file| file.content.len()).sum();
            Snapshot::list(several, &format!("{bytes} bytes in all"))
        }
    }
}
