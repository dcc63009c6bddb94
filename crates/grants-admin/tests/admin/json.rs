//! What programs read: one object per line, names that stay, and no value of an argument that nobody asked for.

use super::House;
use super::support::golden::id;
use serde_json::Value;

fn names(object: &Value) -> Vec<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn the_names_of_a_grant_and_of_a_row_stay() {
    let house = House::made();
    let objects = house.run(&["show", &id(2), "--json"]).objects();
    let grant = [
        "arg_hash",
        "client",
        "consumed_at",
        "effect",
        "epoch",
        "evidence",
        "expires_at",
        "fence",
        "grant",
        "held",
        "intent_hash",
        "issued_at",
        "issuer",
        "item",
        "kind",
        "not_before",
        "now",
        "outcome",
        "principal",
        "question",
        "revoked_at",
        "server",
        "state",
        "subject",
        "tool",
        "used",
        "uses",
    ];
    let mut found = names(&objects[0]);
    found.sort_unstable();
    assert_eq!(found, grant);
    assert_eq!(objects[0]["held"]["attempt"], "02".repeat(16));
    let row = [
        "arg_hash",
        "at",
        "chain",
        "code",
        "grant",
        "kind",
        "note",
        "number",
        "place",
        "principal",
        "question",
        "subject",
        "tool",
        "what",
    ];
    let mut found = names(&objects[1]);
    found.sort_unstable();
    assert_eq!(found, row);
    let story: Vec<_> = objects[1..].iter().map(|row| row["what"].as_str().unwrap()).collect();
    assert_eq!(story, ["asked", "issued", "claimed"]);
}

#[test]
fn every_command_writes_objects_alone() {
    let house = House::made();
    for words in [
        &["list"][..],
        &["show", &id(1), "--arguments"],
        &["verify"],
        &["health"],
        &["checkpoint"],
        &["resolve", &id(3), "failed", "--evidence", "x", "--by", "Olga"],
        &["revoke", &id(1), "--by", "Olga", "--why", "x"],
        &["revoke", "--all-of", "alice", "--by", "Olga", "--why", "x"],
        &["prune", "--before", "1h"],
        &["prune", "--before", "1h", "--yes", "--by", "Olga", "--why", "x"],
        &["raise-epoch", "--yes", "--by", "Olga", "--why", "x"],
    ] {
        let ended = house.run(&[words, &["--json"]].concat());
        assert!(!ended.output.is_empty(), "{words:?}");
        assert!(ended.objects().iter().all(|object| object["kind"].is_string()), "{words:?}: {}", ended.output);
        assert_eq!(ended.errors, "", "{words:?}");
    }
}

/// Why the status is 1 is said, to people and to programs; and what the tables are.
#[test]
fn health_says_what_it_found() {
    let house = House::made();
    let health = || house.run(&["health", "--json"]);
    let found = health();
    let object = &found.objects()[0];
    assert_eq!((found.status.as_str(), &object["findings"]), ("1", &serde_json::json!(["indeterminate"])));
    assert_eq!((&object["schema"], &object["states"]["indeterminate"]), (&1.into(), &1.into()));
    house.run(&["resolve", &id(3), "failed", "--evidence", "x", "--by", "Olga"]);
    let whole = health();
    assert_eq!((whole.status.as_str(), &whole.objects()[0]["findings"]), ("0", &serde_json::json!([])));
    assert_eq!(whole.objects()[0]["states"]["failed"], 1);
    // Of all that a program may take, most is refusals.
    house.sql("UPDATE gates_store SET refusals = 100000000");
    let full = health();
    assert_eq!((full.status.as_str(), &full.objects()[0]["findings"]), ("1", &serde_json::json!(["room"])));
}

#[test]
fn arguments_are_shown_on_demand_only_and_escaped() {
    let house = House::made();
    let plain = [house.run(&["show", &id(1)]), house.run(&["show", &id(1), "--json"]), house.run(&["list", "--json"])];
    assert!(plain.iter().all(|ended| !ended.output.contains("secret plan")));
    let shown = house.run(&["show", &id(1), "--arguments"]);
    assert!(shown.output.contains("\"secret plan.txt\"") && shown.output.contains(r#""a\nb""#), "{}", shown.output);
    let object = house.run(&["show", &id(1), "--arguments", "--json"]).objects().remove(0);
    assert_eq!(object["arguments"]["path"], "\"secret plan.txt\"");
}

/// The subject of grant 4 would forge a line.
#[test]
fn a_text_from_elsewhere_stays_on_its_line() {
    let house = House::made();
    for words in [&["list"][..], &["show", &id(4)], &["list", "--principal", "eve\u{202e}\nstate  executed"]] {
        let said = house.run(words).output;
        assert!(said.contains(r"eve\u{202e}\nstate"), "{said}");
        assert!(!said.contains('\u{202e}') && said.lines().all(|line| !line.starts_with("state  executed,")));
    }
}
