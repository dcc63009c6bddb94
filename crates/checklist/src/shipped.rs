//! What stands in `outputs/`.

use crate::page;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// The files, from the root, and what they hold.
///
/// # Errors
///
/// What askama says; it has no reason to.
pub fn files() -> Result<[(&'static str, String); 2]> {
    Ok([
        ("outputs/consent-design-checklist.md", page::markdown()?),
        ("outputs/consent-design-checklist.html", page::html()?),
    ])
}

/// Writes the files.
///
/// # Errors
///
/// When a piece of evidence is missing: nothing is written then. When a file cannot be written.
pub fn write(root: &Path) -> Result<()> {
    evidence(root)?;
    for (path, text) in files()? {
        fs::write(root.join(path), text).with_context(|| path.to_owned())?;
    }
    Ok(())
}

/// Compares the files with what would be written.
///
/// # Errors
///
/// When a piece of evidence is missing, or a file is not there, or is not what would be written: with all that is wrong.
pub fn check(root: &Path) -> Result<()> {
    evidence(root)?;
    let mut stale = Vec::new();
    for (path, text) in files()? {
        let found = fs::read_to_string(root.join(path)).with_context(|| path.to_owned())?;
        stale.extend(difference(path, &found, &text));
    }
    if !stale.is_empty() {
        bail!("{}\nrun scripts/outputs", stale.join("\n"));
    }
    Ok(())
}

/// The root of the repository: the nearest folder, from `from` upwards, that has this crate in it.
///
/// # Errors
///
/// When there is none.
pub fn root(from: &Path) -> Result<PathBuf> {
    let mut folders = from.ancestors();
    let found = folders.find(|folder| folder.join("crates/checklist/templates/checklist.md").is_file());
    found.map(Path::to_owned).context("run it inside the repository of Two Gates")
}

fn evidence(root: &Path) -> Result<()> {
    let Err(missing) = crate::sections::look_for_evidence(root) else { return Ok(()) };
    let all: Vec<_> = missing.iter().map(ToString::to_string).collect();
    bail!("evidence is missing:\n{}", all.join("\n"))
}

/// The first line in which a file differs, where it does.
fn difference(path: &str, found: &str, expected: &str) -> Option<String> {
    if found == expected {
        return None;
    }
    let same = found.split('\n').zip(expected.split('\n')).take_while(|(here, there)| here == there).count();
    let line = |text: &str| text.split('\n').nth(same).unwrap_or("(no such line)").to_owned();
    Some(format!("{path} is stale at line {}:\n  is:     {}\n  should: {}", same + 1, line(found), line(expected)))
}
