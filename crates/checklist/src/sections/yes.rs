//! How to scope a grant: what a yes covers.

use super::{Answer, Line, Section};
use crate::Evidence::{Test, Vector};

const SEED: &str = "lessons/25-consent-and-least-privilege/tests/seed_claims.rs";

/// How to scope a grant: what a yes covers.
pub(super) const SECTION: Section = Section {
    title: "How to scope a grant",
    wrong: Answer::No,
    lines: &[
        Line {
            question: "Does the next call need its own yes?",
            rules: &[&rules::call::ONE_CALL],
            evidence: &[Test(SEED, "s87_consent_for_one_tool_never_covers_another")],
        },
        Line {
            question: "Is a form sent with its box unticked a no?",
            rules: &[&rules::call::EXACT_YES],
            evidence: &[Vector("061-accepted-no")],
        },
        Line {
            question: "Does one changed bit of the state void it?",
            rules: &[&rules::state::INTEGRITY],
            evidence: &[Test(
                "crates/consent/tests/consent/seal_tampered.rs",
                "no_bit_of_the_body_or_the_tag_can_be_flipped",
            )],
        },
        Line {
            question: "Is Alice's yes worthless to Bob?",
            rules: &[&rules::state::PRINCIPAL],
            evidence: &[Vector("076-borrowed-question")],
        },
        Line {
            question: "Is a yes worthless with other arguments?",
            rules: &[&rules::state::REQUEST],
            evidence: &[Vector("083-other-payee")],
        },
        Line {
            question: "Is the time to answer short?",
            rules: &[&rules::state::EXPIRY],
            evidence: &[Vector("091-late-yes")],
        },
    ],
};
