//! The program: what it is told, what it reads, and how it ends.

use crate::report::{Format, Report, explain, list};
use crate::shown::say;
use crate::{Checker, Event, Options, Place};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::process::ExitCode;

/// What `--help` says.
pub const HELP: &str = "\
Holds transcripts of MCP 2026-07-28 against the rules.

  wirecheck [FILES]              checks files, or standard input (also `-`)
  wirecheck --list               all checks
  wirecheck --explain RULE       one rule or check: its sentence, a bad message, a good one, the repair

  --format text|json|sarif       how findings are written
  --partial                      the beginning or the end of a transcript may be missing
  --schema FILE                  also checks messages against the official JSON schema

A file is JSON lines or one JSON array: bare messages, transcript entries, or logs that wrap messages.
Exit status: 0 nothing is wrong; 1 findings, and a line that is no JSON is one; 2 a file or an entry in it could not be
read, or the report not be written to its end.
";

/// What the program was told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Told {
    files: Vec<String>,
    format: Format,
    options: Options,
    schema: Option<String>,
}

/// What is to be done.
#[derive(Debug, PartialEq, Eq)]
enum Task {
    Check(Told),
    Print(String),
}

/// The streams of the program.
pub struct Streams<'a> {
    /// Read where no file is named.
    pub input: &'a mut dyn BufRead,
    /// What was found.
    pub output: &'a mut dyn Write,
    /// What could not be read.
    pub errors: &'a mut dyn Write,
}

impl std::fmt::Debug for Streams<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Streams")
    }
}

/// Runs the program.
///
/// # Errors
///
/// What a stream says when it cannot be written to.
pub fn run(arguments: &[String], streams: &mut Streams<'_>) -> io::Result<ExitCode> {
    match told(arguments) {
        Err(wrong) => {
            say(streams.errors, format_args!("wirecheck: {wrong}"))?;
            Ok(ExitCode::from(2))
        }
        Ok(Task::Print(text)) => {
            streams.output.write_all(text.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Ok(Task::Check(told)) => check(&told, streams),
    }
}

/// How the program ends when a stream could not be written to. Whoever pipes into `head` has read enough, and is told
/// nothing more; but a report that nobody read to its end does not say that nothing is wrong.
pub fn unwritten(error: &io::Error, errors: &mut dyn Write) -> ExitCode {
    if error.kind() != io::ErrorKind::BrokenPipe {
        // Where this cannot be written either, the status alone tells.
        let _ = say(errors, format_args!("wirecheck: {error}"));
    }
    ExitCode::from(2)
}

fn told(arguments: &[String]) -> Result<Task, String> {
    let mut told = Told::default();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut value = || rest.next().ok_or_else(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--help" | "-h" => return Ok(Task::Print(HELP.to_owned())),
            "--list" => return Ok(Task::Print(list())),
            "--explain" => return explain(value()?).map(Task::Print).map_err(|unknown| unknown.to_string()),
            "--format" => told.format = value()?.parse().map_err(|()| "--format takes text, json or sarif")?,
            "--partial" => told.options.partial = true,
            "--schema" => told.schema = Some(value()?.clone()),
            unknown if unknown.starts_with("--") => {
                return Err(format!("{unknown} is unknown; --help says what is not"));
            }
            file => told.files.push(file.to_owned()),
        }
    }
    if told.files.is_empty() {
        told.files.push("-".to_owned());
    }
    Ok(Task::Check(told))
}

fn check(told: &Told, streams: &mut Streams<'_>) -> io::Result<ExitCode> {
    let schema = match told.schema.as_deref().map(schema::open).transpose() {
        Ok(schema) => schema,
        Err(wrong) => {
            say(streams.errors, format_args!("wirecheck: {wrong}"))?;
            return Ok(ExitCode::from(2));
        }
    };
    let mut report = Report::begin(told.format, &mut *streams.output)?;
    let mut unreadable = false;
    for file in &told.files {
        let name = if file == "-" { "stdin" } else { file.as_str() };
        let mut written = Ok(());
        let mut happens = |event: Event| {
            if written.is_ok() {
                written = match &event {
                    Event::Unreadable(place, why) => said(streams.errors, name, *place, why),
                    Event::Finding(_) | Event::Unproven { .. } => report.event(name, &event),
                };
            }
        };
        let checker = schema::beside(schema.as_ref(), Checker::new(told.options));
        let checked = if file == "-" {
            checker.check(&mut *streams.input, &mut happens)
        } else {
            File::open(file).and_then(|opened| checker.check(BufReader::with_capacity(1 << 16, opened), &mut happens))
        };
        written?;
        match checked {
            Err(error) => {
                unreadable = true;
                say(streams.errors, format_args!("wirecheck: {name}: {error}"))?;
            }
            Ok(summary) => {
                unreadable |= summary.unreadable > 0;
                if summary.checked + summary.told == 0 {
                    unreadable = true;
                    say(streams.errors, format_args!("wirecheck: {name}: there is no message in it"))?;
                }
                report.file(name, summary);
            }
        }
    }
    let count = report.end()?;
    Ok(match (unreadable, count.all()) {
        (true, _) => ExitCode::from(2),
        (false, 0) => ExitCode::SUCCESS,
        (false, _) => ExitCode::FAILURE,
    })
}

fn said(errors: &mut dyn Write, name: &str, place: Place, why: &str) -> io::Result<()> {
    say(errors, format_args!("wirecheck: {name}:{}: {why}", place.line))
}

/// The official schema, in a build that knows what to do with it.
#[cfg(feature = "schema")]
mod schema {
    use crate::Checker;
    use crate::official::Official;

    pub(super) fn open(path: &str) -> Result<Official, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        Official::read(&text).map_err(|error| format!("{path}: {error}"))
    }

    pub(super) fn beside(schema: Option<&Official>, checker: Checker) -> Checker {
        match schema {
            Some(schema) => checker.with_official(schema.clone()),
            None => checker,
        }
    }
}

/// No schema, in a build that stays light.
#[cfg(not(feature = "schema"))]
mod schema {
    use crate::Checker;

    pub(super) enum None {}

    pub(super) fn open(_path: &str) -> Result<None, String> {
        Err("--schema needs a build with `--features schema`".into())
    }

    pub(super) fn beside(_schema: Option<&None>, checker: Checker) -> Checker {
        checker
    }
}
