//! What was found, as text for people, or as JSON or SARIF for programs. Written as it is found, so that no report grows
//! in memory.

mod explain;
mod json;
mod list;
mod sarif;
mod text;

pub use explain::{UnknownRule, explain};
pub use list::list;

use crate::{Event, Place, Severity, Summary};
use rules::Rule;
use serde_json::Value;
use std::io::{self, Write};
use std::str::FromStr;

/// How findings are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// One JSON object.
    Json,
    /// SARIF 2.1.0, as code hosts read it.
    Sarif,
}

impl FromStr for Format {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        match name {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            "sarif" => Ok(Self::Sarif),
            _ => Err(()),
        }
    }
}

/// How many findings of each severity there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// Of rules that are said with MUST or MUST NOT.
    pub errors: u64,
    /// Of rules that are said with SHOULD or SHOULD NOT.
    pub warnings: u64,
    /// Of all other rules.
    pub notes: u64,
}

impl Count {
    /// How many there are in all.
    #[must_use]
    pub const fn all(self) -> u64 {
        self.errors + self.warnings + self.notes
    }

    const fn add(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => self.notes += 1,
        }
    }
}

/// A report that is being written.
#[derive(Debug)]
pub struct Report<W> {
    format: Format,
    out: W,
    count: Count,
    /// Whether a finding stands there, or what is written like one.
    begun: bool,
    files: Vec<(String, Summary)>,
}

impl<W: Write> Report<W> {
    /// Begins a report.
    ///
    /// # Errors
    ///
    /// What `out` says when it cannot be written to.
    pub fn begin(format: Format, mut out: W) -> io::Result<Self> {
        match format {
            Format::Text => {}
            Format::Json => json::begin(&mut out)?,
            Format::Sarif => sarif::begin(&mut out)?,
        }
        Ok(Self { format, out, count: Count::default(), begun: false, files: Vec::new() })
    }

    /// Writes a finding in this file, or what was not judged in it. What could not be read is no finding: whoever runs the
    /// checker says it elsewhere.
    ///
    /// # Errors
    ///
    /// What `out` says when it cannot be written to.
    pub fn event(&mut self, file: &str, event: &Event) -> io::Result<()> {
        let finding = match event {
            Event::Finding(finding) => finding,
            Event::Unproven { place, rules, alone } => return self.unproven(file, *place, rules, *alone),
            Event::Unreadable(..) => return Ok(()),
        };
        let first = !self.begun;
        self.begun = true;
        self.count.add(finding.severity());
        match self.format {
            Format::Text => text::finding(&mut self.out, file, finding),
            Format::Json => json::finding(&mut self.out, file, finding, first),
            Format::Sarif => sarif::finding(&mut self.out, file, finding, first),
        }
    }

    fn unproven(&mut self, file: &str, at: Place, rules: &[&'static Rule], alone: bool) -> io::Result<()> {
        match self.format {
            Format::Text => text::unproven(&mut self.out, file, at, rules, alone),
            // The files at the end count them.
            Format::Json => Ok(()),
            Format::Sarif => {
                let first = !self.begun;
                self.begun = true;
                sarif::unproven(&mut self.out, file, at, rules, first)
            }
        }
    }

    /// A file was checked.
    pub fn file(&mut self, file: &str, summary: Summary) {
        self.files.push((file.to_owned(), summary));
    }

    /// Ends the report, and says how much was found.
    ///
    /// # Errors
    ///
    /// What `out` says when it cannot be written to.
    pub fn end(mut self) -> io::Result<Count> {
        match self.format {
            Format::Text => text::end(&mut self.out, self.count, &self.files)?,
            Format::Json => json::end(&mut self.out, self.count, &self.files)?,
            Format::Sarif => sarif::end(&mut self.out)?,
        }
        self.out.flush()?;
        Ok(self.count)
    }
}

/// A value as one line of JSON, in which nothing is left that could move the cursor or hide something: whatever is not a
/// plain character stands as an escape, which JSON reads back as the same.
fn line(value: &Value) -> String {
    let mut out = String::new();
    for character in wire::order::compact(value).chars() {
        if crate::shown::is_plain(character) {
            out.push(character);
        } else {
            let mut units = [0; 2];
            out.extend(character.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
        }
    }
    out
}

/// So many of something.
fn count(number: u64, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

/// The ids of rules, with commas.
fn ids(rules: &[&'static Rule]) -> String {
    rules.iter().map(|rule| rule.id).collect::<Vec<_>>().join(", ")
}

/// A sentence of its own: with a capital and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).chain(['.']).collect()
}

/// `transcript.jsonl:12`, with the number of the entry where that says something else.
fn place(file: &str, place: Place) -> String {
    let line = place.line;
    let entry = place.entry.filter(|entry| u64::from(*entry) != line);
    entry.map_or_else(|| format!("{file}:{line}"), |entry| format!("{file}:{line} (entry {entry})"))
}
