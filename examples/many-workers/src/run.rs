//! The whole run: approvals, both halves, the table.

use crate::approvals::{Approved, Server};
use crate::bank::Bank;
use crate::cluster::Cluster;
use crate::field::Field;
use crate::payload::{Payload, Reference};
use crate::processes::{Processes, Told};
use crate::queue::Queues;
use crate::report::{self, Half};
use crate::worker::deliveries;
use crate::{Authority, Deed, Fate, Size, queue_of};
use anyhow::{Context, Result, anyhow, bail};
use grants_postgres::Postgres;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use twogates::grants::{Grants, State, Store};
use twogates::rules::Refused;

/// How long a worker lives before the next kill.
const BETWEEN_KILLS: Duration = Duration::from_millis(900);
/// How often the run looks whether it is over.
const LOOKS: Duration = Duration::from_millis(100);
/// How long one half may take.
const PATIENCE: Duration = Duration::from_secs(600);

/// Runs both halves, on this database or on a throw-away server, and prints the table. False when a check failed.
///
/// # Errors
///
/// Why it could not be run to its end.
pub fn run(size: Size, store: Option<String>) -> Result<bool> {
    let folder = Folder::make()?;
    let cluster = if store.is_none() { Some(Cluster::start(&folder.0)?) } else { None };
    let store = store.or_else(|| cluster.as_ref().map(Cluster::url)).context("no database")?;
    let grants = Arc::new(Postgres::at(&store).with_connections(4).open().context("the store of grants")?);
    let queues = Queues::open(&store)?;
    queues.set_up()?;
    let name = format!("many-workers-{}", std::process::id());
    println!(
        "{} deletions and {} payments, approved twice over: to be run by the grant, and by the payload.",
        size.jobs, size.jobs
    );
    let mut halves = Vec::new();
    for authority in [Authority::Grant, Authority::Payload] {
        let folder = folder.0.join(format!("{authority:?}"));
        let told = Told { store: &store, server: &name, folder: &folder, authority };
        halves.push(half(size, told, &grants, &queues)?);
    }
    let [by_grant, by_payload] = &halves[..] else { bail!("two halves") };
    println!("{}", report::table(by_grant, by_payload));
    let faults = report::faults(by_grant, &grants)?;
    for fault in &faults {
        println!("FAULT: {fault}");
    }
    if faults.is_empty() {
        println!("By the grant: no effect twice, none without its grant, no false record, every audit chain verifies.");
    }
    Ok(faults.is_empty())
}

/// One half: everything approved, queued, and worked on until nothing is open.
fn half(size: Size, told: Told<'_>, store: &Arc<Postgres>, queues: &Queues) -> Result<Half> {
    let mut field = Field::plant(&told.folder.join("files"), size.jobs)?;
    let bank = Bank::open(&told.folder.join("bank"))?;
    let server = Server::open(told.server, store.clone(), told.folder)?;
    let mut approved = Vec::new();
    for deed in [Deed::Delete, Deed::Pay] {
        for number in 0..size.jobs {
            approved.push(server.approve(number, deed)?);
        }
    }
    let mut queued = [0; 2];
    for (deed, count) in [Deed::Delete, Deed::Pay].into_iter().zip(&mut queued) {
        let jobs = jobs(&approved, deed, told.authority)?;
        *count = jobs.len();
        queues.put(&queue_of(told.server, deed, told.authority), jobs)?;
    }
    // The payload knows nothing of it; the row does.
    for taken_back in approved.iter().filter(|approved| approved.fate() == Fate::Revoked) {
        server.revoke(taken_back)?;
    }
    field.let_others_in()?;
    let mut processes = Processes::start(size, told)?;
    let over = || match told.authority {
        Authority::Grant => Ok(all_ended(&**store, &approved)? && queues_are_empty(queues, told)?),
        Authority::Payload => queues_are_empty(queues, told),
    };
    let seconds = until(size, &mut processes, over)?;
    let (killed, ended) = (processes.killed, processes.ended);
    drop(processes);
    let left_aside = if told.authority == Authority::Grant { clear(&server, store)? } else { 0 };
    field.close();
    let delivered = |deed| -> Result<usize> {
        let written = fs::read_to_string(told.folder.join(deliveries(deed, told.authority))).unwrap_or_default();
        Ok(written.lines().count())
    };
    let delivered = [delivered(Deed::Delete)?, delivered(Deed::Pay)?];
    Ok(Half { size, approved, queued, delivered, killed, ended, seconds, left_aside, field, payments: bank.payments() })
}

/// The jobs of one queue. A doubled one stands in it twice.
fn jobs(approved: &[Approved], deed: Deed, authority: Authority) -> Result<Vec<Value>> {
    let mut jobs = Vec::new();
    for approved in approved.iter().filter(|approved| approved.deed == deed) {
        let job = match authority {
            Authority::Grant => serde_json::to_value(Reference::to(&approved.reference))?,
            Authority::Payload => serde_json::to_value(Payload { approved: true, number: approved.number })?,
        };
        let times = if approved.fate() == Fate::Doubled { 2 } else { 1 };
        jobs.extend(std::iter::repeat_n(job, times));
    }
    Ok(jobs)
}

/// Kills and replaces workers until it is over. Returns how long that took.
fn until(size: Size, processes: &mut Processes<'_>, over: impl Fn() -> Result<bool>) -> Result<u64> {
    let began = Instant::now();
    let mut last_kill = began;
    while !over()? {
        if began.elapsed() > PATIENCE {
            bail!("it has not ended after {} s", PATIENCE.as_secs());
        }
        processes.look_after()?;
        if processes.killed < size.kills && last_kill.elapsed() > BETWEEN_KILLS {
            processes.kill_one()?;
            last_kill = Instant::now();
        }
        thread::sleep(LOOKS);
    }
    Ok(began.elapsed().as_secs())
}

fn all_ended(store: &dyn Store, approved: &[Approved]) -> Result<bool> {
    for approved in approved {
        let grant = store.grant(approved.reference.id()).map_err(|refusal| anyhow!("{}", refusal.why()))?;
        if grant.is_none_or(|grant| matches!(grant.state, State::Issued | State::Claimed)) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn queues_are_empty(queues: &Queues, told: Told<'_>) -> Result<bool> {
    let open = |deed| queues.open_jobs(&queue_of(told.server, deed, told.authority));
    Ok(open(Deed::Delete)? == 0 && open(Deed::Pay)? == 0)
}

/// What the last killed workers left is cleared away, as at any start. Returns how many stages are left after that.
fn clear(server: &Server, store: &Arc<Postgres>) -> Result<usize> {
    let grants: &Grants = server.gates.grants();
    let tool = &server.delete;
    let recovered = tool.0.recover_for(tool, grants, &**store, |args| &args.path);
    recovered.map_err(|not| anyhow!("recovery: {not:?}"))?;
    Ok(tool.0.stages()?.len())
}

/// The folder of a run. It is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn make() -> Result<Self> {
        let path: &Path = &std::env::temp_dir().join(format!("many-workers-{}", std::process::id()));
        for half in [Authority::Grant, Authority::Payload] {
            fs::create_dir_all(path.join(format!("{half:?}")))?;
        }
        Ok(Self(path.to_owned()))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}
