//! One run: a yes, a worker that is killed, another worker, and the count.

use super::Class;
use super::kill::{Stop, Wholes, killed, started, whole};
use super::worker::{Job, act};
use super::world::{Truth, approved, counted, is_stage, meddled};
use crate::decided::LEASE_MS;
use crate::stage;
use std::path::Path;
use std::sync::Arc;
use twogates::grants::State;

/// From one worker to the next, in milliseconds: its lease is over by then.
const LATER_MS: u64 = LEASE_MS + stage::MINUTE_MS;

/// The point at which a worker has begun: the grant is its own.
const BEGUN: &str = "claimed";

/// What came of one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// How often the approved effect was found in the world when the worker had been killed.
    pub at_first: usize,
    /// Whether a file was set aside by then.
    pub aside: bool,
    /// How often the approved effect is found in the world.
    pub times: usize,
    /// Whether something that nobody approved was touched, or something was lost.
    pub wrong: bool,
    /// What the record says.
    pub record: State,
    /// Whether the worker had ended by itself before it was to be killed.
    pub ended_itself: bool,
    /// Whether a worker was killed while it held the grant.
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
            // Somebody would have to act still, or to look.
            State::Issued | State::Claimed => false,
            _ => self.times == 0,
        };
        true_record && !self.wrong && self.quarantine.is_empty()
    }
}

/// Makes one run. Where workers are killed at random instants, somebody else is at work too in half of the runs, and in a
/// third the worker that comes next is killed as well.
///
/// # Errors
///
/// When a process cannot be started, or the store cannot be opened.
pub fn run(program: &Path, class: Class, stop: &Stop, seed: u64) -> anyhow::Result<Outcome> {
    let place = tempfile::tempdir()?;
    let (reference, clock_ms) = approved(class, place.path(), seed)?;
    let (stop_at, tells) = (stop.at().map(str::to_owned), stop.tells(BEGUN));
    let (first, place) = (1_000_000 + seed, place.path().to_owned());
    let mut job = Job { class, place, clock_ms, reference, stop_at, tells, seed: first };
    let ended_itself = killed(&mut started(program, &job.told())?, *stop)?;
    let at_first = counted(&job, None)?;
    let meddler = meddled(class, &job.place, *stop, seed)?;
    if stop.is_random() && seed % 3 == 2 {
        job = Job { clock_ms: job.clock_ms + LATER_MS, seed: 2_000_000 + seed, ..job };
        killed(&mut started(program, &job.told())?, *stop)?;
    }
    // The lease is over. Another worker comes, with the same job.
    job = Job { clock_ms: job.clock_ms + LATER_MS, stop_at: None, tells: None, seed: 3_000_000 + seed, ..job };
    act(&job, Arc::new(|_| {}))?;
    let Truth { times, wrong, record, held, quarantine } = counted(&job, Some(meddler))?;
    let (at_first, aside) = (at_first.times, at_first.quarantine.iter().any(|name| is_stage(&job, name)));
    Ok(Outcome { at_first, aside, times, wrong, record, ended_itself, held, quarantine })
}

/// How long its workers take.
///
/// # Errors
///
/// As [`run`].
pub(super) fn measured(program: &Path, class: Class) -> anyhow::Result<Wholes> {
    Wholes::measured(|tells| {
        let place = tempfile::tempdir()?;
        let (reference, clock_ms) = approved(class, place.path(), 0)?;
        let (place, tells_at) = (place.path().to_owned(), tells.then_some(BEGUN));
        let job = Job { class, place, clock_ms, reference, stop_at: None, tells: tells_at, seed: 1_000_000 };
        whole(&mut started(program, &job.told())?, tells)
    })
}
