//! A new epoch, after a backup was put back.

use crate::opened::{Opened, Place, Shut};
use crate::output::{Output, count};
use crate::pages::Pages;
use crate::stop::{Stop, Verdict};
use grants::audit::What;
use grants::{NotUsable, Order, Raised, State, Store, Upkeep, Which};
use serde_json::json;
use std::io::BufRead;

/// Says what becomes void, has it confirmed, and raises the epoch.
pub(super) fn raise(
    place: &Place,
    order: &Order,
    yes: bool,
    input: &mut dyn BufRead,
    output: &mut Output<'_>,
) -> Result<Verdict, Stop> {
    let raised = match place.open() {
        Ok(store) => {
            let (issued, claimed) = open(&store)?;
            let (revoked, unknown) = (count(issued, "issued grant"), count(claimed, "claimed grant"));
            confirm(&format!("{revoked} will be revoked, {unknown} indeterminate."), yes, input, output)?;
            store.raise_epoch(order)?
        }
        Err(Shut::Restored(said)) => {
            let void = "Whatever is issued in it will be revoked, whatever is claimed indeterminate.";
            confirm(&format!("{}. {void}", consent::render::line(&said.why)), yes, input, output)?;
            restored(place, order)?
        }
        Err(shut) => return Err(shut.into()),
    };
    let Raised { epoch, revoked, unknown } = raised;
    if output.json {
        output.object("raised", json!({ "epoch": epoch, "revoked": revoked, "indeterminate": unknown }))?;
    } else {
        output.line(&format!("epoch {epoch}: {} revoked, {unknown} indeterminate", count(revoked, "grant")))?;
    }
    Ok(Verdict::Done)
}

fn open(store: &Opened) -> Result<(u64, u64), NotUsable> {
    let (mut issued, mut claimed) = (0, 0);
    let mut walk = Pages::of(store, Which::Open, None);
    while let Some(grant) = walk.next()? {
        if grant.state == State::Issued { issued += 1 } else { claimed += 1 }
    }
    Ok((issued, claimed))
}

/// A copy opens with its new epoch or not at all, so that what it did is read from its audit.
fn restored(place: &Place, order: &Order) -> Result<Raised, Stop> {
    let store = place.open_restored(order)?;
    if let Opened::Postgres(_) = store {
        // There, opening raises the epoch and leaves the rest, with its rows, to this.
        return Ok(store.raise_epoch(order)?);
    }
    let rows = store.audit()?;
    let since = rows.iter().rposition(|row| row.what == What::Ordered && row.code == "epoch_raised").unwrap_or(0);
    let ended = |state: State| {
        let of = rows.iter().skip(since).filter(|row| row.what == What::Ended && row.code == state.word());
        of.filter(|row| row.note == order.note()).count() as u64
    };
    Ok(Raised { epoch: store.epoch()?, revoked: ended(State::Revoked), unknown: ended(State::Indeterminate) })
}

fn confirm(void: &str, yes: bool, input: &mut dyn BufRead, output: &mut Output<'_>) -> Result<(), Stop> {
    if yes {
        return Ok(());
    }
    if output.json {
        return Err(Stop::Usage("with --json nobody can be asked, so that --yes is needed".into()));
    }
    output.line(void)?;
    output.ask("Raise the epoch? Type yes:")?;
    let mut answer = String::new();
    input.read_line(&mut answer)?;
    if answer.trim() == "yes" { Ok(()) } else { Err(Stop::NotConfirmed) }
}
