//! How to shape a step-up challenge.

use super::{Answer, Line, Section};
use crate::Evidence::{Test, Vector};

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
            evidence: &[Vector("037-one-by-one")],
        },
        Line {
            question: "Does a step-up keep what was earned?",
            rules: &[&rules::scope::UNION],
            evidence: &[Vector("040-lost-scope")],
        },
        Line {
            question: "Does the client give up, and say why?",
            rules: &[&rules::scope::CAP],
            evidence: &[Vector("041-ever-more-scopes")],
        },
        Line {
            question: "Does a broader token do?",
            rules: &[&rules::scope::HIERARCHY],
            evidence: &[Vector("032-broader-scope")],
        },
        Line {
            question: "Is a filtered list marked as private?",
            rules: &[&rules::cache::FILTERED_IS_PRIVATE],
            evidence: &[Vector("039-somebody-elses-list")],
        },
    ],
};
