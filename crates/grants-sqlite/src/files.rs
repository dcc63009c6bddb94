//! Files: which one a path leads to, who may read a new one, and what stands beside the database.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use system::mode;

/// A file of this system, whatever it is called.
pub(crate) type FileId = (u64, u64);

/// Opens the database's own file for a moment, and makes it where there is none: for its owner alone, where the system
/// knows of owners. What people approved stands in it.
pub(crate) fn make(database: &Path) -> io::Result<()> {
    open(database, 0o600).map(drop)
}

/// Opens the file beside a database that has this at the end of its name, and makes it where there is none: for whoever
/// may use the database.
pub(crate) fn open_beside(database: &Path, what: &str) -> io::Result<File> {
    open(&beside(database, what), mode(database)?)
}

/// Opens a file that belongs to a database, wherever it is.
pub(crate) fn open_for(database: &Path, path: &Path) -> io::Result<File> {
    open(path, mode(database)?)
}

/// The file beside a database that has this at the end of its name.
pub(crate) fn beside(database: &Path, what: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push("-");
    name.push(what);
    name.into()
}

#[cfg(unix)]
mod system {
    use super::{FileId, OpenOptions, Path, io};
    use std::fs::metadata;
    use std::os::unix::fs::{MetadataExt, OpenOptionsExt};

    pub(super) fn for_whom(options: &mut OpenOptions, mode: u32) {
        options.mode(mode);
    }

    pub(super) fn mode(path: &Path) -> io::Result<u32> {
        Ok(metadata(path)?.mode() & 0o666)
    }

    pub(super) fn id(path: &Path) -> Option<FileId> {
        metadata(path).ok().map(|file| (file.dev(), file.ino()))
    }
}

#[cfg(not(unix))]
mod system {
    use super::{FileId, OpenOptions, Path, io};

    pub(super) fn for_whom(_: &mut OpenOptions, _: u32) {}

    pub(super) fn mode(_: &Path) -> io::Result<u32> {
        Ok(0)
    }

    pub(super) fn id(_: &Path) -> Option<FileId> {
        None
    }
}

/// The file that this path leads to now. None where there is none, or where the system does not tell.
pub(crate) fn id(path: &Path) -> Option<FileId> {
    system::id(path)
}

fn open(path: &Path, mode: u32) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    system::for_whom(&mut options, mode);
    options.open(path)
}
