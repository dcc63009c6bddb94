//! The two designs of the account, killed in the same way: what is in the queue is done, and consume, then act.
//!
//! Their world is files too: what the queue was told, the record of the second, and the file that is approved.

use super::kill::{Stop, Wholes, killed, started, whole};
use super::world::{ANOTHERS, APPROVED, Meddler, takes};
use crate::seed_remedy::{Args, GrantStore, execute_destructive};
use anyhow::Context;
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use twogates::grants::FakeClock;

/// The point at which a worker has begun.
const BEGUN: &str = "opened";

/// A design of the account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Earlier {
    /// The payload is the authority, and a retry does it again.
    Bearer,
    /// The record is consumed, and then the worker acts.
    ConsumeThenAct,
}

/// What came of one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Left {
    /// Whether the approved file was deleted when the worker had been killed.
    pub at_first: bool,
    /// Whether the approved file is deleted.
    pub done: bool,
    /// Whether another process's file was destroyed.
    pub wrong: bool,
    /// Whether the record says that the grant was consumed, where there is a record.
    pub consumed: Option<bool>,
    /// Whether the worker had ended by itself before it was to be killed.
    pub ended_itself: bool,
}

impl Earlier {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Bearer, Self::ConsumeThenAct];

    /// It in a word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Bearer => "bearer",
            Self::ConsumeThenAct => "consume, act",
        }
    }

    /// The points at which its worker can be killed, in order.
    #[must_use]
    pub const fn points(self) -> &'static [&'static str] {
        match self {
            Self::Bearer => &["opened", "acted", "told"],
            Self::ConsumeThenAct => &["opened", "consumed", "acted", "told"],
        }
    }
}

impl Left {
    /// Whether the record, where there is one, is false: who reads "consumed" takes it for done.
    #[must_use]
    pub fn is_false(&self) -> bool {
        self.consumed.is_some_and(|consumed| consumed != self.done)
    }
}

/// Makes one run. Between the crash and the retry, another process takes the path where it is free: always at a point, in
/// half of the runs at a random instant.
///
/// # Errors
///
/// When a process cannot be started, or a file not be written.
pub fn run(program: &Path, design: Earlier, stop: Stop, seed: u64) -> anyhow::Result<Left> {
    let place = tempfile::tempdir()?;
    let world = World::approved(design, place.path())?;
    let ended_itself = killed(&mut started(program, &world.told(stop.at(), stop.tells(BEGUN)))?, stop)?;
    let at_first = !world.holds(APPROVED);
    let comes = !stop.is_random() || seed % 4 >= 2;
    let meddler = if comes { takes(&world.file(), false)? } else { Meddler::Nobody };
    // The queue delivers the job again.
    world.work(&|_| {})?;
    Ok(Left {
        at_first,
        done: !world.holds(APPROVED),
        wrong: meddler == Meddler::Came && !world.holds(ANOTHERS),
        consumed: (design == Earlier::ConsumeThenAct).then(|| world.record().exists()),
        ended_itself,
    })
}

/// One run at each of so many random instants.
pub(super) fn instants(program: &Path, design: Earlier, runs: u32) -> anyhow::Result<Vec<Left>> {
    let wholes = Wholes::measured(|tells| {
        let place = tempfile::tempdir()?;
        let told = World::approved(design, place.path())?.told(None, tells.then_some(BEGUN));
        whole(&mut started(program, &told)?, tells)
    })?;
    let one = |seed| run(program, design, wholes.instant(design.word(), seed), seed);
    (0..u64::from(runs)).map(one).collect()
}

/// What the worker's process does, where it is one of these.
///
/// # Errors
///
/// When it was told something else, or a file could not be written.
pub(super) fn work(told: &Value, at: &dyn Fn(&str)) -> anyhow::Result<()> {
    let word = told.get("earlier").and_then(Value::as_str);
    let design = Earlier::ALL.into_iter().find(|design| Some(design.word()) == word).context("no such design")?;
    let place = told.get("place").and_then(Value::as_str).context("no place")?;
    World { design, place: place.into() }.work(at)
}

/// The files of one run.
struct World {
    design: Earlier,
    place: PathBuf,
}

impl World {
    /// The person said yes, and the queue has the job: `delete notes.txt`, approved.
    fn approved(design: Earlier, place: &Path) -> io::Result<Self> {
        let world = Self { design, place: place.to_owned() };
        fs::write(world.file(), APPROVED)?;
        Ok(world)
    }

    fn told(&self, stop_at: Option<&str>, tells: Option<&str>) -> Value {
        json!({"earlier": self.design.word(), "place": self.place, "stopAt": stop_at, "tells": tells})
    }

    fn file(&self) -> PathBuf {
        self.place.join("notes.txt")
    }

    /// What the queue knows: a job that is not done is delivered again.
    fn done(&self) -> PathBuf {
        self.place.join("done")
    }

    fn record(&self) -> PathBuf {
        self.place.join("consumed")
    }

    fn holds(&self, text: &str) -> bool {
        fs::read_to_string(self.file()).is_ok_and(|found| found == text)
    }

    /// A worker takes the job, if the queue has it still, does it, and says so.
    fn work(&self, at: &dyn Fn(&str)) -> anyhow::Result<()> {
        at("opened");
        if self.done().exists() {
            return Ok(());
        }
        match self.design {
            Earlier::Bearer => self.delete()?,
            Earlier::ConsumeThenAct => self.consume_then_act(at)?,
        }
        at("acted");
        self.write(&self.done(), "done")?;
        at("told");
        Ok(())
    }

    /// The remedy as it was proposed, over a record that outlives its process.
    fn consume_then_act(&self, at: &dyn Fn(&str)) -> io::Result<()> {
        let mut store = GrantStore::new(FakeClock::at(1));
        let args = Args::from([("path".to_owned(), "notes.txt".to_owned())]);
        store.issue("g1", &args, 3_600);
        if self.record().exists() {
            store.consume("g1", &args, None).ok();
        }
        let performed = execute_destructive(&mut store, "g1", &args, |_| {
            self.write(&self.record(), "g1")?;
            at("consumed");
            self.delete()
        });
        // It fails closed: a grant that was consumed performs nothing.
        performed.unwrap_or(Ok(()))
    }

    /// Deletes whatever stands there.
    fn delete(&self) -> io::Result<()> {
        match fs::remove_file(self.file()) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => File::open(&self.place)?.sync_all(),
        }
    }

    /// Writes a file, to the disk: so much a queue and a record take care.
    fn write(&self, path: &Path, text: &str) -> io::Result<()> {
        let mut file = File::create(path)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        File::open(&self.place)?.sync_all()
    }
}
