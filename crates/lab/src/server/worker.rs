//! The worker behind the queue, and how its process can end.

use super::LabServer;
use crate::tools::Run;
use serde::{Deserialize, Serialize};
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

impl LabServer {
    /// A worker takes the next queued call and runs it: what became of its grant, or why the grant could not be used.
    /// None when the queue is empty.
    pub fn work(&self) -> Option<Result<Grant, NotUsable>> {
        let (tool, reference) = self.next_queued()?;
        Some(match tool {
            "search_web" => self.run_queued(&self.search_web, &reference),
            "send_payment" => self.run_queued(&self.send_payment, &reference),
            _ => self.run_queued(&self.delete_file, &reference),
        })
    }

    /// The same, by a worker whose process ends before it records what it did.
    pub fn work_and_die(&self, dies: Dies) -> Option<Result<(), NotUsable>> {
        let (tool, reference) = self.next_queued()?;
        Some(match tool {
            "search_web" => self.die_over(&self.search_web, &reference, dies),
            "send_payment" => self.die_over(&self.send_payment, &reference, dies),
            _ => self.die_over(&self.delete_file, &reference, dies),
        })
    }

    fn next_queued(&self) -> Option<(&'static str, GrantRef)> {
        let reference = self.take_queued()?;
        // The lab defers one tool at a time, so that the queue need not say which.
        self.settings.deferred.first().map(|(tool, _)| (*tool, reference))
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
