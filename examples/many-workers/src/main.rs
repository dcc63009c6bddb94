//! The command: the run itself, or, started by it, one of its workers.

use anyhow::{Result, bail};
use many_workers::{Size, run, worker};
use std::process::ExitCode;

const USAGE: &str = "usage: many-workers [--store URL] [--jobs N] [--workers N] [--kills N]

  --store URL   an empty PostgreSQL database, as postgres://…; without it, a throw-away server is started
  --jobs N      how many deletions and how many payments are approved (24)
  --workers N   how many processes work on each queue (3)
  --kills N     how many of them are killed in each half of the run (6)";

fn main() -> ExitCode {
    match command() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("many-workers: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn command() -> Result<bool> {
    let mut size = Size::default();
    let mut store = None;
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = |least: usize| match words.next().and_then(|said| said.parse().ok()) {
            Some(number) if number >= least => Ok(number),
            _ => bail!("{word} needs a number of at least {least}\n\n{USAGE}"),
        };
        match word.as_str() {
            "worker" => return worker::serve().map(|()| true),
            "--store" => store = words.next(),
            "--jobs" => size.jobs = number(1)?,
            "--workers" => size.workers = number(2)?,
            "--kills" => size.kills = number(0)?,
            _ => bail!("{USAGE}"),
        }
    }
    run::run(size, store)
}
