//! Commands, options, and names of acts, defences and rules.

use crate::texts::{LESSON, README, SECURITY, Text};
use lesson_25::acts::{self, ACTS};
use lesson_25::cli::Options;

/// Every command line that a text shows, in blocks and in backticks, without its comment.
fn commands(text: &Text) -> Vec<&'static str> {
    let lines = text.block_lines("sh").into_iter().chain(text.code());
    lines.map(|line| line.split('#').next().unwrap().trim()).filter(|line| line.starts_with("cargo run")).collect()
}

/// Reads the arguments behind `cargo run`, with something for what a text only names.
fn read(arguments: &str) -> Options {
    let known = |word: &str| match word {
        "N" => "1".to_owned(),
        "NAME" => "liar".to_owned(),
        _ => word.to_owned(),
    };
    let arguments: Vec<String> = arguments.split_whitespace().map(known).collect();
    Options::read(&arguments).unwrap_or_else(|wrong| panic!("{arguments:?}: {wrong}"))
}

#[test]
fn every_command_is_understood() {
    let mut seen = 0;
    for text in [&LESSON, &README, &SECURITY] {
        for command in commands(text) {
            let arguments = command.strip_prefix("cargo run").unwrap();
            // Another package's program; the README's own test of it is that it is built.
            if arguments.starts_with(" -p twogates") {
                continue;
            }
            let arguments = if arguments.is_empty() { "" } else { arguments.strip_prefix(" -- ").unwrap() };
            read(arguments);
            seen += 1;
        }
    }
    assert!(seen > 15, "only {seen} commands");
}

/// A class without a network has all of it: not only what plain `cargo run` builds.
#[test]
fn what_to_fetch_before_class_is_said() {
    for text in [&LESSON, &README] {
        let fetches = text.block_lines("sh").into_iter().find(|line| line.starts_with("cargo fetch"));
        assert!(fetches.is_some_and(|line| line.starts_with("cargo fetch --locked ")), "{}", text.path);
    }
}

/// Whoever types a command as it stands finds the file that it names.
#[test]
fn every_file_that_a_command_names_is_there() {
    let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut seen = 0;
    for text in [&LESSON, &README, &SECURITY] {
        let lines = text.block_lines("sh").into_iter().map(|line| line.split('#').next().unwrap());
        for word in lines.flat_map(str::split_whitespace).filter(|word| word.contains(".json")) {
            assert!(root.join(word).is_file(), "{} names {word}", text.path);
            seen += 1;
        }
    }
    assert_eq!(seen, 3);
}

/// What a server's manifest is to say is what this workspace is built with.
#[test]
fn the_crates_to_copy_are_those_of_the_workspace() {
    let manifest = include_str!("../../../../Cargo.toml");
    let lines = README.block_lines("toml");
    assert!(lines.iter().any(|line| line.contains("/crates/twogates\", features = [\"os\"]")));
    for name in ["getrandom", "serde", "serde_json"] {
        let line = lines.iter().find(|line| line.starts_with(&format!("{name} = "))).unwrap();
        let line = line.split('#').next().unwrap().trim();
        assert!(manifest.lines().any(|other| other == line), "{line}");
    }
}

#[test]
fn every_option_that_a_text_mentions_is_one() {
    let mut seen = 0;
    for text in [&LESSON, &README, &SECURITY] {
        for option in text.code().into_iter().filter(|code| code.starts_with("--")) {
            read(option);
            seen += 1;
        }
    }
    assert!(seen > 0);
}

#[test]
fn the_numbers_of_acts_are_those_that_there_are() {
    assert!(README.text.contains("\n22 acts; eleven make the main path:\n"));
    assert!(LESSON.text.contains("# one of eleven further acts\n"));
    assert_eq!(ACTS.iter().filter(|act| act.main).count(), 11);
    assert_eq!(ACTS.iter().filter(|act| !act.main).count(), 11);
    assert!(!acts::find("liar").unwrap().main && !acts::find("other-user").unwrap().main);
}

#[test]
fn every_rule_that_a_text_cites_is_in_the_catalogue() {
    let is_id = |word: &str| {
        word.rsplit_once('-').is_some_and(|(family, number)| {
            let number = number.len() == 2 && number.chars().all(|digit| digit.is_ascii_digit());
            number && family.chars().all(|letter| letter.is_ascii_uppercase() || letter == '-')
        })
    };
    let mut seen = 0;
    for text in [&LESSON, &README, &SECURITY] {
        for id in text.code().into_iter().filter(|code| is_id(code)) {
            assert!(rules::find(id).is_some(), "{} cites {id}", text.path);
            seen += 1;
        }
    }
    assert!(seen > 5);
}
