//! What CI holds of every file: how long it may be, and which words it may not have.

use twogates_tests::repository::{File, rust_files};
use twogates_tests::source::code;

/// The files whose length counts: a misuse that must not compile is a few lines by nature, and would flatter the rest.
fn counted() -> Vec<(usize, String)> {
    let files = rust_files().into_iter().filter(|file| !file.path.starts_with("tests/fail/"));
    let mut lengths: Vec<_> = files.map(|file| (file.text.lines().count(), file.path)).collect();
    lengths.sort();
    lengths
}

/// The length that `percent` of the files do not exceed.
fn length_at(lengths: &[(usize, String)], percent: usize) -> usize {
    lengths.get((lengths.len() * percent).div_ceil(100) - 1).map_or(0, |(length, _)| *length)
}

#[test]
fn most_files_are_short_and_none_is_long() {
    let lengths = counted();
    let (longest, path) = &lengths[lengths.len() - 1];
    assert!(*longest <= 500, "{path} has {longest} lines");
    let long: Vec<_> = lengths.iter().filter(|(length, _)| *length > 300).collect();
    assert!(length_at(&lengths, 90) <= 300, "more than one file in ten has over 300 lines: {long:?}");
    assert!(length_at(&lengths, 50) <= 150, "half of the files have over {} lines", length_at(&lengths, 50));
}

#[test]
fn lengths_are_taken_at_the_right_place() {
    let lengths: Vec<_> = (1..=10).map(|length| (length, String::new())).collect();
    assert_eq!((length_at(&lengths, 50), length_at(&lengths, 90), length_at(&lengths, 100)), (5, 9, 10));
    assert_eq!(length_at(&lengths[..1], 50), 1);
    assert_eq!(length_at(&lengths[..3], 50), 2);
}

/// Whether a file is the source of a program.
fn is_program(path: &str) -> bool {
    path.ends_with("src/main.rs") || path.contains("src/bin/")
}

#[test]
fn the_logic_of_a_program_is_in_a_library() {
    for (length, path) in counted() {
        assert!(!is_program(&path) || length < 150, "{path} has {length} lines");
    }
    assert!(is_program("crates/server/src/main.rs") && is_program("crates/x/src/bin/y/main.rs"));
    assert!(!is_program("crates/x/src/main_loop.rs") && !is_program("crates/x/src/lib.rs"));
}

/// What no Rust file has outside of comments and strings.
const FORBIDDEN: &[(&str, &str)] = &[
    ("#[allow(", "an exception is an expectation with a reason"),
    ("#![allow(", "an exception is an expectation with a reason"),
    ("todo!", "what is not done is not committed"),
    ("unimplemented!", "what is not done is not committed"),
    ("dbg!", "a look at a value is not committed"),
    ("#[ignore", "a test that does not run is not green"),
];

/// The forbidden words of a file, one sentence each.
fn faults(file: &File) -> Vec<String> {
    let code = code(&file.text);
    let numbered = code.lines().enumerate();
    let fault = |(at, line): (usize, &str)| {
        let found = FORBIDDEN.iter().find(|(word, _)| line.contains(word));
        found.map(|(word, why)| format!("{}:{}: {word}: {why}", file.path, at + 1))
    };
    numbered.filter_map(fault).collect()
}

#[test]
fn no_file_has_a_forbidden_word() {
    let faults: Vec<_> = rust_files().iter().flat_map(faults).collect();
    assert_eq!(faults, [""; 0]);
}

#[test]
fn a_forbidden_word_counts_in_code_alone() {
    let of = |text: &str| faults(&File { path: "x.rs".into(), text: text.into() });
    assert_eq!(of("// todo!\nlet a = \"#[allow(\"; /* #[ignore] */"), [""; 0]);
    assert_eq!(of("\n#[ignore = \"slow\"]"), ["x.rs:2: #[ignore: a test that does not run is not green"]);
    assert_eq!(of("#[allow(dead_code)]\nfn a() { todo!() }").len(), 2);
}

#[test]
fn the_files_are_found() {
    let paths: Vec<_> = rust_files().into_iter().map(|file| file.path).collect();
    for expected in ["crates/rules/src/lib.rs", "crates/wire/src/strict.rs", "tests/src/lib.rs"] {
        assert!(paths.iter().any(|path| path == expected), "{expected} is not tracked");
    }
}
