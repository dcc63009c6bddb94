//! What holds the gates up is none of the files that a call can name.

use super::Config;
use anyhow::ensure;
use std::path::Path;

/// Holds the places of a configuration against its directory of files: whoever deletes the grants makes old yeses new.
///
/// # Errors
///
/// A sentence that names the key.
pub(super) fn check(config: &Config) -> anyhow::Result<()> {
    // Without such a directory nothing is served; that is said when the server starts.
    let Ok(files) = config.files.canonicalize() else { return Ok(()) };
    let store = config.store.strip_prefix("sqlite:").map(Path::new);
    for (key, path) in [("keys", Some(config.keys.as_path())), ("store", store), ("barred", config.barred.as_deref())] {
        ensure!(
            !path.is_some_and(|path| is_within(path, &files)),
            "{key} lies within files, {}: a call could name it and delete it; put it somewhere else",
            config.files.display()
        );
    }
    Ok(())
}

/// Whether what stands there, or will, is below the directory.
fn is_within(path: &Path, directory: &Path) -> bool {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    [path, folder].iter().any(|place| place.canonicalize().is_ok_and(|place| place.starts_with(directory)))
}
