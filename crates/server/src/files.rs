//! The files in one directory, and nowhere else.
//!
//! A directory is opened once, and everything is reached through it (cap-std): no `..`, no absolute path and no symbolic
//! link leads out. What is a link is no file here, wherever it leads.

use anyhow::Context;
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// How many names a list has at most.
const MOST: usize = 10_000;

/// One directory.
#[derive(Debug, Clone)]
pub(crate) struct Files(Arc<Dir>);

impl Files {
    /// Opens a directory.
    ///
    /// # Errors
    ///
    /// A sentence for the operator.
    pub(crate) fn open(directory: &Path) -> anyhow::Result<Self> {
        let opened = Dir::open_ambient_dir(directory, ambient_authority());
        let opened = opened.with_context(|| format!("cannot open the directory of files {}", directory.display()))?;
        Ok(Self(Arc::new(opened)))
    }

    /// The paths of the files in a folder, or in the directory itself, sorted; with a last line where there are more than are
    /// listed. A folder that is not there has none.
    ///
    /// # Errors
    ///
    /// What the system said.
    pub(crate) fn list(&self, folder: Option<&str>) -> io::Result<Vec<String>> {
        let entries = match folder {
            None => self.0.entries()?,
            Some(folder) => match self.0.symlink_metadata(folder) {
                Ok(there) if there.is_dir() => self.0.read_dir(folder)?,
                Ok(_) => return Ok(Vec::new()),
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
                Err(error) => return Err(error),
            },
        };
        let mut paths = Vec::new();
        let mut more = false;
        for (number, entry) in entries.enumerate() {
            more = number == MOST;
            if more {
                break;
            }
            let entry = entry?;
            if entry.file_type()?.is_file() {
                let name = one_line(&entry.file_name().to_string_lossy());
                paths.push(folder.map_or(name.clone(), |folder| format!("{folder}/{name}")));
            }
        }
        paths.sort();
        if more {
            paths.push(format!("(There are more: {MOST} entries were looked at.)"));
        }
        Ok(paths)
    }
}

/// A name as one line: one with a line break in it would read as two files.
fn one_line(name: &str) -> String {
    if name.chars().any(char::is_control) { name.escape_debug().to_string() } else { name.to_owned() }
}
