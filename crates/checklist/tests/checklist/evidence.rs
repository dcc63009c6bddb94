//! Evidence is looked for, and found only where it is.

use crate::{folder, root};
use std::fs;
use twogates_checklist::sections::{lines, look_for_evidence};
use twogates_checklist::{Evidence, Missing};

fn look(piece: Evidence) -> Result<(), String> {
    piece.look(&root()).map_err(|missing: Missing| missing.to_string())
}

#[test]
fn all_that_the_lines_point_to_is_there() {
    assert_eq!(look_for_evidence(&root()), Ok(()));
    assert!(lines().count() > 30);
}

#[test]
fn without_the_repository_each_piece_is_missing() {
    let missing = look_for_evidence(&folder("evidence-nowhere")).unwrap_err();
    assert_eq!(missing.len(), lines().map(|line| line.evidence.len()).sum::<usize>());
}

const FILE: &str = "crates/consent/tests/host/hints.rs";

#[test]
fn a_test_is_found_by_file_and_whole_name() {
    assert_eq!(look(Evidence::Test(FILE, "what_is_not_said_is_taken_for_the_worse")), Ok(()));
    let missing = |file, function| look(Evidence::Test(file, function)).unwrap_err();
    assert_eq!(missing(FILE, "what_is_not_said"), format!("what_is_not_said is not in {FILE}"));
    assert!(missing("crates/consent/tests/host/none.rs", "a").starts_with("crates/consent/tests/host/none.rs: "));
}

/// Looks for the test `right` in a file of this text.
fn has_right(name: &str, text: &str) -> bool {
    let folder = folder(name);
    fs::write(folder.join("a.rs"), text).unwrap();
    Evidence::Test("a.rs", "right").look(&folder).is_ok()
}

#[test]
fn a_function_that_is_no_test_is_no_evidence() {
    let has = |text: &str| has_right("evidence-tests", text);
    assert!(has("#[test]\nfn right() {}"));
    assert!(has("    #[test]\n    #[should_panic]\n    // why\n    fn right() {}"));
    assert!(!has("fn right() {}"));
    assert!(!has("#[test]\nfn other() {}\nfn right() {}"));
    assert!(!has("#[test]\n\nlet x = 1;\nfn right() {}"));
    assert!(!has("#[test]\n// fn right() {}"));
    assert!(!has("#[test]\n#[ignore = \"slow\"]\nfn right() {}"));
    assert!(!has("#[test]\nfn right_too() {}"));
    assert!(!has("// #[test]\nfn right() {}"));
}

#[test]
fn a_wire_example_is_a_check_with_a_bad_message() {
    assert_eq!(look(Evidence::Wire(&rules::elicitation::NO_SECRETS)), Ok(()));
    let missing = look(Evidence::Wire(&rules::grant::EXPIRY)).unwrap_err();
    assert_eq!(missing, "wirecheck --explain GRANT-06 is not in crates/wirecheck/tests/report/golden/list.text");
}

#[test]
fn a_check_without_a_bad_message_is_no_evidence() {
    let folder = folder("evidence-wire");
    let put = |path: &str, text: &str| {
        fs::create_dir_all(folder.join(path).parent().unwrap()).unwrap();
        fs::write(folder.join(path), text).unwrap();
    };
    let list = "crates/wirecheck/tests/report/golden/list.text";
    let samples = "crates/wirecheck/samples/forms.txt";
    let there = || Evidence::Wire(&rules::elicitation::NO_SECRETS).look(&folder).is_ok();
    put(list, "form-secret  ELIC-13  error  a form\n");
    put(samples, "# other\n= bad /x\n{}\n");
    assert!(!there());
    put(samples, "# form-secret\n= good\n{}\n");
    assert!(!there());
    put(samples, "# form-secret\n\n= bad /x\n{}\n");
    assert!(there());
    put(list, "form-secret  ELIC-10  error  ELIC-13\n");
    assert!(!there());
}

#[test]
fn a_vector_is_a_numbered_file_that_holds_an_object() {
    let folder = folder("evidence-vectors");
    fs::create_dir_all(folder.join("tests/vectors")).unwrap();
    let is = |name: &'static str, text: &str| {
        fs::write(folder.join("tests/vectors").join(format!("{name}.json")), text).unwrap();
        Evidence::Vector(name).look(&folder).is_ok()
    };
    assert!(is("012-other-user", "{}"));
    assert!(!is("012-other-user", "[]"));
    assert!(!is("012-other-user", "{"));
    assert!(!is("12-other-user", "{}"));
    assert!(!is("abc-other-user", "{}"));
    assert!(!is("012-", "{}"));
    assert!(!is("tools", "{}"));
    let missing = Evidence::Vector("013-nobody").look(&folder).unwrap_err();
    assert!(missing.what.starts_with("tests/vectors/013-nobody.json: "));
}

#[test]
fn each_kind_has_a_name_and_a_file() {
    let of = |piece: Evidence| (piece.name(), piece.file());
    let pair = |name: &str, file: &str| (name.to_owned(), file.to_owned());
    assert_eq!(of(Evidence::Vector("012-x")), pair("012-x", "tests/vectors/012-x.json"));
    assert_eq!(of(Evidence::Test("a/b.rs", "c")), pair("c", "a/b.rs"));
    let wire = Evidence::Wire(&rules::elicitation::NO_SECRETS);
    assert_eq!(wire.name(), "wirecheck --explain ELIC-13");
}
