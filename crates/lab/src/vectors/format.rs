//! What stands in a vector's file.
//!
//! Every object refuses members that it does not know. `tests/vectors/README.md` explains the words, and
//! `tests/vectors/schema.json` says the same to an editor.

use super::expect::{Expect, Through};
use super::setup::{Generous, Setup};
use super::tamper::{StateEdit, Tamper};
use crate::host::Reply;
use rules::Defence;
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::{Map, Value};

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

/// A message that a client sends.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Send {
    /// Whose client sends it.
    pub by: String,
    /// To which server; the lab's when nothing is said.
    #[serde(default)]
    pub at: Option<String>,
    /// The method; `tools/call` when nothing is said.
    #[serde(default)]
    pub method: Option<String>,
    /// The tool, for `tools/call`.
    #[serde(default)]
    pub tool: Option<String>,
    /// Its arguments; `{}` when nothing is said.
    #[serde(default)]
    pub arguments: Option<Map<String, Value>>,
    /// The capabilities that this one message declares, in place of the client's.
    #[serde(default)]
    pub capabilities: Option<Value>,
    /// What is changed before it goes out.
    #[serde(default)]
    pub tamper: Option<Tamper>,
    /// What must come back.
    pub expect: Expect,
}

/// A call that is sent again with an answer.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Retry {
    /// The step whose question is answered.
    pub of: usize,
    /// Whose client sends it; the one that was asked, when nothing is said.
    #[serde(default)]
    pub by: Option<String>,
    /// To which server; the one that asked, when nothing is said.
    #[serde(default)]
    pub at: Option<String>,
    /// The answer to every question. None: no answer is sent.
    #[serde(default)]
    pub answer: Option<Answer>,
    /// What becomes of the state on its way.
    #[serde(default)]
    pub state: Option<StateEdit>,
    /// The capabilities that this one message declares, in place of the client's.
    #[serde(default)]
    pub capabilities: Option<Value>,
    /// What else is changed before it goes out.
    #[serde(default)]
    pub tamper: Option<Tamper>,
    /// What must come back.
    pub expect: Expect,
}

/// A message that is sent once more.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repeat {
    /// The step whose message is sent again.
    pub of: usize,
    /// Whose client sends it; the same when nothing is said.
    #[serde(default)]
    pub by: Option<String>,
    /// What is changed before it goes out.
    #[serde(default)]
    pub tamper: Option<Tamper>,
    /// What must come back.
    pub expect: Expect,
}

/// A document that is fetched.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Get {
    /// Whose client fetches it.
    pub by: String,
    /// From which server; the lab's when nothing is said.
    #[serde(default)]
    pub at: Option<String>,
    /// The path.
    pub path: String,
    /// What must come back.
    pub expect: Expect,
}

/// A call that a model wants.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// Whose host it is.
    pub by: String,
    /// At which server; the lab's when nothing is said.
    #[serde(default)]
    pub at: Option<String>,
    /// The tool.
    pub tool: String,
    /// Its arguments; `{}` when nothing is said.
    #[serde(default)]
    pub arguments: Option<Map<String, Value>>,
    /// What the person answers, prompt by prompt. When the answers run out, the person closes the prompt.
    #[serde(default)]
    pub answers: Vec<Word>,
    /// A person who reads before answering, in place of `answers`.
    #[serde(default)]
    pub reads: Option<Reads>,
    /// How it must end.
    pub expect: Expect,
}

/// The tools, listed for a model.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct List {
    /// Whose host lists them.
    pub by: String,
    /// At which server; the lab's when nothing is said.
    #[serde(default)]
    pub at: Option<String>,
    /// What the model must be shown.
    pub expect: Expect,
}

/// A worker's turn.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Work {
    /// What must become of the call.
    pub expect: Expect,
}

/// A standing rule at a host.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandingRule {
    /// Whose rule it is.
    pub by: String,
    /// At the host of which connection; the lab's when nothing is said.
    #[serde(default)]
    pub at: Option<String>,
    /// Which server the rule names; that of the connection when nothing is said.
    #[serde(default)]
    pub server: Option<String>,
    /// The listed entry that the rule is for; the name of a tool stands for its entry in `tools.json`.
    pub tool: Value,
    /// What it does.
    pub effect: RuleEffect,
}

/// What a standing rule does. `revoke` takes back the last rule that was set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RuleEffect {
    /// The host sends without its own prompt.
    Allow,
    /// The host asks.
    Ask,
    /// The host does not send.
    Deny,
    /// The last rule is revoked.
    Revoke,
}

/// What a person does at a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    /// Says yes.
    Yes,
    /// Sends the form in with a no.
    NoInTheForm,
    /// Declines.
    Decline,
    /// Closes the prompt.
    Cancel,
}

impl Word {
    /// The same as the lab's hosts know it.
    #[must_use]
    pub const fn reply(self) -> Reply {
        match self {
            Self::Yes => Reply::Yes,
            Self::NoInTheForm => Reply::NoInTheForm,
            Self::Decline => Reply::Decline,
            Self::Cancel => Reply::Cancel,
        }
    }
}

/// What a client sends as the answer to a question: a word, or the answer itself as it goes over the wire.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    /// An honest answer.
    Word(Word),
    /// Anything else.
    Raw(Map<String, Value>),
}

impl Answer {
    /// The answer as it goes over the wire.
    #[must_use]
    pub fn wire(&self) -> Value {
        match self {
            Self::Word(word) => word.reply().wire(),
            Self::Raw(raw) => Value::Object(raw.clone()),
        }
    }
}

/// A person who reads one line of the prompt: the first that begins so. They decline where it says what they do not
/// want, and say yes otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reads {
    /// How the line begins.
    pub line: String,
    /// What they do not want to read there.
    pub declines_if: String,
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
            | Self::Work(Work { expect }) => Some(expect),
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
            | Self::Work(Work { expect }) => Some(expect),
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
