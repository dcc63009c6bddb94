//! Every rule has a vector or a wire example.

use super::vectors;
use std::collections::BTreeSet;

fn with_a_vector() -> BTreeSet<&'static str> {
    vectors().iter().flat_map(|vector| vector.rules.iter().map(String::as_str)).collect()
}

fn with_a_wire_example() -> BTreeSet<&'static str> {
    wirecheck::all_rows().map(|row| row.rule.id).collect()
}

#[test]
fn every_rule_has_a_vector_or_a_wire_example() {
    let (vectors, examples) = (with_a_vector(), with_a_wire_example());
    let without = rules::all().map(|rule| rule.id).filter(|id| !vectors.contains(id) && !examples.contains(id));
    assert_eq!(without.collect::<Vec<_>>(), [""; 0], "neither a vector nor a wire example");
}

/// `wirecheck --explain` says of a rule without a check where it is shown instead, and it is shown there.
#[test]
fn a_rule_without_a_check_is_shown_where_wirecheck_says() {
    let checked = with_a_wire_example();
    for rule in rules::all() {
        let told = wirecheck::report::explain(rule.id).unwrap();
        let last = told.lines().last().unwrap();
        assert_eq!(told.contains("No check can see"), !checked.contains(rule.id), "{told}");
        if checked.contains(rule.id) {
            continue;
        }
        let path = last.strip_prefix("A vector shows it: tests/vectors/").unwrap_or_else(|| panic!("{told}"));
        let vector = vectors().iter().find(|vector| path.strip_suffix(".json") == Some(&vector.name));
        assert!(vector.is_some_and(|vector| vector.rules.iter().any(|id| id == rule.id)), "{told}");
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
