//! The text of the lesson says what is there.

use lesson_26::acts::{self, ACTS};
use lesson_26::cli::Options;
use lesson_26::stage;

const README: &str = include_str!("../../README.md");

/// What stands in backticks, and the commands in blocks without their comments.
fn code() -> Vec<&'static str> {
    let mut block = false;
    let mut found = Vec::new();
    for line in README.lines() {
        if line.starts_with("```") {
            block = !block;
        } else if block {
            found.push(line.split('#').next().unwrap().trim());
        } else {
            found.extend(line.split('`').skip(1).step_by(2));
        }
    }
    found
}

#[test]
fn every_command_and_option_is_understood() {
    let mut seen = 0;
    for code in code() {
        let arguments = match code.strip_prefix("cargo run -p lesson-26") {
            // The crash lab has arguments of its own, and a test of its own.
            Some(rest) if rest.starts_with(" -- crash") => continue,
            Some(rest) => rest.strip_prefix(" -- ").unwrap_or_default(),
            None if code.starts_with("--") => code,
            None => continue,
        };
        let arguments: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
        Options::read(crate::program(), &arguments).unwrap_or_else(|wrong| panic!("{code}: {wrong}"));
        seen += 1;
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn every_act_is_told_of_under_its_number() {
    for act in ACTS {
        assert!(README.contains(&format!("| {} `{}` |", act.number, act.name)), "{}", act.name);
    }
    assert!(acts::find("13").is_some() && acts::find("14").is_none());
    assert_eq!(stage::DAY_MS, 86_400_000);
}

#[test]
fn every_rule_that_is_cited_is_one() {
    let cited: Vec<&str> = code().into_iter().filter(|code| code.starts_with("GRANT-")).collect();
    assert!(cited.len() >= 7);
    assert!(cited.iter().all(|id| rules::find(id).is_some()), "{cited:?}");
}

/// What a question shows of each regime stands in the table: three conditions, and four.
#[test]
fn the_regime_table_has_three_and_four_rows() {
    let part =
        README.split("### Which regime are you in?").nth(1).unwrap().split("### Nothing is pending").next().unwrap();
    let rows = |table: &str| {
        table
            .lines()
            .filter(|line| line.starts_with("| ") && !line.starts_with("| condition") && !line.starts_with("| ---"))
            .count()
    };
    let mut halves = part.split("A grant is needed");
    assert_eq!((rows(halves.next().unwrap()), rows(halves.next().unwrap())), (3, 4));
}

#[test]
fn every_link_leads_to_a_file() {
    let links = README.split("](").skip(1).map(|rest| rest.split(')').next().unwrap());
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for link in links {
        assert!(root.join(link).exists(), "{link}");
        seen += 1;
    }
    assert!(seen >= 5);
}
