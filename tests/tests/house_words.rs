//! What every tracked text is held to: no path of a machine, no registry's host, no rule that does not exist.

use rules::{all, find};
use std::collections::BTreeSet;
use twogates_tests::repository::{rust_files, tracked};

/// What no tracked file has. Each is put together here, so that this file does not have it either.
fn forbidden() -> Vec<String> {
    let join = |parts: &[&[&str]], by: &str| parts.iter().map(|part| part.join(by)).collect::<Vec<_>>();
    let hosts = join(
        &[
            &["crates", "io"],
            &["registry", "npmjs", "org"],
            &["registry", "yarnpkg", "com"],
            &["pypi", "org"],
            &["files", "pythonhosted", "org"],
            &["deb", "debian", "org"],
            &["proxy", "golang", "org"],
        ],
        ".",
    );
    let paths =
        join(&[&["", "root", ""], &["", "home", ""], &["", "Users", ""], &["", "work", ""], &["", "tmp", ""]], "/");
    let others = join(&[&["arti", "factory"], &["C:", "Users"]], "");
    [hosts, paths, others].concat()
}

/// How a lock file names the one index that cargo knows by itself.
fn without_the_index(path: &str, text: &str) -> String {
    let index = format!("registry+https://github.com/rust-lang/{}-index", ["crates", "io"].join("."));
    if path.ends_with("Cargo.lock") { text.replace(&index, "") } else { text.to_owned() }
}

#[test]
fn no_machine_and_no_registry_is_named() {
    for file in tracked() {
        let text = without_the_index(&file.path, &file.text);
        for word in forbidden() {
            let line = text.lines().position(|line| line.contains(&word));
            assert_eq!(line, None, "{} names {word} (line from 0)", file.path);
        }
    }
}

#[test]
fn the_index_is_excused_in_lock_files_alone() {
    let index = format!("registry+https://github.com/rust-lang/{}-index", ["crates", "io"].join("."));
    assert_eq!(without_the_index("tests/x/Cargo.lock", &index), "");
    assert_eq!(without_the_index("README.md", &index), index);
    assert!(forbidden().iter().any(|word| index.contains(word)));
    let home = ["", "home", "alice"].join("/");
    assert!(forbidden().iter().any(|word| home.contains(word)));
}

/// The prefixes of the families: what stands before the hyphen of an id.
fn prefixes() -> BTreeSet<&'static str> {
    all().filter_map(|rule| rule.id.split('-').next()).collect()
}

/// The ids of rules that a text mentions: a known prefix, a hyphen, two digits, and nothing that goes on.
fn mentioned(text: &str, prefixes: &BTreeSet<&str>) -> BTreeSet<String> {
    let word = |character: char| character.is_ascii_alphanumeric() || character == '-' || character == '_';
    let words = text.split(|character| !word(character));
    let is_id = |candidate: &&str| {
        let (prefix, number) = candidate.split_once('-').unwrap_or_default();
        prefixes.contains(prefix) && number.len() == 2 && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    words.filter(is_id).map(str::to_owned).collect()
}

/// Number 99 is nobody's: it stands in examples of an unknown rule.
#[test]
fn every_rule_that_is_mentioned_exists() {
    let prefixes = prefixes();
    for file in tracked() {
        for id in mentioned(&file.text, &prefixes).iter().filter(|id| !id.ends_with("-99")) {
            assert!(find(id).is_some(), "{} mentions {id}, and there is no such rule", file.path);
        }
    }
    assert!(!all().any(|rule| rule.id.ends_with("-99")));
}

/// A text on one line, without what only lays it out in a source file.
fn run_on(text: &str) -> String {
    text.split(|character: char| character.is_whitespace() || "\\/!".contains(character))
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Whoever needs a sentence cites its rule, so that to change it takes one edit, and `scripts/outputs`.
#[test]
fn the_sentence_of_a_rule_stands_in_the_catalogue_alone() {
    let sentences: Vec<_> = all().map(|rule| (rule.id, run_on(rule.sentence))).collect();
    let mut in_the_catalogue = 0;
    for file in rust_files() {
        let text = run_on(&file.text);
        let has = sentences.iter().filter(|(_, sentence)| text.contains(sentence.as_str())).map(|(id, _)| *id);
        if file.path.starts_with("crates/rules/src/catalogue/") {
            in_the_catalogue += has.count();
        } else {
            assert_eq!(has.collect::<Vec<_>>(), [""; 0], "{} has the sentence of a rule", file.path);
        }
    }
    assert_eq!(in_the_catalogue, sentences.len());
}

#[test]
fn ids_are_found_in_text() {
    let text = "(rules `RS-04`, STEP-03.) CALL-041 XRS-04 RS-4 UTF-16 RS-04-b GRANT_05 HTTP-99";
    assert_eq!(mentioned(text, &prefixes()).into_iter().collect::<Vec<_>>(), ["HTTP-99", "RS-04", "STEP-03"]);
    assert_eq!(find("HTTP-99"), None);
}
