//! `delete_file`: deletes for good. A person is asked about this very file, as it is.

use super::{Ran, Run, lock};
use crate::resources::Files;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt::Debug;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use twogates::consent::{Contract, Effect, EffectClass, Snapshot, Tool};
use twogates::grants::{Claim, End};

/// The tool over its files.
#[derive(Debug, Clone)]
pub struct DeleteFile {
    files: Arc<Mutex<Files>>,
    disk: Option<Arc<dyn Disk>>,
    staged: bool,
    version: Arc<AtomicU32>,
}

/// Files elsewhere than in the lab's memory, for a server that defers deletions: it shows and binds what is there, and
/// leaves the deletion to a worker of somebody else's.
pub trait Disk: Send + Sync + Debug {
    /// What a retry and a crash may do with a deletion there.
    fn effect(&self) -> EffectClass;

    /// The state of a path, as a question shows and binds it.
    fn snapshot(&self, path: &str) -> Snapshot;
}

impl DeleteFile {
    /// The tool over these files, as it was first promised.
    #[must_use]
    pub fn new(files: Arc<Mutex<Files>>) -> Self {
        Self { files, disk: None, staged: false, version: Arc::new(AtomicU32::new(1)) }
    }

    /// The same, for files that are elsewhere.
    #[must_use]
    pub fn on(self, disk: Option<Arc<dyn Disk>>) -> Self {
        Self { disk, ..self }
    }

    /// The same, deleting in two halves: a worker sets the file aside, and deletes it for good once that is committed.
    #[must_use]
    pub fn staged(self, staged: bool) -> Self {
        Self { staged, ..self }
    }

    /// Whether it deletes in two halves, in the lab's memory.
    #[must_use]
    pub const fn is_staged(&self) -> bool {
        self.staged && self.disk.is_none()
    }

    /// The files.
    #[must_use]
    pub const fn files(&self) -> &Arc<Mutex<Files>> {
        &self.files
    }

    /// A release under which the same name and schema mean something else. Clones are the same tool.
    pub fn change_promise(&self) {
        self.version.fetch_add(1, Ordering::SeqCst);
    }
}

/// Its arguments.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DeleteFileArgs {
    /// Which file.
    pub path: String,
}

pub(crate) fn schema() -> Value {
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
        let version = self.version.load(Ordering::SeqCst);
        let here = if self.staged { EffectClass::Staged } else { EffectClass::AtMostOnce };
        let effect = self.disk.as_ref().map_or(here, |disk| disk.effect());
        Contract { name: "delete_file".into(), input_schema: schema(), effect, version }
    }
}

impl Effect for DeleteFile {
    fn snapshot(&self, args: &DeleteFileArgs) -> Snapshot {
        match &self.disk {
            Some(disk) => disk.snapshot(&args.path),
            None => lock(&self.files).snapshot(&args.path),
        }
    }
}

impl Run for DeleteFile {
    fn run(&self, claim: Claim<Self>) -> Ran {
        // Held from the snapshot to the deletion, so that nothing comes between.
        let mut files = lock(&self.files);
        match claim.take(|args| files.snapshot(&args.path)) {
            Err(settled) => settled.into(),
            Ok((args, running)) => match files.remove(&args.path) {
                Some(_) => running.settle(End::Executed, format!("deleted {}", args.path)).into(),
                None => running.settle(End::Failed, format!("there is no file {}", args.path)).into(),
            },
        }
    }
}
