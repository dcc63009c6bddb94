//! The checklist: its lines, its evidence, what is rendered and what is shipped.

#![expect(clippy::unwrap_used, reason = "tests fail loudly")]

mod cli;
mod evidence;
mod lines;
mod rendered;
mod shipped;

use std::path::PathBuf;

/// The repository's root.
fn root() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", ".."].iter().collect()
}

/// A fresh folder for one test.
fn folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).unwrap();
    }
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
