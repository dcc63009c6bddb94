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

mod checkpoint;
#[cfg(feature = "durable")]
mod log;
mod row;
#[cfg(feature = "durable")]
mod trail;
mod verify;

pub use checkpoint::{Checkpoint, Covered};
#[cfg(feature = "durable")]
pub use log::LogKey;
pub use row::{Entry, Head, Row};
#[cfg(feature = "durable")]
pub use trail::{Flaw, Trail};
pub use verify::{story, unanswered, verify};

use crate::{Grant, GrantId, Order};
use consent::QuestionId;
use scope::Principal;
use serde_json::Map;
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
    /// The yes was taken back while somebody acted; whether in time, a later row says.
    Marked,
    /// A use of the grant was settled, or the grant ended; the row's code says how.
    Ended,
    /// A person said how an unknown effect ended, and on what evidence.
    Resolved,
    /// The operator ordered something of the whole store; the row's code says what.
    Ordered,
    /// Something was refused; the row's code is the exact reason.
    Refused,
}

impl What {
    /// Everything that can happen.
    pub const ALL: &[Self] = &[
        Self::Asked,
        Self::Denied,
        Self::Issued,
        Self::Claimed,
        Self::Marked,
        Self::Ended,
        Self::Resolved,
        Self::Ordered,
        Self::Refused,
    ];

    /// It as a stable word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Denied => "denied",
            Self::Issued => "issued",
            Self::Claimed => "claimed",
            Self::Marked => "marked",
            Self::Ended => "ended",
            Self::Resolved => "resolved",
            Self::Ordered => "ordered",
            Self::Refused => "refused",
        }
    }
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

    /// The operator, who is nobody's principal.
    #[must_use]
    pub fn operator(order: &Order) -> Self {
        let nobody = Principal { issuer: String::new(), subject: order.by.clone(), client: None };
        Self::at_the_door(&nobody)
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
