//! One worker process: what it makes of a job, by the grant and by the payload.

use crate::bank::Teller;
use crate::payload::{Payload, Reference};
use crate::queue::{Queues, Work};
use crate::tools::{DeleteFile, Path, SendPayment};
use crate::{Authority, Deed, Orders, approvals, field, pace};
use anyhow::{Context, Result, anyhow, bail};
use effects::Ended;
use effects::staged::Point;
use grants_postgres::Postgres;
use serde_json::Value;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use twogates::consent::Effect;
use twogates::grants::{Claim, Grants, NotUsable};
use twogates::rules::Refused;

/// Reads its orders from the standard input, and works until that ends or the process is killed.
///
/// # Errors
///
/// Why it could not begin, or why the queue stopped.
pub fn serve() -> Result<()> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    let orders: Orders = serde_json::from_str(&line).context("the orders")?;
    thread::spawn(|| {
        // Whoever gave the orders has gone, or has seen enough.
        io::stdin().lock().read_to_end(&mut Vec::new()).ok();
        std::process::exit(0);
    });
    let worker = Worker::begin(&orders)?;
    Queues::open(&orders.store)?.serve(&orders.queue(), &orders.name, Arc::new(worker))
}

/// A worker, and where it writes down that it was given a job.
struct Worker {
    deliveries: File,
    hands: Hands,
}

/// What it acts with.
enum Hands {
    Deletions(Grants, DeleteFile),
    Payments(Grants, SendPayment),
    Bare(Deed, PathBuf),
}

/// The file in which the workers of a kind write down their deliveries, a line each: a killed one has written, too.
#[must_use]
pub fn deliveries(deed: Deed, authority: Authority) -> String {
    format!("deliveries-{deed:?}-{authority:?}")
}

impl Worker {
    fn begin(orders: &Orders) -> Result<Self> {
        let deliveries = orders.folder.join(deliveries(orders.deed, orders.authority));
        let deliveries = OpenOptions::new().create(true).append(true).open(deliveries)?;
        let hands = match (orders.authority, orders.deed) {
            (Authority::Payload, deed) => Hands::Bare(deed, orders.folder.clone()),
            (Authority::Grant, deed) => {
                let store = Postgres::at(&orders.store).with_connections(2).existing().open();
                let store = Arc::new(store.context("the store of grants")?);
                let grants = approvals::grants(&orders.server, store.clone());
                match deed {
                    Deed::Pay => Hands::Payments(grants, approvals::payments(&orders.folder)?),
                    Deed::Delete => {
                        let DeleteFile(folder) = approvals::deletions(&orders.folder)?;
                        let slow = folder.watched(|point| {
                            if point == Point::SetAside {
                                pace::take_time();
                            }
                        });
                        let tool = DeleteFile(slow);
                        // What the killed left: each start looks after it.
                        let recovered = tool.0.recover_for(&tool, &grants, &*store, path);
                        recovered.map_err(|not| anyhow!("recovery: {not:?}"))?;
                        Hands::Deletions(grants, tool)
                    }
                }
            }
        };
        Ok(Self { deliveries, hands })
    }
}

impl Work for Worker {
    fn work(&self, job: Value) -> Result<()> {
        (&self.deliveries).write_all(b"job\n")?;
        match &self.hands {
            Hands::Bare(deed, folder) => bare(*deed, folder, &serde_json::from_value(job)?),
            Hands::Deletions(grants, tool) => {
                by_grant(grants, tool, job, |claim| tool.0.delete(grants, claim, path).map(drop))
            }
            Hands::Payments(grants, tool) => {
                by_grant(grants, tool, job, |claim| match tool.0.run(tool, grants, claim, |order| order)? {
                    Ended::Known(_) => Ok(()),
                    Ended::Open { why } => Err(NotUsable::Unavailable(why)),
                })
            }
        }
    }
}

/// The job leads to a row, and the row decides. What is final is done with; what may pass comes again.
fn by_grant<T: Effect>(
    grants: &Grants,
    tool: &T,
    job: Value,
    act: impl FnOnce(Claim<T>) -> Result<(), NotUsable>,
) -> Result<()> {
    let reference = serde_json::from_value::<Reference>(job)?.read()?;
    match grants.claim(tool, &reference).and_then(act) {
        Ok(()) => Ok(()),
        Err(refusal) if refusal.may_pass() => {
            thread::sleep(pace::AGAIN);
            bail!("{}", refusal.why())
        }
        Err(_) => Ok(()),
    }
}

/// The job says that it was approved, and the worker believes it. Nothing here is to be copied.
fn bare(deed: Deed, folder: &std::path::Path, job: &Payload) -> Result<()> {
    if !job.approved {
        return Ok(());
    }
    match deed {
        // Gone is gone: to a retry that looks like success.
        Deed::Delete => drop(fs::remove_file(folder.join("files").join(field::name(job.number)))),
        Deed::Pay => drop(Teller(folder.join("bank")).send_plainly(&approvals::order(job.number))?),
    }
    pace::take_time();
    Ok(())
}

fn path(args: &Path) -> &str {
    &args.path
}
