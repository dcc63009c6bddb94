//! When to prompt.

use super::{Answer, Line, Section};
use crate::Evidence::{Test, Vector};

const SEED: &str = "lessons/25-consent-and-least-privilege/tests/seed_claims.rs";

/// When to prompt.
pub(super) const SECTION: Section = Section {
    title: "When to prompt",
    wrong: Answer::No,
    lines: &[
        Line {
            question: "Is a person asked, save for plain reads?",
            rules: &[&rules::call::WHO_IS_ASKED],
            evidence: &[Test(SEED, "s85_a_destructive_tool_triggers_an_elicitation")],
        },
        Line {
            question: "Does a missing hint count as the worst?",
            rules: &[&rules::tools::HINTS_BOOLEAN],
            evidence: &[Test("crates/consent/tests/host/hints.rs", "what_is_not_said_is_taken_for_the_worse")],
        },
        Line {
            question: "Has the host a gate of its own?",
            rules: &[&rules::host::OWN_GATE],
            evidence: &[Vector("007-unasked-payment")],
        },
        Line {
            question: "Is no client asked that shows no forms?",
            rules: &[&rules::elicitation::CAPABILITY],
            evidence: &[Vector("054-nightly-job")],
        },
        Line {
            question: "Is the question enough to decide?",
            rules: &[&rules::call::SHOWN_WHOLE],
            evidence: &[Test(
                "crates/consent/tests/consent/questions.rs",
                "it_names_server_tool_arguments_resource_time_and_uses",
            )],
        },
        Line {
            question: "Can no argument forge a line of it?",
            rules: &[&rules::call::SHOWN_SAFELY],
            evidence: &[Vector("057-forged-line")],
        },
        Line {
            question: "Do all three noes leave the world as it was?",
            rules: &[&rules::call::NO_IS_NO],
            evidence: &[Test(SEED, "s86_a_decline_and_a_cancel_leave_no_side_effect")],
        },
    ],
};
