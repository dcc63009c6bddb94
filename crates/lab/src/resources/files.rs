//! A small file system in memory.

use std::collections::BTreeMap;
use twogates::consent::{Snapshot, render};
use twogates::grants::{Clock, FakeClock, GrantId};
use wire::Digest;

const DAY_MS: u64 = 86_400_000;

/// Files by path. A folder is the part of a path before the first slash; the others lie in `home`.
#[derive(Debug, Clone, Default)]
pub struct Files {
    files: BTreeMap<String, File>,
    created: u64,
    clock: FakeClock,
    aside: BTreeMap<GrantId, Aside>,
}

/// A file that a worker has set aside: neither there nor gone.
#[derive(Debug, Clone)]
struct Aside {
    path: String,
    file: File,
    /// Of whoever has it. Another's is not its own.
    fence: u64,
}

/// One file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its content.
    pub content: String,
    /// When it was changed, in milliseconds since 1970.
    pub changed_ms: u64,
    /// Its number among all files that were ever created. A file that is deleted and written again has another one.
    pub number: u64,
}

impl Files {
    /// The files with which the lab begins.
    #[must_use]
    pub fn sample(now_ms: u64) -> Self {
        let mut files = Self::default();
        files.write("notes.txt", "Call the bank. Water the plants. Ask Bob about the report.\n", now_ms);
        files.write("report.csv", "month,sum\n2026-05,1200\n2026-06,1310\n", now_ms);
        files.write("payroll/june.csv", "name,sum\nalice,4100\nbob,3900\n", now_ms);
        files
    }

    /// The same files, described to people who read them by this clock.
    #[must_use]
    pub fn read_by(self, clock: FakeClock) -> Self {
        Self { clock, ..self }
    }

    /// Writes a file: a new one, or new content for one that is there.
    pub fn write(&mut self, path: &str, content: &str, now_ms: u64) {
        self.created += 1;
        let number = self.files.get(path).map_or(self.created, |file| file.number);
        self.files.insert(path.to_owned(), File { content: content.to_owned(), changed_ms: now_ms, number });
    }

    /// Deletes a file, and says whether it was there.
    pub fn remove(&mut self, path: &str) -> Option<File> {
        self.files.remove(path)
    }

    /// The file at a path.
    #[must_use]
    pub fn read(&self, path: &str) -> Option<&File> {
        self.files.get(path)
    }

    /// The paths in a folder: `home`, or `payroll`.
    #[must_use]
    pub fn list(&self, folder: &str) -> Vec<&str> {
        let folder_of = |path: &str| path.split_once('/').map_or("home", |(folder, _)| folder).to_owned();
        self.files.keys().map(String::as_str).filter(|path| folder_of(path) == folder).collect()
    }

    /// Every file, by path: those that are set aside as well, for nothing has become of them yet.
    #[must_use]
    pub fn all(&self) -> BTreeMap<String, File> {
        let aside = self.aside.values().map(|aside| (aside.path.clone(), aside.file.clone()));
        aside.chain(self.files.clone()).collect()
    }

    /// Sets a file aside in the name of a grant and its fence, or takes over what an older fence has set aside. Says whether
    /// there is anything.
    pub fn set_aside(&mut self, path: &str, grant: GrantId, fence: u64) -> bool {
        if let Some(aside) = self.aside.get_mut(&grant) {
            aside.fence = fence;
            return true;
        }
        let Some(file) = self.files.remove(path) else { return false };
        self.aside.insert(grant, Aside { path: path.to_owned(), file, fence });
        true
    }

    /// Whether something is set aside in the name of a grant.
    #[must_use]
    pub fn is_aside(&self, grant: GrantId) -> bool {
        self.aside.contains_key(&grant)
    }

    /// Deletes for good what this fence has set aside. What another has is left alone.
    pub fn purge(&mut self, grant: GrantId, fence: u64) {
        self.aside.retain(|of, aside| *of != grant || aside.fence != fence);
    }

    /// Puts back what this fence has set aside, unless another file has come there.
    pub fn put_back(&mut self, grant: GrantId, fence: u64) {
        if let Some(aside) = self.aside.get(&grant).filter(|aside| aside.fence == fence).cloned() {
            self.aside.remove(&grant);
            self.files.entry(aside.path).or_insert(aside.file);
        }
    }

    /// Every path.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The state of a path, as a question shows and binds it: which file it is, and what is in it.
    #[must_use]
    pub fn snapshot(&self, path: &str) -> Snapshot {
        let Some(file) = self.read(path) else { return Snapshot::Absent { shown: format!("{path} does not exist") } };
        let (bytes, changed, now) = (file.content.len(), file.changed_ms, self.clock.ms());
        let same_day = changed / DAY_MS == now / DAY_MS;
        let changed = if same_day { render::clock(changed) } else { render::seen(changed, now) };
        Snapshot::Exists {
            identity: Digest::of("two-gates/lab/file/1", &[path.as_bytes(), &file.number.to_be_bytes()]),
            content: Digest::of("two-gates/lab/content/1", &[file.content.as_bytes()]),
            shown: format!("{path}, {bytes} bytes, changed {changed}"),
        }
    }
}
