//! The steps of a vector, one by one.

use super::expect::Expect;
use super::tamper::{StateEdit, Tamper};
use crate::host::Reply;
use crate::server::Dies;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

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
    /// Whether the step ends at the server's first question, with nobody asked: a step `retry` puts it to the person.
    #[serde(default)]
    pub waits: bool,
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
    /// Whether the queue delivers once more what it delivered last, in place of the next call.
    #[serde(default)]
    pub again: bool,
    /// When the worker's process ends before it records what it did, if it does.
    #[serde(default)]
    pub dies: Option<Dies>,
    /// Whether the worker stalls with a file set aside, until a step `resume`. Only where deletions are `staged`.
    #[serde(default)]
    pub stalls: bool,
    /// What must become of the call.
    pub expect: Expect,
}

/// A worker that stalled goes on.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resume {
    /// The step at which it stalled.
    pub of: usize,
    /// What must become of the call.
    pub expect: Expect,
}

/// The operator takes a yes back.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Revoke {
    /// Which grant, counted from 1 in the order in which they were issued.
    pub grant: usize,
    /// What must come of it.
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
