//! Shows entries: whole, one by one, as JSON, or one explained.

use super::options::COMMAND;
use super::{Mode, Options, Terminal};
use crate::acts::{self, ACTS};
use crate::attacks;
use crate::stage::{Cast, Scripted, Stage};
use crate::without::{self, Comparison};
use lesson::show::{self, How, Played, printer, row};
use std::io::{self, Write};
use std::process::ExitCode;
use std::rc::Rc;
use wire::Entry;
use wire::entry::Kind;

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
    let how = match options.mode {
        Mode::Json => How::Json,
        Mode::Step => How::Step,
        _ => How::Printed,
    };
    show::entries(how, options.act.is_none(), entries, all, terminal)
}

/// Explains one entry.
pub(super) fn explain(options: &Options, number: u32, terminal: &mut Terminal) -> io::Result<ExitCode> {
    let (stage, shown) = played(options)?;
    let act = options.act.map(|act| act.name);
    let off: Vec<&str> = options.without.iter().map(|defence| defence.name()).collect();
    let without = off.iter().map(|name| format!(" --without {name}")).collect::<String>();
    // Whoever looked at the attacks could take their numbers for those of the main path.
    let heading = match act {
        None if !off.is_empty() => format!("The main path without {}:", off.join(" and ")),
        _ => String::new(),
    };
    let played = Played {
        command: COMMAND.into(),
        options: act.map(|act| format!(" --act {act}")).unwrap_or_default() + &without,
        of: act.map(|act| format!(" of act {act}")).unwrap_or_default(),
        heading,
    };
    show::explain(number, &played, &shown, &stage.entries(), terminal)
}

/// Lists acts and defences.
pub(super) fn list(terminal: &mut Terminal) -> io::Result<()> {
    terminal.print(["Acts (--act NAME or NUMBER). Acts 1 to 11 are the main path.".to_owned()])?;
    for act in ACTS {
        terminal.print(row(&format!("  {:>2}  {:<16}  ", act.number, act.name), act.shows))?;
    }
    terminal.print(["\nDefences (--without NAME[,NAME]), and what each stops".to_owned()])?;
    for defence in attacks::defences() {
        let stops = defence.stops().trim_start_matches("Stops ").trim_end_matches('.');
        terminal.print(row(&format!("  {:<18}  ", defence.name()), stops))?;
    }
    Ok(())
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
