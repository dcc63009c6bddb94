//! Failure patterns: to reject on sight.

use super::{Answer, Line, Section};
use crate::Evidence::{Test, Vector, Wire};

/// Failure patterns: to reject on sight.
pub(super) const SECTION: Section = Section {
    title: "Failure patterns: reject on sight",
    wrong: Answer::Yes,
    lines: &[
        Line {
            question: "Is all approved once a server is trusted?",
            rules: &[&rules::host::TRUST],
            evidence: &[Test(
                "lessons/25-consent-and-least-privilege/src/acts/fatigue/tests.rs",
                "a_careless_server_that_is_trusted_does_all_of_it_unasked",
            )],
        },
        Line {
            question: "Does a server's hint switch off a question?",
            rules: &[&rules::tools::HINTS_UNTRUSTED],
            evidence: &[Vector("008-says-it-reads")],
        },
        Line {
            question: "Is a job in a queue taken as an approval?",
            rules: &[&rules::grant::OUTLIVES],
            evidence: &[Test("crates/lab/tests/cases/revoked.rs", "c138_the_queued_call_is_refused_as_revoked")],
        },
        Line {
            question: "Is a withheld consent a JSON-RPC error?",
            rules: &[&rules::base::NO_CONSENT_CODE],
            evidence: &[Wire(&rules::base::NO_CONSENT_CODE)],
        },
        Line {
            question: "Does a form ask for a password or a card?",
            rules: &[&rules::elicitation::NO_SECRETS],
            evidence: &[Wire(&rules::elicitation::NO_SECRETS)],
        },
        Line {
            question: "Does silence approve in the end?",
            rules: &[&rules::mrtr::NO_ANSWER_ASSUMED],
            evidence: &[Test("crates/lab/tests/cases/unanswered.rs", "c022_no_setting_turns_expiry_into_approval")],
        },
        Line {
            question: "Does a lost worker's job just start again?",
            rules: &[&rules::grant::UNKNOWN_SAID],
            evidence: &[Test("crates/twogates/tests/twogates/deferred.rs", "a_lost_worker_leaves_it_unknown")],
        },
    ],
};
