//! A second process: what a restart leaves of the first.
//!
//! It is given what a new machine would be: the folder with the database and the files. It has the key of the server, as any
//! of its processes does. What the queue and the client kept comes from them: the job, and the request that is sent again. It
//! is told on its standard input, for a job is nothing to show in a list of processes, and it answers with the entries of
//! what happened.

use crate::Stage;
use crate::decided::decision;
use crate::ours::{Ours, Set};
use anyhow::{Context, anyhow};
use grants_sqlite::Sqlite;
use lab::host::Pending;
use rules::grant;
use serde_json::{Map, Value, json};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use twogates::grants::GrantRef;
use wire::{Digest, Entry};

/// The argument by which the program knows that it is the second.
pub const FLAG: &str = "--second-process";
/// The seed of its dice: two processes never draw the same.
const SEED: u64 = 27;

/// What the first process leaves behind, beside the folder and the clock.
#[derive(Debug)]
pub struct Left {
    /// The folder that holds the database, the files and the quarantine.
    pub place: PathBuf,
    /// The time, in milliseconds since 1970: a second process has a wall clock too.
    pub clock_ms: u64,
    /// The job, as the queue kept it.
    pub job: GrantRef,
    /// The request, as the client kept it.
    pub pending: Pending,
    /// The id of the client's next request.
    pub next_id: i64,
}

/// The database in a folder.
#[must_use]
pub fn database(place: &Path) -> PathBuf {
    place.join("grants.db")
}

impl Left {
    /// Starts the second process, and gives the entries of what happened there. Their numbers begin at 1 again.
    ///
    /// # Errors
    ///
    /// When `program` cannot be started, fails, or says something else.
    pub fn start(&self, program: &Path) -> anyhow::Result<Vec<Entry>> {
        let mut command = Command::new(program);
        let mut child = command.arg(FLAG).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut told = child.stdin.take().context("the second process hears nothing")?;
        told.write_all(self.told().to_string().as_bytes())?;
        drop(told);
        let output = child.wait_with_output()?;
        if !output.status.success() {
            return Err(anyhow!("the second process ended with {}", output.status));
        }
        let said = String::from_utf8(output.stdout)?;
        said.lines().map(|line| Entry::read(line).map_err(|wrong| anyhow!(wrong))).collect()
    }

    fn told(&self) -> Value {
        let Pending { tool, arguments, state, responses, .. } = &self.pending;
        json!({
            "place": self.place,
            "clockMs": self.clock_ms,
            "handle": self.job.expose_handle(),
            "argHash": self.job.arg_hash().bytes(),
            "nextId": self.next_id,
            "request": {"tool": tool, "arguments": arguments, "state": state, "responses": responses},
        })
    }

    fn heard(told: &str) -> Option<Self> {
        let told: Value = wire::strict::read(told).ok()?;
        let request = told.get("request")?;
        let object = |name: &str| request.get(name)?.as_object().cloned();
        Some(Self {
            place: told.get("place")?.as_str()?.into(),
            clock_ms: told.get("clockMs")?.as_u64()?,
            next_id: told.get("nextId")?.as_i64()?,
            job: GrantRef::new(bytes(told.get("handle")?)?, Digest::from_bytes(bytes(told.get("argHash")?)?)),
            pending: Pending {
                tool: request.get("tool")?.as_str()?.to_owned(),
                arguments: object("arguments")?,
                asked: 0,
                requests: Map::new(),
                state: request.get("state")?.as_str().map(str::to_owned),
                responses: object("responses")?,
            },
        })
    }
}

fn bytes<const N: usize>(value: &Value) -> Option<[u8; N]> {
    let bytes: Option<Vec<u8>> = value.as_array()?.iter().map(|byte| u8::try_from(byte.as_u64()?).ok()).collect();
    bytes?.try_into().ok()
}

/// What the second process does: it recovers, takes the job, and answers the client.
///
/// # Errors
///
/// When it was told something else, or the database cannot be opened.
pub fn play(input: &mut dyn Read, output: &mut dyn Write) -> anyhow::Result<()> {
    let mut told = String::new();
    input.read_to_string(&mut told)?;
    let left = Left::heard(&told).context("the second process was told nothing that it knows")?;
    let stage = Stage::seeded(SEED, &[]);
    stage.world.clock.set(left.clock_ms);
    stage.recorder().begin("restart");
    let opening = Sqlite::at(database(&left.place)).with_clock(stage.world.clock.clone());
    let store = Arc::new(opening.open()?);
    let set = Set { store: Some(store.clone()), place: Some(left.place.clone()), ..Set::default() };
    let mut ours = Ours::new(&stage, set)?;
    let (tool, grants) = (ours.server.delete_file(), ours.grants());
    let recovered = ours.folder.recover_for(tool, grants, &*store, |args| &args.path);
    for (_, done) in recovered.map_err(|not| anyhow!("{not:?}"))? {
        let what = format!("looked into the quarantine: {}", said(&done));
        let why = "the grant's row says what becomes of a stage";
        stage.decided("process 2", &what, decision("recovered", why, &[&grant::FENCED]));
    }
    ours.queue.put(left.job);
    if let Some(delivery) = ours.queue.take() {
        ours.work(&stage, "worker 2", &delivery);
    }
    ours.alice.client_mut().count_from(left.next_id);
    ours.alice.retry(&left.pending);
    ours.show(&stage);
    stage.entries().iter().try_for_each(|entry| writeln!(output, "{}", entry.line()))?;
    Ok(())
}

/// What recovery did with a stage, in words.
#[must_use]
pub fn said(done: &effects::staged::Recovered) -> String {
    use effects::staged::Recovered;
    match done {
        Recovered::Purged => "a committed deletion is finished".into(),
        Recovered::Deleted => "a deletion is claimed anew, committed and finished".into(),
        Recovered::PutBack => "a file is back in its place".into(),
        Recovered::Kept(name) => format!("a file is kept as {name}"),
        Recovered::Left => "a file is left for whoever claims its grant next".into(),
        Recovered::Unknown => "a file of an unknown grant is left to a person".into(),
        Recovered::Failed(not) => format!("a file stays: {not}"),
    }
}
