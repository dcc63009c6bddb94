//! The program: what it is told, what it does, and how it ends.

mod moments;
mod options;
mod told;

pub(crate) use moments::Before;

use crate::commands;
use crate::opened::Place;
use crate::output::{Output, shown};
use crate::stop::{Said, Stop, Verdict};
use grants::{Clock, NotUsable};
use std::fmt;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::Arc;
use told::{Task, Told};

/// What `--help` says.
pub const HELP: &str = "\
Looks after a store of grants. A server may run on the same store meanwhile.

  grants-admin [--store STORE] COMMAND

  list         grants, by id           [--state STATE] [--principal WHO]
                                       [--tool NAME] [--after ID] [--limit N]
  show         one grant, whole story  GRANT [--arguments]
  verify       every chain             [--kept NUMBER:CHAIN]
  health       states, backlog, room
  resolve      how an unknown ended    GRANT executed|failed --evidence TEXT
                                       --by NAME
  revoke       takes yeses back        GRANT | --all-of WHO
                                       --by NAME --why TEXT
  raise-epoch  after a restore         --by NAME --why TEXT [--yes]
  prune        forgets what is over    --before TIME
                                       [--yes --by NAME --why TEXT]
                                       without --yes it only says what
  checkpoint   covers every chain

  --store STORE   the file of a SQLite store, or postgres://...;
                  else $GRANTS_STORE, where a password stays unseen
  --mark FILE     the mark of a SQLite store that has it elsewhere
  --json          one JSON object per line

GRANT is an id or its beginning.
WHO is a subject or the beginning of a principal's digest; a whole digest is
never a subject.
TIME is an age (90d, 36h) or a moment in UTC (2026-07-28, 2026-07-28T14:45).
With --json a refusal is an object too, and wrong usage is text on the other
stream.
Exit status: 0 done; 1 something was found or refused; 2 wrong usage, or a
store that cannot be read.
";

/// What is around the program.
pub struct Around<'a> {
    /// Where the operator confirms.
    pub input: &'a mut dyn BufRead,
    /// What is found and done.
    pub output: &'a mut dyn Write,
    /// What is wrong.
    pub errors: &'a mut dyn Write,
    /// The store where none is named: what the environment says.
    pub store: Option<String>,
    /// The clock of this machine. A PostgreSQL store has its own.
    pub clock: Arc<dyn Clock>,
}

impl fmt::Debug for Around<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Around")
    }
}

/// Runs the program.
///
/// # Errors
///
/// What a stream says when it cannot be written to.
pub fn run(arguments: &[String], around: &mut Around<'_>) -> io::Result<ExitCode> {
    let json = arguments.iter().any(|argument| argument == "--json");
    match done(arguments, around, json) {
        Ok(Verdict::Done) => Ok(ExitCode::SUCCESS),
        Ok(Verdict::Finding) => Ok(ExitCode::FAILURE),
        Err(Stop::Unwritten(error)) => Err(error),
        Err(stop) => {
            let status = stop.status();
            told_why(&stop, around, json)?;
            Ok(ExitCode::from(status))
        }
    }
}

/// How the program ends when a stream could not be written to. Whoever pipes into `head` has read enough; but what nobody
/// read to its end does not say that all is well.
pub fn unwritten(error: &io::Error, errors: &mut dyn Write) -> ExitCode {
    if error.kind() != io::ErrorKind::BrokenPipe {
        // Where this cannot be written either, the status alone tells.
        let _ = writeln!(errors, "grants-admin: {}", shown(&error.to_string()));
    }
    ExitCode::from(2)
}

fn done(arguments: &[String], around: &mut Around<'_>, json: bool) -> Result<Verdict, Stop> {
    let Told { store, mark, task } = told::told(arguments).map_err(Stop::Usage)?;
    let command = match task {
        Task::Help => {
            around.output.write_all(HELP.as_bytes())?;
            return Ok(Verdict::Done);
        }
        Task::Do(command) => command,
    };
    let store = store.or_else(|| around.store.clone());
    let store = store.ok_or_else(|| Stop::Usage("which store? --store names it, or GRANTS_STORE".into()))?;
    let place = Place { store, mark, clock: Arc::clone(&around.clock) };
    let mut output = Output::new(&mut *around.output, json);
    commands::run(&command, &place, &mut *around.input, &mut output)
}

fn told_why(stop: &Stop, around: &mut Around<'_>, json: bool) -> io::Result<()> {
    let said = match stop {
        Stop::Usage(wrong) => return writeln!(around.errors, "grants-admin: {wrong}; --help says more"),
        Stop::NotConfirmed => return writeln!(around.errors, "grants-admin: not confirmed; nothing was changed"),
        Stop::Closed(said) => said.clone(),
        Stop::Refused(refusal) => Said::of(refusal),
        Stop::NotThere(name) => Said {
            why: format!("no grant's id begins with {name}"),
            remedy: "`grants-admin list` has them; what was forgotten is gone",
            ..Said::of(&NotUsable::Unknown)
        },
        Stop::Unwritten(error) => return writeln!(around.errors, "grants-admin: {}", shown(&error.to_string())),
    };
    if json {
        return Output::new(&mut *around.output, json).refused(&said);
    }
    let why = consent::render::line(&said.why);
    writeln!(around.errors, "grants-admin: {why} ({}, {})\n  {}", said.code, said.rule, said.remedy)
}
