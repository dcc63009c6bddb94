//! The lesson is on the fake clock, and nothing in it waits.

use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// What would wait, or read another clock than the lesson's. Each is put together here, so that this file has it not.
fn waits() -> Vec<String> {
    [["thread::", "sleep"], ["park_", "timeout"], ["recv_", "timeout"], ["wait_", "timeout"], ["Instant::", "now"]]
        .iter()
        .chain(&[["SystemTime::", "now"], ["System", "Clock"], ["dur", "ation_since"]])
        .map(|parts| parts.concat())
        .collect()
}

#[test]
fn nothing_sleeps_and_nothing_reads_another_clock() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in ["src", "../../crates/lab/src", "../../crates/effects/src"] {
        files(&root.join(folder), &mut found);
    }
    assert!(found.len() > 60, "{} files", found.len());
    for path in found {
        let text = fs::read_to_string(&path).unwrap();
        for word in waits() {
            assert!(!text.contains(&word), "{} has {word}", path.display());
        }
    }
}
