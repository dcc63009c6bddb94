//! The cases that others ran into, by their numbers: each that asks something of a server has a test named for it here,
//! and each that asks it of somebody else stands below with its reason.

/// Where a case is that is not of this folder.
const ELSEWHERE: &[(&str, &str)] = &[
    (
        "C049",
        "a client's: the union of scopes on a step-up. Each step-up of tests/server/interop holds it, for four clients",
    ),
    (
        "C051",
        "a client's: no refresh where a scope is lacking. A client that refreshes never gets past a step-up there",
    ),
    ("C053", "a client's: when it stops. The steps of tests/server/interop in which half is granted, or nothing"),
    (
        "C057",
        "a proxy's and a client's: which scopes stand in the address. The steps of tests/server/interop compare them",
    ),
    (
        "C071",
        "a client's and a checker's: what a list without a usable cache hint is worth. crates/lab and crates/wirecheck",
    ),
];

/// The cases of the kinds that are attacked here: header-body, list-leak, list-cache, principal-binding, fail-open,
/// replay-double-exec, step-up-flow, state-integrity, wire-shape.
const CASES: &[&str] = &[
    "C014", "C016", "C022", "C024", "C026", "C028", "C029", "C032", "C033", "C049", "C051", "C053", "C055", "C057",
    "C066", "C068", "C069", "C071", "C119", "C121", "C124",
];

#[test]
fn each_case_has_a_test_or_a_reason() {
    let sources = [
        include_str!("bodies.rs"),
        include_str!("challenges.rs"),
        include_str!("closed.rs"),
        include_str!("headers.rs"),
        include_str!("lists.rs"),
        include_str!("principals.rs"),
        include_str!("replay.rs"),
        include_str!("states.rs"),
    ];
    for case in CASES {
        let named = format!("#[test]\nfn {}_", case.to_lowercase());
        let tests = sources.iter().map(|source| source.matches(&named).count()).sum::<usize>();
        let reasons = ELSEWHERE.iter().filter(|(elsewhere, _)| elsewhere == case).count();
        assert_eq!(tests + reasons, 1, "{case}");
    }
}
