//! One rule, with a bad message and a good one.

use super::sentence;
use crate::{Checker, Event, Finding, Options, Row, all_rows, find_row};
use rules::{Rule, find};
use std::fmt::{self, Write as _};

/// That there is no such rule, and no check of that name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownRule(pub String);

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no rule and no check named {}", crate::shown::shown(&self.0))
    }
}

impl std::error::Error for UnknownRule {}

/// Explains a rule by its id, or one check by its name.
///
/// # Errors
///
/// [`UnknownRule`] for what is neither.
///
/// ```
/// # use twogates_wirecheck as wirecheck;
/// let told = wirecheck::report::explain("CACHE-03").unwrap();
/// assert!(told.starts_with("CACHE-03 (MUST; server/utilities/caching, TTL)"));
/// assert!(wirecheck::report::explain("CACHE-99").is_err());
/// ```
pub fn explain(name: &str) -> Result<String, UnknownRule> {
    let (rule, rows) = match (find(name), find_row(name)) {
        (Some(rule), _) => (rule, all_rows().filter(|row| row.rule == rule).collect()),
        (None, Some(row)) => (row.rule, vec![row]),
        (None, None) => return Err(UnknownRule(name.to_owned())),
    };
    let mut out = String::new();
    // A String takes whatever is written.
    let _ = told(&mut out, rule, &rows);
    Ok(out)
}

/// Where it is shown instead: a line for each rule without a check, whose sentence begins behind the id.
const ELSEWHERE: &str = include_str!("elsewhere.txt");

fn elsewhere(rule: &Rule) -> Option<&'static str> {
    ELSEWHERE.lines().find_map(|line| line.strip_prefix(rule.id)?.strip_prefix(' '))
}

fn told(out: &mut String, rule: &Rule, rows: &[&'static Row]) -> fmt::Result {
    writeln!(out, "{} ({}; {})", rule.id, rule.keyword.word(), rule.source)?;
    writeln!(out, "{}", rule.sentence)?;
    if rows.is_empty() {
        writeln!(out, "\nNo check can see in a transcript whether it is kept.")?;
        if let Some(shown) = elsewhere(rule) {
            writeln!(out, "{shown}")?;
        }
    }
    for row in rows {
        writeln!(out, "\n== {}: finds {}", row.name, row.finds)?;
        let samples = row.samples();
        writeln!(out, "\nBad:")?;
        samples.bad.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        for finding in findings(row, &samples.bad) {
            let Finding { place, pointer, wrong, repair, .. } = finding;
            let at = if pointer.is_empty() { String::new() } else { format!(", at {pointer}") };
            writeln!(out, "\nLine {}{at}: {}", place.line, sentence(&wrong))?;
            if let Some(repair) = repair {
                writeln!(out, "Repair: {}", super::line(&repair.json()))?;
            }
        }
        writeln!(out, "\nGood:")?;
        samples.good.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    Ok(())
}

/// What the check finds in its own sample.
fn findings(row: &'static Row, lines: &[String]) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut happens = |event| {
        if let Event::Finding(finding) = event {
            found.push(finding);
        }
    };
    // Reading from memory does not fail.
    let _ = Checker::new(Options::default()).check(lines.join("\n").as_bytes(), &mut happens);
    found.retain(|finding| finding.check == row.name);
    found
}
