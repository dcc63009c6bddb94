//! The transcript printer: from recorded entries to text.
//!
//! Every printed line is rendered from a recorded [`Entry`]: leave an entry out, and exactly its lines are gone. What is
//! said of an entry beside its own content is derived from those that it goes back to by `answers`.
//!
//! An entry is printed as a head line (`head`), the violation if it is one, telling headers (`headers`), the message
//! in folded JSON (`json`) or what was said and done (`prose`), what changed (`changed`), and which gate decided,
//! why, and by which rules. Text from elsewhere is made fit to be printed in one place (`safe`).
//!
//! A recorder's lines of text are read so:
//!
//! | line | means |
//! | --- | --- |
//! | `# 3 delete_file, declined`, first in a note | the title of an act |
//! | `> A yes covers one call.`, in a note | a sentence to remember |
//! | two spaces, then text, in a note | something to type: it keeps its place |
//! | `> decline`, of a person | what they said; other lines are what they saw |
//! | `\| May this call run?`, of a person | the server's own words; folded where the question itself shows them |
//! | `RUNNING delete_file`, `DONE delete_file`, of an effect | printed by the host; other lines get an arrow |

mod changed;
mod difference;
mod explain;
mod head;
mod headers;
mod json;
mod line;
mod map;
mod prose;
mod safe;
mod scopes;
mod thread;
mod wrap;

pub use difference::Difference;

use line::{Line, Tone, margin};
use thread::Thread;
use wire::Entry;
use wire::entry::{Decision, Kind};

/// The fewest columns in which entries are laid out. A narrower [`Printer`] uses as many.
pub const NARROWEST: usize = 40;

/// How transcripts are printed.
///
/// ```
/// # use twogates_print as print;
/// use print::Printer;
/// use wire::entry::{Entry, Kind};
/// let note = Entry::new(1, "main", 0, Kind::Note, "narrator").said(["A call meets two gates."]);
/// let effect = Entry::new(2, "main", 0, Kind::Effect, "files").said(["deleted notes.txt"]);
/// assert_eq!(Printer::default().transcript(&[note, effect]), "     A call meets two gates.
///
///   2  files               ==> deleted notes.txt
///
/// ");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Printer {
    /// How many columns a line may take, at least [`NARROWEST`]. Each character counts as one.
    pub width: usize,
    /// Whether escape codes colour the lines. Colour only repeats what the words say; without it no escape code is
    /// printed.
    pub colour: bool,
    /// Whether what is the same in many messages is folded to a mark.
    pub fold: bool,
}

impl Default for Printer {
    /// 80 columns, no colour, folded.
    fn default() -> Self {
        Self { width: 80, colour: false, fold: true }
    }
}

impl Printer {
    /// The entries one below the other, with an empty line behind each that nothing must follow.
    #[must_use]
    pub fn transcript(&self, entries: &[Entry]) -> String {
        let lines = entries.iter().flat_map(|entry| self.spaced(entry, entries));
        lines.map(|line| line + "\n").collect()
    }

    /// The lines of one entry. `all` are the entries that it may go back to.
    #[must_use]
    pub fn entry(&self, entry: &Entry, all: &[Entry]) -> Vec<String> {
        self.painted(self.laid_out(entry, Thread(all), self.columns()))
    }

    /// What [`Printer::transcript`] prints of the entry with this number: nothing where there is none.
    #[must_use]
    pub fn lines_of(&self, number: u32, all: &[Entry]) -> Vec<String> {
        let entry = all.iter().find(|entry| entry.number == number);
        entry.map(|entry| self.spaced(entry, all)).unwrap_or_default()
    }

    /// One entry with nothing folded: when, all headers, the whole JSON, and each rule that it cites with its sentence,
    /// keyword and source. None where no entry has this number.
    #[must_use]
    pub fn explain(&self, number: u32, all: &[Entry]) -> Option<String> {
        let entry = all.iter().find(|entry| entry.number == number)?;
        let lines = self.painted(explain::lines(entry, Thread(all), self.columns()));
        Some(lines.into_iter().map(|line| line + "\n").collect())
    }

