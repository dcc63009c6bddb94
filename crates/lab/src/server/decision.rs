//! What the transcript says of a server's decisions.

use rules::{Refused, Rule, call, elicitation, scope, state, tools};
use twogates::outcome::Outcome;
use twogates::{Refusal, Turned};
use wire::entry::Decision;

pub(crate) fn decision(gate: &str, verdict: &str, why: impl Into<String>, rules: &[&Rule]) -> Decision {
    Decision {
        gate: gate.to_owned(),
        verdict: verdict.to_owned(),
        why: why.into(),
        code: None,
        rules: rules.iter().map(|rule| rule.id.to_owned()).collect(),
    }
}

pub(crate) fn turned(turned: &Turned) -> Decision {
    refusal("front door", turned)
}

pub(crate) fn refused(refused: &Refusal) -> Decision {
    let (gate, more): (_, &[&Rule]) = match refused.outcome() {
        Outcome::InsufficientScope => ("gate one", &[&scope::INSUFFICIENT, &scope::COMPLETE_CHALLENGE]),
        Outcome::UnknownTool => ("gate one", &[]),
        Outcome::BadState => ("gate two", &[&call::ONE_TEXT, &state::NOT_BURNT]),
        Outcome::SaidNo => ("gate two", &[&tools::EXECUTION_ERROR]),
        Outcome::NoForm => ("gate two", &[&elicitation::CAPABILITY]),
        Outcome::Used | Outcome::Queued | Outcome::DoneSince | Outcome::Changed | Outcome::NotUsable => ("grant", &[]),
        Outcome::StoreFull | Outcome::StoreFailed => ("grant", &[]),
        Outcome::BadArguments => ("tool", &[]),
        _ => ("gate two", &[]),
    };
    let mut decision = refusal(gate, refused);
    if refused.outcome() == Outcome::DoneSince {
        // It is told, and refused nothing.
        "spent".clone_into(&mut decision.verdict);
    }
    decision.rules.extend(more.iter().map(|rule| rule.id.to_owned()));
    decision
}

fn refusal(gate: &str, refused: &dyn Refused) -> Decision {
    Decision { code: Some(refused.code().into()), ..decision(gate, "refused", refused.why(), &[refused.rule()]) }
}
