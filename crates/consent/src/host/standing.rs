//! Standing rules: what a user decided for the calls of one tool to come.

use super::{ListedTool, ServerId};
use std::fmt;
use wire::Digest;

/// The number of a standing rule. Never given twice by one [`Settings`](super::Settings).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(pub u64);

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "standing rule {}", self.0)
    }
}

/// What a standing rule does, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// The host does not ask.
    Allow,
    /// The host asks.
    Ask,
    /// The host refuses.
    Deny,
}

/// One tool of one server as it was listed then, and what the host does about its calls (rule `HOST-04`).
///
/// It speaks for the host's own prompt only. A server's question is put to a person, whatever rule there is
/// (rule `HOST-05`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingRule {
    /// Its number.
    pub id: RuleId,
    /// The server, exactly.
    pub server: ServerId,
    /// The name of the tool, code point for code point.
    pub tool: String,
    /// The tool's definition when the rule was set.
    pub definition: Digest,
    /// What it does.
    pub effect: Effect,
}

impl StandingRule {
    /// Whether it was set for a tool of this server and name, with this definition or another.
    pub(super) fn names(&self, tool: &ListedTool) -> bool {
        self.server == *tool.server() && self.tool == tool.name()
    }

    /// Whether it covers this tool.
    pub(super) fn covers(&self, tool: &ListedTool) -> bool {
        self.names(tool) && self.definition == tool.definition()
    }

    /// What a careless host takes for the same tool. Here to be shown in lessons and attacked in tests.
    ///
    /// It knows no server and no definition. Of the name it sees letters and digits in lower case, and it takes a name
    /// that ends in the rule's for the rule's, as hosts do that join server and tool into one string.
    pub(super) fn covers_carelessly(&self, tool: &ListedTool) -> bool {
        let seen = |name: &str| name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        let (rule, tool): (String, String) = (seen(&self.tool), seen(tool.name()));
        tool.ends_with(&rule)
    }
}
