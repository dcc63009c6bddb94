//! What several acts decide, and for how long.

use rules::{Refused, Rule};
use twogates::grants::Grants;
use wire::entry::Decision;

/// How long a grant of these acts lives from its question, in milliseconds: one hour, so that 41 minutes fit.
pub const LIFE_MS: u64 = 3_600_000;
/// How long a worker may take before another may have its claim, in milliseconds.
pub const LEASE_MS: u64 = Grants::LEASE_MS;

/// A decision on a grant, by these rules.
#[must_use]
pub fn decision(verdict: &str, why: &str, rules: &[&Rule]) -> Decision {
    Decision {
        gate: "grant".into(),
        verdict: verdict.into(),
        why: why.into(),
        code: None,
        rules: rules.iter().map(|rule| rule.id.to_owned()).collect(),
    }
}

/// A refusal of a grant, with its exact reason.
#[must_use]
pub fn refused(refusal: &dyn Refused) -> Decision {
    Decision { code: Some(refusal.code().into()), ..decision("refused", &refusal.why(), &[refusal.rule()]) }
}
