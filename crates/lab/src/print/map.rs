//! The acts on one screen.

use super::line::{Line, Tone};
use super::prose::heading;
use super::safe::{name, width};
use super::thread::{Thread, method, param};
use serde_json::Value;
use wire::Entry;

/// How many columns the cells behind the title take: call, gate, verdict, and the number of the entry.
const CALL: usize = 15;
const GATE: usize = 10;
const VERDICT: usize = 9;
const ENTRY: usize = 5;
/// What stands between two columns.
const GAP: &str = "  ";

/// A row for each act, below one that names the columns; nothing where there is no act.
pub(super) fn lines(entries: &[Entry], columns: usize) -> Vec<Line> {
    let openings = entries.iter().enumerate().filter_map(|(place, entry)| Some((place, heading(entry)?)));
    let rows: Vec<Row> = openings.map(|(place, title)| row(title, entries, place + 1)).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let names = ["act", "call", "gate", "verdict", "entry"].map(str::to_owned);
    let [title, called, gate, verdict, number] = names;
    let head = Row { title, called, gate, verdict, number };
    let head = head.cells(columns).fold(Line::default(), |line, cell| line.and(Tone::Quiet, cell));
    std::iter::once(head).chain(rows.iter().map(|row| row.line(columns))).collect()
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
    let broken = act.clone().find(|entry| entry.violation.is_some()).map(|entry| entry.number);
    let answer = act.clone().find(|entry| broken.is_some() && entry.answers == broken && entry.gate.is_some());
    let decisive = answer.or_else(|| act.clone().filter(|entry| entry.gate.is_some()).last());
    let thread = Thread(entries);
    let request =
        decisive.and_then(|entry| std::iter::once(entry).chain(thread.back(entry)).find(|e| method(e).is_some()));
    let request = request.or_else(|| act.filter(|entry| method(entry).is_some()).last());
    let called = request.and_then(|entry| param(entry, "name").and_then(Value::as_str).or_else(|| method(entry)));
    let gate = decisive.and_then(|entry| entry.gate.as_ref());
    Row {
        title: aligned(title),
        called: called.unwrap_or_default().to_owned(),
        gate: gate.map(|gate| gate.gate.clone()).unwrap_or_default(),
        verdict: gate.map(|gate| gate.verdict.clone()).unwrap_or_default(),
        number: decisive.map(|entry| entry.number.to_string()).unwrap_or_default(),
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
    /// Its five cells, each as wide as its column.
    fn cells(&self, columns: usize) -> impl Iterator<Item = String> {
        let room = columns - GATE - VERDICT - ENTRY - 4 * width(GAP);
        let call = CALL.min(room / 2);
        let widths = [room - call, call, GATE, VERDICT, ENTRY];
        let texts = [&self.title, &self.called, &self.gate, &self.verdict, &self.number];
        let gaps = [GAP, GAP, GAP, GAP, ""];
        texts.into_iter().zip(widths).zip(gaps).map(|((text, columns), gap)| {
            let text = name(text, columns);
            format!("{text:columns$}{gap}")
        })
    }

    fn line(&self, columns: usize) -> Line {
        let tones = [Tone::Strong, Tone::Plain, Tone::Plain, super::tone(&self.verdict), Tone::Quiet];
        self.cells(columns).zip(tones).fold(Line::default(), |line, (cell, tone)| line.and(tone, cell))
    }
}
