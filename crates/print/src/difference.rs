//! Two runs of one story, one with a defence off: the first entry that tells them apart.

use super::Printer;
use super::line::{BODY, HANG, Line, Tone};
use super::prose::rule;
use super::thread::Thread;
use std::fmt;
use wire::Entry;
use wire::entry::Kind;

/// Stands before a line that only one of two entries has.
const MARK: &str = "* ";

/// The first entry in which two runs differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Its number in the honest run; none where that run was over.
    pub honest: Option<u32>,
    /// Its number in the other run; none where that run was over.
    pub weak: Option<u32>,
    /// What differs: `message`, `gate`, and the like.
    pub parts: Vec<&'static str>,
    /// Both entries, the honest one first. The lines that only one of them has are marked with `*`.
    pub lines: Vec<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

/// Finds and prints it.
pub(super) fn first(printer: &Printer, honest: &[Entry], weak: &[Entry]) -> Option<Difference> {
    let mut ours = happened(honest);
    let mut theirs = happened(weak);
    loop {
        let (one, other) = (ours.next(), theirs.next());
        let parts = match (one, other) {
            (None, None) => return None,
            (Some(one), Some(other)) => differing((one, honest), (other, weak)),
            _ => vec!["the end"],
        };
        if !parts.is_empty() {
            let number = |entry: Option<&Entry>| entry.map(|entry| entry.number);
            let lines = printed(printer, (one, honest), (other, weak), &parts);
            return Some(Difference { honest: number(one), weak: number(other), parts, lines });
        }
    }
}

/// All but what the narrator says.
fn happened(entries: &[Entry]) -> impl Iterator<Item = &Entry> {
    entries.iter().filter(|entry| entry.kind != Kind::Note)
}

/// How many things happened before the one that an entry answers: the same in both runs when they answer the same.
fn answers(entry: &Entry, all: &[Entry]) -> Option<usize> {
    let answered = Thread(all).answered(entry)?.number;
    happened(all).position(|other| other.number == answered)
}

fn differing((one, honest): (&Entry, &[Entry]), (other, weak): (&Entry, &[Entry])) -> Vec<&'static str> {
    let parts = [
        ("kind", one.kind == other.kind),
        ("sender", one.from == other.from),
        ("receiver", one.to == other.to),
        ("what it answers", answers(one, honest) == answers(other, weak)),
        ("HTTP", one.http == other.http),
        ("message", one.message == other.message),
        ("text", one.text == other.text),
        ("gate", one.gate == other.gate),
        ("violation", one.violation == other.violation),
        ("whether the model reads it", one.model_reads == other.model_reads),
    ];
    parts.into_iter().filter(|(_, same)| !same).map(|(part, _)| part).collect()
}

type Side<'a> = (Option<&'a Entry>, &'a [Entry]);

fn printed(printer: &Printer, honest: Side<'_>, weak: Side<'_>, parts: &[&str]) -> Vec<String> {
    let columns = printer.columns();
    let room = columns - HANG;
    let laid_out = |(entry, all): Side<'_>| match entry {
        Some(entry) => printer.laid_out(entry, Thread(all), room),
        None => vec![Line::indented(BODY).and(Tone::Plain, "nothing happens any more")],
    };
    let (ours, theirs) = (laid_out(honest), laid_out(weak));
    let marked = |lines: &[Line], others: &[Line]| -> Vec<Line> {
        let mark = |line: &Line| if others.contains(line) { "  " } else { MARK };
        lines.iter().map(|line| Line::default().and(Tone::Bad, mark(line)).join(line.clone())).collect()
    };
    let mut lines = vec![rule(
        &format!("with every defence on; differs in {}", parts.first().copied().unwrap_or("nothing")),
        columns,
    )];
    lines.extend(marked(&ours, &theirs));
    lines.push(rule("with a defence off", columns));
    lines.extend(marked(&theirs, &ours));
    printer.painted(lines)
}
