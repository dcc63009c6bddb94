//! What an operator decides for one tool, beside its scopes: a section `[tools.NAME]`.

use serde::{Deserialize, Serialize};
use twogates::consent::{Evidence, Lifetime, Policy, Uses, Window};

/// One section.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ToolSettings {
    pub(crate) defer_seconds: Option<u64>,
    pub(crate) window: Option<Opening>,
    pub(crate) uses: Option<u32>,
    pub(crate) evidence: Option<Level>,
    pub(crate) undisclosed: bool,
}

/// A part of each day, by UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Opening {
    pub(crate) opens_minute: u16,
    pub(crate) minutes: u64,
}

/// How strong the evidence of a yes must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Level {
    ReportedByClient,
    ProvenOnPage,
    Signed,
}

impl ToolSettings {
    /// Whether its approved calls are queued.
    pub(crate) const fn is_deferred(&self) -> bool {
        self.defer_seconds.is_some() || self.window.is_some()
    }

    /// What the gates go by.
    pub(crate) fn policy(&self) -> Policy {
        let deferred = self.defer_seconds.map(|seconds| Lifetime::Deferred(seconds.saturating_mul(1000)));
        let window = self.window.map(|Opening { opens_minute, minutes }| {
            Lifetime::Window(Window { opens_minute, for_ms: minutes.saturating_mul(60_000) })
        });
        let evidence = match self.evidence {
            None | Some(Level::ReportedByClient) => Evidence::ReportedByClient,
            Some(Level::ProvenOnPage) => Evidence::ProvenOnPage,
            Some(Level::Signed) => Evidence::Signed,
        };
        Policy {
            lifetime: window.or(deferred).unwrap_or(Lifetime::AtOnce),
            evidence,
            uses: self.uses.map_or(Uses::Once, Uses::Idempotent),
        }
    }
}
