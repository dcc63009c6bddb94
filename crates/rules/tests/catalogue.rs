//! The catalogue of rules: complete, unique, and fit to be printed.

#![expect(clippy::unwrap_used, reason = "tests fail loudly")]

use rules::{Keyword, Rule, all, find};
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use twogates_rules as rules;

/// The ids that stand in the family files, in the order of the files' names.
fn written() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/catalogue");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let texts = files.iter().map(|file| fs::read_to_string(file).unwrap());
    texts.flat_map(|text| text.lines().filter_map(id_of).collect::<Vec<_>>()).collect()
}

/// The id of a line such as `NAME = "CALL-01" Must ...`.
fn id_of(line: &str) -> Option<String> {
    let (name, rest) = line.trim().split_once(" = \"")?;
    let named = name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    named.then(|| rest.split('"').next().unwrap_or_default().to_owned())
}

#[test]
fn all_finds_every_rule_that_is_written() {
    let mut written = written();
    let mut listed: Vec<_> = all().map(|rule| rule.id.to_owned()).collect();
    written.sort();
    listed.sort();
    assert!(written.len() > 100, "the family files were not read: {}", written.len());
    assert_eq!(listed, written);
}

#[test]
fn ids_are_unique_and_have_the_shape_of_an_id() {
    let mut seen = HashSet::new();
    for Rule { id, .. } in all() {
        assert!(seen.insert(id), "{id} stands twice");
        let (family, number) = id.split_once('-').unwrap();
        assert!(family.len() >= 2 && family.bytes().all(|byte| byte.is_ascii_uppercase()), "{id}");
        assert!(number.len() == 2 && number.bytes().all(|byte| byte.is_ascii_digit()), "{id}");
    }
}

/// Two families may not share a prefix: the prefix says where to look.
#[test]
fn each_prefix_belongs_to_one_family() {
    let families = [
        rules::base::ALL,
        rules::http::ALL,
        rules::mrtr::ALL,
        rules::state::ALL,
        rules::elicitation::ALL,
        rules::tools::ALL,
        rules::cache::ALL,
        rules::auth::ALL,
        rules::scope::ALL,
        rules::call::ALL,
        rules::host::ALL,
        rules::grant::ALL,
        rules::transcript::ALL,
    ];
    assert_eq!(families.iter().map(|family| family.len()).sum::<usize>(), all().count());
    let mut seen = HashSet::new();
    for family in families {
        let prefixes: HashSet<_> = family.iter().filter_map(|rule| rule.id.split('-').next()).collect();
        for prefix in prefixes {
            assert!(seen.insert(prefix), "{prefix} stands in two families");
        }
    }
}

#[test]
fn sentences_are_sentences() {
    let mut seen = HashSet::new();
    for Rule { id, sentence, .. } in all() {
        assert!(sentence.ends_with('.') && !sentence.ends_with(".."), "{id} ends without a full stop: {sentence}");
        assert!(!sentence.contains('\n') && !sentence.contains("  "), "{id}: {sentence}");
        assert_eq!(sentence.trim(), *sentence, "{id}");
        assert!(seen.insert(sentence), "{id} says what another rule says");
    }
}

#[test]
fn every_rule_has_a_source_and_what_is_ours_says_so() {
    for rule in all() {
        assert!(!rule.source.is_empty() && rule.source.trim() == rule.source, "{}", rule.id);
        if rule.source == "Two Gates" {
            assert_eq!(rule.keyword, Keyword::Ours, "{}", rule.id);
        }
    }
}

#[test]
fn find_finds_each_rule_by_its_exact_id_and_nothing_else() {
    for rule in all() {
        assert_eq!(find(rule.id), Some(rule));
        assert_eq!(find(&rule.id.to_lowercase()), None);
        assert_eq!(find(&format!("{} ", rule.id)), None);
    }
    assert_eq!(find(""), None);
}

#[test]
fn a_rule_is_printed_with_its_id_first() {
    let rule = &rules::base::REQUEST_ID;
    assert_eq!(rule.to_string(), format!("BASE-02: {}", rule.sentence));
}

#[test]
fn each_keyword_has_its_word() {
    for (keyword, word) in [
        (Keyword::Must, "MUST"),
        (Keyword::MustNot, "MUST NOT"),
        (Keyword::Should, "SHOULD"),
        (Keyword::ShouldNot, "SHOULD NOT"),
        (Keyword::May, "MAY"),
        (Keyword::Info, "info"),
        (Keyword::Ours, "ours"),
    ] {
        assert_eq!(keyword.word(), word);
    }
}
