//! What people read, whole. `TWO_GATES_BLESS=1` writes it anew.

use super::House;
use std::fs;
use std::path::Path;

fn golden(name: &str, said: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/admin/golden").join(name);
    if std::env::var_os("TWO_GATES_BLESS").is_some() {
        fs::write(&path, said).unwrap();
    }
    assert_eq!(said, fs::read_to_string(&path).unwrap(), "{name}");
}

#[test]
fn what_looks_only() {
    let house = House::made();
    let mut said = String::new();
    let grant = super::lists::id(2);
    for words in [
        &["list"][..],
        &["list", "--state", "indeterminate"],
        &["show", &grant[..8]],
        &["show", &grant, "--arguments"],
        &["verify"],
        &["health"],
        &["prune", "--before", "1h"],
    ] {
        let ended = house.run(words);
        let words = words.iter().map(|word| if *word == grant { "GRANT" } else { word }).collect::<Vec<_>>().join(" ");
        said += &format!("$ grants-admin {words}\n{}{}[{}]\n\n", ended.output, ended.errors, ended.status);
    }
    golden("looks.txt", &said);
}

#[test]
fn what_is_ordered() {
    let house = House::made();
    let ids: Vec<_> = (1..=4).map(super::lists::id).collect();
    let mut said = String::new();
    for words in [
        &["resolve", &ids[2], "executed", "--evidence", "the file is gone", "--by", "Olga"][..],
        &["resolve", &ids[2], "failed", "--evidence", "a second look", "--by", "Olga"],
        &["revoke", &ids[3], "--by", "Olga", "--why", "too late"],
        &["revoke", "--all-of", "alice", "--by", "Olga", "--why", "she left"],
        &["show", &ids[2]],
        &["show", &ids[1]],
        &["checkpoint"],
        &["raise-epoch", "--by", "Olga", "--why", "a backup was put back"],
        &["verify"],
    ] {
        let ended = house.told(words, "yes\n");
        said += &format!("$ grants-admin {}\n{}{}[{}]\n\n", words.join(" "), ended.output, ended.errors, ended.status);
    }
    golden("orders.txt", &said);
}
