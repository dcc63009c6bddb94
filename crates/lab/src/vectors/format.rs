//! What stands in a vector's file.
//!
//! Every object refuses members that it does not know. `tests/vectors/README.md` explains the words, and
//! `tests/vectors/schema.json` says the same to an editor.

use super::expect::{Expect, Through};
use super::setup::{Generous, Setup};
use super::steps::{Get, List, Model, Repeat, Resume, Retry, Revoke, Send, StandingRule, Work};
use rules::Defence;
use serde::{Deserialize, Deserializer, de};

/// One numbered attack or honest run.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vector {
    /// Its file's name without the ending, such as `012-other-payee`.
    #[serde(skip)]
    pub name: String,
    /// What is tried, in one line.
    pub title: String,
    /// The same in two or three sentences.
    pub story: String,
    /// The ids of the rules that it is about.
    pub rules: Vec<String>,
    /// The minimal sets of defences that stop it: it comes through exactly when all of one set are off. Empty for a run
    /// that no defence is about.
    #[serde(deserialize_with = "sets")]
    pub stops: Vec<Vec<Defence>>,
    /// Defences without which the harm has no occasion: where nothing is checked, nobody is sent back for more.
    #[serde(default, deserialize_with = "names")]
    pub moot: Vec<Defence>,
    /// What coming through means, where `stops` is not empty: any of these.
    #[serde(default)]
    pub through: Vec<Through>,
    /// The real failures that it retells, by id.
    #[serde(default)]
    pub cases: Vec<String>,
    /// Who is there.
    #[serde(default)]
    pub setup: Setup,
    /// What happens, in order. Steps are counted from 1.
    pub steps: Vec<Step>,
}

/// One step.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Step {
    /// A client sends a message, for the first time.
    Send(Send),
    /// A client sends the call of an earlier step again, with an answer to what was asked there.
    Retry(Retry),
    /// A client sends the message of an earlier step once more, as after a lost answer: the same but for its id.
    Repeat(Repeat),
    /// A client fetches something by GET.
    Get(Get),
    /// A model wants a call, and its host does what a host does: asks, signs in, steps up, answers.
    Model(Model),
    /// A host lists the tools for its model, from its cache while that is fresh.
    List(List),
    /// A worker takes the next call from the queue.
    Work(Work),
    /// A worker that stalled goes on.
    Resume(Resume),
    /// The operator takes a yes back.
    Revoke(Revoke),
    /// The operator copies the store of grants.
    BackUp,
    /// The operator puts the last copy of the store back. The world and the queue stay as they are.
    Restore,
    /// Time passes.
    Wait {
        /// How many seconds.
        seconds: u64,
    },
    /// Somebody else writes a file, or removes it.
    Write {
        /// Where the file lies; the lab's server when nothing is said.
        #[serde(default)]
        at: Option<String>,
        /// Which file.
        path: String,
        /// Its new content. None: it is removed.
        #[serde(default)]
        content: Option<String>,
    },
    /// The operator releases a `delete_file` that means something else under the same name and schema.
    Release,
    /// The authorization server closes an account.
    Close {
        /// Whose.
        who: String,
    },
    /// A person sets whether they trust a server.
    Trust {
        /// Who.
        by: String,
        /// Which server; the lab's when nothing is said.
        #[serde(default)]
        at: Option<String>,
        /// Whether they do.
        trusts: bool,
    },
    /// A person sets a standing rule at their host.
    Rule(StandingRule),
    /// The authorization server changes how much it grants to a person.
    Grants {
        /// To whom.
        to: String,
        /// How much.
        grants: Generous,
    },
}

impl Step {
    /// What must come of it, where it has an outcome.
    #[must_use]
    pub const fn expect(&self) -> Option<&Expect> {
        match self {
            Self::Send(Send { expect, .. })
            | Self::Retry(Retry { expect, .. })
            | Self::Repeat(Repeat { expect, .. })
            | Self::Get(Get { expect, .. })
            | Self::Model(Model { expect, .. })
            | Self::List(List { expect, .. })
            | Self::Work(Work { expect, .. })
            | Self::Resume(Resume { expect, .. })
            | Self::Revoke(Revoke { expect, .. }) => Some(expect),
            _ => None,
        }
    }

    /// The same, to change it.
    pub const fn expect_mut(&mut self) -> Option<&mut Expect> {
        match self {
            Self::Send(Send { expect, .. })
            | Self::Retry(Retry { expect, .. })
            | Self::Repeat(Repeat { expect, .. })
            | Self::Get(Get { expect, .. })
            | Self::Model(Model { expect, .. })
            | Self::List(List { expect, .. })
            | Self::Work(Work { expect, .. })
            | Self::Resume(Resume { expect, .. })
            | Self::Revoke(Revoke { expect, .. }) => Some(expect),
            _ => None,
        }
    }
}

fn sets<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Vec<Defence>>, D::Error> {
    Vec::<Vec<String>>::deserialize(deserializer)?.into_iter().map(read).collect()
}

fn names<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Defence>, D::Error> {
    read(Vec::deserialize(deserializer)?)
}

fn read<E: de::Error>(names: Vec<String>) -> Result<Vec<Defence>, E> {
    names.iter().map(|name| name.parse().map_err(E::custom)).collect()
}
