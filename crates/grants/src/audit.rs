//! Which approval allowed this effect, and what became of it.
//!
//! Each change of a grant and its row are one transaction; the rows of one question, from the asking to the outcome,
//! are chained, so that none can be changed or left out unseen (rule `GRANT-11`).
//!
//! Refusals are rows too. Whatever a server refuses somebody whom it knows is one row, with its exact reason: at the front
//! door (a token of another server or one whose time has passed, a message that cannot be read, headers, version, method),
//! at either gate, and at the grant. An unknown tool and an undisclosed one are the same row. Who is not known, for want of
//! a token that somebody issued, leaves none: there is nobody to name, and anybody could write. Refusals take up to half of
//! a store and no more, so that nobody fills it by being refused.

use crate::{Grant, GrantId};
use consent::{Moment, QuestionId};
use scope::Principal;
use serde_json::Map;
use std::collections::{BTreeMap, BTreeSet};
use wire::{Call, Digest};

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum What {
    /// A person was asked.
    Asked,
    /// The person said no; the row's code says which no.
    Denied,
    /// The person said yes; the row's code says how strong the evidence is.
    Issued,
    /// Someone took the right to act.
    Claimed,
    /// The grant was settled or ended; the row's code is its state.
    Ended,
    /// Something was refused; the row's code is the exact reason.
    Refused,
}

impl What {
    /// It as a stable word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Denied => "denied",
            Self::Issued => "issued",
            Self::Claimed => "claimed",
            Self::Ended => "ended",
            Self::Refused => "refused",
        }
    }
}

/// One row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its number, from 1, without gaps.
    pub number: u64,
    /// When, by the store's clock.
    pub at: Moment,
    /// What happened.
    pub what: What,
    /// What it is about.
    pub about: About,
    /// The exact reason or state, as a stable word.
    pub code: String,
    /// The first moment at which an answer does not count any more, in the row of an asking.
    pub answer_by: Option<Moment>,
    /// The chain of its question's rows up to and including this one.
    pub chain: Digest,
}

/// What a row is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// The question, where the row belongs to one.
    pub question: Option<QuestionId>,
    /// The grant, once there is one.
    pub grant: Option<GrantId>,
    /// The digest of the principal.
    pub principal: Digest,
    /// The principal's subject, for people.
    pub subject: String,
    /// The tool; empty where the message did not get as far as one.
    pub tool: String,
    /// The hash of the arguments; of none where the message did not get as far as them.
    pub arg_hash: Digest,
}

impl About {
    /// A call of a principal, before it belongs to a question.
    #[must_use]
    pub fn of(principal: &Principal, call: &Call) -> Self {
        Self {
            question: None,
            grant: None,
            principal: principal.digest(),
            subject: principal.subject.clone(),
            tool: call.tool().to_owned(),
            arg_hash: call.arg_hash(),
        }
    }

    /// A principal whose message did not get as far as a call.
    #[must_use]
    pub fn at_the_door(principal: &Principal) -> Self {
        Self::of(principal, &Call::new("", &Map::new()))
    }

    /// The same, for a question.
    #[must_use]
    pub const fn asked(mut self, question: QuestionId) -> Self {
        self.question = Some(question);
        self
    }

    /// What a grant is about.
    #[must_use]
    pub fn grant(grant: &Grant) -> Self {
        let about = Self::of(&grant.intent.principal, &grant.intent.call).asked(grant.question);
        Self { grant: Some(grant.id), ..about }
    }
}

/// Something that was refused, on its way into the audit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// What it is about.
    pub about: About,
    /// The exact reason, as a stable word.
    pub code: &'static str,
}

impl Row {
    /// The chain value of this row after `previous`, the chain of the row before it with the same question. For stores
    /// alone: whoever else could make one could make up a row.
    #[must_use]
    pub(crate) fn link(&self, previous: Option<Digest>) -> Digest {
        let about = &self.about;
        let answer_by = self.answer_by.map(|moment| moment.ms().to_be_bytes());
        Digest::of(
            "two-gates/audit/1",
            &[
                previous.as_ref().map_or(&[], |digest| digest.bytes().as_slice()),
                &self.number.to_be_bytes(),
                &self.at.ms().to_be_bytes(),
                self.what.word().as_bytes(),
                about.question.as_ref().map_or(&[], |question| question.bytes().as_slice()),
                about.grant.as_ref().map_or(&[], |grant| grant.digest().bytes().as_slice()),
                about.principal.bytes(),
                about.subject.as_bytes(),
                about.tool.as_bytes(),
                about.arg_hash.bytes(),
                self.code.as_bytes(),
                answer_by.as_ref().map_or(&[], <[u8; 8]>::as_slice),
            ],
        )
    }
}

/// Checks every chain.
///
/// Rows that are cut off at the end leave no trace in those that are left: whoever must see that keeps the last row's
/// number and chain value somewhere else.
///
/// # Errors
///
/// The place, counted from 1, of the first row that does not follow from those before it.
pub fn verify(rows: &[Row]) -> Result<(), u64> {
    let mut heads: BTreeMap<Option<QuestionId>, Digest> = BTreeMap::new();
    for (row, place) in rows.iter().zip(1..) {
        let previous = heads.get(&row.about.question).copied();
        if row.number != place || row.chain != row.link(previous) {
            return Err(place);
        }
        heads.insert(row.about.question, row.chain);
    }
    Ok(())
}

/// The rows of one question, from the asking to the outcome: which approval allowed this effect.
pub fn story(rows: &[Row], question: QuestionId) -> impl Iterator<Item = &Row> {
    rows.iter().filter(move |row| row.about.question == Some(question))
}

/// The questions whose time to answer has passed at `now` and that nobody answered: of each the row of its first asking. They have no approver
/// and never will: nothing is written when a question expires, for nothing happens.
#[must_use]
pub fn unanswered(rows: &[Row], now: Moment) -> Vec<&Row> {
    let answers = rows.iter().filter(|row| matches!(row.what, What::Denied | What::Issued));
    let mut done: BTreeSet<_> = answers.map(|row| row.about.question).collect();
    let late = |row: &&Row| row.answer_by.is_some_and(|answer_by| now >= answer_by);
    rows.iter().filter(late).filter(|row| done.insert(row.about.question)).collect()
}
