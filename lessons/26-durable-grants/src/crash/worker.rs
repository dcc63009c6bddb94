//! The worker: it takes its job from its standard input, and stops at a point until it is killed.

use super::backends::{Document, Messages, Payments};
use super::{Class, earlier};
use crate::desk::Desk;
use crate::tools::{Book, PayWithKey, Tell, WriteDocument};
use crate::{Stage, tools};
use anyhow::{Context, anyhow};
use effects::staged::Folder;
use effects::{Did, act_once, conditional, keyed};
use grants_sqlite::Sqlite;
use serde_json::{Value, json};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use twogates::consent::{Dice, Effect, EffectClass, Lifetime};
use twogates::grants::{End, GrantRef, NotUsable};
use wire::Digest;

/// What a worker is given.
#[derive(Debug, Clone)]
pub(super) struct Job {
    pub(super) class: Class,
    /// The folder that holds the database and everything that is acted on.
    pub(super) place: PathBuf,
    pub(super) clock_ms: u64,
    pub(super) reference: GrantRef,
    /// The point at which it stops, until it is killed.
    pub(super) stop_at: Option<String>,
    /// The point of which it says that it has come there, and goes on.
    pub(super) tells: Option<&'static str>,
    pub(super) seed: u64,
}

impl Job {
    pub(super) fn told(&self) -> Value {
        json!({
            "class": self.class.0.word(), "place": self.place, "clockMs": self.clock_ms, "seed": self.seed,
            "handle": self.reference.expose_handle(), "argHash": self.reference.arg_hash().bytes(),
            "stopAt": self.stop_at, "tells": self.tells,
        })
    }

    fn heard(told: &Value) -> Option<Self> {
        Some(Self {
            class: Class::named(told.get("class")?.as_str()?)?,
            place: told.get("place")?.as_str()?.into(),
            clock_ms: told.get("clockMs")?.as_u64()?,
            reference: GrantRef::new(bytes(told.get("handle")?)?, Digest::from_bytes(bytes(told.get("argHash")?)?)),
            stop_at: None,
            tells: None,
            seed: told.get("seed")?.as_u64()?,
        })
    }
}

fn bytes<const N: usize>(value: &Value) -> Option<[u8; N]> {
    let bytes: Option<Vec<u8>> = value.as_array()?.iter().map(|byte| u8::try_from(byte.as_u64()?).ok()).collect();
    bytes?.try_into().ok()
}

/// What the worker's process does.
///
/// # Errors
///
/// When it was told something else, or the store cannot be opened.
pub fn work(input: &mut dyn io::BufRead) -> anyhow::Result<()> {
    let mut told = String::new();
    input.read_line(&mut told)?;
    let told = wire::strict::read(&told).ok().context("a worker was told nothing")?;
    let (stop_at, tells) = (text(&told, "stopAt"), text(&told, "tells"));
    let at = move |point: &str| stops(point, stop_at.as_deref(), tells.as_deref());
    if told.get("earlier").is_some() {
        return earlier::work(&told, &at);
    }
    let job = Job::heard(&told).context("a worker was told nothing that it knows")?;
    act(&job, Arc::new(at))
}

fn text(told: &Value, name: &str) -> Option<String> {
    told.get(name)?.as_str().map(str::to_owned)
}

/// Says that the point is reached, and waits to be killed. Whoever would kill it holds the other end of its input.
fn stops(point: &str, stop_at: Option<&str>, tells: Option<&str>) {
    if [stop_at, tells].contains(&Some(point)) {
        println!("{point}");
        io::stdout().flush().ok();
    }
    if stop_at == Some(point) {
        // Opened anew: the program's own handle is in use. When nobody holds the other end any more, it goes on and ends.
        fs::File::open("/dev/stdin").and_then(|mut input| input.read_to_end(&mut Vec::new())).ok();
    }
}

/// Who looks on at each point.
pub(super) type At = Arc<dyn Fn(&str) + Send + Sync>;

/// A worker's whole work with a job. A grant that it cannot have is none of its business.
pub(super) fn act(job: &Job, at: At) -> anyhow::Result<()> {
    let stage = Stage::seeded(job.seed, &[]);
    stage.world.clock.set(job.clock_ms);
    let store = Sqlite::at(database(&job.place)).with_clock(stage.world.clock.clone()).open()?;
    let desk = Desk::over(&stage, store);
    at("opened");
    let came = match job.class.0 {
        EffectClass::Transactional => booked(job, &desk, at.clone()),
        EffectClass::Staged => deleted(job, &desk, &at)?,
        EffectClass::Keyed => paid(job, &stage, &desk, &at)?,
        EffectClass::Conditional => written(job, &desk, &at)?,
        _ => told(job, &desk, &at),
    };
    match came {
        Ok(()) => at("told"),
        Err(NotUsable::Unavailable(what)) => return Err(anyhow!("the store did not answer: {what}")),
        Err(_) => {}
    }
    Ok(())
}

type Came = Result<(), NotUsable>;

