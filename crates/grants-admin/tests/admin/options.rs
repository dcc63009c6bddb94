//! The command line.

use super::House;
use super::support::golden::id;

#[test]
fn help_is_printed_without_a_store() {
    let house = House::empty();
    for words in [&["--help"][..], &["list", "-h"]] {
        let ended = house.run(words);
        assert_eq!((ended.status.as_str(), ended.output.as_str()), ("0", twogates_grants_admin::cli::HELP));
    }
}

#[test]
fn help_fits_into_eighty_columns() {
    assert_eq!(twogates_grants_admin::cli::HELP.lines().find(|line| line.chars().count() > 80), None);
}

#[test]
fn what_makes_no_sense_is_said() {
    let house = House::made();
    let grant = id(1);
    for (words, said) in [
        (&[][..], "the command is missing"),
        (&["destroy"], "destroy is no command"),
        (&["show"], "the grant is missing"),
        (&["list", "extra"], "extra does not belong here"),
        (&["list", "--yes"], "--yes does not belong here"),
        (&["verify", "--by", "Olga"], "--by does not belong here"),
        (&["list", "--what"], "--what is unknown"),
        (&["list", "--limit"], "--limit needs a value"),
        (&["list", "--limit", "0"], "--limit takes a number from 1"),
        (&["list", "--tool", "a", "--tool", "b"], "--tool is given twice"),
        (&["list", "--state", "spent"], "--state takes issued, claimed"),
        (&["list", "--after", "abcd"], "--after takes a whole id"),
        (&["resolve", &grant, "maybe", "--evidence", "x", "--by", "Olga"], "resolved as executed or as failed"),
        (&["resolve", &grant, "failed", "--by", "Olga"], "--evidence is missing"),
        (&["revoke", &grant, "--why", "x"], "--by is missing"),
        (&["revoke", &grant, "--why", "x", "--by", " "], "--by takes a name"),
        (&["revoke", &grant, "--why", "x", "--by", "a: b"], "without a colon"),
        (&["revoke", &grant, "--why", "", "--by", "Olga"], "--why takes a text"),
        (&["revoke", &grant, "--all-of", "alice", "--why", "x", "--by", "Olga"], "either a grant or --all-of"),
        (&["revoke", "--why", "x", "--by", "Olga"], "the grant is missing"),
        (&["raise-epoch", "--json", "--why", "x", "--by", "Olga"], "nobody can be asked"),
        (&["prune"], "--before is missing"),
        (&["prune", "--before", "yesterday"], "--before takes an age"),
        (&["prune", "--before", "2026-02-30"], "--before takes an age"),
        (&["prune", "--before", "2026-07-28T24:00"], "--before takes an age"),
        (&["prune", "--before", "99999999999999999999d"], "--before takes an age"),
        (&["prune", "--before", "2026-07-29"], "a time that has not come"),
        (&["prune", "--before", "2026-07-28T13:53"], "at least 10 minutes ago"),
        (&["prune", "--before", "0d"], "at least 10 minutes ago"),
        (&["prune", "--before", "1d", "--yes"], "--by is missing"),
        (&["list", "\u{1b}[2J"], r"\u{1b}[2J does not belong here"),
    ] {
        let ended = house.run(words);
        assert_eq!(ended.status, "2", "{words:?}: {}", ended.output);
        assert!(ended.errors.contains(said), "{words:?}: {}", ended.errors);
        assert!(!ended.errors.contains('\u{1b}'));
    }
}

#[test]
fn a_store_is_named_somewhere() {
    let house = House::made();
    let mut around = twogates_grants_admin::cli::Around {
        input: &mut &b""[..],
        output: &mut Vec::new(),
        errors: &mut Vec::new(),
        store: None,
        clock: std::sync::Arc::new(house.clock.clone()),
    };
    let status = twogates_grants_admin::cli::run(&["list".to_owned()], &mut around).unwrap();
    assert_eq!(format!("{status:?}"), format!("{:?}", std::process::ExitCode::from(2)));
    let path = house.path();
    let named = ["--store".to_owned(), path.to_str().unwrap().to_owned(), "list".to_owned()];
    let status = twogates_grants_admin::cli::run(&named, &mut around).unwrap();
    assert_eq!(format!("{status:?}"), format!("{:?}", std::process::ExitCode::SUCCESS));
}
