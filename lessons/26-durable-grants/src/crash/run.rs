//! One run: a yes, a worker that is killed, another worker, and the count.

use super::Class;
use super::backends::{Document, Messages, Payments};
use super::worker::{FLAG, Job, act, database, folder};
use crate::decided::LEASE_MS;
use crate::desk::Desk;
use crate::tools::{Book, DeleteStaged, PayWithKey, Tell, WriteDocument};
use crate::{Stage, stage};
use anyhow::Context;
use grants_sqlite::Sqlite;
use serde_json::json;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use twogates::consent::EffectClass;
use twogates::grants::{Clock, GrantRef, State, Transactional};
use wire::Digest;

/// When the worker is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// When it says that it is there.
    At(&'static str),
    /// After the parent has looked this often whether it has ended. Nobody reads a clock.
    Instant(u64),
    /// The same, counted from when it says that the grant is its own.
    Holding(u64),
}

/// What came of one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// How often the approved effect is found in the world.
    pub times: usize,
    /// Whether something that nobody approved was touched, or something was lost.
    pub wrong: bool,
    /// What the record says.
    pub record: State,
    /// Whether the worker had ended by itself before it was to be killed.
    pub ended_itself: bool,
    /// Whether it was killed while it held the grant.
    pub held: bool,
    /// What is left in the quarantine.
    pub quarantine: Vec<String>,
}

impl Outcome {
    /// Whether the record is true, and nothing happened twice or to a wrong object. An unknown end is true when it is
    /// called unknown.
    #[must_use]
    pub fn is_right(&self) -> bool {
        let true_record = match self.record {
            State::Executed => self.times == 1,
            State::Indeterminate => self.times <= 1,
            _ => self.times == 0,
        };
        true_record && !self.wrong && self.quarantine.is_empty()
    }
}

/// Makes one run.
///
/// # Errors
///
/// When a process cannot be started, or the store cannot be opened.
pub fn run(program: &Path, class: Class, stop: &Stop, seed: u64) -> anyhow::Result<Outcome> {
    let place = tempfile::tempdir()?;
    let (reference, clock_ms) = approved(class, place.path(), seed)?;
    let stop_at = if let Stop::At(point) = stop { Some((*point).to_owned()) } else { None };
    let tells = matches!(stop, Stop::Holding(_));
    let job = Job { class, place: place.path().to_owned(), clock_ms, reference, stop_at, tells, seed: 1_000 + seed };
    let mut child = started(program, &job)?;
    let ended_itself = killed(&mut child, stop)?;
    // Somebody else takes the path, where it is free.
    let path = place.path().join("files/a");
    let meddled = class.0 == EffectClass::Staged && seed % 2 == 1 && !path.exists();
    if meddled {
        fs::write(&path, "another's")?;
    }
    // The lease is over. Another worker comes, with the same job.
    let later_ms = clock_ms + LEASE_MS + stage::MINUTE_MS;
    let again = Job { clock_ms: later_ms, stop_at: None, tells: false, seed: 2_000 + seed, ..job };
    act(&again, Arc::new(|_| {}))?;
    counted(&again, meddled, ended_itself)
}

/// Alice says yes, and the store is closed again.
fn approved(class: Class, place: &Path, seed: u64) -> anyhow::Result<(GrantRef, u64)> {
    let stage = Stage::seeded(seed, &[]);
    let store = Sqlite::at(database(place)).with_clock(stage.world.clock.clone()).open()?;
    let desk = Desk::over(&stage, store);
    let reference = match class.0 {
        EffectClass::Transactional => desk.yes(&stage, &Book, &json!({"account": "plants", "amount": 40})),
        EffectClass::Staged => {
            let folder = folder(place)?;
            fs::write(place.join("files/a"), "approved")?;
            desk.yes(&stage, &DeleteStaged(folder), &json!({"name": "a"}))
        }
        EffectClass::Keyed => desk.yes(&stage, &PayWithKey, &json!({"to": "Plant Shop", "amount": 40})),
        EffectClass::Conditional => {
            let document = Document::in_folder(place)?;
            let tool = WriteDocument::of(move |name| document.seen(name).0);
            desk.yes(&stage, &tool, &json!({"name": "plan", "text": "Open at ten."}))
        }
        _ => desk.yes(&stage, &Tell, &json!({"to": "carol", "text": "Your plant is here."})),
    }?;
    Ok((reference, stage.world.clock.ms()))
}

