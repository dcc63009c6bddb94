//! Whether a person must be asked, and why.

use super::facts::{Facts, Said};
use rules::Rule;

/// The rules that every answer rests on.
pub(super) const RULES: &[&Rule] =
    &[&rules::call::WHO_IS_ASKED, &rules::tools::HINTS_UNTRUSTED, &rules::host::OWN_GATE];

/// Whether a person must be asked about a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Asked {
    /// Whoever the server is, for these reasons.
    Always(Vec<String>),
    /// By the host, where its user has not marked the server as trusted: for then the hints count for nothing.
    Untrusted,
}

impl Asked {
    /// What follows from the hints, with the defaults, and from what contradicts them.
    pub(super) fn of(facts: &Facts) -> Self {
        let reasons = if facts.hints.closed_world_read() { despite(facts) } else { by_hints(facts) };
        if reasons.is_empty() { Self::Untrusted } else { Self::Always(reasons) }
    }

    /// Whether one must be asked whoever the server is.
    pub(super) const fn always(&self) -> bool {
        matches!(self, Self::Always(_))
    }

    /// In two or three words, for a table.
    pub(super) const fn short(&self) -> &'static str {
        match self {
            Self::Always(_) => "asked",
            Self::Untrusted => "asked if not trusted",
        }
    }

    /// In a sentence.
    pub(super) fn told(&self) -> String {
        match self {
            Self::Always(reasons) => format!("must be asked: {}.", reasons.join("; ")),
            Self::Untrusted => {
                "need not be asked if the user trusts this server and its hints are true: it says that it \
                                only reads, in a closed world. Of a server that is not trusted, the host asks about \
                                this call too."
                    .into()
            }
        }
    }
}

fn by_hints(facts: &Facts) -> Vec<String> {
    let mut reasons = Vec::new();
    if !facts.hints.read_only {
        reasons.push(match facts.said("readOnlyHint") {
            Said::No => "it says that it does not only read".to_owned(),
            _ => "nothing says that it only reads".to_owned(),
        });
        if facts.hints.destructive {
            reasons.push(match facts.said("destructiveHint") {
                Said::Yes => "it says that it may destroy".to_owned(),
                _ => "nothing says that it does not destroy".to_owned(),
            });
        }
    }
    if facts.hints.open_world {
        reasons.push(match facts.said("openWorldHint") {
            Said::Yes => "it says that it reaches the open world".to_owned(),
            _ => "nothing says that its world is closed".to_owned(),
        });
    }
    reasons
}

/// What contradicts hints that say that nobody need be asked.
fn despite(facts: &Facts) -> Vec<String> {
    let kinds = facts.spoken.iter().filter(|spoken| spoken.kind.ask);
    let speaks = kinds.map(|spoken| format!("an argument speaks of {}", spoken.kind.what));
    let reasons: Vec<String> = facts.writes().into_iter().chain(speaks).collect();
    let first = (!reasons.is_empty()).then(|| "its hints say no, and they are contradicted".to_owned());
    first.into_iter().chain(reasons).collect()
}
