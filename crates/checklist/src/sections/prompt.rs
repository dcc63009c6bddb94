//! When to prompt.

use super::{Answer, Line, Section};
use crate::Evidence::Test;

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
            evidence: &[Test(
                "crates/consent/tests/host/gate.rs",
                "an_untrusted_server_is_asked_about_whatever_it_says",
            )],
        },
        Line {
            question: "Is no client asked that shows no forms?",
            rules: &[&rules::elicitation::CAPABILITY],
            evidence: &[Test(
                "crates/twogates/tests/twogates/cases_answers.rs",
                "c024_a_client_without_forms_is_told_so_and_nothing_runs",
            )],
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
            evidence: &[Test("crates/consent/tests/render/question.rs", "c077_an_argument_cannot_add_a_line")],
        },
        Line {
            question: "Do all three noes leave the world as it was?",
            rules: &[&rules::call::NO_IS_NO],
            evidence: &[Test(SEED, "s86_a_decline_and_a_cancel_leave_no_side_effect")],
        },
    ],
};
