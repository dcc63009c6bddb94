//! What is listed, and what a grant is called.

use super::House;
use super::support::golden::id;
use super::support::{START, question, yes};
use consent::EffectClass;
use grants::{Item, NewGrant, Store};
use std::collections::BTreeMap;
use std::ops::Range;

/// Yeses of these numbers, a hundred to a question.
fn many(store: &dyn Store, numbers: Range<u64>, until: impl Fn(u64) -> u64) {
    let mut batches: BTreeMap<u64, Vec<NewGrant>> = BTreeMap::new();
    for number in numbers {
        let batch = batches.entry(number / 100).or_default();
        let item = Item { number: u32::try_from(batch.len()).unwrap() + 1, of: 100 };
        let yes = yes(number, "alice", EffectClass::AtMostOnce, until(number));
        batch.push(NewGrant { question: question(number / 100), item, ..yes });
    }
    for batch in batches.values() {
        store.issue(batch).unwrap();
    }
}

fn ids(house: &House, words: &[&str]) -> Vec<String> {
    let ended = house.run(&[&["list", "--json"], words].concat());
    assert_eq!(ended.status, "0", "{}", ended.errors);
    let grants = ended.objects().into_iter().filter(|object| object["kind"] == "grant");
    grants.map(|grant| grant["grant"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn by_state_by_principal_and_by_tool() {
    let house = House::made();
    let sorted = |numbers: &[u64]| {
        let mut ids: Vec<_> = numbers.iter().map(|number| id(*number)).collect();
        ids.sort();
        ids
    };
    assert_eq!(ids(&house, &[]), sorted(&[1, 2, 3, 4]));
    assert_eq!(ids(&house, &["--state", "issued"]), sorted(&[1]));
    assert_eq!(ids(&house, &["--state", "claimed"]), sorted(&[2]), "what time has ended is not claimed");
    assert_eq!(ids(&house, &["--state", "indeterminate"]), sorted(&[3]), "though nobody wrote it down");
    assert_eq!(ids(&house, &["--principal", "alice"]), sorted(&[1, 2]));
    assert_eq!(ids(&house, &["--tool", "delete_file", "--principal", "bob"]), sorted(&[3]));
    assert_eq!(ids(&house, &["--tool", "delete"]), [""; 0]);
    house.clock.set(START + 3_600_000);
    assert_eq!(ids(&house, &["--state", "expired"]), sorted(&[1]));
    assert_eq!(ids(&house, &["--state", "indeterminate"]), sorted(&[2, 3]));
}

/// More than one page of what is read at once, and of both walks of a state.
#[test]
fn page_by_page() {
    let house = House::empty();
    let store = house.store();
    many(&store, 0..1200, |number| START + 1000 + (number % 2) * 100_000);
    house.clock.advance(1000);
    // Some of what has expired is written down, the rest is not.
    for batch in [0, 3, 11] {
        store.recall(question(batch)).unwrap();
    }
    let all = ids(&house, &["--limit", "10000"]);
    assert_eq!(all.len(), 1200);
    let (mut paged, mut after): (Vec<String>, Option<String>) = (Vec::new(), None);
    loop {
        let mut words = vec!["list", "--json", "--state", "expired", "--limit", "250"];
        words.extend(after.iter().flat_map(|after| ["--after", after]));
        let objects = house.run(&words).objects();
        let (grants, more): (Vec<_>, Vec<_>) = objects.into_iter().partition(|object| object["kind"] == "grant");
        paged.extend(grants.iter().map(|grant| grant["grant"].as_str().unwrap().to_owned()));
        after = more.first().map(|more| more["after"].as_str().unwrap().to_owned());
        if after.is_none() {
            break;
        }
    }
    assert_eq!(paged.len(), 600);
    assert!(paged.is_sorted());
    assert!(paged.iter().all(|id| all.contains(id)));
}

#[test]
fn a_grant_is_found_by_the_beginning_of_its_id() {
    let house = House::made();
    let whole = id(3);
    for name in [&whole[..], &whole[..4], &whole[..12].to_uppercase()] {
        let ended = house.run(&["show", "--json", name]);
        assert_eq!(ended.objects()[0]["grant"], whole.as_str());
    }
    for (name, status) in [("0000", "1"), ("ffff", "1"), ("abc", "2"), ("no id", "2"), ("", "2")] {
        assert_eq!(house.run(&["show", name]).status, status, "{name}");
    }
    let ended = house.run(&["show", "FFFF"]);
    assert_eq!(
        ended.errors,
        "grants-admin: no grant's id begins with ffff (unknown_grant, GRANT-03)\n  `grants-admin list` has them; what was forgotten is gone\n"
    );
    let longer = format!("{whole}0");
    assert_eq!(house.run(&["show", &longer]).status, "2");
}

#[test]
fn a_beginning_of_two_ids_is_neither() {
    let house = House::empty();
    let store = house.store();
    many(&store, 0..700, |_| START + 1000);
    let mut ids: Vec<_> = (0..700).map(id).collect();
    ids.sort();
    let twins = ids.windows(2).find(|pair| pair[0][..4] == pair[1][..4]).unwrap();
    let ended = house.run(&["revoke", &twins[0][..4], "--by", "Olga", "--why", "test"]);
    assert_eq!(ended.status, "2");
    assert!(ended.errors.contains(&twins[0]) && ended.errors.contains(&twins[1]), "{}", ended.errors);
    assert_eq!(house.run(&["show", &twins[0]]).status, "0");
}
