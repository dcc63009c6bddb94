//! What an operator can set for one tool of a vector's server.

use crate::resources::Bank;
use serde::{Deserialize, Serialize};
use twogates::consent::{Evidence, Window};

/// How strong the evidence of a yes is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strength {
    /// The client says that a person agreed.
    ReportedByClient,
    /// A person agreed on a page of the server's own.
    ProvenOnPage,
    /// A person's key signed it.
    Signed,
}

impl Strength {
    /// The same as a policy knows it.
    #[must_use]
    pub const fn evidence(self) -> Evidence {
        match self {
            Self::ReportedByClient => Evidence::ReportedByClient,
            Self::ProvenOnPage => Evidence::ProvenOnPage,
            Self::Signed => Evidence::Signed,
        }
    }
}

/// A part of each day, by UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DailyWindow {
    /// The minute of the day at which it opens; the lab's day begins in minute 840.
    pub opens_minute: u16,
    /// For how many minutes it is open.
    pub minutes: u64,
}

impl DailyWindow {
    /// The same as a policy knows it.
    #[must_use]
    pub const fn window(self) -> Window {
        Window { opens_minute: self.opens_minute, for_ms: self.minutes * 60_000 }
    }
}

/// What a bank does with the key that comes with a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BankKind {
    /// It pays once under one key.
    RemembersKeys,
    /// It takes the key, and does not look at it.
    IgnoresKeys,
}

impl BankKind {
    /// The same as the lab knows it.
    #[must_use]
    pub const fn bank(self) -> Bank {
        match self {
            Self::RemembersKeys => Bank::RemembersKeys,
            Self::IgnoresKeys => Bank::IgnoresKeys,
        }
    }
}
