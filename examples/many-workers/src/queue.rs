//! The engine: apalis on PostgreSQL, as it comes.
//!
//! It takes a job back from a worker whose heartbeat is missing, and gives it to the next one; that the first still runs, it
//! cannot know. So every job may be delivered several times, and that is no fault of it: no queue can do better.

use crate::pace;
use anyhow::{Context, Result};
use apalis::prelude::{BoxDynError, Data, TaskBuilder, TaskSink, WorkerBuilder};
use apalis_postgres::{Config, PgPool, PostgresStorage};
use serde_json::Value;
use sqlx::postgres::PgPoolOptions;
use std::future::Future;
use std::sync::Arc;
use tokio::runtime::{Builder, Runtime};

/// How often a job may be delivered: always often enough here.
const ATTEMPTS: usize = 1_000;
/// How many jobs a worker takes at once. Those that wait in it are taken back with the one that it runs.
const BATCH: usize = 3;

/// The queues of one database.
#[derive(Debug)]
pub struct Queues {
    runtime: Runtime,
    pool: PgPool,
}

/// What a worker makes of a job. An error says that it must come again.
pub trait Work: Send + Sync + 'static {
    /// Does the job.
    ///
    /// # Errors
    ///
    /// Why it must come again.
    fn work(&self, job: Value) -> Result<()>;
}

impl Queues {
    /// Opens the queues in this database.
    ///
    /// # Errors
    ///
    /// What the database said.
    pub fn open(store: &str) -> Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let pool = runtime.block_on(PgPoolOptions::new().max_connections(3).connect(store));
        Ok(Self { runtime, pool: pool.context("the database of the queue")? })
    }

    /// Makes the engine's tables.
    ///
    /// # Errors
    ///
    /// What the database said.
    pub fn set_up(&self) -> Result<()> {
        self.runtime.block_on(PostgresStorage::setup(&self.pool)).context("the tables of the queue")
    }

    /// Puts jobs into a queue.
    ///
    /// # Errors
    ///
    /// What the database said.
    pub fn put(&self, queue: &str, jobs: Vec<Value>) -> Result<()> {
        let mut storage = self.storage(queue);
        self.runtime.block_on(async {
            for job in jobs {
                storage.push_task(TaskBuilder::new(job).max_attempts(ATTEMPTS).build()).await?;
            }
            Ok(())
        })
    }

    /// How many jobs of a queue have not come to their end.
    ///
    /// # Errors
    ///
    /// What the database said.
    pub fn open_jobs(&self, queue: &str) -> Result<i64> {
        let asked = sqlx::query_scalar(
            "SELECT count(*) FROM apalis.jobs WHERE job_type = $1 AND (status IN ('Pending', 'Queued', 'Running') \
             OR status = 'Failed' AND attempts < max_attempts)",
        );
        self.runtime.block_on(asked.bind(queue).fetch_one(&self.pool)).context("the jobs of the queue")
    }

    /// Works on a queue until the process ends.
    ///
    /// # Errors
    ///
    /// Why the engine stopped.
    pub fn serve(&self, queue: &str, name: &str, work: Arc<dyn Work>) -> Result<()> {
        let worker = || WorkerBuilder::new(name).backend(self.storage(queue)).data(Arc::clone(&work)).build(deliver);
        self.runtime.block_on(async { worker().run().await }).context("the queue's worker")
    }

    fn storage(&self, queue: &str) -> PostgresStorage<Value> {
        let config = Config::default().queue(queue).batch_size(BATCH);
        let config = config.heartbeat_interval(pace::HEARTBEAT).missed_heartbeats(pace::MISSED);
        PostgresStorage::new(&self.pool).with_config(config)
    }
}

/// One delivery. The work is synchronous, and the engine's thread waits for it: no heartbeat meanwhile.
fn deliver(job: Value, work: Data<Arc<dyn Work>>) -> impl Future<Output = Result<(), BoxDynError>> + Send {
    let work = Arc::clone(&work);
    async move {
        // A store with connections of its own wants a thread of its own.
        match std::thread::spawn(move || work.work(job)).join() {
            Ok(done) => done.map_err(|error| format!("{error:#}").into()),
            Err(_) => Err("the work broke off".into()),
        }
    }
}
