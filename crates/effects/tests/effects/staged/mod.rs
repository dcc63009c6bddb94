//! Staged deletion on a real folder.

mod fit;
mod race;
mod recovery;
mod replaced;
mod snapshot;
mod takeover;

use consent::BoundSnapshot;
use grants::{GrantId, GrantRef};
use std::fs;
use std::path::PathBuf;
use twogates_effects::staged::{FilePath, Folder, Stage};
use wire::Digest;

/// A folder in a temporary place, and its quarantine.
pub(super) struct Place {
    pub(super) folder: Folder,
    pub(super) root: tempfile::TempDir,
}

impl Place {
    pub(super) fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join("files")).unwrap();
        let folder = Folder::open(&root.path().join("files"), &root.path().join("quarantine")).unwrap();
        Self { folder, root }
    }

    pub(super) fn file(&self, path: &str) -> PathBuf {
        self.root.path().join("files").join(path)
    }

    pub(super) fn write(&self, path: &str, content: &str) {
        fs::write(self.file(path), content).unwrap();
    }

    pub(super) fn read(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.file(path)).ok()
    }

    /// The names in the quarantine, and what is in each.
    pub(super) fn quarantine(&self) -> Vec<(String, String)> {
        let entries = fs::read_dir(self.root.path().join("quarantine")).unwrap();
        let named = entries.map(|entry| {
            let entry = entry.unwrap();
            (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap_or_default())
        });
        let mut named: Vec<_> = named.collect();
        named.sort();
        named
    }

    pub(super) fn approved(&self, path: &str) -> BoundSnapshot {
        self.folder.snapshot(&at(path)).unwrap().bound()
    }
}

pub(super) fn at(path: &str) -> FilePath {
    FilePath::new(path).unwrap()
}

pub(super) fn grant() -> GrantId {
    GrantRef::new([9; 16], Digest::of("test", &[])).id()
}

pub(super) fn stage(fence: u64) -> Stage {
    Stage::of(grant(), fence)
}
