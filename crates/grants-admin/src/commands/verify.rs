//! Whether the audit is as it was written, and the grants as the audit says.

use crate::opened::Opened;
use crate::output::{Output, count, moment, shown};
use crate::pages::Pages;
use crate::stop::{Stop, Verdict};
use grants::audit::{Checkpoint, Flaw, Row, Trail, What};
use grants::{Grant, GrantId, State, Table, Transactions, Upkeep, Which};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// Checks every chain, every checkpoint, and every grant against its last row.
pub(super) fn verify(store: &Opened, kept: Option<&(u64, String)>, output: &mut Output<'_>) -> Result<Verdict, Stop> {
    let trail = store.trail()?;
    let broken = trail.verify().err().map(|flaw| said(flaw, &trail));
    let broken = broken.or_else(|| kept.and_then(|(number, chain)| not_kept(&trail, *number, chain)));
    if let Some((code, number, text)) = broken {
        return found(code, &number.to_string(), &text, output);
    }
    let (grants, odd) = compared(store, &trail.rows)?;
    if let Some((grant, says)) = odd {
        let is = grant.state.word();
        let text = format!("grant {} is {is}, and its last row says {says}", grant.id.hex());
        return found("grant_differs", &grant.id.hex(), &text, output);
    }
    let chains: BTreeSet<_> = trail.rows.iter().map(|row| row.about.question).collect();
    let (rows, chains) = (trail.rows.len() as u64, chains.len() as u64);
    let last = trail.checkpoints.last();
    if output.json {
        let last = last.map(|last| json!({ "number": last.number, "chain": last.chain.to_string() }));
        let checkpoints = trail.checkpoints.len();
        let whole =
            json!({ "rows": rows, "chains": chains, "checkpoints": checkpoints, "grants": grants, "last": last });
        output.object("whole", whole)?;
        return Ok(Verdict::Done);
    }
    let checkpoints = count(trail.checkpoints.len() as u64, "checkpoint");
    let (rows, chains, grants) = (count(rows, "row"), count(chains, "chain"), count(grants, "grant"));
    output.line(&format!("whole: {rows} in {chains}, {checkpoints}, {grants} as their last rows say"))?;
    match last {
        Some(last) => keep(last, output)?,
        None => output.line("no checkpoint yet: rows that were cut off at the end would not be missed")?,
    }
    Ok(Verdict::Done)
}

/// Covers every chain that grew.
pub(super) fn checkpoint(store: &Opened, output: &mut Output<'_>) -> Result<Verdict, Stop> {
    let last = store.checkpoint()?;
    match last {
        Some(last) if output.json => {
            let chain = last.chain.to_string();
            output.object("checkpoint", json!({ "number": last.number, "at": last.at.ms(), "chain": chain }))?;
        }
        Some(last) => keep(&last, output)?,
        None if output.json => output.object("checkpoint", json!({ "number": null }))?,
        None => output.line("nothing to cover: the audit is empty")?,
    }
    Ok(Verdict::Done)
}

fn keep(last: &Checkpoint, output: &mut Output<'_>) -> Result<(), Stop> {
    output.line(&format!("last checkpoint, {}: {}:{}", moment(last.at), last.number, last.chain))?;
    output
        .line("kept somewhere else, it shows later that nothing before it was changed: verify --kept NUMBER:CHAIN")?;
    Ok(())
}

fn found(code: &str, which: &str, text: &str, output: &mut Output<'_>) -> Result<Verdict, Stop> {
    if output.json {
        output.object("flaw", json!({ "code": code, "which": which, "text": text }))?;
    } else {
        output.line(&format!("broken: {text}"))?;
    }
    Ok(Verdict::Finding)
}

type Found = (&'static str, u64, String);

fn said(flaw: Flaw, trail: &Trail) -> Found {
    match flaw {
        Flaw::Row(number) => {
            let row = trail.rows.iter().find(|row| row.number == number);
            let what = row.map(|row| format!(" ({})", named(row))).unwrap_or_default();
            ("row", number, format!("row {number}{what} does not follow from the rows before it"))
        }
        Flaw::Checkpoint(number) => {
            let text = format!("checkpoint {number} does not follow, or covers a row that is another now");
            ("checkpoint", number, text)
        }
        Flaw::Gone(number) => {
            ("gone", number, format!("checkpoint {number} covers rows that are gone, and that nobody had forgotten"))
        }
    }
}

fn named(row: &Row) -> String {
    let grant = row.about.grant.map(|grant| format!(", grant {}", grant.hex())).unwrap_or_default();
    format!("{} at {}, {} {}{grant}", shown(&row.about.tool), moment(row.at), row.what.word(), shown(&row.code))
}

/// Whether a checkpoint is the one that was kept elsewhere.
fn not_kept(trail: &Trail, number: u64, chain: &str) -> Option<Found> {
    let is = trail.checkpoints.iter().find(|checkpoint| checkpoint.number == number);
    match is {
        Some(checkpoint) if checkpoint.chain.to_string() == chain => None,
        Some(_) => Some(("not_kept", number, format!("checkpoint {number} is not the one that was kept"))),
        None => {
            Some(("not_kept", number, format!("checkpoint {number} is not there: it was forgotten, or never written")))
        }
    }
}

/// How many grants there are, and the first that is not as its last row says. A state that was changed in the database,
/// past the audit, breaks no chain.
fn compared(store: &Opened, rows: &[Row]) -> Result<(u64, Option<(Grant, String)>), Stop> {
    let mut last: BTreeMap<GrantId, &Row> = BTreeMap::new();
    for row in rows {
        if let Some(grant) = row.about.grant.filter(|_| moves(row)) {
            last.insert(grant, row);
        }
    }
    let mut walk = Pages::of(store, Which::All, None);
    let mut number = 0;
    while let Some(grant) = walk.next()? {
        number += 1;
        if !last.get(&grant.id).is_some_and(|row| agree(&grant, row)) {
            // The store may have gone on since the rows were read: both once more, at one moment.
            if let Some(odd) = store.look(move |table| differs(table, grant.id))? {
                return Ok((number, Some(odd)));
            }
        }
    }
    Ok((number, None))
}

fn differs(table: &mut dyn Table, id: GrantId) -> Result<Option<(Grant, String)>, grants::Broken> {
    let Some(grant) = table.grant(id)? else { return Ok(None) };
    let story = table.story(grant.question)?;
    let last = story.iter().rev().find(|row| row.about.grant == Some(id) && moves(row));
    match last {
        Some(row) if agree(&grant, row) => Ok(None),
        Some(row) => Ok(Some((grant, format!("{} {}", row.what.word(), shown(&row.code))))),
        None => Ok(Some((grant, "nothing: there is none".into()))),
    }
}

/// Whether a row tells of a change of a grant's state.
fn moves(row: &Row) -> bool {
    matches!(row.what, What::Issued | What::Claimed | What::Ended | What::Resolved)
}

fn agree(grant: &Grant, row: &Row) -> bool {
    match row.what {
        What::Issued => grant.state == State::Issued,
        What::Claimed => grant.state == State::Claimed,
        // Between two of several uses a grant is issued again.
        _ => {
            let between = 0 < grant.used && grant.used < grant.intent.uses;
            grant.state.word() == row.code || grant.state == State::Issued && between
        }
    }
}
