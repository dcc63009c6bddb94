//! What must outlive a request, and what needs no grant.

use super::{Answer, Line, Section};
use crate::Evidence::Test;

const SEED: &str = "lessons/25-consent-and-least-privilege/tests/seed_claims.rs";

/// What must outlive a request, and what needs no grant.
pub(super) const SECTION: Section = Section {
    title: "What outlives a request; what needs no grant",
    wrong: Answer::No,
    lines: &[
        Line {
            question: "Is there one way from yes to act?",
            rules: &[&rules::grant::ONE_PATH],
            evidence: &[Test("crates/grants/tests/grants/claims.rs", "acting_at_once_is_issuing_and_claiming")],
        },
        Line {
            question: "Does a forged job run nothing?",
            rules: &[&rules::grant::NOT_IN_PAYLOAD],
            evidence: &[Test("crates/twogates/tests/twogates/deferred.rs", "a_reference_runs_its_own_call_alone")],
        },
        Line {
            question: "Do eight workers with one yes act once?",
            rules: &[&rules::grant::CLAIMED_ONCE],
            evidence: &[Test("crates/grants/tests/grants/races.rs", "of_eight_workers_with_one_reference_one_acts")],
        },
        Line {
            question: "Is a worker that comes late refused?",
            rules: &[&rules::grant::EXPIRY],
            evidence: &[Test("crates/twogates/tests/twogates/deferred.rs", "a_late_worker_finds_it_expired")],
        },
        Line {
            question: "Is a file that was replaced left alone?",
            rules: &[&rules::grant::SNAPSHOT],
            evidence: &[Test(
                "crates/twogates/tests/twogates/replays.rs",
                "a_note_that_changed_after_the_question_is_not_deleted",
            )],
        },
        Line {
            question: "Does losing a right stop the worker?",
            rules: &[&rules::grant::STILL_AUTHORIZED],
            evidence: &[Test("crates/twogates/tests/twogates/deferred.rs", "no_longer_authorized_is_told_and_final")],
        },
        Line {
            question: "Is a second retry told what the first did?",
            rules: &[&rules::grant::OUTCOME],
            evidence: &[Test(SEED, "s89_a_consumed_state_cannot_be_replayed")],
        },
        Line {
            question: "Do plain reads and advice stay unstored?",
            rules: &[&rules::grant::NO_EFFECT],
            evidence: &[Test(
                "crates/twogates/tests/twogates/replays.rs",
                "a_read_is_never_asked_about_and_leaves_no_row",
            )],
        },
    ],
};