    /// One row for each act: its title, the call, the gate that decided last, and its verdict. An act begins with a note
    /// whose first line starts with `# `.
    #[must_use]
    pub fn map(&self, entries: &[Entry]) -> String {
        let lines = self.painted(map::lines(entries, self.columns()));
        lines.into_iter().map(|line| line + "\n").collect()
    }

    /// The first entry in which a run with a defence off differs from the honest run; none where they tell the same.
    /// The narrator, times and numbers are not compared.
    #[must_use]
    pub fn without(&self, honest: &[Entry], weak: &[Entry]) -> Option<Difference> {
        difference::first(self, honest, weak)
    }

    fn spaced(&self, entry: &Entry, all: &[Entry]) -> Vec<String> {
        let mut lines = self.entry(entry, all);
        if !lines.is_empty() && thread::closes(entry) {
            lines.push(String::new());
        }
        lines
    }

    fn columns(&self) -> usize {
        self.width.max(NARROWEST)
    }

    fn painted(&self, lines: Vec<Line>) -> Vec<String> {
        let lines = lines.into_iter().flat_map(|line| line.within(self.columns()));
        lines.map(|line| line.paint(self.colour)).collect()
    }

    fn laid_out(&self, entry: &Entry, thread: Thread<'_>, columns: usize) -> Vec<Line> {
        if entry.kind == Kind::Note {
            return prose::note(entry, columns);
        }
        let mut lines = head::lines(entry, thread, columns);
        lines.extend(violation(entry, columns));
        lines.extend(if self.fold { headers::telling(entry, columns) } else { headers::every(entry, columns) });
        lines.extend(told(entry, self.fold.then_some(thread), columns));
        lines.extend(if self.fold { json::folded(entry, thread, columns) } else { json::whole(entry, columns) });
        lines.extend(margins(entry, thread, columns));
        lines
    }
}

/// What was said and done, but for a first line that stands in the head line. Unfolded where there is no thread.
fn told(entry: &Entry, thread: Option<Thread<'_>>, columns: usize) -> Vec<Line> {
    let skip = usize::from(head::inline(entry, columns).is_some());
    match entry.kind {
        Kind::Human => prose::human(entry, skip, thread, columns),
        Kind::Effect => prose::effect(entry, skip, columns),
        _ => prose::plain(entry, skip, columns),
    }
}

fn violation(entry: &Entry, columns: usize) -> Vec<Line> {
    let one = |violation: &wire::entry::Violation| {
        margin("VIOLATION", Tone::Bad, &safe::safe(&violation.text), &violation.rules, columns)
    };
    entry.violation.as_ref().map(one).unwrap_or_default()
}

/// What stands in the margin of an entry: what changed, and which gate decided.
fn margins(entry: &Entry, thread: Thread<'_>, columns: usize) -> Vec<Line> {
    let changed = changed::since(entry, thread).map(|text| margin("changed", Tone::Plain, &text, &[], columns));
    let gate = entry.gate.as_ref().map(|gate| decision(gate, columns));
    changed.into_iter().chain(gate).flatten().collect()
}

fn decision(gate: &Decision, columns: usize) -> Vec<Line> {
    let code = gate.code.as_ref().map(|code| format!(" ({})", safe::name(code, 40))).unwrap_or_default();
    let text = format!("{}{code}: {}", safe::name(&gate.verdict, 20), safe::safe(&gate.why));
    margin(&safe::name(&gate.gate, line::LABEL - 1), tone(&gate.verdict), &text, &gate.rules, columns)
}

fn tone(verdict: &str) -> Tone {
    match verdict {
        "passed" | "spent" | "issued" | "claimed" | "executed" => Tone::Good,
        "asked" => Tone::Open,
        "refused" | "failed" => Tone::Bad,
        _ => Tone::Strong,
    }
}
