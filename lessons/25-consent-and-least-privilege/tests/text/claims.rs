//! The table of objectives: each with acts that there are and a test that there is.

use crate::texts::{LESSON, in_backticks};
use lesson_25::acts;

const TESTS: &str = include_str!("../seed_claims.rs");

/// Whether this is the name of a test in `tests/seed_claims.rs`.
fn is_test(name: &str) -> bool {
    TESTS.contains(&format!("#[test]\nfn {name}() {{"))
}

#[test]
fn each_objective_has_acts_and_a_test() {
    let rows = LESSON.table("| you can | act | test |");
    for row in &rows {
        let [objective, acts, tests] = row[..] else { panic!("{row:?}") };
        let acts: Vec<&str> = if acts == "all" { vec!["liar"] } else { in_backticks(acts).collect() };
        assert!(!acts.is_empty(), "{objective}");
        for act in acts {
            assert!(acts::find(act).is_some(), "{objective}: there is no act {act}");
        }
        if tests == "the table below" {
            assert!(LESSON.text.contains("\n| you see | gate | what would change it |\n"));
            continue;
        }
        assert!(in_backticks(tests).count() > 0, "{objective}");
        for test in in_backticks(tests) {
            assert!(is_test(test), "{objective}: there is no test {test}");
        }
    }
    assert_eq!(rows.len(), 6);
}

#[test]
fn there_is_one_test_for_each_claim_of_the_source_text() {
    for row in 84..=91 {
        let count = TESTS.matches(&format!("#[test]\nfn s{row}_")).count();
        assert_eq!(count, 1, "row S{row}");
    }
    assert!(!is_test("s84_a_test_that_is_not_there"));
}
