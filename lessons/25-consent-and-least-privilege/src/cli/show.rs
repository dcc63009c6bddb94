//! Shows entries: whole, one by one, as JSON, or one explained.

use super::{Mode, Options, Terminal};
use crate::acts::{self, ACTS};
use crate::stage::{Cast, Scripted, Stage};
use crate::without::{self, Comparison};
use lab::print::Printer;
use rules::Defence;
use std::io::{self, Write};
use std::process::ExitCode;
use std::rc::Rc;
use wire::Entry;
use wire::entry::Kind;

/// What a transcript does not say of itself.
const LEGEND: &str = "…3 stands for three members that are not shown; --explain N shows entry N whole.";

/// How many columns a line of a list takes at most.
const COLUMNS: usize = 80;

pub(super) fn printer(terminal: &Terminal) -> Printer {
    Printer { colour: terminal.colour, ..Printer::default() }
}

/// Plays what the options name, as the script says: the stage afterwards, and the entries that are to be shown.
pub(super) fn played(options: &Options) -> io::Result<(Stage, Vec<Entry>)> {
    let cast: Rc<dyn Cast> = Rc::new(Scripted);
    let played = match options.act {
        None => acts::main_path(&cast, &options.without).map(|stage| {
            let entries = stage.entries();
            (stage, entries)
        }),
        Some(act) => acts::one(act, &cast, &options.without),
    };
    played.map_err(io::Error::other)
}

/// Shows entries. `all` are those that they may go back to. The main path begins with its map.
pub(super) fn entries(options: &Options, entries: &[Entry], all: &[Entry], terminal: &mut Terminal) -> io::Result<()> {
    if options.mode == Mode::Json {
        return terminal.print(entries.iter().map(Entry::line));
    }
    let printer = printer(terminal);
    if options.act.is_none() {
        writeln!(terminal.output, "{}{LEGEND}\n", printer.map(entries))?;
    }
    match options.mode {
        Mode::Step => step(&printer, entries, all, terminal),
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

/// Explains one entry.
pub(super) fn explain(options: &Options, number: u32, terminal: &mut Terminal) -> io::Result<ExitCode> {
    let (stage, shown) = played(options)?;
    let there = shown.iter().any(|entry| entry.number == number);
    match printer(terminal).explain(number, &stage.entries()).filter(|_| there) {
        Some(text) => {
            // Whoever looked at the attacks could take their numbers for those of the main path.
            if options.act.is_none() && !options.without.is_empty() {
                let off: Vec<&str> = options.without.iter().map(|defence| defence.name()).collect();
                writeln!(terminal.output, "The main path without {}:\n", off.join(" and "))?;
            }
            write!(terminal.output, "{text}")?;
            Ok(ExitCode::SUCCESS)
        }
        None => {
            let at = |entry: Option<&Entry>| entry.map(|entry| entry.number).unwrap_or_default();
            let (first, last) = (at(shown.first()), at(shown.last()));
            let act = options.act.map(|act| format!(" --act {}", act.name)).unwrap_or_default();
            let of = options.act.map(|act| format!(" of act {}", act.name)).unwrap_or_default();
            let off = options.without.iter().map(|defence| format!(" --without {defence}")).collect::<String>();
            writeln!(terminal.errors, "There is no entry {number}{of}. There are entries {first} to {last}.")?;
            writeln!(terminal.errors, "Type cargo run -- --explain {last}{act}{off}")?;
            Ok(ExitCode::from(2))
        }
    }
}

/// Lists acts and defences.
pub(super) fn list(terminal: &mut Terminal) -> io::Result<()> {
    terminal.print(["Acts (--act NAME or NUMBER). Acts 1 to 11 are the main path.".to_owned()])?;
    for act in ACTS {
        terminal.print(row(&format!("  {:>2}  {:<16}  ", act.number, act.name), act.shows))?;
    }
    terminal.print(["\nDefences (--without NAME[,NAME]), and what each stops".to_owned()])?;
    for defence in Defence::ALL {
        let stops = defence.stops().trim_start_matches("Stops ").trim_end_matches('.');
        terminal.print(row(&format!("  {:<18}  ", defence.name()), stops))?;
    }
    Ok(())
}

/// A text beside its name, in lines of at most [`COLUMNS`].
fn row(name: &str, text: &str) -> Vec<String> {
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

/// Plays the attacks on the named defences with and without them, or the named act, and says what came through.
pub(super) fn compare(options: &Options, terminal: &mut Terminal) -> io::Result<()> {
    let cast: Rc<dyn Cast> = Rc::new(Scripted);
    let compared = match options.act {
        Some(act) => without::compare(act.name, &options.without, &cast).map(|one| vec![one]),
        None => without::attacks_on(&options.without, &cast),
    };
    let printer = printer(terminal);
    for comparison in compared.map_err(io::Error::other)? {
        // The act's heading and story are its first entry.
        let heading = comparison.honest.iter().find(|entry| entry.kind == Kind::Note);
        terminal.print(heading.map(|entry| printer.entry(entry, &comparison.honest)).unwrap_or_default())?;
        writeln!(terminal.output)?;
        if let Some(difference) = printer.without(&comparison.honest, &comparison.weak) {
            writeln!(terminal.output, "{difference}")?;
        }
        let verdict = Entry::new(0, comparison.name, 0, Kind::Note, "narrator").said(told(&comparison));
        terminal.print(printer.entry(&verdict, &[]))?;
        writeln!(terminal.output)?;
    }
    Ok(())
}

/// What a comparison comes to, line by line.
fn told(comparison: &Comparison) -> Vec<String> {
    let parts = [
        ("Came through:", &comparison.came_through),
        ("No longer works:", &comparison.lost),
        ("The world after:", &comparison.world),
    ];
    let parts = parts.into_iter().filter(|(_, lines)| !lines.is_empty());
    let parts = parts.flat_map(|(title, lines)| {
        std::iter::once(title.to_owned()).chain(lines.iter().map(|line| format!("  - {line}")))
    });
    std::iter::once(comparison.verdict()).chain(parts).collect()
}
