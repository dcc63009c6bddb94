//! Backends that outlive the processes that use them: they are files.

use effects::conditional::{ConditionalBackend, NotChanged, Version};
use effects::keyed::{KeyedBackend, NotSent, Receipt};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use twogates::consent::Snapshot;
use wire::Digest;

/// Payments, one file for each key: the first to make it pays.
#[derive(Debug)]
pub(super) struct Payments(PathBuf);

impl Payments {
    pub(super) fn in_folder(place: &Path) -> io::Result<Self> {
        fs::create_dir_all(place.join("payments"))?;
        Ok(Self(place.join("payments")))
    }

    /// How many were made, without those of the test at start-up.
    pub(super) fn made(&self) -> usize {
        let named = fs::read_dir(&self.0).into_iter().flatten().flatten();
        named.filter(|entry| !entry.file_name().to_string_lossy().contains("self-test")).count()
    }
}

impl KeyedBackend for Payments {
    type Request = String;

    fn harmless(&self) -> (String, String) {
        ("nothing".into(), "nothing else".into())
    }

    fn remembers_ms(&self) -> u64 {
        u64::MAX
    }

    fn send(&self, key: &str, request: &String) -> Result<Receipt, NotSent> {
        let unknown = |error: io::Error| NotSent::Unknown(error.to_string());
        let (path, draft) = (self.0.join(key.replace(':', "-")), self.0.with_extension("draft"));
        written(&draft, request).map_err(unknown)?;
        // The payment is there whole or not at all, and once.
        match fs::hard_link(&draft, &path) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if fs::read_to_string(&path).map_err(unknown)? != *request {
                    return Err(NotSent::KeyTaken);
                }
            }
            Err(error) => return Err(unknown(error)),
        }
        Ok(Receipt::new(key))
    }
}

/// A document, one file for each version: the first to write a version has changed it.
#[derive(Debug)]
pub(super) struct Document(PathBuf);

impl Document {
    pub(super) fn in_folder(place: &Path) -> io::Result<Self> {
        let folder = place.join("documents");
        if !folder.exists() {
            fs::create_dir_all(&folder)?;
            File::create(folder.join("plan.1"))?;
            File::create(folder.join("self-test.1"))?;
        }
        Ok(Self(folder))
    }

    /// The versions of a document that have this text.
    pub(super) fn versions_of(&self, name: &str, text: &str) -> Vec<usize> {
        let has =
            |version: &usize| fs::read_to_string(self.version_of(name, *version)).is_ok_and(|found| found == text);
        (1..=self.latest(name).unwrap_or_default()).filter(has).collect()
    }

    /// Somebody writes the next version, on no condition.
    pub(super) fn write(&self, name: &str, text: &str) -> io::Result<()> {
        fs::write(self.version_of(name, self.latest(name).map_or(1, |version| version + 1)), text)
    }

    pub(super) fn seen(&self, name: &str) -> (Snapshot, Version) {
        let version = self.latest(name).unwrap_or_default();
        let identity = Digest::of("lesson-26/plan/1", &[name.as_bytes()]);
        let content = Digest::of("lesson-26/plan-version/1", &[&version.to_be_bytes()]);
        (
            Snapshot::Exists { identity, content, shown: format!("{name}, version {version}") },
            Version::new(version.to_string()),
        )
    }

    fn latest(&self, name: &str) -> Option<usize> {
        (1..).take_while(|version| self.version_of(name, *version).exists()).last()
    }

    fn version_of(&self, name: &str, version: usize) -> PathBuf {
        self.0.join(format!("{name}.{version}"))
    }
}

impl ConditionalBackend for Document {
    type Change = String;

    fn harmless(&self) -> (String, String) {
        ("self-test".into(), "tested".into())
    }

    fn version(&self, name: &str) -> Result<Option<Version>, NotChanged> {
        Ok(self.latest(name).map(|version| Version::new(version.to_string())))
    }

    fn change(&self, name: &str, only_if: &Version, text: &String) -> Result<Option<Version>, NotChanged> {
        let unknown = |error: io::Error| NotChanged::Unknown(error.to_string());
        let Ok(before) = only_if.as_str().parse::<usize>() else { return Err(NotChanged::Mismatch) };
        if !self.version_of(name, before).exists() {
            return Err(NotChanged::Mismatch);
        }
        let draft = self.0.join("draft");
        written(&draft, text).map_err(unknown)?;
        match fs::hard_link(&draft, self.version_of(name, before + 1)) {
            Ok(()) => Ok(Some(Version::new((before + 1).to_string()))),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(NotChanged::Mismatch),
            Err(error) => Err(unknown(error)),
        }
    }
}

/// Messages, one line each, over a line that tells nothing.
#[derive(Debug)]
pub(super) struct Messages(PathBuf);

impl Messages {
    pub(super) fn in_folder(place: &Path) -> Self {
        Self(place.join("messages"))
    }

    pub(super) fn send(&self, text: &str) -> io::Result<()> {
        let mut line = OpenOptions::new().create(true).append(true).open(&self.0)?;
        line.write_all(format!("{text}\n").as_bytes())
    }

    /// How many were sent.
    pub(super) fn sent(&self) -> usize {
        fs::read_to_string(&self.0).map_or(0, |lines| lines.lines().count())
    }
}

/// Writes a draft anew. The one before may have become a payment, and is left as it is.
fn written(draft: &Path, text: &str) -> io::Result<()> {
    match fs::remove_file(draft) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => fs::write(draft, text),
    }
}
