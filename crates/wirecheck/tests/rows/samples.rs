//! Each row: its bad sample yields exactly its finding, its good one none, and the repair makes the bad one good.

use crate::common::{find, find_by, names};
use std::collections::BTreeSet;
use twogates_wirecheck::all_rows;

#[test]
fn each_bad_sample_yields_exactly_the_finding_of_its_row() {
    for row in all_rows() {
        let samples = row.samples();
        let found = find(&samples.bad);
        assert_eq!(names(&found), [format!("{} {} {}", row.name, row.rule.id, samples.pointer)], "{row:?}");
    }
}

#[test]
fn no_good_sample_yields_anything() {
    for row in all_rows() {
        let samples = row.samples();
        assert!(!samples.good.is_empty(), "{row:?}");
        assert_eq!(names(&find(&samples.good)), [""; 0], "{row:?}");
    }
}

#[test]
fn each_repair_makes_its_sample_good() {
    let mut repaired = 0;
    for row in all_rows() {
        let samples = row.samples();
        for finding in find(&samples.bad) {
            let Some(repair) = &finding.repair else { continue };
            let lines = samples.repaired(finding.place.line, repair).unwrap();
            assert_eq!(names(&find(&lines)), [""; 0], "{row:?}: {lines:#?}");
            repaired += 1;
        }
    }
    assert!(repaired > 35, "only {repaired} samples are repaired");
}

/// Dropping any row turns the test of its sample red: nothing else objects to that.
#[test]
fn without_its_row_nothing_is_found_in_a_bad_sample() {
    for row in all_rows() {
        let others = all_rows().filter(|other| other.name != row.name).collect();
        assert_eq!(names(&find_by(others, &row.samples().bad)), [""; 0], "{row:?}");
    }
}

#[test]
fn names_are_unique_and_every_row_says_what_it_finds() {
    let mut seen = BTreeSet::new();
    for row in all_rows() {
        assert!(seen.insert(row.name), "{} stands twice", row.name);
        assert!(row.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{}", row.name);
        assert!(!row.finds.is_empty() && !row.finds.ends_with('.'), "{}", row.finds);
    }
    assert!(seen.len() > 80, "{}", seen.len());
}
