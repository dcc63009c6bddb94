//! The seed's scenario beyond one machine: worker processes on an existing queue, and grants in PostgreSQL.
//!
//! People approve deletions and payments. The calls wait in a queue ([apalis](apalis_postgres)), which takes a job back from
//! a worker that it has not heard of for a second, whether that worker still runs or not; some jobs are put in twice; and
//! workers are killed. The same is played twice:
//!
//! - by the grant: the queue carries a reference, and each effect needs a claim of the row that it leads to;
//! - by the payload: the queue carries the call, and what stands in the queue was approved.
//!
//! [`run`] is the whole run, [`worker`] one process of it. What they act on stands in [`field`] and [`bank`]; [`approvals`]
//! is the server that asks, [`queue`] the engine, [`report`] the table and its checks.

pub mod approvals;
pub mod bank;
pub mod cluster;
pub mod field;
pub mod queue;
pub mod report;
pub mod run;
pub mod tools;
pub mod worker;

mod pace;
mod payload;
mod processes;

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// How much is done in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// How many deletions, and how many payments, are approved.
    pub jobs: usize,
    /// How many processes work on each queue.
    pub workers: usize,
    /// How many workers are killed in each half of the run.
    pub kills: usize,
}

impl Default for Size {
    fn default() -> Self {
        Self { jobs: 24, workers: 3, kills: 6 }
    }
}

/// What is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deed {
    /// A file is deleted.
    Delete,
    /// Money is sent.
    Pay,
}

/// What a worker takes for the authority to do it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Authority {
    /// The row that the job's reference leads to.
    Grant,
    /// The job itself.
    Payload,
}

/// What happens to a job besides its execution. A tenth of the jobs meets each of the last two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// Nothing.
    Plain,
    /// It is put into the queue twice.
    Doubled,
    /// The file is replaced by somebody else's after the approval. A payment is doubled instead.
    Replaced,
    /// The yes is taken back before a worker comes.
    Revoked,
}

impl Fate {
    /// The fate of the job with this number.
    #[must_use]
    pub const fn of(number: usize, deed: Deed) -> Self {
        match (number % 10, deed) {
            (3, Deed::Delete) => Self::Replaced,
            (7, _) => Self::Revoked,
            (0 | 3 | 5, _) => Self::Doubled,
            _ => Self::Plain,
        }
    }
}

/// What a worker process is told on its standard input.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Orders {
    /// The database of the grants and of the queue.
    pub store: String,
    /// The server whose grants they are.
    pub server: String,
    /// The folder of the run.
    pub folder: PathBuf,
    /// The worker's name, which no other has.
    pub name: String,
    /// What it does.
    pub deed: Deed,
    /// On what authority.
    pub authority: Authority,
}

impl Orders {
    /// The queue that it works on.
    #[must_use]
    pub fn queue(&self) -> String {
        queue_of(&self.server, self.deed, self.authority)
    }
}

/// The name of a queue.
#[must_use]
pub fn queue_of(server: &str, deed: Deed, authority: Authority) -> String {
    let deed = match deed {
        Deed::Delete => "delete_file",
        Deed::Pay => "send_payment",
    };
    let authority = match authority {
        Authority::Grant => "by-grant",
        Authority::Payload => "by-payload",
    };
    format!("{server}/{deed}/{authority}")
}
