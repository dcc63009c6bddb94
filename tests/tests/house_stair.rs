//! The stair: a crate knows only those that the design's table names for it, and what these may know.

use std::collections::BTreeSet;
use twogates_tests::repository::{Member, members};

/// Package, folder (or how it begins, before a title), and the members that it may need to be built; what those may
/// need, it may need too.
const STAIR: &[(&str, &str, &[&str])] = &[
    ("twogates-rules", "crates/rules", &[]),
    ("twogates-wire", "crates/wire", &["twogates-rules"]),
    ("twogates-scope", "crates/scope", &["twogates-rules", "twogates-wire"]),
    ("twogates-consent", "crates/consent", &["twogates-rules", "twogates-wire", "twogates-scope"]),
    ("twogates-grants", "crates/grants", &["twogates-rules", "twogates-wire", "twogates-scope", "twogates-consent"]),
    ("twogates-effects", "crates/effects", &["twogates-grants"]),
    (
        "twogates",
        "crates/twogates",
        &["twogates-rules", "twogates-wire", "twogates-scope", "twogates-consent", "twogates-grants"],
    ),
    ("twogates-grants-sqlite", "crates/grants-sqlite", &["twogates-grants"]),
    ("twogates-grants-postgres", "crates/grants-postgres", &["twogates-grants"]),
    ("twogates-lab", "crates/lab", &["twogates"]),
    ("twogates-wirecheck", "crates/wirecheck", &["twogates-rules", "twogates-wire", "twogates-scope"]),
    ("twogates-checklist", "crates/checklist", &["twogates-rules", "twogates-lab"]),
    ("twogates-figure", "crates/figure", &["twogates-rules", "twogates-lab"]),
    ("twogates-rmcp-gates", "crates/rmcp-gates", &["twogates"]),
    (
        "twogates-server",
        "crates/server",
        &["twogates-rmcp-gates", "twogates-grants-sqlite", "twogates-grants-postgres", "twogates-effects"],
    ),
    ("twogates-grants-admin", "crates/grants-admin", &["twogates-grants-sqlite", "twogates-grants-postgres"]),
    ("lesson-25", "lessons/25-", &["twogates-lab"]),
    ("lesson-26", "lessons/26-", &["twogates-lab", "twogates-grants-sqlite", "twogates-effects"]),
];

/// The packages that may know all.
const TESTS: &[(&str, &str)] = &[("twogates-tests", "tests"), ("twogates-server-tests", "tests/server")];

/// What a package may know, directly or through what it knows.
fn may_know(package: &str) -> BTreeSet<&'static str> {
    let mut known = BTreeSet::new();
    let mut ahead = vec![package];
    while let Some(next) = ahead.pop() {
        for needed in STAIR.iter().filter(|(name, ..)| *name == next).flat_map(|(.., needs)| *needs) {
            if known.insert(*needed) {
                ahead.push(needed);
            }
        }
    }
    known
}

/// What is wrong with a member, one sentence each.
fn faults(member: &Member, names: &BTreeSet<&str>) -> Vec<String> {
    let Member { name, folder, needs } = member;
    if TESTS.contains(&(name.as_str(), folder.as_str())) {
        return Vec::new();
    }
    let stands = |place: &str| if place.ends_with('-') { folder.starts_with(place) } else { folder == place };
    if !STAIR.iter().any(|(known, place, _)| known == name && stands(place)) {
        return vec![format!("{name} in {folder} is not in the table: put it on the stair first")];
    }
    let may_know = may_know(name);
    let too_much = needs.iter().filter(|needed| names.contains(needed.as_str()) && !may_know.contains(needed.as_str()));
    too_much.map(|needed| format!("{name} may not know {needed}")).collect()
}

#[test]
fn every_member_knows_only_those_below_it() {
    let members = members();
    let names: BTreeSet<_> = members.iter().map(|member| member.name.as_str()).collect();
    assert!(names.contains("twogates-rules") && names.contains("twogates-tests"), "cargo lists {names:?}");
    let faults: Vec<_> = members.iter().flat_map(|member| faults(member, &names)).collect();
    assert_eq!(faults, [""; 0]);
}

#[test]
fn the_table_is_a_stair() {
    for (place, (name, _, needs)) in STAIR.iter().enumerate() {
        for needed in *needs {
            let below = STAIR.iter().take(place).any(|(lower, ..)| lower == needed);
            assert!(below, "{name} stands before {needed}");
        }
        assert!(!may_know(name).contains(name), "{name} knows itself");
    }
    assert!(!may_know("twogates-server").contains("twogates-lab"), "the real server never knows the lab");
    assert!(!may_know("twogates-wirecheck").contains("twogates-consent"), "the checker shares no gate's code");
    assert!(!may_know("lesson-25").contains("twogates-grants-sqlite"), "lesson 25 needs no database");
}

#[test]
fn what_these_may_know_counts() {
    let all: Vec<_> = may_know("twogates-grants-sqlite").into_iter().collect();
    assert_eq!(all, ["twogates-consent", "twogates-grants", "twogates-rules", "twogates-scope", "twogates-wire"]);
}

#[test]
fn a_step_up_or_aside_is_a_fault() {
    let names = BTreeSet::from(["twogates-rules", "twogates-wire", "twogates-lab", "twogates-scope", "new"]);
    let member = |name: &str, folder: &str, needs: &[&str]| Member {
        name: name.into(),
        folder: folder.into(),
        needs: needs.iter().map(|needed| (*needed).to_owned()).collect(),
    };
    let of = |member: &Member| faults(member, &names);
    let right = member("twogates-scope", "crates/scope", &["serde", "twogates-rules", "twogates-wire"]);
    assert_eq!(of(&right), [""; 0]);
    let up = member("twogates-wire", "crates/wire", &["twogates-scope", "twogates-rules", "twogates-lab"]);
    assert_eq!(of(&up), ["twogates-wire may not know twogates-scope", "twogates-wire may not know twogates-lab"]);
    let new = member("new", "crates/new", &[]);
    assert_eq!(of(&new), ["new in crates/new is not in the table: put it on the stair first"]);
    let moved = member("twogates-wire", "crates/wired", &[]);
    assert_eq!(of(&moved).len(), 1);
    let lesson = member("lesson-25", "lessons/25-consent-and-least-privilege", &["twogates-lab"]);
    assert_eq!(of(&lesson), [""; 0]);
    let tests = member("twogates-tests", "tests", &["twogates-lab"]);
    assert_eq!(of(&tests), [""; 0]);
}
