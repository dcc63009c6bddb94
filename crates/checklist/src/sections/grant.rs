//! What must outlive a request, and what needs no grant.

use super::{Answer, Line, Section};
use crate::Evidence::{Test, Vector};

/// What must outlive a request, and what needs no grant.
pub(super) const SECTION: Section = Section {
    title: "What outlives a request; what needs no grant",
    wrong: Answer::No,
    lines: &[
        Line {
            question: "Is there one way from yes to act?",
            rules: &[&rules::grant::ONE_PATH],
            evidence: &[Vector("006-honest-second-call")],
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
            evidence: &[Vector("095-late-worker")],
        },
        Line {
            question: "Is a file that was replaced left alone?",
            rules: &[&rules::grant::SNAPSHOT],
            evidence: &[Vector("098-changed-meanwhile")],
        },
        Line {
            question: "Does losing a right stop the worker?",
            rules: &[&rules::grant::STILL_AUTHORIZED],
            evidence: &[Vector("096-left-the-company")],
        },
        Line {
            question: "Can a yes be taken back until it is done?",
            rules: &[&rules::grant::IN_FLIGHT],
            evidence: &[Vector("119-taken-back-in-flight")],
        },
        Line {
            question: "Does a restored copy give no yes back?",
            rules: &[&rules::grant::RESTORED],
            evidence: &[Vector("124-restored-backup")],
        },
        Line {
            question: "Is a second retry told what the first did?",
            rules: &[&rules::grant::OUTCOME],
            evidence: &[Vector("088-paid-twice")],
        },
        Line {
            question: "Do plain reads and advice stay unstored?",
            rules: &[&rules::grant::NO_EFFECT],
            evidence: &[Vector("002-honest-read")],
        },
    ],
};
