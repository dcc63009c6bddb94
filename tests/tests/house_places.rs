//! Some things are said at named places only: what builds a proof, what tells the time, what weakens a gate.

use twogates_tests::literals::{Count, count};
use twogates_tests::repository::{File, rust_files};
use twogates_tests::source::{code, tokens};

/// The proofs, and the folder of the crate that each is of.
const PROOFS: &[(&str, &str)] = &[
    ("Cleared", "crates/scope/"),
    ("Approval", "crates/consent/"),
    ("Unasked", "crates/consent/"),
    ("Claim", "crates/grants/"),
];

/// Whether a file is of tests: they may stage what the libraries may not.
fn is_test(path: &str) -> bool {
    let in_folder = |folder: &str| path.starts_with(&format!("{folder}/")) || path.contains(&format!("/{folder}/"));
    in_folder("tests") || in_folder("benches") || path.ends_with("/tests.rs")
}

/// The files that have these tokens side by side in code.
fn files_with<'a>(files: &'a [File], wanted: &[&str]) -> Vec<&'a str> {
    let said = |file: &&File| wanted.iter().all(|word| file.text.contains(word));
    let has = |file: &&File| tokens(&code(&file.text)).windows(wanted.len()).any(|window| window == wanted);
    files.iter().filter(said).filter(has).map(|file| file.path.as_str()).collect()
}

#[test]
fn each_proof_is_built_at_one_place_in_its_own_crate() {
    let files: Vec<_> = rust_files().into_iter().filter(|file| !file.path.starts_with("tests/fail/")).collect();
    for (proof, folder) in PROOFS {
        let counted = files.iter().map(|file| (file.path.as_str(), count(&file.text, proof)));
        let places: Vec<_> = counted.filter(|(_, count)| *count != Count::default()).collect();
        if files.iter().any(|file| file.path.starts_with(folder)) {
            let one = matches!(places[..], [(path, Count { defined: 1, built: 1 })] if path.starts_with(folder));
            assert!(one, "{proof} must be defined and built once, in one file of {folder}: {places:?}");
        } else {
            assert_eq!(places, [], "{proof} is of {folder}");
        }
    }
}

#[test]
fn only_stores_tell_the_time() {
    let stores = |path: &str| {
        path.starts_with("crates/grants-sqlite/src/")
            || path.starts_with("crates/grants-postgres/src/")
            || path.starts_with("crates/grants/src/memory")
            // What a store wrote once and reads back.
            || path == "crates/grants/src/stored.rs"
    };
    for path in files_with(&rust_files(), &["Moment", "::", "from_store"]) {
        assert!(
            stores(path) || is_test(path),
            "{path} makes a moment: `now` is never an argument, and the store owns it"
        );
    }
}

/// Who may weaken a gate: tests, the lab, the lessons, and the places where a switch is.
fn may_weaken(path: &str) -> bool {
    let named = [
        "crates/rules/src/",
        "crates/lab/",
        "lessons/",
        "crates/rmcp-gates/src/danger.rs",
        "crates/rmcp-gates/src/lib.rs",
    ];
    named.iter().any(|folder| path.starts_with(folder)) || is_test(path) && !path.starts_with("crates/server/")
}

#[test]
fn only_named_places_weaken_a_gate() {
    for path in files_with(&rust_files(), &["danger"]) {
        assert!(may_weaken(path), "{path} names danger");
    }
    let files = rust_files();
    let mut server = files.iter().filter(|file| file.path.starts_with("crates/server/"));
    assert!(!server.any(|file| file.text.contains("danger")), "the real server does not even speak of danger");
}

#[test]
fn the_checker_shares_no_message_type_with_what_it_checks() {
    for file in rust_files().iter().filter(|file| file.path.starts_with("crates/wirecheck/src/")) {
        for module in ["message", "result"] {
            let shared = files_with(std::slice::from_ref(file), &["wire", "::", module]);
            assert_eq!(shared, [""; 0], "wire::{module}");
        }
    }
}

#[test]
fn the_named_places_are_the_right_ones() {
    assert!(may_weaken("crates/lab/src/lib.rs") && may_weaken("tests/tests/matrix.rs"));
    assert!(may_weaken("crates/consent/tests/order.rs") && may_weaken("crates/consent/src/seal/tests.rs"));
    assert!(!may_weaken("crates/rmcp-gates/src/calling.rs"));
    assert!(!may_weaken("crates/server/tests/http.rs") && !may_weaken("crates/consent/src/lib.rs"));
    assert!(!is_test("crates/twogates/src/latest/mod.rs") && !is_test("crates/consent/src/contests.rs"));
    let file = |text: &str| [File { path: "a.rs".into(), text: text.into() }];
    assert_eq!(files_with(&file("let at = Moment :: from_store(5);"), &["Moment", "::", "from_store"]), ["a.rs"]);
    assert_eq!(files_with(&file("// Moment::from_store\n\"danger::without\""), &["danger"]), [""; 0]);
}
