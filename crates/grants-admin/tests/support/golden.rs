//! What people read, whole, of either store. `TWO_GATES_BLESS=1` writes it anew.

use super::{Ended, yes};
use consent::EffectClass;
use std::fs;
use std::path::Path;

/// The id of the grant of this number.
pub(crate) fn id(number: u64) -> String {
    yes(number, "anyone", EffectClass::Staged, 0).reference.id().hex()
}

fn golden(name: &str, said: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/admin/golden").join(name);
    if std::env::var_os("TWO_GATES_BLESS").is_some() {
        fs::write(&path, said).unwrap();
    }
    assert_eq!(said, fs::read_to_string(&path).unwrap(), "{name}");
}

/// What only looks.
pub(crate) fn looks(run: impl Fn(&[&str]) -> Ended) {
    let mut said = String::new();
    let grant = id(2);
    for words in [
        &["list"][..],
        &["list", "--state", "indeterminate"],
        &["show", &grant[..8]],
        &["show", &grant, "--arguments"],
        &["verify"],
        &["health"],
        &["prune", "--before", "1h"],
    ] {
        let ended = run(words);
        let words = words.iter().map(|word| if *word == grant { "GRANT" } else { word }).collect::<Vec<_>>().join(" ");
        said += &format!("$ grants-admin {words}\n{}{}[{}]\n\n", ended.output, ended.errors, ended.status);
    }
    golden("looks.txt", &said);
}

/// What is ordered.
pub(crate) fn orders(run: impl Fn(&[&str]) -> Ended) {
    let ids: Vec<_> = (1..=4).map(id).collect();
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
        let ended = run(words);
        said += &format!("$ grants-admin {}\n{}{}[{}]\n\n", words.join(" "), ended.output, ended.errors, ended.status);
    }
    golden("orders.txt", &said);
}
