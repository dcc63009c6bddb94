//! The crash lab: a worker is a process of its own, it is really killed, and another one comes up and finds out.
//!
//! Killed at each named point, and at random instants. What happened in the world is counted in the world itself, and held
//! against what the record says. Time is the lesson's: the lease is over because the clock says so, and nothing waits.

mod backends;
mod class;
mod earlier;
mod kill;
mod run;
mod table;
mod worker;
mod world;

pub use class::Class;
pub use earlier::{Earlier, Left, run as run_earlier};
pub use kill::{FLAG, Stop};
pub use run::{Outcome, run};
pub use worker::work;

use lesson::{Terminal, Wrong, number};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// The argument behind which the lab is asked for.
pub const NAME: &str = "crash";
const HELP: &str = "\
The crash lab: a worker is really killed, and another finds out.

  cargo run -p lesson-26 -- crash                  at each named point
  cargo run -p lesson-26 -- crash --runs N         instead, at N random instants
                                                   for each class
  cargo run -p lesson-26 -- crash --runs N CLASS   or for one

CLASS is transactional, staged, keyed, conditional, or at-most-once.";

/// What is asked for.
enum Asked {
    Help,
    Points,
    Instants(u32, Vec<Class>),
}

/// Kills workers and prints what came of it. Exit code 1 where a record is false or a wrong object was touched, 2 for
/// arguments that are none.
///
/// # Errors
///
/// When the terminal cannot be written, or a run could not be made.
pub fn play(program: &Path, arguments: &[String], terminal: &mut Terminal) -> io::Result<ExitCode> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let right = match asked(&words) {
        Ok(Asked::Help) => {
            writeln!(terminal.output, "{HELP}")?;
            true
        }
        Ok(Asked::Points) => points(program, terminal)?,
        Ok(Asked::Instants(runs, classes)) => instants(program, runs, &classes, terminal)?,
        Err((what, instead)) => {
            let wrong = Wrong::new("cargo run -p lesson-26", what, &[format!("{NAME}{instead}")]);
            writeln!(terminal.errors, "{wrong}")?;
            return Ok(ExitCode::from(2));
        }
    };
    Ok(if right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What is asked for; else what is wrong, and what to type behind the lab's name.
fn asked(words: &[&str]) -> Result<Asked, (String, &'static str)> {
    if words.iter().any(|word| ["--help", "-h"].contains(word)) {
        return Ok(Asked::Help);
    }
    match words {
        [] => Ok(Asked::Points),
        ["--runs"] => Err(("--runs needs a number.".into(), " --runs 20")),
        ["--runs", runs, rest @ ..] => {
            let Some(number) = number(runs).filter(|number| *number > 0) else {
                return Err((format!("{runs:?} is not a number of runs."), " --runs 20"));
            };
            match rest {
                [] => Ok(Asked::Instants(number, Class::ALL.to_vec())),
                [class] => match Class::named(class) {
                    Some(class) => Ok(Asked::Instants(number, vec![class])),
                    None => Err((format!("There is no class {class:?}."), " --help")),
                },
                [_, unknown, ..] => Err((format!("There is no argument {unknown:?}."), " --help")),
            }
        }
        [unknown, ..] => Err((format!("There is no argument {unknown:?}."), " --help")),
    }
}

/// Each class, killed at each of its points, and the two designs of acts 1 and 2. The table is the same in every run.
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
    terminal.print(table::earlier_heading())?;
    for design in Earlier::ALL {
        for point in design.points() {
            let left = run_earlier(program, design, Stop::At(point), 1).map_err(io::Error::other)?;
            terminal.print([table::earlier_row(design, point, &left)])?;
            terminal.output.flush()?;
        }
    }
    Ok(right)
}

/// Classes, killed at random instants; with all of them, the two designs of acts 1 and 2. How often the end is unknown
/// depends on the machine.
fn instants(program: &Path, runs: u32, classes: &[Class], terminal: &mut Terminal) -> io::Result<bool> {
    let mut right = true;
    terminal.print([table::totals_heading()])?;
    for class in classes.iter().copied() {
        let mut outcomes = Vec::new();
        let wholes = run::measured(program, class).map_err(io::Error::other)?;
        for seed in 0..u64::from(runs) {
            let stop = wholes.instant(class.0.word(), seed);
            outcomes.push(run(program, class, &stop, seed).map_err(io::Error::other)?);
        }
        for (outcome, seed) in outcomes.iter().zip(0..).filter(|(outcome, _): &(_, u32)| !outcome.is_right()) {
            right = false;
            writeln!(terminal.errors, "{} run {seed}: {outcome:?}", class.0.word())?;
        }
        terminal.print([table::totals(class, &outcomes)])?;
        terminal.output.flush()?;
    }
    if classes.len() == Class::ALL.len() {
        for design in Earlier::ALL {
            let left = earlier::instants(program, design, runs).map_err(io::Error::other)?;
            terminal.print([table::earlier_totals(design, &left)])?;
            terminal.output.flush()?;
        }
    }
    terminal.print(table::totals_legend())?;
    Ok(right)
}