fn booked(job: &Job, desk: &Desk<Sqlite>, at: At) -> Came {
    let made = desk.grants.act_within(&*desk.store, &Book, &job.reference, move |claim, book| {
        at("claimed");
        match claim.take(|args| Book.snapshot(args)) {
            Ok((args, running)) => {
                let table = "CREATE TABLE IF NOT EXISTS book (account TEXT, amount INTEGER)";
                let entry = "INSERT INTO book VALUES (?1, ?2)";
                let made = book
                    .execute(table, [])
                    .and_then(|_| book.execute(entry, (&args.account, args.amount.cast_signed())));
                at("acted");
                match made {
                    Ok(_) => running.settle(End::Executed, "booked"),
                    Err(fault) => running.settle(End::Failed, rules::Refused::not_run(&fault)),
                }
            }
            Err(settled) => settled,
        }
    });
    made.map(drop)
}

fn deleted(job: &Job, desk: &Desk<Sqlite>, at: &At) -> anyhow::Result<Came> {
    let folder = folder(&job.place)?;
    let tool = tools::DeleteStaged(folder.clone());
    // What an earlier worker left comes first, as at every start.
    folder.recover_for(&tool, &desk.grants, &*desk.store, |args| &args.name).map_err(|not| anyhow!("{not:?}"))?;
    let claim = match desk.grants.claim(&tool, &job.reference) {
        Ok(claim) => claim,
        Err(refusal) => return Ok(Err(refusal)),
    };
    at("claimed");
    let watch = at.clone();
    let folder = folder.watched(move |point| watch(point.word()));
    Ok(folder.delete(&desk.grants, claim, |args| &args.name).map(drop))
}

fn paid(job: &Job, stage: &Stage, desk: &Desk<Sqlite>, at: &At) -> anyhow::Result<Came> {
    let proven =
        keyed::proven(Watched(Payments::in_folder(&job.place)?, at), stage.world.dice.draw(), Lifetime::CEILING_MS)?;
    let claim = match desk.grants.claim(&PayWithKey, &job.reference) {
        Ok(claim) => claim,
        Err(refusal) => return Ok(Err(refusal)),
    };
    at("claimed");
    Ok(proven.run(&PayWithKey, &desk.grants, claim, |args| format!("{} to {}", args.amount, args.to)).map(drop))
}

fn written(job: &Job, desk: &Desk<Sqlite>, at: &At) -> anyhow::Result<Came> {
    let proven = conditional::proven(Watched(Document::in_folder(&job.place)?, at))?;
    let tool = WriteDocument::of(|_| proven.backend().0.seen("plan").0);
    let claim = match desk.grants.claim(&tool, &job.reference) {
        Ok(claim) => claim,
        Err(refusal) => return Ok(Err(refusal)),
    };
    at("claimed");
    let seen = |args: &tools::WriteArgs| proven.backend().0.seen(&args.name);
    Ok(proven.run(&desk.grants, claim, seen, |args| (args.name, args.text)).map(drop))
}

fn told(job: &Job, desk: &Desk<Sqlite>, at: &At) -> Came {
    let claim = desk.grants.claim(&Tell, &job.reference)?;
    at("claimed");
    let messages = Messages::in_folder(&job.place);
    let sent = act_once(&Tell, &desk.grants, claim, |args| {
        let sent = messages.send(&args.text);
        at("acted");
        sent.map_or_else(|error| Did::Unknown(error.to_string()), |()| Did::It("sent".into()))
    });
    sent.map(drop)
}

/// A backend behind which somebody looks on.
struct Watched<'a, B>(B, &'a At);

impl<B: keyed::KeyedBackend> keyed::KeyedBackend for Watched<'_, B> {
    type Request = B::Request;

    fn harmless(&self) -> (B::Request, B::Request) {
        self.0.harmless()
    }

    fn remembers_ms(&self) -> u64 {
        self.0.remembers_ms()
    }

    fn send(&self, key: &str, request: &B::Request) -> Result<keyed::Receipt, keyed::NotSent> {
        let sent = self.0.send(key, request);
        if !key.starts_with("self-test") {
            (self.1)("acted");
        }
        sent
    }
}

impl<B: conditional::ConditionalBackend> conditional::ConditionalBackend for Watched<'_, B> {
    type Change = B::Change;

    fn harmless(&self) -> (String, B::Change) {
        self.0.harmless()
    }

    fn version(&self, object: &str) -> Result<Option<conditional::Version>, conditional::NotChanged> {
        self.0.version(object)
    }

    fn change(
        &self,
        object: &str,
        only_if: &conditional::Version,
        change: &B::Change,
    ) -> Result<Option<conditional::Version>, conditional::NotChanged> {
        let changed = self.0.change(object, only_if, change);
        if object == "plan" {
            (self.1)("acted");
        }
        changed
    }
}

pub(super) fn database(place: &Path) -> PathBuf {
    place.join("grants.db")
}

pub(super) fn folder(place: &Path) -> anyhow::Result<Folder> {
    fs::create_dir_all(place.join("files"))?;
    Ok(Folder::open(&place.join("files"), &place.join("quarantine"))?)
}
