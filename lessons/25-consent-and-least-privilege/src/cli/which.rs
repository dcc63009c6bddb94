//! The student says which gate a failure belongs to.

use super::Terminal;
use crate::which::{Exchange, ITEMS, Item, Place};
use lesson::show;
use print::Printer;
use std::io::{self, Write};
use wire::Entry;
use wire::entry::Kind;

const WHAT_TO_TYPE: &str = "1 gate one, 2 gate two, 3 grant, 4 none? ";
/// Said to whoever types anything else.
const AGAIN: &str = "Type 1, 2, 3 or 4, or a name: gate one, gate two, grant, none. q stops.";
/// Said when the input ends.
const NOBODY: &str = "Nobody answers any more, so this is where it stops.";

/// What the student said of a failure.
struct Said {
    item: &'static Item,
    /// Where it belongs.
    place: Place,
    /// Where they said that it belongs.
    named: Place,
}

/// Shows one failure after the other, and in the end how many were named rightly.
pub(super) fn play(terminal: &mut Terminal) -> io::Result<()> {
    let printer = show::printer(terminal);
    let recorded = |item: &'static Item| -> anyhow::Result<_> {
        let exchange = Exchange::recorded(item.vector)?;
        Ok((item, exchange.place()?, exchange))
    };
    let items: Vec<_> = ITEMS.iter().map(recorded).collect::<Result<_, _>>().map_err(io::Error::other)?;
    let mut said = Vec::new();
    tell(&printer, terminal, beginning())?;
    for (number, (item, place, exchange)) in (1..).zip(items) {
        let heading = format!("# {number} of {}", ITEMS.len());
        tell(&printer, terminal, [String::new(), heading, item.scene.to_owned(), String::new()])?;
        terminal.print(exchange.messages(&printer))?;
        let Some(named) = named(terminal)? else { break };
        let answered = Said { item, place, named };
        tell(&printer, terminal, [String::new()].into_iter().chain(answer(&answered)))?;
        terminal.print(exchange.margins(&printer))?;
        tell(&printer, terminal, [String::new()].into_iter().chain(others(&answered)))?;
        said.push(answered);
    }
    tell(&printer, terminal, score(&said))
}

/// Prints paragraphs as the narrator's.
fn tell(printer: &Printer, terminal: &mut Terminal, lines: impl IntoIterator<Item = String>) -> io::Result<()> {
    for line in lines {
        let note = Entry::new(0, "which-gate", 0, Kind::Note, "narrator").said([line]);
        terminal.print(printer.entry(&note, &[]))?;
    }
    terminal.output.flush()
}

fn beginning() -> impl Iterator<Item = String> {
    let places =
        (1..).zip(Place::ALL).map(|(number, place)| format!("  {number}  {:<8}  {}", place.name(), place.asks()));
    let title =
        ["# Which gate?".to_owned(), "Each time something went wrong. To which of these does it belong?".to_owned()];
    title.into_iter().chain(places)
}

/// What the student names. None when they stop.
fn named(terminal: &mut Terminal) -> io::Result<Option<Place>> {
    loop {
        let Some(typed) = terminal.typed(WHAT_TO_TYPE)? else {
            writeln!(terminal.output, "{NOBODY}")?;
            return Ok(None);
        };
        if ["q", "quit"].contains(&typed.to_lowercase().as_str()) {
            return Ok(None);
        }
        match Place::typed(&typed) {
            Some(place) => return Ok(Some(place)),
            None => writeln!(terminal.output, "{AGAIN}")?,
        }
    }
}

/// Whether that was right: the reason for what they named, and for what it is.
fn answer(said: &Said) -> Vec<String> {
    let right = format!("> {}: {}", said.place.name(), said.item.because);
    if said.named == said.place {
        return vec!["Yes.".to_owned(), right];
    }
    vec![format!("No. {}: {}", said.named.name(), said.item.reason(said.named)), right]
}

/// The reasons for what nobody named.
fn others(said: &Said) -> impl Iterator<Item = String> {
    let rest = said.item.others.iter().filter(|(place, _)| *place != said.named);
    rest.map(|(place, reason)| format!("{}: {reason}", place.name()))
}

/// How many of each place were named rightly, and what to read about the others.
fn score(said: &[Said]) -> Vec<String> {
    let right = |said: &&Said| said.named == said.place;
    let mut lines = vec![String::new(), "# Your score".to_owned()];
    for place in Place::ALL {
        let of: Vec<&Said> = said.iter().filter(|said| said.place == place).collect();
        let rightly = of.iter().copied().filter(right).count();
        lines.push(format!("  {:<8}  {rightly} of {}", place.name(), of.len()));
    }
    let all = said.iter().filter(right).count();
    lines.push(format!("  all       {all} of {}", said.len()));
    lines.push(String::new());
    let missed: Vec<&Said> = said.iter().filter(|said| said.named != said.place).collect();
    if said.len() < ITEMS.len() {
        lines.push(format!(
            "{} of {} failures are left: cargo run -- --which-gate",
            ITEMS.len() - said.len(),
            ITEMS.len()
        ));
    } else if missed.is_empty() {
        lines.push("Now bring one about by yourself: cargo run -- --attack".to_owned());
    }
    if !missed.is_empty() {
        lines.push("What to read next:".to_owned());
    }
    for Said { item, place, .. } in missed {
        lines.push(format!("  {:<8}  cargo run -- {}", place.name(), item.play));
        lines.push(format!("            {}, step {}", item.file(), item.step));
    }
    lines
}
