//! The command line: what is asked for, and what is done.

mod options;

pub use options::{Mode, Options};

use crate::acts::{self, ACTS};
use lesson::show::{self, How, Played, row};
use lesson::{Cast, Scripted, Terminal, ask};
use options::{COMMAND, HELP};
use rules::Defence;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;
use wire::Entry;

/// Does what the arguments say; `program` is what was started, for one act starts it again. Exit code 2 for arguments that are none.
///
/// # Errors
///
/// When the terminal cannot be read or written, or the stage could not be built.
pub fn run(program: &Path, arguments: &[String], terminal: &mut Terminal) -> io::Result<ExitCode> {
    #[cfg(target_os = "linux")]
    match arguments.first().map(String::as_str) {
        Some(crate::second::FLAG) => {
            crate::second::play(&mut terminal.input, &mut terminal.output).map_err(io::Error::other)?;
            return Ok(ExitCode::SUCCESS);
        }
        Some(crate::crash::FLAG) => {
            crate::crash::work(&mut terminal.input).map_err(io::Error::other)?;
            return Ok(ExitCode::SUCCESS);
        }
        Some(crate::crash::NAME) => {
            return crate::crash::play(program, arguments.get(1..).unwrap_or_default(), terminal);
        }
        _ => {}
    }
    let options = match Options::read(program, arguments) {
        Ok(options) => options,
        Err(wrong) => {
            writeln!(terminal.errors, "{wrong}")?;
            return Ok(ExitCode::from(2));
        }
    };
    match options.mode {
        Mode::Help => writeln!(terminal.output, "{HELP}")?,
        Mode::List => list(terminal)?,
        Mode::Ask => ask::play(options.act.map(|act| act.name), terminal, |cast| played(&options, cast).map(drop))?,
        Mode::Explain(number) => return explain(&options, number, terminal),
        Mode::Print => shown(&options, How::Printed, terminal)?,
        Mode::Json => shown(&options, How::Json, terminal)?,
        Mode::Step => shown(&options, How::Step, terminal)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays what the options name: what happened.
fn played(options: &Options, cast: &Rc<dyn Cast>) -> io::Result<Vec<Entry>> {
    let played = match options.act {
        None => acts::all(&options.program, cast, &options.without),
        Some(act) => acts::one(act, &options.program, cast, &options.without),
    };
    played.map_err(io::Error::other)
}

fn scripted(options: &Options) -> io::Result<Vec<Entry>> {
    let cast: Rc<dyn Cast> = Rc::new(Scripted);
    played(options, &cast)
}

fn shown(options: &Options, how: How, terminal: &mut Terminal) -> io::Result<()> {
    let entries = scripted(options)?;
    show::entries(how, options.act.is_none(), &entries, &entries, terminal)
}

fn explain(options: &Options, number: u32, terminal: &mut Terminal) -> io::Result<ExitCode> {
    let entries = scripted(options)?;
    let act = options.act.map(|act| act.name);
    let without = options.without.iter().map(|defence| format!(" --without {defence}")).collect::<String>();
    let played = Played {
        command: COMMAND.into(),
        options: act.map(|act| format!(" --act {act}")).unwrap_or_default() + &without,
        of: act.map(|act| format!(" of act {act}")).unwrap_or_default(),
        heading: String::new(),
    };
    show::explain(number, &played, &entries, &entries, terminal)
}

/// Lists acts, and the defences that a store in memory can do without.
fn list(terminal: &mut Terminal) -> io::Result<()> {
    terminal.print(["Acts (--act NAME or NUMBER)".to_owned()])?;
    for act in ACTS {
        terminal.print(row(&format!("  {:>2}  {:<16}  ", act.number, act.name), act.shows))?;
    }
    terminal.print(["\nDefences (--without NAME[,NAME]), and what each stops".to_owned()])?;
    for defence in options::DEFENCES {
        let stops = defence.stops().trim_start_matches("Stops ").trim_end_matches('.');
        terminal.print(row(&format!("  {:<18}  ", Defence::name(*defence)), stops))?;
    }
    Ok(())
}
