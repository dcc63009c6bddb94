//! The host's own gate: must the host itself ask about this call?

use super::{Effect, HostDecision, ListedTool, Settings, StandingRule, Trust, WhyAsked, WhyPassed};
use rules::{Defence, Defences, Guarded};

/// Decides from what the user has set, and from nothing that a server says of itself (rule `HOST-01`).
///
/// Its defences: `host-gate` (off: where it would ask, it passes), `hint-trust` (off: an untrusted server's claim of a
/// closed-world read is believed), `rule-limits` (off: a standing rule covers whatever has a similar name, on any
/// server and in any definition).
#[derive(Debug, Clone, Default)]
pub struct HostGate {
    settings: Settings,
    defences: Defences,
}

impl HostGate {
    /// A gate with every defence on.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self { settings, defences: Defences::all() }
    }

    /// What the user has set.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What the user has set, to be changed by the user.
    pub const fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Whether the host asks before it sends a call of this tool.
    #[must_use]
    pub fn decide(&self, tool: &ListedTool) -> HostDecision {
        let decision = self.by_rule(tool).unwrap_or_else(|| self.by_trust(tool));
        match decision {
            HostDecision::Ask { .. } if !self.defences.on(Defence::HostGate) => {
                HostDecision::Pass { why: WhyPassed::NobodyAsked }
            }
            decision => decision,
        }
    }

    /// What the strictest rule says that covers the tool.
    ///
    /// A restriction of the tool in another form is not forgotten, unless the user has allowed this form after that:
    /// whoever could drop it by changing a word of the description, or by listing an old form again, would not be
    /// restricted.
    fn by_rule(&self, tool: &ListedTool) -> Option<HostDecision> {
        let rules = self.settings.rules();
        let covers = |rule: &&StandingRule| {
            if self.defences.on(Defence::RuleLimits) { rule.covers(tool) } else { rule.covers_carelessly(tool) }
        };
        // Of equal effects this is the rule that was set last.
        let strictest = rules.iter().filter(covers).max_by_key(|rule| rule.effect);
        let allowed = match strictest {
            Some(StandingRule { id, effect: Effect::Deny, .. }) => return Some(HostDecision::Deny { rule: *id }),
            Some(StandingRule { id, effect: Effect::Ask, .. }) => {
                return Some(HostDecision::Ask { why: WhyAsked::Rule(*id) });
            }
            Some(StandingRule { id, effect: Effect::Allow, .. }) => Some(*id),
            None => None,
        };
        let restricts = |rule: &&StandingRule| rule.names(tool) && rule.effect != Effect::Allow;
        let stands = |rule: &&StandingRule| allowed.is_none_or(|allowed| allowed < rule.id);
        let restriction = rules.iter().filter(restricts).filter(stands).max_by_key(|rule| rule.effect);
        match restriction {
            Some(restriction) => Some(HostDecision::Ask { why: WhyAsked::Changed(restriction.id) }),
            None => allowed.map(|id| HostDecision::Pass { why: WhyPassed::Rule(id) }),
        }
    }

    fn by_trust(&self, tool: &ListedTool) -> HostDecision {
        let says_it_reads = tool.hints().closed_world_read();
        match self.settings.trust(tool.server()) {
            Trust::Trusted if says_it_reads => HostDecision::Pass { why: WhyPassed::TrustedRead },
            Trust::Trusted => HostDecision::Pass { why: WhyPassed::TrustedToAsk },
            Trust::None if says_it_reads && !self.defences.on(Defence::HintTrust) => {
                HostDecision::Pass { why: WhyPassed::HintBelieved }
            }
            Trust::None => HostDecision::Ask { why: WhyAsked::Untrusted },
        }
    }
}

impl Guarded for HostGate {
    fn defences_mut(&mut self) -> &mut Defences {
        &mut self.defences
    }
}
