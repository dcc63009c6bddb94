//! What is asked for.

use crate::acts::{self, ACTS, Act};
use crate::attacks;
use lesson::nearest;
use rules::Defence;

pub use lesson::Wrong;

/// What a student types before any argument.
pub(super) const COMMAND: &str = "cargo run";

/// The help, on one screen.
pub(super) const HELP: &str = "\
Lesson 25: consent and least privilege. One tool call through two gates.

  cargo run                            the main path: acts 1 to 11
  cargo run -- --act NAME              one act, by name or number
  cargo run -- --list                  all acts and all defences

Look closer
  --step                               one entry at a time; Enter for the next
  --explain N                          entry N unfolded, with its rules
  --json                               the entries, one JSON object a line

Take part
  --ask                                you are the person at the prompt
  --attack                             you edit Alice's retry before it is sent
  --without DEFENCE[,DEFENCE]          switch defences off: what comes through?
  --which-gate                         twelve failures: where does each belong?

--without by itself plays the attacks on each defence, with it and without it.
With --step, --explain, --json or --ask it plays the main path without them; all
five go with --act. --attack goes with --without. Piped output is plain and the
same in every run. NO_COLOR is obeyed.";

/// What is asked for.
#[derive(Debug, Clone)]
pub struct Options {
    /// How.
    pub mode: Mode,
    /// Which act; the main path when none is named.
    pub act: Option<&'static Act>,
    /// Which defences are off, each once.
    pub without: Vec<Defence>,
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
    /// The student edits a retry.
    Attack,
    /// Compare with defences off.
    Compare,
    /// The student says which gate a failure belongs to.
    WhichGate,
    /// List acts and defences.
    List,
    /// Print the help.
    Help,
}

impl Options {
    /// Reads the arguments. Whoever asks for help gets it, whatever else stands there.
    ///
    /// # Errors
    ///
    /// [`Wrong`] names the argument that is not understood, or those that do not go together.
    pub fn read(arguments: &[String]) -> Result<Self, Wrong> {
        let mut options = Self { mode: Mode::Print, act: None, without: Vec::new() };
        if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
            return Ok(Self { mode: Mode::Help, ..options });
        }
        let mut rest = arguments.iter().cloned();
        while let Some(argument) = rest.next() {
            let (flag, inline) = match argument.split_once('=') {
                Some((flag, value)) => (flag, Some(value.to_owned())),
                None => (argument.as_str(), None),
            };
            match flag {
                "--act" => options.play(&value(flag, inline, &mut rest, "the name or number of an act")?)?,
                "--without" => {
                    options.switch_off(&value(flag, inline, &mut rest, "the name of a defence")?)?;
                }
                "--explain" => {
                    let number = number(&value(flag, inline, &mut rest, "the number of an entry")?)?;
                    options.become_mode(Mode::Explain(number))?;
                }
                _ => match (PLAIN.iter().find(|mode| mode.flag() == flag), inline) {
                    (Some(_), Some(_)) => {
                        return Err(wrong(format!("{flag} takes no value."), &[flag.to_owned()]));
                    }
                    (Some(mode), None) => options.become_mode(*mode)?,
                    (None, _) => return Err(unknown(&argument, flag)),
                },
            }
        }
        options.fitting()
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

    fn switch_off(&mut self, names: &str) -> Result<(), Wrong> {
        for name in names.split(',').map(str::trim) {
            let defence = attacks::defences().find(|defence| defence.name() == name).ok_or_else(|| {
                let meant = nearest(name, attacks::defences().map(Defence::name));
                let instead = meant.map_or("--list".to_owned(), |meant| format!("--without {meant}"));
                let here = name.parse::<Defence>().map_or("no defence", |_| "no defence of this lesson");
                wrong(format!("There is {here} {name:?}. --list shows all defences."), &[instead])
            })?;
            if !self.without.contains(&defence) {
                self.without.push(defence);
            }
        }
        Ok(())
    }

    fn become_mode(&mut self, mode: Mode) -> Result<(), Wrong> {
        let before = std::mem::replace(&mut self.mode, mode);
        let (flag, other) = (mode.flag(), before.flag());
        match before {
            Mode::Print => Ok(()),
            _ if flag == other => Err(wrong(format!("{flag} can be given once."), &[mode.typed()])),
            _ => {
                let instead = [before.typed(), mode.typed()];
                Err(wrong(format!("{other} and {flag} do not go together."), &instead))
            }
        }
    }

    /// The options, when they go together.
    fn fitting(mut self) -> Result<Self, Wrong> {
        let typed = self.mode.typed();
        let act = self.act.map(|act| act.name).unwrap_or_default();
        let (what, instead) = match (self.mode, self.act.is_some(), !self.without.is_empty()) {
            (Mode::List, true, _) | (Mode::List, _, true) => {
                ("--list lists everything, and goes with nothing else.", vec![typed])
            }
            (Mode::WhichGate, true, _) | (Mode::WhichGate, _, true) => {
                ("--which-gate has failures of its own, and goes with nothing else.", vec![typed])
            }
            (Mode::Attack, true, _) => {
                ("--attack has an act of its own, and goes with no --act.", vec![typed, format!("--ask --act {act}")])
            }
            (Mode::Print, _, true) => {
                self.mode = Mode::Compare;
                return Ok(self);
            }
            _ => return Ok(self),
        };
        Err(wrong(what, &instead))
    }
}

/// What needs nothing but its flag.
const PLAIN: [Mode; 7] = [Mode::Json, Mode::Step, Mode::Ask, Mode::Attack, Mode::WhichGate, Mode::List, Mode::Help];
/// What needs a value.
const VALUED: [&str; 3] = ["--act", "--without", "--explain"];

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
            Self::Attack => "--attack",
            Self::WhichGate => "--which-gate",
            Self::List => "--list",
            Self::Help => "--help",
            Self::Print | Self::Compare => "",
        }
    }
}

/// An argument that is no option: a slip, or a name without its option before it.
fn unknown(argument: &str, flag: &str) -> Wrong {
    let meant = nearest(flag, PLAIN.iter().map(|mode| mode.flag()).chain(VALUED));
    let instead = match meant {
        _ if acts::find(argument).is_some() => Some(format!("--act {argument}")),
        _ if argument.parse::<Defence>().is_ok() => Some(format!("--without {argument}")),
        Some(flag) if VALUED.contains(&flag) => Some(format!("{flag} {}", example(flag))),
        flag => flag.map(str::to_owned),
    };
    wrong(format!("There is no option {argument:?}."), &Vec::from_iter(instead))
}

/// A value that a flag takes.
fn example(flag: &str) -> &'static str {
    match flag {
        "--without" => "principal",
        "--explain" => "27",
        _ => "liar",
    }
}

fn wrong(what: impl Into<String>, instead: &[String]) -> Wrong {
    Wrong::new(COMMAND, what, instead)
}

fn value(
    flag: &str,
    inline: Option<String>,
    rest: &mut impl Iterator<Item = String>,
    what: &str,
) -> Result<String, Wrong> {
    let needs = || wrong(format!("{flag} needs {what}."), &[format!("{flag} {}", example(flag))]);
    lesson::value(inline, rest).ok_or_else(needs)
}

fn number(text: &str) -> Result<u32, Wrong> {
    lesson::number(text).ok_or_else(|| {
        wrong(format!("{text:?} is not the number of an entry."), &[format!("--explain {}", example("--explain"))])
    })
}
