//! What is written: lines for people, or one JSON object per line for programs.

use crate::stop::Said;
use consent::Moment;
use consent::render;
use serde_json::Value;
use std::io::{self, Write};

/// How many characters of a text from elsewhere are shown before it is cut.
const LIMIT: usize = 60;

/// Where it is written, and how.
pub(crate) struct Output<'a> {
    to: &'a mut dyn Write,
    /// For programs.
    pub(crate) json: bool,
}

impl<'a> Output<'a> {
    pub(crate) fn new(to: &'a mut dyn Write, json: bool) -> Self {
        Self { to, json }
    }

    /// One line for people. Whatever in it comes from elsewhere is [shown](shown).
    pub(crate) fn line(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.to, "{}", line.trim_end())
    }

    /// One object for programs, whose `kind` says what it is.
    pub(crate) fn object(&mut self, kind: &str, mut object: Value) -> io::Result<()> {
        if let Some(fields) = object.as_object_mut() {
            fields.insert("kind".to_owned(), kind.into());
        }
        writeln!(self.to, "{object}")
    }

    /// Lines of a table, each column as wide as its widest cell.
    pub(crate) fn table(&mut self, rows: &[Vec<String>]) -> io::Result<()> {
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let wide = |column: usize| {
            rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(wide).collect();
        for row in rows {
            let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
            self.line(&cells.collect::<Vec<_>>().join("  "))?;
        }
        Ok(())
    }

    /// A question to the operator, at once on the screen.
    pub(crate) fn ask(&mut self, question: &str) -> io::Result<()> {
        write!(self.to, "{question} ")?;
        self.to.flush()
    }

    /// What a refusal says, for programs.
    pub(crate) fn refused(&mut self, said: &Said) -> io::Result<()> {
        let Said { code, rule, why, remedy } = said;
        self.object("refused", serde_json::json!({ "code": code, "rule": rule, "why": why, "remedy": remedy }))
    }
}

/// A text from elsewhere, as one safe line: as it is where it is short, quoted and cut otherwise.
pub(crate) fn shown(text: &str) -> String {
    let whole = render::line(text);
    if text.is_empty() {
        return "-".to_owned();
    }
    if whole.chars().count() <= LIMIT { whole } else { render::value(text, LIMIT) }
}

/// A moment for people.
pub(crate) fn moment(at: Moment) -> String {
    render::moment(at.ms())
}

/// So many of these: `1 grant`, `2 grants`.
pub(crate) fn count(number: u64, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}
