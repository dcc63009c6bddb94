//! A backup that was put back, and a server beside.

use super::House;
use super::support::golden::id;
use super::support::{START, claim, issue, yes};
use consent::EffectClass;
use grants::audit::What;
use grants::{State, Store};
use std::fs;

/// The store of `House::made`, put back as it was before somebody took one of its yeses back.
fn put_back() -> House {
    let house = House::made();
    fs::copy(house.path(), house.folder.join("backup")).unwrap();
    assert_eq!(house.run(&["revoke", &id(1), "--by", "Olga", "--why", "x"]).status, "0");
    fs::copy(house.folder.join("backup"), house.path()).unwrap();
    house
}

#[test]
fn an_older_copy_is_opened_by_a_new_epoch_alone() {
    let house = put_back();
    for words in [&["list"][..], &["verify"], &["revoke", &id(2), "--by", "Olga", "--why", "x"]] {
        let ended = house.run(words);
        assert_eq!(ended.status, "2", "{words:?}");
        assert!(ended.errors.contains("restored_copy") && ended.errors.contains("raise-epoch"), "{}", ended.errors);
    }
    let raise = |input| house.told(&["raise-epoch", "--by", "Olga", "--why", "put back"], input);
    let asked = raise("no\n");
    assert_eq!(asked.status, "1");
    assert!(asked.output.contains("it is an older copy. Whatever is issued in it will be revoked"), "{}", asked.output);
    assert_eq!(house.run(&["list"]).status, "2", "nothing was changed");
    let raised = raise("yes\n");
    assert_eq!(raised.status, "0", "{}", raised.errors);
    assert!(raised.output.ends_with("epoch 2: 1 grant revoked, 2 indeterminate\n"), "{}", raised.output);
    assert_eq!(house.run(&["verify"]).status, "0");
    let rows = house.store().audit().unwrap();
    assert!(rows.iter().any(|row| row.what == What::Ordered && row.note == "Olga: put back"));
}

/// A server has the store open, and goes on with it.
#[test]
fn a_server_works_meanwhile() {
    let house = House::made();
    let server = house.store();
    let (taken, left) = [10, 11].map(|number| yes(number, "alice", EffectClass::Staged, START + 3_600_000)).into();
    for new in [&taken, &left] {
        issue(&server, new);
    }
    assert_eq!(house.run(&["revoke", &id(10), "--by", "Olga", "--why", "x"]).status, "0");
    assert_eq!(server.grant(taken.reference.id()).unwrap().unwrap().state, State::Revoked);
    claim(&server, &left, 9);
    for words in [&["list"][..], &["verify"], &["checkpoint"], &["prune", "--before", "1h"]] {
        assert_eq!(house.run(words).status, "0", "{words:?}");
    }
    assert_eq!(house.run(&["show", &id(11), "--json"]).objects()[0]["state"], "claimed");
}
