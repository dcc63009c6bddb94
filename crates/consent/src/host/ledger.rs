//! The record of every answer (rule `HOST-06`). It stands in the host, whatever a server keeps.

use super::{HostDecision, PlannedCall, RuleId, ServerId, WhyPassed};
use wire::Digest;

/// What was answered. Four ways to say no are four answers, for a server hears the first three apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Answer {
    /// Yes.
    Yes,
    /// A server's form was sent in, with a no in it.
    NoInTheForm,
    /// A server's question was declined.
    Declined,
    /// A prompt was closed without an answer.
    Cancelled,
    /// A no at the host's own prompt, by a person or by a rule: the call was not sent.
    Denied,
}

impl Answer {
    /// Whether the call stays undone: whatever is not a yes.
    #[must_use]
    pub const fn withholds(self) -> bool {
        !matches!(self, Self::Yes)
    }
}

/// Who answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum By {
    /// A person, now.
    Person,
    /// A standing rule, at the host's own prompt.
    Rule(RuleId),
}

/// An answer and the prompt that it was given to. A server's question has no room for a rule: only a person answers it
/// (rule `HOST-05`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Said {
    /// At the host's own prompt, or in its place.
    ToHost(Answer, By),
    /// To the question of the server, by a person.
    ToServer(Answer),
}

impl Said {
    /// What a decision of the host's gate says already: a rule's yes or no. Nothing where a person is asked, or where
    /// the host relies on the server to ask.
    #[must_use]
    pub const fn by(decision: HostDecision) -> Option<Self> {
        match decision {
            HostDecision::Deny { rule } => Some(Self::ToHost(Answer::Denied, By::Rule(rule))),
            HostDecision::Pass { why: WhyPassed::Rule(rule) } => Some(Self::ToHost(Answer::Yes, By::Rule(rule))),
            HostDecision::Ask { .. } | HostDecision::Pass { .. } => None,
        }
    }

    /// The answer.
    #[must_use]
    pub const fn answer(self) -> Answer {
        match self {
            Self::ToHost(answer, _) | Self::ToServer(answer) => answer,
        }
    }

    /// Who gave it.
    #[must_use]
    pub const fn who(self) -> By {
        match self {
            Self::ToHost(_, by) => by,
            Self::ToServer(_) => By::Person,
        }
    }
}

/// One answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The server, by its configured id.
    pub server: ServerId,
    /// The exact name of the tool.
    pub tool: String,
    /// The digest of the tool's whole entry, as it was listed then.
    pub definition: Digest,
    /// The digest of the arguments as the host sends them.
    pub arg_hash: Digest,
    /// What was answered, at which prompt, by whom.
    pub said: Said,
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
}

/// Every answer, in order. Nothing is changed or taken away.
///
/// ```
/// # use twogates_consent as consent;
/// use consent::host::{Answer, Ledger, ListedTool, Said, ServerId};
/// use serde_json::{Map, json};
/// let tool = ListedTool::read(&ServerId::new("files"), &json!({"name": "delete_file"})).unwrap();
/// let planned = tool.plan(&Map::new());
/// let mut ledger = Ledger::default();
/// assert!(ledger.withheld(&planned).is_none());
/// ledger.record(&planned, Said::ToServer(Answer::Declined), 1_785_249_900_000);
/// assert_eq!(ledger.withheld(&planned).unwrap().said.answer(), Answer::Declined);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Ledger(Vec<Record>);

impl Ledger {
    /// Adds an answer about this call.
    pub fn record(&mut self, planned: &PlannedCall<'_>, said: Said, at_ms: u64) {
        let tool = planned.tool();
        self.0.push(Record {
            server: tool.server().clone(),
            tool: tool.name().to_owned(),
            definition: tool.definition(),
            arg_hash: planned.call().arg_hash(),
            said,
            at_ms,
        });
    }

    /// Every answer, oldest first.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        &self.0
    }

    /// The answers about this call, oldest first: same server, same tool, same arguments.
    pub fn about(&self, planned: &PlannedCall<'_>) -> impl DoubleEndedIterator<Item = &Record> {
        let (tool, arg_hash) = (planned.tool(), planned.call().arg_hash());
        self.0.iter().filter(move |record| {
            record.server == *tool.server() && record.tool == tool.name() && record.arg_hash == arg_hash
        })
    }

    /// The no that stands against this call, where the last answer about it was one. While it stands, the host sends
    /// nothing by itself (rule `CALL-09`). When the model wants the call again, that is decided and asked afresh.
    #[must_use]
    pub fn withheld(&self, planned: &PlannedCall<'_>) -> Option<&Record> {
        self.about(planned).next_back().filter(|record| record.said.answer().withholds())
    }
}
