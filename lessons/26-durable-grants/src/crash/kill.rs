//! Workers as processes: how one is started, and how it is killed.

use anyhow::{Context, anyhow};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use wire::Digest;

/// The argument by which the program knows that it is a worker.
pub const FLAG: &str = "--crash-worker";

/// When a worker is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// When it says that it is there.
    At(&'static str),
    /// After the parent has looked this often whether it has ended. Nobody reads a clock.
    Instant(u64),
    /// The same, counted from when it says that it has begun: that the grant is its own.
    Holding(u64),
}

impl Stop {
    /// The point at which the worker waits to be killed.
    pub(super) const fn at(self) -> Option<&'static str> {
        match self {
            Self::At(point) => Some(point),
            Self::Instant(_) | Self::Holding(_) => None,
        }
    }

    /// The point of which the worker says that it has come there, and goes on: `begun` is what that is.
    pub(super) const fn tells(self, begun: &'static str) -> Option<&'static str> {
        match self {
            Self::Holding(_) => Some(begun),
            _ => None,
        }
    }

    /// Whether it is at a random instant.
    pub(super) const fn is_random(self) -> bool {
        !matches!(self, Self::At(_))
    }
}

/// Starts a worker. Its input stays open as long as it lives: it waits there to be killed.
pub(super) fn started(program: &Path, told: &Value) -> anyhow::Result<Child> {
    let mut command = Command::new(program);
    let pipes = command.arg(FLAG).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = pipes.spawn()?;
    let input = child.stdin.as_mut().context("a worker hears nothing")?;
    writeln!(input, "{told}")?;
    Ok(child)
}

/// Kills a worker, really. Says whether it had ended by itself.
pub(super) fn killed(child: &mut Child, stop: Stop) -> anyhow::Result<bool> {
    let ended_itself = match stop {
        Stop::At(_) => !heard(child)?,
        Stop::Instant(most) => looked(child, most)?.is_some(),
        Stop::Holding(most) => !heard(child)? || looked(child, most)?.is_some(),
    };
    child.kill().ok();
    child.wait()?;
    Ok(ended_itself)
}

/// How often the parent looks until a worker that nobody kills has ended: from its start, or from when it says that it has
/// begun.
pub(super) fn whole(child: &mut Child, tells: bool) -> anyhow::Result<u64> {
    if tells {
        heard(child)?;
    }
    let looks = looked(child, u64::MAX)?.unwrap_or_default();
    let status = child.wait()?;
    if status.success() { Ok(looks) } else { Err(anyhow!("a worker that nobody killed ended with {status}")) }
}

/// Waits until the worker says where it is; no more than that it has ended, where it has.
fn heard(child: &mut Child) -> anyhow::Result<bool> {
    let output = child.stdout.as_mut().context("a worker says nothing")?;
    Ok(BufReader::new(output).read_line(&mut String::new())? > 0)
}

/// Looks at most so often whether the worker has ended: after how many looks it had.
fn looked(child: &mut Child, most: u64) -> anyhow::Result<Option<u64>> {
    for looks in 0..most {
        if child.try_wait()?.is_some() {
            return Ok(Some(looks));
        }
    }
    Ok(None)
}

/// How long workers take, in looks of their parent: the middle of a few from their start, and of a few from when they say
/// that they have begun. How busy the machine is differs from one to the next.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wholes {
    started: u64,
    begun: u64,
}

impl Wholes {
    /// Measured with these workers: `one` starts one, says whether it begins to tell, and looks.
    pub(super) fn measured(one: impl Fn(bool) -> anyhow::Result<u64>) -> anyhow::Result<Self> {
        let middle = |tells| {
            let mut all = (0..5).map(|_| one(tells)).collect::<anyhow::Result<Vec<u64>>>()?;
            all.sort_unstable();
            anyhow::Ok(all.get(2).copied().unwrap_or_default())
        };
        Ok(Self { started: middle(false)?, begun: middle(true)? })
    }

    /// An instant that is drawn: every second one from the start, the others from when the worker has begun. A little longer
    /// than measured, so that some workers end by themselves.
    pub(super) fn instant(self, which: &str, seed: u64) -> Stop {
        let drawn = Digest::of("lesson-26/instant/1", &[which.as_bytes(), &seed.to_be_bytes()]);
        let share = drawn.bytes().iter().take(2).fold(0_u64, |share, byte| share * 256 + u64::from(*byte));
        let within = |looks: u64| share * (looks + looks / 8) / 65_536;
        if seed.is_multiple_of(2) { Stop::Instant(within(self.started)) } else { Stop::Holding(within(self.begun)) }
    }
}
