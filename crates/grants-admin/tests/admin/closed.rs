//! A store that cannot be opened, or is not what it says: an error that helps, and nothing is made.

use super::House;
use super::support::golden::id;
use std::fs;

fn files(house: &House) -> Vec<String> {
    let entries = fs::read_dir(&house.folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

const COMMANDS: &[&[&str]] = &[
    &["list"],
    &["show", "abcd"],
    &["verify"],
    &["health"],
    &["checkpoint"],
    &["resolve", "abcd", "failed", "--evidence", "x", "--by", "Olga"],
    &["revoke", "abcd", "--by", "Olga", "--why", "x"],
    &["revoke", "--all-of", "alice", "--by", "Olga", "--why", "x"],
    &["raise-epoch", "--yes", "--by", "Olga", "--why", "x"],
    &["prune", "--before", "1d"],
    &["prune", "--before", "1d", "--yes", "--by", "Olga", "--why", "x"],
];

fn all_say(house: &House, code: &str) {
    let before = files(house);
    for words in COMMANDS {
        let ended = house.run(words);
        assert_eq!((ended.status.as_str(), ended.output.as_str()), ("2", ""), "{words:?}");
        assert!(ended.errors.contains(code), "{words:?}: {}", ended.errors);
        let json = house.run(&[*words, &["--json"]].concat());
        assert_eq!(json.status, "2");
        let said = json.objects().pop().unwrap();
        assert_eq!((&said["kind"], &said["code"]), (&"refused".into(), &code.into()));
        assert_eq!(files(house), before, "{words:?}");
    }
}

#[test]
fn there_is_no_file() {
    let house = House::empty();
    all_say(&house, "no_store");
    fs::write(house.path(), "").unwrap();
    all_say(&house, "no_store");
}

#[test]
fn it_is_no_database_or_another_programs() {
    let house = House::empty();
    fs::write(house.path(), "A letter that is long enough to be taken for a header. ".repeat(20)).unwrap();
    all_say(&house, "not_a_database");
    fs::remove_file(house.path()).unwrap();
    house.sql("CREATE TABLE songs (title TEXT)");
    all_say(&house, "another_database");
}

#[test]
fn a_newer_program_has_it() {
    let house = House::made();
    house.sql("UPDATE gates_store SET least = 99; PRAGMA user_version = 99");
    all_say(&house, "newer_schema");
}

#[test]
fn somebody_holds_it_who_does_not_wait() {
    let house = House::made();
    let holder = rusqlite::Connection::open(house.path()).unwrap();
    holder.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let ended = house.run(&["revoke", &id(1), "--by", "Olga", "--why", "x"]);
    assert_eq!(ended.status, "2");
    assert!(ended.errors.contains("database_held"), "{}", ended.errors);
}

#[test]
fn a_row_was_changed_in_the_database() {
    for (change, code) in [
        ("UPDATE gates_audit SET code = 'failed' WHERE what = 'ended'", "row"),
        (
            "UPDATE gates_grants SET state = 'issued', open = 1, fence = 0, used = 0, consumed_at = NULL, attempt = NULL, \
             held_since = NULL, act_by = NULL, how = NULL, outcome_at = NULL, outcome = NULL WHERE state = 'executed'",
            "grant_differs",
        ),
    ] {
        let house = House::made();
        assert_eq!(house.run(&["verify"]).status, "0");
        house.sql(change);
        let ended = house.run(&["verify", "--json"]);
        assert_eq!((ended.status.as_str(), &ended.objects()[0]["code"]), ("1", &code.into()), "{}", ended.output);
        assert!(house.run(&["verify"]).output.starts_with("broken: "));
    }
}

/// Rows that are cut off at the end are missed by whoever kept a checkpoint.
#[test]
fn a_checkpoint_that_was_kept_elsewhere() {
    let house = House::made();
    let checkpoint = house.run(&["checkpoint", "--json"]).objects().pop().unwrap();
    let kept = format!("{}:{}", checkpoint["number"], checkpoint["chain"].as_str().unwrap());
    assert_eq!(house.run(&["verify", "--kept", &kept]).status, "0");
    let other = format!("1:{}", "0".repeat(64));
    assert_eq!(house.run(&["verify", "--kept", &other]).status, "1");
    house.sql("DELETE FROM gates_covered; DELETE FROM gates_checkpoints");
    assert_eq!(house.run(&["verify", "--kept", &kept]).status, "1");
    assert_eq!(house.run(&["verify", "--kept", "1:abc"]).status, "2");
}
