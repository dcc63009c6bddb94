//! What the user has set: trust, standing rules, and the history of both.

use super::{Effect, ListedTool, RuleId, ServerId, StandingRule};
use std::collections::BTreeSet;

/// Whether the user trusts a server (rule `HOST-02`).
///
/// Trust approves no call. It says that the server's hints are believed, and that it is relied on to ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Trust {
    /// Not trusted: the host asks about each call.
    #[default]
    None,
    /// Trusted by the user.
    Trusted,
}

/// A change that the user made on purpose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Trust in a server was set.
    Trust(ServerId, Trust),
    /// A standing rule was added.
    Added(StandingRule),
    /// A standing rule was revoked.
    Revoked(StandingRule),
}

/// A change and its moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// What was changed.
    pub change: Change,
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
}

/// Trust and standing rules. Only the user's own doing changes them: no message of a server reaches any method here.
///
/// ```
/// # use twogates_consent as consent;
/// use consent::host::{Effect, ListedTool, ServerId, Settings, Trust};
/// let server = ServerId::new("files");
/// let tool = ListedTool::read(&server, &serde_json::json!({"name": "list_files"})).unwrap();
/// let mut settings = Settings::default();
/// assert_eq!(settings.trust(&server), Trust::None);
/// let rule = settings.add(&tool, Effect::Allow, 1000);
/// assert!(settings.revoke(rule, 2000).is_some());
/// assert!(settings.revoke(rule, 3000).is_none());
/// assert_eq!(settings.history().len(), 2);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Settings {
    trusted: BTreeSet<ServerId>,
    rules: Vec<StandingRule>,
    added: u64,
    history: Vec<Changed>,
}

impl Settings {
    /// Whether the user trusts this server.
    #[must_use]
    pub fn trust(&self, server: &ServerId) -> Trust {
        if self.trusted.contains(server) { Trust::Trusted } else { Trust::None }
    }

    /// Sets whether the user trusts this server.
    pub fn set_trust(&mut self, server: &ServerId, trust: Trust, at_ms: u64) {
        match trust {
            Trust::Trusted => self.trusted.insert(server.clone()),
            Trust::None => self.trusted.remove(server),
        };
        self.note(Change::Trust(server.clone(), trust), at_ms);
    }

    /// The standing rules, in the order in which they were added.
    #[must_use]
    pub fn rules(&self) -> &[StandingRule] {
        &self.rules
    }

    /// Adds a standing rule for this tool as it is listed now.
    pub fn add(&mut self, tool: &ListedTool, effect: Effect, at_ms: u64) -> RuleId {
        self.added += 1;
        let rule = StandingRule {
            id: RuleId(self.added),
            server: tool.server().clone(),
            tool: tool.name().to_owned(),
            definition: tool.definition(),
            effect,
        };
        let id = rule.id;
        self.rules.push(rule.clone());
        self.note(Change::Added(rule), at_ms);
        id
    }

    /// Revokes a standing rule: the next call is decided without it. Gives the rule, where there was one.
    pub fn revoke(&mut self, id: RuleId, at_ms: u64) -> Option<StandingRule> {
        let place = self.rules.iter().position(|rule| rule.id == id)?;
        let rule = self.rules.remove(place);
        self.note(Change::Revoked(rule.clone()), at_ms);
        Some(rule)
    }

    /// Every change, oldest first.
    #[must_use]
    pub fn history(&self) -> &[Changed] {
        &self.history
    }

    fn note(&mut self, change: Change, at_ms: u64) {
        self.history.push(Changed { change, at_ms });
    }
}
