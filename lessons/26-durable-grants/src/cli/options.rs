//! What is asked for.

use crate::acts::{self, ACTS, Act};
use lesson::{Wrong, nearest};
use rules::Defence;
use std::path::{Path, PathBuf};

/// What a student types before any argument.
pub(super) const COMMAND: &str = "cargo run -p lesson-26";

/// The help, on one screen.
pub(super) const HELP: &str = "\
Lesson 26: durable grants. The approval that outlived its request.

  cargo run -p lesson-26                          all acts
  cargo run -p lesson-26 -- --act NAME            one act, by name or number
  cargo run -p lesson-26 -- --list                all acts, and some defences

Look closer
  --step                               one entry at a time; Enter for the next
  --explain N                          entry N unfolded, with its rules
  --json                               the entries, one JSON object a line

Take part
  --ask                                you are the person at the prompt
  --without DEFENCE[,DEFENCE]          switch defences of the grants off

Kill workers
  crash                                a process killed at each named point
  crash --runs N                       instead, at N random instants of each
  crash --help                         more of it

All but crash and --list go with --act. Piped output is plain and the same in
every run. NO_COLOR is obeyed.";

/// The defences that a store in memory can do without, for teaching. The stores that last have no switches.
pub(super) const DEFENCES: &[Defence] =
    &[Defence::SingleUse, Defence::GrantExpiry, Defence::Snapshot, Defence::StillAuthorized];

/// What is asked for.
#[derive(Debug, Clone)]
pub struct Options {
    /// How.
    pub mode: Mode,
    /// Which act; all when none is named.
    pub act: Option<&'static Act>,
    /// Which defences are off, each once.
    pub without: Vec<Defence>,
    /// The program, which one act starts again.
    pub program: PathBuf,
}

/// How it is to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Print the transcript.
    Print,
    /// Print the entries as JSON.
    Json,
    /// Print entry by entry.
    Step,
    /// Explain one entry.
    Explain(u32),
    /// The student is the person.
    Ask,
    /// List acts and defences.
    List,
    /// Print the help.
    Help,
}

/// What needs nothing but its flag.
const PLAIN: [Mode; 5] = [Mode::Json, Mode::Step, Mode::Ask, Mode::List, Mode::Help];
/// What needs a value.
const VALUED: [&str; 3] = ["--act", "--without", "--explain"];

impl Options {
    /// Reads the arguments. Whoever asks for help gets it, whatever else stands there.
    ///
    /// # Errors
    ///
    /// [`Wrong`] names the argument that is not understood, or those that do not go together.
    pub fn read(program: &Path, arguments: &[String]) -> Result<Self, Wrong> {
        let mut options = Self { mode: Mode::Print, act: None, without: Vec::new(), program: program.to_owned() };
        if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
            return Ok(Self { mode: Mode::Help, ..options });
        }
        let mut rest = arguments.iter().cloned();
        while let Some(argument) = rest.next() {
            let (flag, inline) = match argument.split_once('=') {
                Some((flag, value)) => (flag, Some(value.to_owned())),
                None => (argument.as_str(), None),
            };
            if VALUED.contains(&flag) {
                let value = lesson::value(inline, &mut rest)
                    .ok_or_else(|| wrong(format!("{flag} needs a value."), &[format!("{flag} {}", example(flag))]))?;
                options.take(flag, &value)?;
                continue;
            }
            match (PLAIN.iter().find(|mode| mode.flag() == flag), inline) {
                (Some(_), Some(_)) => return Err(wrong(format!("{flag} takes no value."), &[flag.to_owned()])),
                (Some(mode), None) => options.become_mode(*mode)?,
                (None, _) => return Err(unknown(&argument, flag)),
            }
        }
        if options.mode == Mode::List && (options.act.is_some() || !options.without.is_empty()) {
            return Err(wrong("--list lists everything, and goes with nothing else.", &["--list".to_owned()]));
        }
        Ok(options)
    }

    fn take(&mut self, flag: &str, value: &str) -> Result<(), Wrong> {
        match flag {
            "--act" => self.play(value),
            "--without" => value.split(',').try_for_each(|name| self.switch_off(name.trim())),
            _ => match lesson::number(value) {
                Some(number) => self.become_mode(Mode::Explain(number)),
                None => Err(wrong(
                    format!("{value:?} is not the number of an entry."),
                    &[format!("{flag} {}", example(flag))],
                )),
            },
        }
    }

    fn play(&mut self, name: &str) -> Result<(), Wrong> {
        let act = acts::find(name).ok_or_else(|| {
            let meant = nearest(name, ACTS.iter().map(|act| act.name));
            let instead = meant.map_or("--list".to_owned(), |meant| format!("--act {meant}"));
            wrong(format!("There is no act {name:?}. --list shows all acts."), &[instead])
        })?;
        match self.act.replace(act) {
            Some(other) => {
                let instead = [other, act].map(|act| format!("--act {}", act.name));
                Err(wrong("One act at a time: --act can be given once.", &instead))
            }
            None => Ok(()),
        }
    }

    fn switch_off(&mut self, name: &str) -> Result<(), Wrong> {
        let known = DEFENCES.iter().find(|defence| defence.name() == name).ok_or_else(|| {
            let meant = nearest(name, DEFENCES.iter().map(|defence| defence.name()));
            let instead = meant.map_or("--list".to_owned(), |meant| format!("--without {meant}"));
            wrong(format!("This lesson cannot do without {name:?}. --list shows what it can."), &[instead])
        })?;
        if !self.without.contains(known) {
            self.without.push(*known);
        }
        Ok(())
    }

    fn become_mode(&mut self, mode: Mode) -> Result<(), Wrong> {
        let before = std::mem::replace(&mut self.mode, mode);
        let (flag, other) = (mode.flag(), before.flag());
        match before {
            Mode::Print => Ok(()),
            _ if flag == other => Err(wrong(format!("{flag} can be given once."), &[mode.typed()])),
            _ => Err(wrong(format!("{other} and {flag} do not go together."), &[before.typed(), mode.typed()])),
        }
    }
}

impl Mode {
    /// What is typed for it, with its value.
    fn typed(self) -> String {
        match self {
            Self::Explain(number) => format!("--explain {number}"),
            _ => self.flag().to_owned(),
        }
    }

    /// What is typed for it.
    const fn flag(self) -> &'static str {
        match self {
            Self::Json => "--json",
            Self::Step => "--step",
            Self::Explain(_) => "--explain",
            Self::Ask => "--ask",
            Self::List => "--list",
            Self::Help => "--help",
            Self::Print => "",
        }
    }
}

/// An argument that is no option: a slip, or a name without its option before it.
fn unknown(argument: &str, flag: &str) -> Wrong {
    let meant = nearest(flag, PLAIN.iter().map(|mode| mode.flag()).chain(VALUED));
    let instead = match meant {
        _ if acts::find(argument).is_some() => Some(format!("--act {argument}")),
        _ if DEFENCES.iter().any(|defence| defence.name() == argument) => Some(format!("--without {argument}")),
        Some(flag) if VALUED.contains(&flag) => Some(format!("{flag} {}", example(flag))),
        flag => flag.map(str::to_owned),
    };
    wrong(format!("There is no option {argument:?}."), &Vec::from_iter(instead))
}

/// A value that a flag takes.
fn example(flag: &str) -> &'static str {
    match flag {
        "--without" => "snapshot",
        "--explain" => "9",
        _ => "still",
    }
}

fn wrong(what: impl Into<String>, instead: &[String]) -> Wrong {
    Wrong::new(COMMAND, what, instead)
}
