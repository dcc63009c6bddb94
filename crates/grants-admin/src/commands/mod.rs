//! What can be done.

mod change;
mod epoch;
mod facts;
mod health;
mod list;
mod prune;
mod show;
mod verify;

use crate::cli::Before;
use crate::opened::Place;
use crate::output::Output;
use crate::stop::{Stop, Verdict};
use grants::{End, Order, State};
use std::io::BufRead;

/// One command, with all that it needs.
#[derive(Debug)]
pub(crate) enum Command {
    List(Listing),
    Show {
        grant: String,
        arguments: bool,
    },
    Verify {
        kept: Option<(u64, String)>,
    },
    Health,
    Resolve {
        grant: String,
        end: End,
        order: Order,
    },
    Revoke {
        which: Many,
        order: Order,
    },
    RaiseEpoch {
        order: Order,
        yes: bool,
    },
    /// Without an order it only says what would go.
    Prune {
        before: Before,
        order: Option<Order>,
    },
    Checkpoint,
}

/// Which grants are listed.
#[derive(Debug)]
pub(crate) struct Listing {
    pub(crate) state: Option<State>,
    pub(crate) principal: Option<String>,
    pub(crate) tool: Option<String>,
    pub(crate) after: Option<String>,
    pub(crate) limit: usize,
}

/// One grant, or all of a principal.
#[derive(Debug)]
pub(crate) enum Many {
    One(String),
    AllOf(String),
}

/// Does it.
pub(crate) fn run(
    command: &Command,
    place: &Place,
    input: &mut dyn BufRead,
    output: &mut Output<'_>,
) -> Result<Verdict, Stop> {
    let store = || place.open();
    match command {
        Command::List(listing) => list::list(&store()?, listing, output),
        Command::Show { grant, arguments } => show::show(&store()?, grant, *arguments, output),
        Command::Verify { kept } => verify::verify(&store()?, kept.as_ref(), output),
        Command::Health => health::health(&store()?, output),
        Command::Resolve { grant, end, order } => change::resolve(&store()?, grant, *end, order, output),
        Command::Revoke { which: Many::One(grant), order } => change::revoke(&store()?, grant, order, output),
        Command::Revoke { which: Many::AllOf(who), order } => change::revoke_all(&store()?, who, order, output),
        Command::RaiseEpoch { order, yes } => epoch::raise(place, order, *yes, input, output),
        Command::Prune { before, order: None } => prune::would(&store()?, *before, output),
        Command::Prune { before, order: Some(order) } => prune::prune(&store()?, *before, order, output),
        Command::Checkpoint => verify::checkpoint(&store()?, output),
    }
}
