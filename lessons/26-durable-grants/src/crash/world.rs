//! The world in which a worker dies: what is approved, what others do meanwhile, and what is found at the end.

use super::Class;
use super::backends::{Document, Messages, Payments};
use super::kill::Stop;
use super::worker::{Job, database, folder};
use crate::Stage;
use crate::decided::LEASE_MS;
use crate::desk::Desk;
use crate::tools::{Book, DeleteStaged, PayWithKey, Tell, WriteDocument};
use anyhow::Context;
use grants_sqlite::Sqlite;
use serde_json::json;
use std::fs;
use std::path::Path;
use twogates::consent::EffectClass;
use twogates::grants::{Clock, GrantRef, State, Transactional};

/// What stands in the file that is approved, and what another process writes.
pub(super) const APPROVED: &str = "approved";
pub(super) const ANOTHERS: &str = "another's";

/// What is written into the document, by the approved call and by Bob.
const APPROVED_TEXT: &str = "Open at ten.";
const BOBS_TEXT: &str = "Closed.";

/// What somebody else did between a crash and the next worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meddler {
    /// Nobody did anything.
    Nobody,
    /// The path was free, and another process took it; or Bob wrote the document.
    Came,
    /// The approved file stood there still, and another process replaced it.
    Replaced,
}

/// What is true, and what the record says.
#[derive(Debug)]
pub(super) struct Truth {
    pub(super) times: usize,
    pub(super) wrong: bool,
    pub(super) record: State,
    pub(super) held: bool,
    pub(super) quarantine: Vec<String>,
}

/// Alice says yes, and the store is closed again.
pub(super) fn approved(class: Class, place: &Path, seed: u64) -> anyhow::Result<(GrantRef, u64)> {
    let stage = Stage::seeded(seed, &[]);
    let store = Sqlite::at(database(place)).with_clock(stage.world.clock.clone()).open()?;
    let desk = Desk::over(&stage, store);
    let reference = match class.0 {
        EffectClass::Transactional => desk.yes(&stage, &Book, &json!({"account": "plants", "amount": 40})),
        EffectClass::Staged => {
            let folder = folder(place)?;
            fs::write(place.join("files/a"), APPROVED)?;
            desk.yes(&stage, &DeleteStaged(folder), &json!({"name": "a"}))
        }
        EffectClass::Keyed => desk.yes(&stage, &PayWithKey, &json!({"to": "Plant Shop", "amount": 40})),
        EffectClass::Conditional => {
            let document = Document::in_folder(place)?;
            let tool = WriteDocument::of(move |name| document.seen(name).0);
            desk.yes(&stage, &tool, &json!({"name": "plan", "text": APPROVED_TEXT}))
        }
        _ => desk.yes(&stage, &Tell, &json!({"to": "carol", "text": "Your plant is here."})),
    }?;
    Ok((reference, stage.world.clock.ms()))
}

/// Somebody else is at work in half of the runs. At a random instant, a file that still stands there is replaced in half
/// of these.
pub(super) fn meddled(class: Class, place: &Path, stop: Stop, seed: u64) -> anyhow::Result<Meddler> {
    // From which moment on a random instant is counted goes by the last bit of the seed: this by the ones before.
    let coin = if stop.is_random() { seed / 2 } else { seed };
    if coin.is_multiple_of(2) {
        return Ok(Meddler::Nobody);
    }
    match class.0 {
        EffectClass::Staged => {
            let replaces = stop.is_random() && coin % 4 == 3;
            Ok(takes(&place.join("files/a"), replaces)?)
        }
        EffectClass::Conditional if stop.is_random() => {
            Document::in_folder(place)?.write("plan", BOBS_TEXT)?;
            Ok(Meddler::Came)
        }
        _ => Ok(Meddler::Nobody),
    }
}

/// Another process takes a path, where it is free or where it replaces what stands there.
pub(super) fn takes(path: &Path, replaces: bool) -> std::io::Result<Meddler> {
    let free = !path.exists();
    if !free && !replaces {
        return Ok(Meddler::Nobody);
    }
    if !free {
        fs::remove_file(path)?;
    }
    fs::write(path, ANOTHERS)?;
    Ok(if free { Meddler::Came } else { Meddler::Replaced })
}

/// Looks into the world, and into the record. Without a meddler nothing of the record changes: it is looked at in between.
pub(super) fn counted(job: &Job, meddler: Option<Meddler>) -> anyhow::Result<Truth> {
    let stage = Stage::seeded(job.seed + 10_000_000, &[]);
    let later = if meddler.is_some() { 2 * LEASE_MS } else { 0 };
    stage.world.clock.set(job.clock_ms + later);
    let store = Sqlite::at(database(&job.place)).with_clock(stage.world.clock.clone()).open()?;
    let desk = Desk::over(&stage, store);
    let grant = desk.grant(&job.reference).context("the grant is gone")?;
    let record = grant.state;
    // The next worker had to take it over, or could not.
    let held = grant.fence > 1 || record == State::Indeterminate;
    let (mut wrong, mut quarantine) = (false, Vec::new());
    let times = match job.class.0 {
        EffectClass::Transactional => booked(&desk)?,
        EffectClass::Staged => {
            let there = fs::read_to_string(job.place.join("files/a")).ok();
            for entry in fs::read_dir(job.place.join("quarantine"))? {
                quarantine.push(entry?.file_name().to_string_lossy().into_owned());
            }
            wrong = match meddler {
                Some(Meddler::Came | Meddler::Replaced) => there.as_deref() != Some(ANOTHERS),
                _ => there.as_deref() == Some(ANOTHERS),
            };
            // In its place, in the quarantine, replaced by somebody else, or deleted.
            let aside = quarantine.iter().any(|name| is_stage(job, name));
            usize::from(there.as_deref() != Some(APPROVED) && !aside && meddler != Some(Meddler::Replaced))
        }
        EffectClass::Keyed => Payments::in_folder(&job.place)?.made(),
        EffectClass::Conditional => {
            let ours = Document::in_folder(&job.place)?.versions_of("plan", APPROVED_TEXT);
            // It was approved for version 1, so that it is version 2 or none.
            wrong = ours.iter().any(|version| *version != 2);
            ours.len()
        }
        _ => Messages::in_folder(&job.place).sent(),
    };
    Ok(Truth { times, wrong, record, held, quarantine })
}

/// Whether this is the name of a stage of the job's grant.
pub(super) fn is_stage(job: &Job, name: &str) -> bool {
    name.starts_with(&job.reference.id().hex())
}

fn booked(desk: &Desk<Sqlite>) -> anyhow::Result<usize> {
    let made = desk.store.transact_within(|open| {
        let book = Sqlite::effects(open);
        // No table is no booking.
        let tables = book.query("SELECT name FROM sqlite_schema WHERE name = 'book'", [], |_| Ok(()))?;
        if tables.is_empty() {
            return Ok(0);
        }
        Ok(book.query("SELECT account FROM book", [], |_| Ok(()))?.len())
    });
    made.map_err(|not| anyhow::anyhow!("{not:?}"))
}
