//! The worker processes of one half of a run: started, killed, replaced, and ended.

use crate::{Authority, Deed, Orders, Size};
use anyhow::{Context, Result};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};

static NAMES: AtomicU64 = AtomicU64::new(0);

/// What all workers are told alike.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Told<'a> {
    pub(crate) store: &'a str,
    pub(crate) server: &'a str,
    pub(crate) folder: &'a Path,
    pub(crate) authority: Authority,
}

/// The processes, oldest first.
#[derive(Debug)]
pub(crate) struct Processes<'a> {
    told: Told<'a>,
    running: Vec<(Deed, Child)>,
    /// How many were killed.
    pub(crate) killed: usize,
    /// How many ended by themselves.
    pub(crate) ended: usize,
}

impl<'a> Processes<'a> {
    pub(crate) fn start(size: Size, told: Told<'a>) -> Result<Self> {
        let mut processes = Self { told, running: Vec::new(), killed: 0, ended: 0 };
        for _ in 0..size.workers {
            processes.one_more(Deed::Delete)?;
            processes.one_more(Deed::Pay)?;
        }
        Ok(processes)
    }

    /// Kills the oldest with SIGKILL, and starts another.
    pub(crate) fn kill_one(&mut self) -> Result<()> {
        if self.running.is_empty() {
            return Ok(());
        }
        let (deed, mut oldest) = self.running.remove(0);
        oldest.kill()?;
        oldest.wait()?;
        self.killed += 1;
        self.one_more(deed)
    }

    /// Starts another for each that ended by itself.
    pub(crate) fn look_after(&mut self) -> Result<()> {
        let mut gone = Vec::new();
        for (at, (deed, process)) in self.running.iter_mut().enumerate() {
            if process.try_wait()?.is_some() {
                gone.push((at, *deed));
            }
        }
        for (at, deed) in gone.into_iter().rev() {
            self.running.remove(at);
            self.ended += 1;
            self.one_more(deed)?;
        }
        Ok(())
    }

    fn one_more(&mut self, deed: Deed) -> Result<()> {
        let Told { store, server, folder, authority } = self.told;
        let name = format!("{server}-{deed:?}-{}", NAMES.fetch_add(1, Ordering::SeqCst));
        let orders =
            Orders { store: store.into(), server: server.into(), folder: folder.into(), name, deed, authority };
        let mut command = Command::new(std::env::current_exe()?);
        let mut process = command.arg("worker").stdin(Stdio::piped()).spawn().context("a worker")?;
        if let Some(input) = &mut process.stdin {
            // One that ended already is seen later.
            writeln!(input, "{}", serde_json::to_string(&orders)?).ok();
        }
        self.running.push((deed, process));
        Ok(())
    }
}

impl Drop for Processes<'_> {
    /// The end of their input ends them.
    fn drop(&mut self) {
        for (_, process) in &mut self.running {
            drop(process.stdin.take());
            process.wait().ok();
        }
    }
}
