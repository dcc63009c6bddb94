//! What an operator decides for one tool, beside its scopes.

use crate::Moment;

/// What an operator decides for one tool, beside its scopes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// How long a yes may wait for its execution.
    pub lifetime: Lifetime,
    /// The least evidence of a person's yes that counts (rule `CALL-12`).
    pub evidence: Evidence,
    /// How often one yes lets the call run.
    pub uses: Uses,
}

impl Default for Policy {
    fn default() -> Self {
        Self { lifetime: Lifetime::AtOnce, evidence: Evidence::ReportedByClient, uses: Uses::Once }
    }
}

/// How long a yes may wait for its execution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lifetime {
    /// The call runs while its retry is handled. The grant lives for [`Lifetime::AT_ONCE_MS`].
    AtOnce,
    /// The call is queued. The grant lives for this many milliseconds from the question, at most
    /// [`Lifetime::CEILING_MS`]. Its end is rounded down to the minute, as the question shows it; to the second, where a
    /// minute would leave nothing.
    Deferred(u64),
    /// The call is queued, and runs in a window of each day and at no other time.
    Window(Window),
}

/// A part of each day, by UTC: for work that is done at night, or when nobody is in the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// The minute of the day at which it opens, from 0 to 1439.
    pub opens_minute: u16,
    /// For how long it is open, in milliseconds: less than 24 hours.
    pub for_ms: u64,
}

impl Window {
    const MINUTE_MS: u64 = 60_000;
    const DAY_MS: u64 = 1440 * Self::MINUTE_MS;

    /// The window that is open at this moment, or opens next: its first moment, and the first one after it. None for a
    /// window that no day has.
    pub(crate) fn next(self, at: Moment) -> Option<(Moment, Moment)> {
        let opens = u64::from(self.opens_minute) * Self::MINUTE_MS;
        if opens >= Self::DAY_MS || self.for_ms == 0 || self.for_ms >= Self::DAY_MS {
            return None;
        }
        let since = (at.ms() % Self::DAY_MS + Self::DAY_MS - opens) % Self::DAY_MS;
        let from = if since < self.for_ms { at.earlier(since) } else { at.later(Self::DAY_MS - since) };
        Some((from, from.later(self.for_ms)))
    }
}

/// How often one yes lets a call run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Uses {
    /// Once.
    Once,
    /// Up to so many times. The operator declares that once more does no more than once: no hint of a tool says so.
    Idempotent(u32),
}

impl Uses {
    /// How often at most.
    pub const CEILING: u32 = 100;

    /// The number.
    #[must_use]
    pub const fn number(self) -> u32 {
        match self {
            Self::Once => 1,
            Self::Idempotent(number) => number,
        }
    }
}

impl Lifetime {
    /// How long the grant of a call that runs at once lives, in milliseconds: 60 seconds.
    pub const AT_ONCE_MS: u64 = 60_000;
    /// How long a deferred grant lives when the operator says nothing, in milliseconds: 10 minutes.
    pub const DEFERRED_MS: u64 = 600_000;
    /// How long any grant may live, in milliseconds: 24 hours.
    pub const CEILING_MS: u64 = 86_400_000;
}

/// How strong the evidence is that a person said yes. A form is the client's word for it, and no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Evidence {
    /// The client says that a person agreed.
    ReportedByClient,
    /// A person agreed on the server's own page, logged in as the same principal.
    ProvenOnPage,
    /// A person's key signed the intent.
    Signed,
}

impl Evidence {
    /// Every level, the weakest first.
    pub const ALL: &[Self] = &[Self::ReportedByClient, Self::ProvenOnPage, Self::Signed];

    /// The level as a stable word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::ReportedByClient => "reported_by_client",
            Self::ProvenOnPage => "proven_on_page",
            Self::Signed => "signed",
        }
    }
}
