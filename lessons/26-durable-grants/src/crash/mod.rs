//! The crash lab: a worker is a process of its own, it is really killed, and another one comes up and finds out.
//!
//! Killed at each named point, and at random instants. What happened in the world is counted in the world itself, and held
//! against what the record says. Time is the lesson's: the lease is over because the clock says so, and nothing waits.

mod backends;
mod class;
mod run;
mod table;
mod worker;

pub use class::Class;
pub use run::{Outcome, Stop, run};
pub use worker::{FLAG, work};

use lab::lesson::{Terminal, number};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// The argument behind which the lab is asked for.
pub const NAME: &str = "crash";
/// How many random instants for each class when nothing is said.
const RUNS: u32 = 20;

const HELP: &str = "\
cargo run -p lesson-26 -- crash               a worker killed at each named point
cargo run -p lesson-26 -- crash --runs N      and at N random instants for each class
cargo run -p lesson-26 -- crash --runs N staged      or for one";

/// Kills workers and prints what came of it. Exit code 1 where a record is false or a wrong object was touched.
///
/// # Errors
///
/// When the terminal cannot be written, or a run could not be made.
pub fn play(program: &Path, arguments: &[String], terminal: &mut Terminal) -> io::Result<ExitCode> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let right = match words.as_slice() {
        [] => points(program, terminal)?,
        ["--runs"] => instants(program, RUNS, &Class::ALL, terminal)?,
        ["--runs", runs] => match number(runs) {
            Some(runs) => instants(program, runs, &Class::ALL, terminal)?,
            None => return wrong(terminal),
        },
        ["--runs", runs, class] => match (number(runs), Class::named(class)) {
            (Some(runs), Some(class)) => instants(program, runs, &[class], terminal)?,
            _ => return wrong(terminal),
        },
        _ => return wrong(terminal),
    };
    Ok(if right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn wrong(terminal: &mut Terminal) -> io::Result<ExitCode> {
    writeln!(terminal.errors, "{HELP}")?;
    Ok(ExitCode::from(2))
}

/// Each class, killed at each of its points. The table is the same in every run.
fn points(program: &Path, terminal: &mut Terminal) -> io::Result<bool> {
    let mut right = true;
    terminal.print(table::heading())?;
    for class in Class::ALL {
        for (seed, point) in (1..).zip(class.points()) {
            let outcome = run(program, class, &Stop::At(point), seed).map_err(io::Error::other)?;
            right &= outcome.is_right();
            terminal.print([table::row(class, point, &outcome)])?;
            terminal.output.flush()?;
        }
    }
    terminal.print(table::legend())?;
    Ok(right)
}

/// Each class, killed at random instants. How often the end is unknown depends on the machine.
fn instants(program: &Path, runs: u32, classes: &[Class], terminal: &mut Terminal) -> io::Result<bool> {
    let mut right = true;
    terminal.print([table::totals_heading()])?;
    for class in classes.iter().copied() {
        let mut outcomes = Vec::new();
        let whole = run::measured(program, class).map_err(io::Error::other)?;
        for seed in 0..runs {
            let stop = run::instant(seed, whole);
            outcomes.push(run(program, class, &stop, seed.into()).map_err(io::Error::other)?);
        }
        for (outcome, seed) in outcomes.iter().zip(0..).filter(|(outcome, _): &(_, u32)| !outcome.is_right()) {
            right = false;
            writeln!(terminal.errors, "{} run {seed}: {outcome:?}", class.0.word())?;
        }
        terminal.print([table::totals(class, &outcomes)])?;
        terminal.output.flush()?;
    }
    terminal.print(table::totals_legend())?;
    Ok(right)
}
