//! A document store with versions.

use super::Manners;
use effects::conditional::{ConditionalBackend, NotChanged, Version};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use twogates::consent::Snapshot;
use wire::Digest;

/// The document on which the test at start-up writes.
const PROBE: &str = "self-test";

/// A store of documents, each with a version that every change raises. Clones are the same store.
#[derive(Debug, Clone)]
pub struct DocumentStore {
    manners: Manners,
    shelf: Arc<Mutex<Shelf>>,
}

/// What is done to a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Its new text.
    pub text: String,
}

#[derive(Debug, Default)]
struct Shelf {
    documents: BTreeMap<String, (u64, String)>,
    loses_next_reply: bool,
}

impl DocumentStore {
    /// A store with one document, for the test at start-up.
    #[must_use]
    pub fn new(manners: Manners) -> Self {
        let store = Self { manners, shelf: Arc::default() };
        store.write(PROBE, "");
        store
    }

    /// Somebody writes a document, on no condition.
    pub fn write(&self, name: &str, text: &str) {
        let mut shelf = self.shelf();
        let next = shelf.documents.get(name).map_or(1, |(version, _)| version + 1);
        shelf.documents.insert(name.to_owned(), (next, text.to_owned()));
    }

    /// The text of a document.
    #[must_use]
    pub fn read(&self, name: &str) -> Option<String> {
        self.shelf().documents.get(name).map(|(_, text)| text.clone())
    }

    /// The state of a document, as a question shows and binds it: with its version, for the same text can come back.
    #[must_use]
    pub fn snapshot(&self, name: &str) -> Snapshot {
        match self.shelf().documents.get(name) {
            Some((version, text)) => Snapshot::Exists {
                identity: Digest::of("lesson-26/document/1", &[name.as_bytes()]),
                content: Digest::of("lesson-26/version/1", &[&version.to_be_bytes(), text.as_bytes()]),
                shown: format!("{name}, version {version}, {} bytes", text.len()),
            },
            None => Snapshot::Absent { shown: format!("{name} does not exist") },
        }
    }

    /// The state of a document and the version that goes with it.
    #[must_use]
    pub fn seen(&self, name: &str) -> (Snapshot, Version) {
        let version = self.version(name).ok().flatten();
        (self.snapshot(name), version.unwrap_or_else(|| Version::new("none")))
    }

    /// The next reply gets lost, after what was asked for is done.
    pub fn lose_next_reply(&self) {
        self.shelf().loses_next_reply = true;
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConditionalBackend for DocumentStore {
    type Change = Change;

    fn harmless(&self) -> (String, Change) {
        (PROBE.into(), Change { text: "tested".into() })
    }

    fn version(&self, name: &str) -> Result<Option<Version>, NotChanged> {
        Ok(self.shelf().documents.get(name).map(|(version, _)| Version::new(version.to_string())))
    }

    fn change(&self, name: &str, only_if: &Version, change: &Change) -> Result<Option<Version>, NotChanged> {
        let mut shelf = self.shelf();
        let Some((version, text)) = shelf.documents.get_mut(name) else { return Err(NotChanged::Mismatch) };
        if self.manners == Manners::Keeps && only_if.as_str() != version.to_string() {
            return Err(NotChanged::Mismatch);
        }
        *version += 1;
        text.clone_from(&change.text);
        let after = Version::new(version.to_string());
        if std::mem::take(&mut shelf.loses_next_reply) {
            return Err(NotChanged::Unknown("the connection was reset".into()));
        }
        Ok(Some(after))
    }
}
