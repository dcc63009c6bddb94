//! One row of the audit, and how it is chained to the row before it.

use super::{About, What};
use consent::Moment;
use wire::Digest;

/// One row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its number, from 1: higher than that of every row that was written before. A store in which several transactions
    /// write at once leaves numbers out.
    pub number: u64,
    /// Its place among the rows of its question, from 1, without gaps.
    pub place: u64,
    /// When, by the store's clock.
    pub at: Moment,
    /// What happened.
    pub what: What,
    /// What it is about.
    pub about: About,
    /// The exact reason or state, as a stable word.
    pub code: String,
    /// What was said to it, for people: which use of how many, who ordered it and why. Mostly empty.
    pub note: String,
    /// The first moment at which an answer does not count any more, in the row of an asking.
    pub answer_by: Option<Moment>,
    /// The chain of its question's rows up to and including this one.
    pub chain: Digest,
}

/// What a row says, before it has its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// When, by the store's clock.
    pub at: Moment,
    /// What happened.
    pub what: What,
    /// What it is about.
    pub about: About,
    /// The exact reason or state, as a stable word.
    pub code: String,
    /// What was said to it, for people.
    pub note: String,
    /// The first moment at which an answer does not count any more, in the row of an asking.
    pub answer_by: Option<Moment>,
}

/// The last row of a chain, as far as the next one needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// Its place.
    pub place: u64,
    /// Its chain value.
    pub chain: Digest,
    /// When it was written.
    pub at: Moment,
}

impl Entry {
    /// An entry with nothing said to it.
    #[must_use]
    pub fn new(at: Moment, what: What, about: About, code: impl Into<String>) -> Self {
        Self { at, what, about, code: code.into(), note: String::new(), answer_by: None }
    }
}

impl Row {
    /// The row of an entry that gets this number, after the head of its chain where there is one. For stores.
    #[must_use]
    pub fn after(entry: &Entry, number: u64, head: Option<&Head>) -> Self {
        let Entry { at, what, about, code, note, answer_by } = entry.clone();
        let place = head.map_or(1, |head| head.place.saturating_add(1));
        let mut row =
            Self { number, place, at, what, about, code, note, answer_by, chain: Digest::from_bytes([0; 32]) };
        row.chain = row.link(head.map(|head| head.chain));
        row
    }

    /// As far as the next row of its chain needs it.
    #[must_use]
    pub const fn head(&self) -> Head {
        Head { place: self.place, chain: self.chain, at: self.at }
    }

    /// The chain value of this row after `previous`, the chain value of the row before it with the same question: SHA-256,
    /// domain-tagged, over that and every field of the row, each with its length. What is absent is an empty part.
    pub(super) fn link(&self, previous: Option<Digest>) -> Digest {
        let about = &self.about;
        let answer_by = self.answer_by.map(|moment| moment.ms().to_be_bytes());
        Digest::of(
            "two-gates/audit/2",
            &[
                previous.as_ref().map_or(&[], |digest| digest.bytes().as_slice()),
                &self.number.to_be_bytes(),
                &self.place.to_be_bytes(),
                &self.at.ms().to_be_bytes(),
                self.what.word().as_bytes(),
                about.question.as_ref().map_or(&[], |question| question.bytes().as_slice()),
                about.grant.as_ref().map_or(&[], |grant| grant.digest().bytes().as_slice()),
                about.principal.bytes(),
                about.subject.as_bytes(),
                about.tool.as_bytes(),
                about.arg_hash.bytes(),
                self.code.as_bytes(),
                self.note.as_bytes(),
                answer_by.as_ref().map_or(&[], <[u8; 8]>::as_slice),
            ],
        )
    }
}
