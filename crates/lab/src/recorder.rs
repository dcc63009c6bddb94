//! Keeps what happened, as transcript entries in order.

use twogates::grants::{Clock, FakeClock};
use wire::Entry;
use wire::entry::Kind;

/// Keeps what happened.
#[derive(Debug)]
pub struct Recorder {
    clock: FakeClock,
    act: String,
    entries: Vec<Entry>,
}

impl Recorder {
    /// An empty recorder that goes by this clock.
    #[must_use]
    pub const fn new(clock: FakeClock) -> Self {
        Self { clock, act: String::new(), entries: Vec::new() }
    }

    /// From now on, what happens belongs to this act.
    pub fn begin(&mut self, act: &str) {
        act.clone_into(&mut self.act);
    }

    /// A new entry in its place. Fill it in, and [`Recorder::keep`] it.
    #[must_use]
    pub fn entry(&self, kind: Kind, from: &str) -> Entry {
        let number = u32::try_from(self.entries.len()).unwrap_or(u32::MAX).saturating_add(1);
        Entry::new(number, &self.act, self.clock.ms(), kind, from)
    }

    /// Keeps an entry, and says its number.
    pub fn keep(&mut self, mut entry: Entry) -> u32 {
        entry.number = self.entry(entry.kind, "").number;
        let number = entry.number;
        self.entries.push(entry);
        number
    }

    /// Changes an entry that was kept: marks it once more is known of it.
    pub fn amend(&mut self, number: u32, change: impl FnOnce(&mut Entry)) {
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.number == number) {
            change(entry);
        }
    }

    /// What was kept so far.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Somebody looks into a record and sees these lines. `record` names it, such as `audit`. It is a note, for nothing
    /// passes and nothing happens.
    pub fn look<T: Into<String>>(&mut self, record: &str, lines: impl IntoIterator<Item = T>) -> u32 {
        let entry = self.entry(Kind::Note, record).said(lines);
        self.keep(entry)
    }

    /// The narrator says something.
    pub fn note<T: Into<String>>(&mut self, lines: impl IntoIterator<Item = T>) -> u32 {
        let entry = self.entry(Kind::Note, "narrator").said(lines);
        self.keep(entry)
    }
}
