//! The checklist as data: five sections, each a table of lines.

mod challenge;
mod grant;
mod prompt;
mod reject;
mod yes;

use crate::{Evidence, Missing};
use rules::Rule;
use std::path::Path;

/// One question about a design, answered yes or no.
#[derive(Debug, PartialEq, Eq)]
pub struct Line {
    /// The question. It asks about a design; what must hold is said by the rules.
    pub question: &'static str,
    /// What must hold. Their sentences are printed from the catalogue.
    pub rules: &'static [&'static Rule],
    /// What shows that it is kept here.
    pub evidence: &'static [Evidence],
}

/// Lines that belong together.
#[derive(Debug, PartialEq, Eq)]
pub struct Section {
    /// Its heading.
    pub title: &'static str,
    /// Which answer is a finding.
    pub wrong: Answer,
    /// Its lines, in the order in which a review goes through them.
    pub lines: &'static [Line],
}

/// What is ticked behind a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Yes.
    Yes,
    /// No.
    No,
}

impl Section {
    /// What an answer of the wrong kind means, in a few words.
    #[must_use]
    pub const fn verdict(&self) -> &'static str {
        match self.wrong {
            Answer::No => "each no is a finding",
            Answer::Yes => "each yes is a finding",
        }
    }
}

/// All sections, in order.
pub const ALL: &[&Section] = &[&prompt::SECTION, &yes::SECTION, &challenge::SECTION, &grant::SECTION, &reject::SECTION];

/// Every line, section by section.
pub fn lines() -> impl Iterator<Item = &'static Line> {
    ALL.iter().flat_map(|section| section.lines)
}

/// Looks for every piece of evidence below the root of the repository. Each that is not there is told.
///
/// # Errors
///
/// All that is [`Missing`], in the order of the lines.
pub fn look_for_evidence(root: &Path) -> Result<(), Vec<Missing>> {
    let pieces = lines().flat_map(|line| line.evidence);
    let missing: Vec<Missing> = pieces.filter_map(|piece| piece.look(root).err()).collect();
    if missing.is_empty() { Ok(()) } else { Err(missing) }
}
