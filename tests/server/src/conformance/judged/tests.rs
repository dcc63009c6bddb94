//! A verdict is good only where something was checked and all of it is right or explained.

use super::{Judged, Verdict};
use crate::conformance::{Baseline, Check, Results, Scenario, Status, Tier};

const BASELINE: &str = r#"{
    "explained": [
        {"server": "it", "scenario": "caching", "check": "c", "status": "WARNING", "because": "it must"}
    ],
    "not-asked": {"it": {"tools-call-image": "the tool test_image_content"}}
}"#;

/// How `it` comes out in a scenario with these checks.
fn judged(scenario: &str, checks: &[(&str, Status)]) -> Judged {
    let check = |(id, status): &(&str, Status)| Check { id: (*id).into(), status: *status, error_message: None };
    let results = Results::from([(scenario.to_owned(), checks.iter().map(check).collect())]);
    of(scenario, &results)
}

fn of(scenario: &str, results: &Results) -> Judged {
    let scenario = Scenario { name: scenario.into(), tier: Tier::Required };
    Judged::of("it", &scenario, results, &Baseline::read(BASELINE).unwrap_or_default())
}

#[test]
fn what_is_right_passes_and_what_is_wrong_does_not() {
    let right = judged("tools-list", &[("a", Status::Success), ("b", Status::Skipped), ("c", Status::Info)]);
    assert_eq!((right.verdict, right.checks, right.warnings, right.wrong.len()), (Verdict::Passed, 1, 0, 0));
    let warned = judged("tools-list", &[("a", Status::Success), ("b", Status::Warning)]);
    assert_eq!((warned.verdict, warned.warnings), (Verdict::Warned, 1));
    assert_eq!(warned.wrong, ["Warning b: it does not say why"]);
    let failed = judged("tools-list", &[("a", Status::Success), ("b", Status::Warning), ("c", Status::Failure)]);
    assert_eq!((failed.verdict, failed.wrong.len()), (Verdict::Failed, 2));
    for bad in [warned.verdict, failed.verdict] {
        assert!(!bad.is_good());
    }
}

#[test]
fn what_checks_nothing_is_no_success() {
    let vacuous = judged("tools-list", &[("a", Status::Skipped), ("b", Status::Info)]);
    assert_eq!(vacuous.verdict, Verdict::Vacuous);
    assert_eq!(of("tools-list", &Results::new()).verdict, Verdict::NoResult);
    assert!(!Verdict::Vacuous.is_good() && !Verdict::NoResult.is_good());
}

#[test]
fn what_is_explained_is_that_very_check_and_comes_out_that_very_way() {
    let explained = judged("caching", &[("a", Status::Success), ("c", Status::Warning)]);
    assert_eq!((explained.verdict, explained.warnings), (Verdict::Explained, 1));
    assert_eq!(judged("caching", &[("a", Status::Success), ("c", Status::Failure)]).verdict, Verdict::Failed);
    let other = judged("tools-list", &[("a", Status::Success), ("c", Status::Warning)]);
    assert_eq!(other.verdict, Verdict::Warned, "another scenario's check");
    let stale = judged("caching", &[("a", Status::Success), ("c", Status::Success)]);
    assert_eq!(stale.verdict, Verdict::Warned);
    assert_eq!(stale.wrong, ["the baseline explains c, which comes out otherwise"]);
}

#[test]
fn what_a_server_does_not_have_is_not_asked_of_it() {
    let not_asked = judged("tools-call-image", &[("a", Status::Failure)]);
    assert_eq!((not_asked.verdict, not_asked.checks), (Verdict::NotAsked, 0));
}
