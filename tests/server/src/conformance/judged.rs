//! One verdict for each scenario.

use super::{Baseline, Check, Results, Scenario, Status};
use std::fmt;

/// How a scenario came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Something was checked, and all of it is right.
    Passed,
    /// The same, but for what the baseline explains.
    Explained,
    /// A server should do otherwise, and nothing explains why it does not.
    Warned,
    /// A server must do otherwise, and nothing explains why it does not.
    Failed,
    /// Nothing was checked.
    Vacuous,
    /// The suite wrote nothing.
    NoResult,
    /// The scenario needs what the server does not have.
    NotAsked,
}

impl Verdict {
    /// Whether it may stand.
    #[must_use]
    pub const fn is_good(self) -> bool {
        matches!(self, Self::Passed | Self::Explained | Self::NotAsked)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Passed => "passed",
            Self::Explained => "explained",
            Self::Warned => "WARNED",
            Self::Failed => "FAILED",
            Self::Vacuous => "VACUOUS",
            Self::NoResult => "NO RESULT",
            Self::NotAsked => "not asked",
        })
    }
}

/// How one scenario came out against one server.
#[derive(Debug, Clone)]
pub struct Judged {
    /// In one word.
    pub verdict: Verdict,
    /// How many checks came out well.
    pub checks: usize,
    /// How many are warnings, explained or not.
    pub warnings: usize,
    /// The checks that the suite skipped, by id.
    pub skipped: Vec<String>,
    /// What is wrong, one line each.
    pub wrong: Vec<String>,
}

impl Judged {
    /// Judges one scenario.
    #[must_use]
    pub fn of(server: &str, scenario: &Scenario, results: &Results, baseline: &Baseline) -> Self {
        let name = scenario.name.as_str();
        let none = |verdict| Self { verdict, checks: 0, warnings: 0, skipped: Vec::new(), wrong: Vec::new() };
        if baseline.not_asked_of(server, name).is_some() {
            return none(Verdict::NotAsked);
        }
        let Some(checks) = results.get(name) else { return none(Verdict::NoResult) };
        let count = |status| checks.iter().filter(|check| check.status == status).count();
        let is_bad = |check: &&Check| matches!(check.status, Status::Failure | Status::Warning);
        let is_explained = |check: &&Check| baseline.of(server).any(|line| line.is_of(name, check));
        let (explained, wrong): (Vec<_>, Vec<_>) = checks.iter().filter(is_bad).partition(is_explained);
        let stale = baseline.of(server).filter(|line| line.scenario == name);
        let stale = stale.filter(|line| !checks.iter().any(|check| line.is_of(name, check)));
        let stale = stale.map(|line| format!("the baseline explains {}, which comes out otherwise", line.check));
        let said = wrong.iter().map(|check| {
            let why = check.error_message.as_deref().unwrap_or("it does not say why");
            format!("{:?} {}: {why}", check.status, check.id)
        });
        let lines: Vec<_> = stale.chain(said).collect();
        let failed = wrong.iter().any(|check| check.status == Status::Failure);
        let verdict = match (count(Status::Success), failed, lines.is_empty(), explained.is_empty()) {
            (_, true, ..) => Verdict::Failed,
            (0, ..) => Verdict::Vacuous,
            (_, _, false, _) => Verdict::Warned,
            (_, _, true, false) => Verdict::Explained,
            (_, _, true, true) => Verdict::Passed,
        };
        let skipped = checks.iter().filter(|check| check.status == Status::Skipped).map(|check| check.id.clone());
        let (checks, warnings) = (count(Status::Success), count(Status::Warning));
        Self { verdict, checks, warnings, skipped: skipped.collect(), wrong: lines }
    }
}

#[cfg(test)]
mod tests;
