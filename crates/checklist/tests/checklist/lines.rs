//! Every line is a question with a rule and evidence, and says nothing that a rule says.

use crate::root;
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use twogates_checklist::sections::{ALL, Answer, lines};
use twogates_checklist::{Evidence, Line};

#[test]
fn a_line_is_a_question_to_be_answered_yes_or_no() {
    let begins = ["Is ", "Are ", "Does ", "Do ", "Can ", "Has "];
    for Line { question, .. } in lines() {
        assert!(question.ends_with('?') && question.matches('?').count() == 1, "{question}");
        assert!(begins.iter().any(|word| question.starts_with(word)), "{question}");
        assert!(question.len() <= 48, "too long for its line on paper: {question}");
    }
}

#[test]
fn no_question_is_asked_twice_and_no_rule_cited_twice() {
    let mut questions = HashSet::new();
    let mut rules = HashSet::new();
    for line in lines() {
        assert!(questions.insert(line.question), "{}", line.question);
        assert!(line.rules.iter().all(|rule| rules.insert(rule.id)), "{}", line.question);
    }
}

#[test]
fn every_line_cites_a_rule_of_the_catalogue_and_has_evidence() {
    for line in lines() {
        assert!(!line.rules.is_empty() && !line.evidence.is_empty(), "{}", line.question);
        assert!(line.rules.iter().all(|rule| rules::find(rule.id) == Some(*rule)), "{}", line.question);
    }
}

#[test]
fn a_vector_is_about_the_lines_own_rule() {
    let mut vectors = 0;
    for line in lines() {
        for piece in line.evidence {
            let Evidence::Vector(_) = piece else { continue };
            let text = std::fs::read_to_string(root().join(piece.file())).unwrap();
            let vector: serde_json::Value = serde_json::from_str(&text).unwrap();
            let about = vector["rules"].as_array().unwrap();
            assert!(line.rules.iter().any(|rule| about.iter().any(|id| id == rule.id)), "{}", line.question);
            vectors += 1;
        }
    }
    assert!(vectors > 0);
}

#[test]
fn a_wire_example_is_of_the_lines_own_rule() {
    for line in lines() {
        for piece in line.evidence {
            let Evidence::Wire(rule) = piece else { continue };
            assert!(line.rules.contains(rule), "{}", line.question);
        }
    }
}

#[test]
fn s82_the_sections_are_those_that_a_review_needs() {
    let titles: Vec<_> = ALL.iter().map(|section| section.title).collect();
    assert_eq!(
        titles,
        [
            "When to prompt",
            "How to scope a grant",
            "How to shape a step-up challenge",
            "What outlives a request; what needs no grant",
            "Failure patterns: reject on sight",
        ]
    );
    assert!(ALL.iter().all(|section| section.lines.len() >= 6));
    let wrong: Vec<_> = ALL.iter().map(|section| section.wrong).collect();
    assert_eq!(wrong, [Answer::No, Answer::No, Answer::No, Answer::No, Answer::Yes]);
    assert_eq!(ALL[0].verdict(), "each no is a finding");
    assert_eq!(ALL[4].verdict(), "each yes is a finding");
}

/// All files of this crate's sources and templates.
fn written(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let of = |path: std::path::PathBuf| match path.is_dir() {
        true => written(&path),
        false => vec![(path.display().to_string(), fs::read_to_string(&path).unwrap())],
    };
    entries.flat_map(of).collect()
}

/// A rule's sentence stands in the catalogue alone, so that changing it there changes every file that is generated.
#[test]
fn no_sentence_of_a_rule_is_written_again() {
    let of = |folder: &str| written(&root().join("crates/checklist").join(folder));
    let files = [of("src"), of("templates")].concat();
    assert!(files.len() > 10);
    for (path, text) in &files {
        let said = rules::all().find(|rule| text.contains(rule.sentence.trim_end_matches('.')));
        assert_eq!(said, None, "{path}");
    }
}
