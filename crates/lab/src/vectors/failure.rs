//! The first step that went wrong.

use super::expect::{Expect, Mismatch};
use super::mistakes;
use super::{Run, Vector};
use print::Printer;
use rules::{Defence, Rule};
use std::fmt;
use wire::Entry;

/// The first step of a run that went wrong: what was sent, what came back, which rule, and the likely mistake.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// The vector's name and title.
    pub vector: String,
    /// The number of the step.
    pub step: usize,
    /// The entries of the step, as the printer prints them.
    pub entries: Vec<Entry>,
    /// What was expected and did not come. Never empty.
    pub mismatches: Vec<Mismatch>,
    /// The rule that is at stake.
    pub rule: Option<&'static Rule>,
    /// The rule that the step was refused by, where it is another one.
    pub refused_by: Option<&'static Rule>,
    /// What most likely is wrong with the server.
    pub likely: &'static str,
}

impl Vector {
    /// Holds a run against what each step expects.
    ///
    /// # Errors
    ///
    /// [`Failure`]: the first step that went wrong.
    pub fn hold(&self, run: &Run) -> Result<(), Box<Failure>> {
        let steps = self.steps.iter().zip(&run.seen).zip(1..);
        for ((step, seen), number) in steps {
            let Some(expect) = step.expect().map(|expect| expect.of_step()) else { continue };
            let mismatches = match seen {
                Some(seen) => expect.mismatches(seen),
                None => vec![Mismatch {
                    what: "verdict".into(),
                    expected: expect.verdict.map_or_else(String::new, |verdict| verdict.to_string()),
                    got: "nothing: the servers could not be set up".into(),
                }],
            };
            if !mismatches.is_empty() {
                let numbers = seen.as_ref().map_or(0..=0, |seen| seen.numbers());
                let entries = run.entries.iter().filter(|entry| numbers.contains(&entry.number));
                let rule = expect.rule.as_deref().or_else(|| self.rules.first().map(String::as_str));
                let refused_by = seen.as_ref().and_then(|seen| seen.refused_by.as_deref());
                return Err(Box::new(Failure {
                    vector: format!("{}: {}", self.name, self.title),
                    step: number,
                    entries: entries.cloned().collect(),
                    likely: mistakes::likely(rule, &expect, seen.as_ref()),
                    mismatches,
                    rule: rule.and_then(rules::find),
                    refused_by: refused_by.filter(|id| rule != Some(id)).and_then(rules::find),
                }));
            }
        }
        Ok(())
    }

    /// Whether the run shows what coming through means.
    #[must_use]
    pub fn comes_through(&self, run: &Run) -> bool {
        self.through.iter().any(|through| {
            let seen = through.step.checked_sub(1).and_then(|place| run.seen.get(place)).and_then(Option::as_ref);
            seen.is_some_and(|seen| through.shows.mismatches(seen).is_empty())
        })
    }

    /// Whether something else happened in the world than its steps expect, at whichever step.
    #[must_use]
    pub fn strays(&self, run: &Run) -> bool {
        let steps = self.steps.iter().zip(&run.seen);
        let mut outcomes = steps.filter_map(|(step, seen)| Some((step.expect()?.of_step(), seen)));
        outcomes.any(|(expect, seen)| {
            let effects = Expect { effects: expect.effects, ..Expect::default() };
            seen.as_ref().is_none_or(|seen| !effects.mismatches(seen).is_empty())
        })
    }

    /// Whether it must come through without these defences: when all of one set are off, and it is not moot.
    #[must_use]
    pub fn must_come_through(&self, off: &[Defence]) -> bool {
        let all_off = |set: &Vec<Defence>| set.iter().all(|line| off.contains(line));
        self.stops.iter().any(all_off) && !self.moot.iter().any(|line| off.contains(line))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.vector)?;
        writeln!(f, "Step {} went wrong. What was sent, and what came back:\n", self.step)?;
        write!(f, "{}", Printer::default().transcript(&self.entries))?;
        writeln!(f)?;
        for mismatch in &self.mismatches {
            writeln!(f, "  {mismatch}")?;
        }
        if let Some(rule) = self.rule {
            writeln!(f, "  rule {rule}")?;
        }
        if let Some(rule) = self.refused_by {
            writeln!(f, "  refused by {rule}")?;
        }
        writeln!(f, "  likely: {}", self.likely)
    }
}

impl std::error::Error for Failure {}
