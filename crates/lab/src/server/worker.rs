//! The queue and the worker behind it, and how the worker's process can end.

use super::LabServer;
use crate::tools::{Run, lock};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use twogates::grants::{Grant, GrantRef, NotUsable};

/// When a worker's process ends before it says what it did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dies {
    /// It claimed the grant, and did nothing yet.
    BeforeActing,
    /// It acted, and recorded nothing.
    AfterActing,
}

/// What waits, each with its tool; and what was delivered last. A job carries a reference and no right.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: VecDeque<Job>,
    last: Option<Job>,
}

type Job = (String, GrantRef);

impl LabServer {
    /// A worker takes the next queued call and runs it: what became of its grant, or why the grant could not be used.
    /// None when the queue is empty.
    pub fn work(&self) -> Option<Result<Grant, NotUsable>> {
        let (tool, reference) = self.next_queued()?;
        Some(match tool.as_str() {
            "search_web" => self.run_queued(&self.search_web, &reference),
            "send_payment" => self.run_queued(&self.send_payment, &reference),
            "delete_files" => self.run_queued(&self.delete_files, &reference),
            _ if self.delete_file.is_staged() => {
                self.set_aside(&reference).and_then(|aside| aside.map_or_else(Ok, |aside| self.finish(aside)))
            }
            _ => self.run_queued(&self.delete_file, &reference),
        })
    }

    /// The same, by a worker whose process ends before it records what it did.
    pub fn work_and_die(&self, dies: Dies) -> Option<Result<(), NotUsable>> {
        let (tool, reference) = self.next_queued()?;
        Some(match tool.as_str() {
            "search_web" => self.die_over(&self.search_web, &reference, dies),
            "send_payment" => self.die_over(&self.send_payment, &reference, dies),
            "delete_files" => self.die_over(&self.delete_files, &reference, dies),
            _ if self.delete_file.is_staged() => self.set_aside(&reference).map(drop),
            _ => self.die_over(&self.delete_file, &reference, dies),
        })
    }

    /// Takes the reference of the next queued call, for a queue or a worker of somebody else's.
    pub fn take_queued(&self) -> Option<GrantRef> {
        self.next_queued().map(|(_, reference)| reference)
    }

    /// The queue delivers once more what it delivered last, before anything else: as after a lost acknowledgement, or for a
    /// retry.
    pub fn redeliver(&self) {
        let mut queue = lock(&self.queue);
        if let Some(last) = queue.last.clone() {
            queue.waiting.push_front(last);
        }
    }

    pub(super) fn put_into_the_queue(&self, tool: &str, references: impl IntoIterator<Item = GrantRef>) {
        lock(&self.queue).waiting.extend(references.into_iter().map(|reference| (tool.to_owned(), reference)));
    }

    fn next_queued(&self) -> Option<Job> {
        let mut queue = lock(&self.queue);
        let job = queue.waiting.pop_front()?;
        queue.last = Some(job.clone());
        Some(job)
    }

    fn run_queued<T: Run>(&self, tool: &T, reference: &GrantRef) -> Result<Grant, NotUsable> {
        let claim = self.gates.claim(tool, reference)?;
        self.gates.settle(tool.run(claim).settled)
    }

    fn die_over<T: Run>(&self, tool: &T, reference: &GrantRef, dies: Dies) -> Result<(), NotUsable> {
        let claim = self.gates.claim(tool, reference)?;
        match dies {
            Dies::BeforeActing => drop(claim),
            Dies::AfterActing => drop(tool.run(claim)),
        }
        Ok(())
    }
}
