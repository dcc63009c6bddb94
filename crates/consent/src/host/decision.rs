//! What the host's gate answers, and why.

use super::RuleId;
use rules::{Fault, Refused, Rule, call, host, tools};

/// Whether the host itself asks about a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostDecision {
    /// It asks a person before it sends the call.
    Ask {
        /// Why.
        why: WhyAsked,
    },
    /// It sends the call without asking. What the server asks is put to a person all the same.
    Pass {
        /// Why.
        why: WhyPassed,
    },
    /// It does not send the call.
    Deny {
        /// The rule that says so.
        rule: RuleId,
    },
}

/// Why the host asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhyAsked {
    /// The user does not trust the server.
    Untrusted,
    /// A standing rule says to ask.
    Rule(RuleId),
    /// A standing rule denies this tool or says to ask, but the server lists the tool in another form than then.
    Changed(RuleId),
}

/// Why the host does not ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhyPassed {
    /// A trusted server says of the tool that it reads, in a closed world.
    TrustedRead,
    /// The server is trusted to ask.
    TrustedToAsk,
    /// A standing rule allows the tool.
    Rule(RuleId),
    /// An untrusted server's hint was believed. Only with the defence `hint-trust` off.
    HintBelieved,
    /// The host asks nobody. Only with the defence `host-gate` off.
    NobodyAsked,
}

impl HostDecision {
    /// The rules that it rests on, or with a defence off, that it breaks.
    #[must_use]
    pub const fn rules(self) -> &'static [&'static Rule] {
        match self {
            Self::Ask { why: WhyAsked::Untrusted } => &[&host::OWN_GATE, &tools::HINTS_UNTRUSTED],
            Self::Ask { why: WhyAsked::Rule(_) } | Self::Deny { .. } => &[&host::STANDING_RULE],
            Self::Ask { why: WhyAsked::Changed(_) } => &[&host::STANDING_RULE, &host::IDENTITY],
            Self::Pass { why: WhyPassed::TrustedRead } => &[&host::TRUST, &call::WHO_IS_ASKED],
            Self::Pass { why: WhyPassed::TrustedToAsk } => &[&host::TRUST],
            Self::Pass { why: WhyPassed::Rule(_) } => &[&host::STANDING_RULE, &host::RULE_NOT_ANSWER],
            Self::Pass { why: WhyPassed::HintBelieved } => &[&tools::HINTS_UNTRUSTED],
            Self::Pass { why: WhyPassed::NobodyAsked } => &[&host::OWN_GATE],
        }
    }

    /// Why, as one sentence without its full stop.
    #[must_use]
    pub fn why(self) -> String {
        match self {
            Self::Ask { why } => match why {
                WhyAsked::Untrusted => "this server is not trusted, so each of its calls is asked about".to_owned(),
                WhyAsked::Rule(rule) => format!("{rule} says to ask"),
                WhyAsked::Changed(rule) => {
                    format!("{rule} restricts this tool, which the server has changed since, so that a person decides")
                }
            },
            Self::Pass { why } => match why {
                WhyPassed::TrustedRead => {
                    "this server is trusted, and says that the tool reads and stays in a closed world".to_owned()
                }
                WhyPassed::TrustedToAsk => "this server is trusted to ask".to_owned(),
                WhyPassed::Rule(rule) => {
                    format!("{rule} allows this tool at the host's own prompt; a server's question is still put")
                }
                WhyPassed::HintBelieved => "an untrusted server's hint was believed".to_owned(),
                WhyPassed::NobodyAsked => "this host asks nobody".to_owned(),
            },
            Self::Deny { rule } => DeniedByRule(rule).why(),
        }
    }

    /// The decision as a transcript keeps it.
    #[must_use]
    pub fn recorded(self) -> wire::entry::Decision {
        let (verdict, code) = match self {
            Self::Ask { .. } => ("asked", None),
            Self::Pass { .. } => ("passed", None),
            Self::Deny { rule } => ("refused", Some(DeniedByRule(rule).code().to_owned())),
        };
        wire::entry::Decision {
            gate: "host".to_owned(),
            verdict: verdict.to_owned(),
            why: self.why(),
            code,
            rules: self.rules().iter().map(|rule| rule.id.to_owned()).collect(),
        }
    }
}

/// The refusal of a call that a standing rule denies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeniedByRule(pub RuleId);

impl Refused for DeniedByRule {
    fn fault(&self) -> Fault {
        Fault::HumanSaidNo
    }

    fn rule(&self) -> &'static Rule {
        &host::STANDING_RULE
    }

    fn code(&self) -> &'static str {
        "denied_by_rule"
    }

    fn why(&self) -> String {
        format!("{} denies this tool, so the host did not send the call", self.0)
    }

    fn remedy(&self) -> &'static str {
        "the user can revoke the rule in the host's settings"
    }
}
