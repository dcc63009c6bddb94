//! What is asked for.

use crate::acts::{self, Act};
use rules::Defence;
use std::fmt;

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

--step, --explain, --json and --ask go with --act and --without, and --attack
with --without. Piped output is plain and the same in every run. NO_COLOR is
obeyed.";

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
    /// List acts and defences.
    List,
    /// Print the help.
    Help,
}

/// What is wrong with the arguments, and what could be meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong(pub String);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
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
                "--without" => options.switch_off(&value(flag, inline, &mut rest, "the name of a defence")?)?,
                "--explain" => {
                    let number = number(&value(flag, inline, &mut rest, "the number of an entry")?)?;
                    options.become_mode(Mode::Explain(number))?;
                }
                _ => match (PLAIN.iter().find(|mode| mode.flag() == flag), inline) {
                    (Some(_), Some(_)) => return Err(Wrong(format!("{flag} takes no value."))),
                    (Some(mode), None) => options.become_mode(*mode)?,
                    (None, _) => return Err(Wrong(format!("There is no option {argument:?}."))),
                },
            }
        }
        options.fitting()
    }

    fn play(&mut self, name: &str) -> Result<(), Wrong> {
        let act = acts::find(name);
        let act = act.ok_or_else(|| Wrong(format!("There is no act {name:?}. --list shows all acts.")))?;
        match self.act.replace(act) {
            Some(_) => Err(Wrong("One act at a time: --act can be given once.".into())),
            None => Ok(()),
        }
    }

    fn switch_off(&mut self, names: &str) -> Result<(), Wrong> {
        for name in names.split(',').map(str::trim) {
            let defence = name.parse();
            let defence =
                defence.map_err(|_| Wrong(format!("There is no defence {name:?}. --list shows all defences.")))?;
            if !self.without.contains(&defence) {
                self.without.push(defence);
            }
        }
        Ok(())
    }

    fn become_mode(&mut self, mode: Mode) -> Result<(), Wrong> {
        let before = std::mem::replace(&mut self.mode, mode);
        match before {
            Mode::Print => Ok(()),
            _ if before == mode => Ok(()),
            _ if before.flag() == mode.flag() => Err(Wrong(format!("{} can be given once.", mode.flag()))),
            _ => Err(Wrong(format!("{} and {} do not go together.", before.flag(), mode.flag()))),
        }
    }

    /// The options, when they go together.
    fn fitting(mut self) -> Result<Self, Wrong> {
        let wrong = match (self.mode, self.act.is_some(), !self.without.is_empty()) {
            (Mode::List, true, _) | (Mode::List, _, true) => "--list lists everything, and goes with nothing else.",
            (Mode::Attack, true, _) => "--attack has an act of its own, and goes with no --act.",
            // Whoever looks at an attack would take its numbers for those of the main path.
            (Mode::Explain(_), false, true) => "--explain with --without needs --act: say which act you look at.",
            (Mode::Print, _, true) => {
                self.mode = Mode::Compare;
                return Ok(self);
            }
            _ => return Ok(self),
        };
        Err(Wrong(wrong.into()))
    }
}

/// What needs nothing but its flag.
const PLAIN: [Mode; 5] = [Mode::Json, Mode::Step, Mode::Ask, Mode::Attack, Mode::List];

impl Mode {
    /// What is typed for it.
    const fn flag(self) -> &'static str {
        match self {
            Self::Json => "--json",
            Self::Step => "--step",
            Self::Explain(_) => "--explain",
            Self::Ask => "--ask",
            Self::Attack => "--attack",
            Self::List => "--list",
            Self::Help => "--help",
            Self::Print | Self::Compare => "",
        }
    }
}

/// The value of a flag: behind its `=`, or the next argument.
fn value(
    flag: &str,
    inline: Option<String>,
    rest: &mut impl Iterator<Item = String>,
    what: &str,
) -> Result<String, Wrong> {
    let value = inline.or_else(|| rest.next()).filter(|value| !value.starts_with("--"));
    value.ok_or_else(|| Wrong(format!("{flag} needs {what}.")))
}

fn number(text: &str) -> Result<u32, Wrong> {
    text.parse().map_err(|_| Wrong(format!("{text:?} is not the number of an entry.")))
}
