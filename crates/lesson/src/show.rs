//! Shows entries: whole, one by one, as JSON, or one explained.

use super::Terminal;
use print::Printer;
use std::io::{self, Write};
use std::process::ExitCode;
use wire::Entry;

/// What a transcript does not say of itself.
const LEGEND: &str = "…3 stands for three members that are not shown; --explain N shows entry N whole.";

/// How many columns a line of a list takes at most.
const COLUMNS: usize = 80;

/// How entries are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// The transcript.
    Printed,
    /// One JSON object a line.
    Json,
    /// One entry, and the next when the student says so.
    Step,
}

/// How transcripts are printed on this terminal.
#[must_use]
pub fn printer(terminal: &Terminal) -> Printer {
    Printer { colour: terminal.colour, ..Printer::default() }
}

/// Shows entries. `all` are those that they may go back to. With `map`, a row for each act comes first.
///
/// # Errors
///
/// When the terminal cannot be read or written.
pub fn entries(how: How, map: bool, entries: &[Entry], all: &[Entry], terminal: &mut Terminal) -> io::Result<()> {
    if how == How::Json {
        return terminal.print(entries.iter().map(Entry::line));
    }
    let printer = printer(terminal);
    if map {
        writeln!(terminal.output, "{}{LEGEND}\n", printer.map(entries))?;
    }
    match how {
        How::Step => step(&printer, entries, all, terminal),
        _ => terminal.print(entries.iter().flat_map(|entry| printer.lines_of(entry.number, all))),
    }
}

/// The entries one by one. Input that ended is taken for somebody who goes on.
fn step(printer: &Printer, entries: &[Entry], all: &[Entry], terminal: &mut Terminal) -> io::Result<()> {
    terminal.print(["Enter shows the next entry, q stops.\n".to_owned()])?;
    for (place, entry) in entries.iter().enumerate() {
        if place > 0 && terminal.typed("")?.is_some_and(|typed| typed == "q") {
            break;
        }
        terminal.print(printer.entry(entry, all))?;
    }
    Ok(())
}

/// What was played when one entry is to be explained, in words.
#[derive(Debug, Clone, Default)]
pub struct Played {
    /// What a student types before any argument, such as `cargo run`.
    pub command: String,
    /// The options that were given beside `--explain`, each with a space before it.
    pub options: String,
    /// What the entries are of, such as ` of act liar`; empty for all.
    pub of: String,
    /// A line that stands first; empty for none.
    pub heading: String,
}

/// Explains the entry with this number, if it is among those `shown`.
///
/// # Errors
///
/// When the terminal cannot be written.
pub fn explain(
    number: u32,
    played: &Played,
    shown: &[Entry],
    all: &[Entry],
    terminal: &mut Terminal,
) -> io::Result<ExitCode> {
    let there = shown.iter().any(|entry| entry.number == number);
    if let Some(text) = printer(terminal).explain(number, all).filter(|_| there) {
        if !played.heading.is_empty() {
            writeln!(terminal.output, "{}\n", played.heading)?;
        }
        write!(terminal.output, "{text}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let at = |entry: Option<&Entry>| entry.map(|entry| entry.number).unwrap_or_default();
    let (first, last) = (at(shown.first()), at(shown.last()));
    let Played { command, options, of, .. } = played;
    writeln!(terminal.errors, "There is no entry {number}{of}. There are entries {first} to {last}.")?;
    writeln!(terminal.errors, "Type {command} -- --explain {last}{options}")?;
    Ok(ExitCode::from(2))
}

/// A text beside its name, in lines of at most 80 columns.
#[must_use]
pub fn row(name: &str, text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = name.to_owned();
    for (place, word) in text.split(' ').enumerate() {
        if line.chars().count() + 1 + word.chars().count() > COLUMNS {
            lines.push(std::mem::replace(&mut line, " ".repeat(name.chars().count())));
        } else if place > 0 {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}
