//! The messages of one failure, as they were recorded.

use super::Place;
use anyhow::{Context, anyhow};
use print::Printer;
use wire::Entry;

/// The recordings of every failure. The entries of one have the name of its vector for their act.
const RECORDED: &str = include_str!("recorded.jsonl");

/// The messages of one failure: a request, what came of it, and what both go back to.
#[derive(Debug, Clone, PartialEq)]
pub struct Exchange {
    entries: Vec<Entry>,
    /// The number of the request.
    first: u32,
}

impl Exchange {
    /// The recording of a vector.
    ///
    /// # Errors
    ///
    /// If there is none, or it cannot be read.
    pub fn recorded(vector: &str) -> anyhow::Result<Self> {
        let mut entries = Vec::new();
        for line in RECORDED.lines() {
            let entry = Entry::read(line).map_err(|wrong| anyhow!("a recording: {wrong}"))?;
            if entry.act == vector {
                entries.push(entry);
            }
        }
        Self::of(entries).with_context(|| format!("{vector} is not recorded"))
    }

    /// The last request among these entries, and what came of it. None where nothing was requested.
    #[must_use]
    pub fn of(entries: Vec<Entry>) -> Option<Self> {
        let is_request = |entry: &&Entry| entry.http.as_ref().is_some_and(|http| http.request.is_some());
        let first = entries.iter().rev().find(is_request)?.number;
        Some(Self { entries, first })
    }

    /// The entries from the request on.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.number >= self.first)
    }

    /// Where the failure belongs: read off the last decision.
    ///
    /// # Errors
    ///
    /// If nobody decided, or nobody who is known.
    pub fn place(&self) -> anyhow::Result<Place> {
        let decision = self.entries().rev().find_map(|entry| entry.gate.as_ref()).context("nobody decided")?;
        Place::of(decision).with_context(|| format!("{} is no place", decision.gate))
    }

    /// The messages as lines, without what any gate says of them.
    #[must_use]
    pub fn messages(&self, printer: &Printer) -> Vec<String> {
        let silent: Vec<Entry> = self.entries.iter().map(silent).collect();
        self.entries().flat_map(|entry| printer.lines_of(entry.number, &silent)).collect()
    }

    /// What stands in the margin and was left out of [`Exchange::messages`].
    #[must_use]
    pub fn margins(&self, printer: &Printer) -> Vec<String> {
        let messages = self.messages(printer);
        let lines = self.entries().flat_map(|entry| printer.lines_of(entry.number, &self.entries));
        lines.filter(|line| !messages.contains(line)).collect()
    }
}

/// The entry as its receiver knows it: without the gate's decision, and without what is said to be wrong with it.
fn silent(entry: &Entry) -> Entry {
    Entry { gate: None, violation: None, ..entry.clone() }
}
