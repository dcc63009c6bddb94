//! The worker: runs queued calls from their grants.

use crate::cli::said;
use crate::config::Config;
use crate::database::{Database, Job};
use crate::serve::{runtime, stopped};
use crate::service::{Parts, Service, Worked};
use crate::tokens::Nobody;
use crate::watched::Metrics;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use tracing::{error, info};
use twogates::grants::{NotUsable, State};
use twogates::rules::Refused;

/// For how long a job that was given out is nobody else's, in milliseconds: as long as a claim, and a little more.
const LEASE_MS: i64 = 45_000;
/// How often an empty queue is looked at.
const IDLE: Duration = Duration::from_millis(250);

/// Works until the process is told to stop, or does one job.
///
/// # Errors
///
/// A sentence for the operator.
pub(crate) fn work(config: &Config, once: bool) -> anyhow::Result<()> {
    let database = Database::open(config)?;
    let metrics = Arc::new(Metrics::new()?);
    let parts = Parts { database: database.clone(), tokens: Arc::new(Nobody), metrics };
    let service = Service::new(config, parts)?;
    service.recover();
    if once {
        return said(&next(&database, &service).map_err(|refusal| anyhow::anyhow!("{}", refusal.why()))?);
    }
    let end = Arc::new(AtomicBool::new(false));
    let told = end.clone();
    let runtime = runtime()?;
    runtime.spawn(async move {
        stopped().await;
        told.store(true, Ordering::SeqCst);
    });
    said("working")?;
    while !end.load(Ordering::SeqCst) {
        match next(&database, &service) {
            Ok(did) if did == "idle" => thread::sleep(IDLE),
            Ok(_) => {}
            Err(refusal) => {
                error!(event = "queue_unanswered", code = refusal.code());
                thread::sleep(IDLE);
            }
        }
    }
    runtime.shutdown_background();
    Ok(())
}

/// Does the next job, and says in two words what became of it.
fn next(database: &Database, service: &Service) -> Result<String, NotUsable> {
    let Some(job) = database.take(LEASE_MS)? else { return Ok("idle".into()) };
    let Job { tool, reference, .. } = &job;
    let did = match service.work(tool, reference) {
        Worked::Ended(State::Executed) => "ran".to_owned(),
        Worked::Ended(State::Failed) => "failed".to_owned(),
        Worked::Ended(state) => state.word().to_owned(),
        Worked::Refused(refusal) => {
            info!(event = "not_worked", grant = %reference.id(), tool, code = refusal.code());
            if refusal.may_pass() {
                // It is given out again when its time here is over.
                return Ok(format!("later {}", refusal.code()));
            }
            format!("refused {}", refusal.code())
        }
    };
    database.done(&job)?;
    Ok(did)
}
