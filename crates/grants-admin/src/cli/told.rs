//! What the program was told.

use super::moments::Before;
use super::options::Options;
use crate::commands::{Command, Listing, Many};
use crate::output::shown;
use grants::{End, Order, State};
use std::path::PathBuf;

/// How many grants a list has when nothing else is said, and how many at most.
const LIMIT: usize = 50;
const MOST: usize = 10_000;

/// How many characters a name and a reason have at most.
const NAME: usize = 100;
const REASON: usize = 2000;

/// What was asked for.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) store: Option<String>,
    pub(crate) mark: Option<PathBuf>,
    pub(crate) task: Task,
}

/// What is to be done.
#[derive(Debug)]
pub(crate) enum Task {
    Help,
    Do(Command),
}

pub(crate) fn told(arguments: &[String]) -> Result<Told, String> {
    let mut options = Options::read(arguments)?;
    if options.take_plain("--help") || options.take_plain("-h") {
        return Ok(Told { store: None, mark: None, task: Task::Help });
    }
    options.take_plain("--json");
    let (store, mark) = (options.take("--store"), options.take("--mark").map(PathBuf::from));
    let name = options.take_word("the command")?;
    let command = match name.as_str() {
        "list" => Command::List(listing(&mut options)?),
        "show" => {
            Command::Show { grant: options.take_word("the grant")?, arguments: options.take_plain("--arguments") }
        }
        "verify" => Command::Verify { kept: options.take("--kept").map(|kept| self::kept(&kept)).transpose()? },
        "health" => Command::Health,
        "resolve" => Command::Resolve {
            grant: options.take_word("the grant")?,
            end: end(&options.take_word("how it ended")?)?,
            order: order(&mut options, "--evidence")?,
        },
        "revoke" => Command::Revoke { which: many(&mut options)?, order: order(&mut options, "--why")? },
        "raise-epoch" => Command::RaiseEpoch { order: order(&mut options, "--why")?, yes: options.take_plain("--yes") },
        "prune" => prune(&mut options)?,
        "checkpoint" => Command::Checkpoint,
        unknown => return Err(format!("{} is no command", shown(unknown))),
    };
    options.end()?;
    Ok(Told { store, mark, task: Task::Do(command) })
}

fn listing(options: &mut Options) -> Result<Listing, String> {
    let state = options.take("--state").map(|word| {
        let known = State::ALL.iter().copied().find(|state| state.word() == word);
        known.ok_or_else(|| {
            let words: Vec<_> = State::ALL.iter().map(|state| state.word()).collect();
            format!("--state takes {}", words.join(", "))
        })
    });
    let limit = options.take("--limit").map(|text| {
        let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
        number.ok_or_else(|| format!("--limit takes a number from 1 to {MOST}"))
    });
    Ok(Listing {
        state: state.transpose()?,
        principal: options.take("--principal"),
        tool: options.take("--tool"),
        after: options.take("--after"),
        limit: limit.transpose()?.unwrap_or(LIMIT),
    })
}

fn many(options: &mut Options) -> Result<Many, String> {
    match (options.take("--all-of"), options.take_word("the grant")) {
        (Some(_), Ok(_)) => Err("either a grant or --all-of".into()),
        (Some(who), Err(_)) => Ok(Many::AllOf(who)),
        (None, word) => Ok(Many::One(word?)),
    }
}

fn prune(options: &mut Options) -> Result<Command, String> {
    let text = options.take_needed("--before")?;
    let before = Before::read(&text).ok_or("--before takes an age (90d, 36h) or a moment (2026-07-28T14:45)")?;
    // To look at what would go, nobody orders anything.
    let order = options.take_plain("--yes").then(|| order(options, "--why")).transpose()?;
    Ok(Command::Prune { before, order })
}

fn end(word: &str) -> Result<End, String> {
    match word {
        "executed" => Ok(End::Executed),
        "failed" => Ok(End::Failed),
        _ => Err("an effect is resolved as executed or as failed".into()),
    }
}

/// The number and the chain value of a checkpoint that was kept elsewhere.
fn kept(text: &str) -> Result<(u64, String), String> {
    let wrong = || "--kept takes NUMBER:CHAIN, as `checkpoint` printed them".to_owned();
    let (number, chain) = text.split_once(':').ok_or_else(wrong)?;
    let whole = chain.len() == 64 && chain.bytes().all(|digit| digit.is_ascii_hexdigit());
    let number = number.parse().ok().filter(|_| whole).ok_or_else(wrong)?;
    Ok((number, chain.to_ascii_lowercase()))
}

/// Who orders it, and why. The audit has them as `NAME: TEXT`, so that a name has no colon.
fn order(options: &mut Options, reason: &str) -> Result<Order, String> {
    let (by, why) = (options.take_needed("--by")?, options.take_needed(reason)?);
    if by.trim().is_empty() || by.contains(':') || by.chars().count() > NAME {
        return Err(format!("--by takes a name of at most {NAME} characters, without a colon"));
    }
    if why.trim().is_empty() || why.chars().count() > REASON {
        return Err(format!("{reason} takes a text of at most {REASON} characters"));
    }
    Ok(Order::new(by.trim(), why.trim()))
}
