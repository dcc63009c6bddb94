//! How many commits a database has seen, written down outside of it.
//!
//! A backup that is put back un-spends grants: it remembers a time before their claims. The file itself cannot know that.
//! So each commit is counted in the database and, after it, in this mark; a database that has counted less than its mark
//! is an older copy.

use crate::Fault;
use crate::files::open_for;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The mark of one database. It is written after a commit and not synchronised: after a power cut it may be behind, which
/// accuses nobody.
#[derive(Debug)]
pub(crate) struct Mark {
    path: PathBuf,
    file: File,
}

impl Mark {
    /// The mark of this database at this path; made when there is none.
    pub(crate) fn of(database: &Path, path: PathBuf) -> io::Result<Self> {
        Ok(Self { file: open_for(database, &path)?, path })
    }

    /// The commits that were seen: none where nothing was written yet.
    pub(crate) fn read(&mut self) -> Result<u64, Fault> {
        let mut text = String::new();
        self.file.seek(SeekFrom::Start(0))?;
        self.file.read_to_string(&mut text)?;
        if text.is_empty() {
            return Ok(0);
        }
        let digits = text.strip_suffix(" commits\n").map(str::trim_start);
        digits.and_then(|digits| digits.parse().ok()).ok_or_else(|| Fault::Mark(self.path.clone()))
    }

    /// Writes how many commits there are now.
    pub(crate) fn write(&mut self, commits: u64) -> io::Result<()> {
        // Always as long, so that no older digit is left behind.
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(format!("{commits:>20} commits\n").as_bytes())
    }
}
