//! The acts on one screen.

use super::line::{Line, Tone};
use super::prose::heading;
use super::safe::{name, width};
use super::thread::{Thread, method, param};
use serde_json::Value;
use std::collections::BTreeSet;
use wire::Entry;

/// How many columns the cells behind the title take: call, gate, verdict, and the number of the entry.
const CALL: usize = 15;
const GATE: usize = 10;
const VERDICT: usize = 9;
const ENTRY: usize = 5;
/// The verdict of an act in which a rule is broken and nobody says no.
const VIOLATION: &str = "VIOLATION";
/// What stands between two columns.
const GAP: &str = "  ";

/// A row for each act, below one that names the columns; nothing where there is no act.
pub(super) fn lines(entries: &[Entry], columns: usize) -> Vec<Line> {
    let openings = entries.iter().enumerate().filter_map(|(place, entry)| Some((place, heading(entry)?)));
    let rows: Vec<Row> = openings.map(|(place, title)| row(title, entries, place + 1)).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let columns = Columns::of(&rows, columns);
    let names = ["act", "call", "gate", "verdict", "entry"].map(str::to_owned);
    let [title, called, gate, verdict, number] = names;
    let head = Row { title, called, gate, verdict, number };
    let head = head.cells(columns).fold(Line::default(), |line, cell| line.and(Tone::Quiet, cell));
    std::iter::once(head).chain(rows.iter().map(|row| row.line(columns))).collect()
}

/// How wide the title, the call and the gate are.
#[derive(Clone, Copy)]
struct Columns([usize; 3]);

impl Columns {
    /// Where a title would be cut, a column that says little makes room: calls that most acts have none of, and a gate that
    /// is the same in all.
    fn of(rows: &[Row], columns: usize) -> Self {
        let gap = width(GAP);
        let room = columns - VERDICT - ENTRY - 2 * gap;
        let call = CALL.min(room.saturating_sub(GATE + 2 * gap) / 2);
        let mut widths = [room - call - GATE - 2 * gap, call, GATE];
        let longest = rows.iter().map(|row| width(&row.title)).max().unwrap_or_default();
        let without = rows.iter().filter(|row| row.called.is_empty()).count();
        let gates: BTreeSet<&str> = rows.iter().map(|row| row.gate.as_str()).filter(|gate| !gate.is_empty()).collect();
        let [title, call, gate] = &mut widths;
        for (column, says_little) in [(call, 2 * without > rows.len()), (gate, gates.len() < 2)] {
            if longest > *title && says_little {
                *title += *column + gap;
                *column = 0;
            }
        }
        Self(widths)
    }
}

/// One act: its title, the call, and what decided it last.
struct Row {
    title: String,
    called: String,
    gate: String,
    verdict: String,
    number: String,
}

/// The row of the act whose entries begin at `start`.
fn row(title: &str, entries: &[Entry], start: usize) -> Row {
    let act = entries.iter().skip(start).take_while(|entry| heading(entry).is_none());
    // Where a rule is broken on purpose, the answer to that is what the act is about.
    let broken = act.clone().filter(|entry| entry.violation.is_some()).map(|entry| entry.number);
    let (broken, last) = (broken.clone().next(), broken.last());
    let answer = act.clone().find(|entry| broken.is_some() && entry.answers == broken && entry.gate.is_some());
    let decisive = answer.or_else(|| act.clone().filter(|entry| entry.gate.is_some()).last());
    let thread = Thread(entries);
    let request =
        decisive.and_then(|entry| std::iter::once(entry).chain(thread.back(entry)).find(|e| method(e).is_some()));
    let request = request.or_else(|| act.filter(|entry| method(entry).is_some()).last());
    let called = request.and_then(|entry| param(entry, "name").and_then(Value::as_str).or_else(|| method(entry)));
    let gate = decisive.and_then(|entry| entry.gate.as_ref());
    // Where nobody does, the break is what came of it.
    let unanswered = last.filter(|_| answer.is_none());
    Row {
        title: aligned(title),
        called: called.unwrap_or_default().to_owned(),
        gate: gate.map(|gate| gate.gate.clone()).unwrap_or_default(),
        verdict: match unanswered {
            Some(_) => VIOLATION.to_owned(),
            None => gate.map(|gate| gate.verdict.clone()).unwrap_or_default(),
        },
        number: unanswered.or(decisive.map(|entry| entry.number)).map(|number| number.to_string()).unwrap_or_default(),
    }
}

/// A title that begins with a number, so that numbers of one and two digits stand below each other.
fn aligned(title: &str) -> String {
    match title.split_once(' ') {
        Some((number, rest)) if number.parse::<u32>().is_ok() => format!("{number:>2}  {}", rest.trim_start()),
        _ => title.to_owned(),
    }
}

impl Row {
    /// Its five cells, each as wide as its column; nothing in one that made room.
    fn cells(&self, Columns([title, call, gate]): Columns) -> impl Iterator<Item = String> {
        let widths = [title, call, gate, VERDICT, ENTRY];
        let texts = [&self.title, &self.called, &self.gate, &self.verdict, &self.number];
        let gaps = [GAP, GAP, GAP, GAP, ""];
        texts.into_iter().zip(widths).zip(gaps).map(|((text, columns), gap)| match columns {
            0 => String::new(),
            _ => format!("{:columns$}{gap}", name(text, columns)),
        })
    }

    fn line(&self, columns: Columns) -> Line {
        let verdict = if self.verdict == VIOLATION { Tone::Bad } else { super::tone(&self.verdict) };
        let tones = [Tone::Strong, Tone::Plain, Tone::Plain, verdict, Tone::Quiet];
        self.cells(columns).zip(tones).fold(Line::default(), |line, (cell, tone)| line.and(tone, cell))
    }
}
