//! The worker: runs queued calls from their grants.

use crate::cli::said;
use crate::config::Config;
use crate::database::{Database, Job};
use crate::serve::{runtime, stopped};
use crate::service::{Inputs, Service};
use crate::watched::Metrics;
use rmcp_gates::Queued;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::spawn_blocking;
use tokio::time::sleep;
use tracing::{error, info};
use twogates::grants::{GrantId, NotUsable, State};
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
    let inputs = Inputs::read(config)?;
    let runtime = runtime()?;
    let told_to_stop = stopped(&runtime);
    let database = Database::open(config)?;
    let service = runtime.block_on(Service::new(config, inputs, database.clone(), Arc::new(Metrics::new()?)))?;
    service.recover();
    if once {
        let did = runtime.block_on(next(&database, &service));
        return said(&did.map_err(|refusal| anyhow::anyhow!("{}", refusal.why()))?);
    }
    said("working")?;
    runtime.block_on(async {
        let mut end = std::pin::pin!(told_to_stop);
        loop {
            // A job that was taken is done, whoever wants the worker to stop.
            let idle = match next(&database, &service).await {
                Ok(did) => did == "idle",
                Err(refusal) => {
                    error!(event = "queue_unanswered", code = refusal.code());
                    true
                }
            };
            tokio::select! {
                biased;
                () = &mut end => return,
                () = sleep(if idle { IDLE } else { Duration::ZERO }) => {}
            }
        }
    });
    Ok(())
}

/// Whether a grant may still be somebody's to run. One that has ended leaves the queue, whoever finds it.
async fn waits(service: &Service, grant: GrantId) -> Result<bool, NotUsable> {
    let grants = service.gated().gates().grants().clone();
    let standing = spawn_blocking(move || grants.standing(grant)).await;
    let standing = standing.map_err(|_| NotUsable::Unavailable("the store broke off".into()))??;
    Ok(standing.is_some_and(|grant| matches!(grant.state, State::Issued | State::Claimed)))
}

/// Does the next job, and says in two words what became of it.
async fn next(database: &Database, service: &Service) -> Result<String, NotUsable> {
    let broke_off = |_| NotUsable::Unavailable("the queue broke off".into());
    let queue = database.clone();
    let taken = spawn_blocking(move || queue.take(LEASE_MS)).await.map_err(broke_off)??;
    let Some(job) = taken else { return Ok("idle".into()) };
    let Job { tool, reference, .. } = job.clone();
    let did = match service.gated().work(&Queued { tool, reference }).await {
        Ok(grant) => match grant.state {
            State::Executed => "ran".to_owned(),
            state => state.word().to_owned(),
        },
        Err(refusal) => {
            info!(event = "not_worked", grant = %job.reference.id(), tool = job.tool, code = refusal.code());
            let others = matches!(refusal, NotUsable::OtherServer | NotUsable::OtherContract);
            if refusal.may_pass() || (others && waits(service, job.reference.id()).await?) {
                // It is given out again when its time here is over: to this worker, or to that of another server, or of
                // another version, on the same database.
                return Ok(format!("later {}", refusal.code()));
            }
            format!("refused {}", refusal.code())
        }
    };
    let queue = database.clone();
    spawn_blocking(move || queue.done(&job)).await.map_err(broke_off)??;
    Ok(did)
}
