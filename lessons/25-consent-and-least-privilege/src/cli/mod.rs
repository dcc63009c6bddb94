//! The command line: what is asked for, and what is done.

mod ask;
mod attack;
mod options;
mod show;
mod which;

pub use lesson::Terminal;
pub use options::{Mode, Options, Wrong};

use std::io::{self, Write};
use std::process::ExitCode;

/// Does what the arguments say. Exit code 2 for arguments that are none.
///
/// # Errors
///
/// When the terminal cannot be read or written, or the lab could not be built.
pub fn run(arguments: &[String], terminal: &mut Terminal) -> io::Result<ExitCode> {
    let options = match Options::read(arguments) {
        Ok(options) => options,
        Err(wrong) => {
            writeln!(terminal.errors, "{wrong}")?;
            return Ok(ExitCode::from(2));
        }
    };
    match &options.mode {
        Mode::Help => writeln!(terminal.output, "{}", options::HELP)?,
        Mode::List => show::list(terminal)?,
        Mode::Ask => ask::play(&options, terminal)?,
        Mode::Attack => attack::play(&options, terminal)?,
        Mode::WhichGate => which::play(terminal)?,
        Mode::Compare => show::compare(&options, terminal)?,
        Mode::Explain(number) => return show::explain(&options, *number, terminal),
        Mode::Print | Mode::Json | Mode::Step => {
            let (stage, shown) = show::played(&options)?;
            show::entries(&options, &shown, &stage.entries(), terminal)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