fn started(program: &Path, job: &Job) -> anyhow::Result<Child> {
    let mut command = Command::new(program);
    let pipes = command.arg(FLAG).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = pipes.spawn()?;
    // Its input stays open as long as it lives: it waits there to be killed.
    let input = child.stdin.as_mut().context("a worker hears nothing")?;
    writeln!(input, "{}", job.told())?;
    Ok(child)
}

/// Kills the worker, really. Says whether it had ended by itself.
fn killed(child: &mut Child, stop: &Stop) -> anyhow::Result<bool> {
    let ended_itself = match stop {
        Stop::At(_) => !heard(child)?,
        Stop::Instant(most) => looked(child, *most)?.is_some(),
        Stop::Holding(most) => !heard(child)? || looked(child, *most)?.is_some(),
    };
    child.kill().ok();
    child.wait()?;
    Ok(ended_itself)
}

/// Waits until the worker says where it is; no more than that it has ended, where it has.
fn heard(child: &mut Child) -> anyhow::Result<bool> {
    let output = child.stdout.as_mut().context("a worker says nothing")?;
    Ok(BufReader::new(output).read_line(&mut String::new())? > 0)
}

/// Looks at most so often whether the worker has ended: after how many looks it had.
fn looked(child: &mut Child, most: u64) -> anyhow::Result<Option<u64>> {
    for looks in 0..most {
        if child.try_wait()?.is_some() {
            return Ok(Some(looks));
        }
    }
    Ok(None)
}

/// How often the parent looks until a worker that nobody kills has ended: from its start, and from its claim.
pub(super) fn measured(program: &Path, class: Class) -> anyhow::Result<(u64, u64)> {
    let whole = |tells: bool| -> anyhow::Result<u64> {
        let place = tempfile::tempdir()?;
        let (reference, clock_ms) = approved(class, place.path(), 0)?;
        let place = place.path().to_owned();
        let job = Job { class, place, clock_ms, reference, stop_at: None, tells, seed: 1_000 };
        let mut child = started(program, &job)?;
        if tells {
            heard(&mut child)?;
        }
        Ok(looked(&mut child, u64::MAX)?.unwrap_or_default())
    };
    Ok((whole(false)?, whole(true)?))
}

/// An instant that is drawn: every second one from the start, the others from the claim.
pub(super) fn instant(seed: u32, (whole, held): (u64, u64)) -> Stop {
    let drawn = Digest::of("lesson-26/instant/1", &[&seed.to_be_bytes()]);
    let share = drawn.bytes().iter().take(2).fold(0_u64, |share, byte| share * 256 + u64::from(*byte));
    // A little longer than measured, so that some workers end by themselves.
    let within = |looks: u64| share * (looks + looks / 8) / 65_536;
    if seed.is_multiple_of(2) { Stop::Instant(within(whole)) } else { Stop::Holding(within(held)) }
}

/// Looks into the world, and into the record.
fn counted(job: &Job, meddled: bool, ended_itself: bool) -> anyhow::Result<Outcome> {
    let stage = Stage::seeded(job.seed + 1_000, &[]);
    stage.world.clock.set(job.clock_ms + 2 * LEASE_MS);
    let store = Sqlite::at(database(&job.place)).with_clock(stage.world.clock.clone()).open()?;
    let desk = Desk::over(&stage, store);
    let grant = desk.grant(&job.reference).context("the grant is gone")?;
    let record = grant.state;
    // The second worker had to take it over, or could not.
    let held = grant.fence > 1 || record == State::Indeterminate;
    let (mut wrong, mut quarantine) = (false, Vec::new());
    let times = match job.class.0 {
        EffectClass::Transactional => booked(&desk)?,
        EffectClass::Staged => {
            let there = fs::read_to_string(job.place.join("files/a")).ok();
            for entry in fs::read_dir(job.place.join("quarantine"))? {
                quarantine.push(entry?.file_name().to_string_lossy().into_owned());
            }
            wrong = if meddled { there.as_deref() != Some("another's") } else { there.as_deref() == Some("another's") };
            // In its place, in the quarantine, or deleted.
            let aside = quarantine.iter().any(|name| name.starts_with(&job.reference.id().hex()));
            usize::from(there.as_deref() != Some("approved") && !aside)
        }
        EffectClass::Keyed => Payments::in_folder(&job.place)?.made(),
        EffectClass::Conditional => Document::in_folder(&job.place)?.changed(),
        _ => Messages::in_folder(&job.place).sent(),
    };
    Ok(Outcome { times, wrong, record, ended_itself, held, quarantine })
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
