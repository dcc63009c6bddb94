//! Every rule has a vector or a wire example.

use super::vectors;
use std::collections::BTreeSet;

/// The rules that have neither, and why.
const NEITHER: &[(&str, &str)] = &[
    ("GRANT-15", "whether a revocation came in time shows between two steps of a worker; tests of every store hold it"),
    ("GRANT-16", "two holders of one grant show where a worker stalls; tests of every store hold it"),
    ("GRANT-17", "no tool of the lab has a window; tests of every store hold it"),
    ("GRANT-18", "a restore happens to a store, not over a wire; tests of every store hold it"),
    ("GRANT-19", "no tool of the lab is declared idempotent; tests of every store hold it"),
    ("GRANT-20", "no tool of the lab takes a list; tests of every store hold it"),
    ("GRANT-21", "no tool of the lab rests on a backend; lesson 26 has some, and tests of the effects hold it"),
];

fn with_a_vector() -> BTreeSet<&'static str> {
    vectors().iter().flat_map(|vector| vector.rules.iter().map(String::as_str)).collect()
}

fn with_a_wire_example() -> BTreeSet<&'static str> {
    wirecheck::all_rows().map(|row| row.rule.id).collect()
}

#[test]
fn every_rule_has_a_vector_or_a_wire_example_or_a_reason() {
    let (vectors, examples) = (with_a_vector(), with_a_wire_example());
    let without: BTreeSet<_> =
        rules::all().map(|rule| rule.id).filter(|id| !vectors.contains(id) && !examples.contains(id)).collect();
    let reasons: BTreeSet<_> = NEITHER.iter().map(|(id, _)| *id).collect();
    let missing: Vec<_> = without.difference(&reasons).collect();
    assert!(missing.is_empty(), "neither a vector nor a wire example: {missing:?}");
    let idle: Vec<_> = reasons.difference(&without).collect();
    assert!(idle.is_empty(), "a reason for what is there: {idle:?}");
}

/// `wirecheck --explain` says of a rule without a check where it is shown instead, and it is shown there.
#[test]
fn a_rule_without_a_check_is_shown_where_wirecheck_says() {
    let checked = with_a_wire_example();
    let root = super::folder().join("../..");
    for rule in rules::all() {
        let told = wirecheck::report::explain(rule.id).unwrap();
        let last = told.lines().last().unwrap();
        assert_eq!(told.contains("No check can see"), !checked.contains(rule.id), "{told}");
        if checked.contains(rule.id) {
            continue;
        }
        if let Some(path) = last.strip_prefix("A vector shows it: ") {
            let name = path.strip_prefix("tests/vectors/").and_then(|file| file.strip_suffix(".json")).unwrap();
            let vector = vectors().iter().find(|vector| vector.name == name);
            assert!(vector.is_some_and(|vector| vector.rules.iter().any(|id| id == rule.id)), "{told}");
        } else {
            assert!(NEITHER.iter().any(|(id, _)| *id == rule.id), "{told}");
            let test = last.strip_prefix("A test shows it: ");
            assert!(
                test.map_or(last.starts_with("Nothing here shows it: "), |test| root.join(test).is_file()),
                "{told}"
            );
        }
    }
}

#[test]
fn a_rule_of_a_defence_has_a_vector() {
    let vectors = with_a_vector();
    for defence in rules::Defence::ALL {
        assert!(vectors.contains(defence.rule().id), "{defence}: {}", defence.rule());
    }
}

#[test]
fn a_vector_names_each_rule_once() {
    for vector in vectors() {
        let once: BTreeSet<_> = vector.rules.iter().collect();
        assert_eq!(once.len(), vector.rules.len(), "{}", vector.name);
    }
}

#[test]
fn the_rule_that_an_expectation_names_is_one() {
    for vector in vectors() {
        let named = vector.steps.iter().filter_map(|step| step.expect()?.rule.as_deref());
        named.for_each(|id| assert!(rules::find(id).is_some(), "{}: {id}", vector.name));
    }
}
