//! The runs that `--which-gate` shows, played from the vectors.

use lab::vectors::{Run, Vector};
use lesson_25::which::Item;
use std::path::Path;
use wire::Entry;

/// The vector of a failure.
pub(crate) fn vector(item: &Item) -> Vector {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join(item.file()));
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", item.file()));
    Vector::read(item.vector, &text).unwrap_or_else(|unreadable| panic!("{unreadable}"))
}

/// The numbers of the first and the last entry of the step in this run.
pub(crate) fn step(item: &Item, run: &Run) -> (u32, u32) {
    let seen = item.step.checked_sub(1).and_then(|place| run.seen.get(place)).and_then(Option::as_ref);
    seen.unwrap_or_else(|| panic!("{} has no step {} with an outcome", item.vector, item.step)).entries()
}

/// What is recorded of a failure: the entries of its step, and those that they go back to.
pub(crate) fn recording(item: &Item) -> Vec<Entry> {
    let run = vector(item).play(&[]);
    let (first, last) = step(item, &run);
    let mut kept: Vec<u32> = Vec::new();
    let mut ahead: Vec<u32> = (first..=last).collect();
    while let Some(number) = ahead.pop() {
        if !kept.contains(&number) {
            kept.push(number);
            ahead.extend(run.entries.iter().find(|entry| entry.number == number).and_then(|entry| entry.answers));
        }
    }
    run.entries.into_iter().filter(|entry| kept.contains(&entry.number)).collect()
}

/// The file of all recordings.
pub(crate) fn file(items: &[Item]) -> String {
    items.iter().flat_map(recording).map(|entry| entry.line() + "\n").collect()
}
