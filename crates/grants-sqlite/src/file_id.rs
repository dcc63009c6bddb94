//! Which file a path leads to.

use std::path::Path;

/// A file of this system, whatever it is called.
pub(crate) type FileId = (u64, u64);

/// The file that this path leads to now. None where the system does not tell.
#[cfg(unix)]
pub(crate) fn of(path: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}

/// The file that this path leads to now. None where the system does not tell.
#[cfg(not(unix))]
pub(crate) fn of(_: &Path) -> Option<FileId> {
    None
}
