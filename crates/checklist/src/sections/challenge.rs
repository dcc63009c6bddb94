//! How to shape a step-up challenge.

use super::{Answer, Line, Section};
use crate::Evidence::Test;

const SEED: &str = "lessons/25-consent-and-least-privilege/tests/seed_claims.rs";
const STEP_UPS: &str = "lessons/25-consent-and-least-privilege/tests/acts/step_ups.rs";

/// How to shape a step-up challenge.
pub(super) const SECTION: Section = Section {
    title: "How to shape a step-up challenge",
    wrong: Answer::No,
    lines: &[
        Line {
            question: "Is scope checked first, at retries too?",
            rules: &[&rules::scope::CHECKED_PER_CALL],
            evidence: &[Test("crates/twogates/tests/twogates/order.rs", "scope_comes_before_used")],
        },
        Line {
            question: "Does one challenge say all that is lacking?",
            rules: &[&rules::scope::COMPLETE_CHALLENGE],
            evidence: &[Test("crates/scope/tests/scope/defences.rs", "without_the_complete_challenge_scopes_drip")],
        },
        Line {
            question: "Does a step-up keep what was earned?",
            rules: &[&rules::scope::UNION],
            evidence: &[Test(SEED, "s90_step_up_asks_for_the_union_and_is_capped")],
        },
        Line {
            question: "Does the client give up, and say why?",
            rules: &[&rules::scope::CAP],
            evidence: &[Test(STEP_UPS, "whoever_drips_the_client_stops")],
        },
        Line {
            question: "Does a broader token do?",
            rules: &[&rules::scope::HIERARCHY],
            evidence: &[Test("crates/scope/tests/scope/hierarchy.rs", "implication_goes_down_and_through")],
        },
        Line {
            question: "Is a filtered list marked as private?",
            rules: &[&rules::cache::FILTERED_IS_PRIVATE],
            evidence: &[Test(SEED, "s91_tools_list_is_filtered_by_the_scopes_granted")],
        },
    ],
};
