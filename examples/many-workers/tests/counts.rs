//! What the table rests on: the bank's book, the folder, and the fates. A count that misses is worse than none.

#![expect(clippy::unwrap_used, reason = "tests fail loudly")]

use effects::keyed::{self, KeyedBackend, NotSent};
use many_workers::approvals::order;
use many_workers::bank::{Bank, Order, Teller};
use many_workers::field::{Field, Stands, name};
use many_workers::{Deed, Fate};
use std::fs;
use std::path::PathBuf;

/// A folder of this test's own. What is left of an earlier one goes first.
fn folder(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("many-workers-test-{test}-{}", std::process::id()));
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn the_bank_remembers_keys_and_nothing_else() {
    let folder = folder("bank");
    let bank = Bank::open(&folder.join("bank")).unwrap();
    let teller = Teller(folder.join("bank"));
    let first = teller.send("key", &order(1)).unwrap();
    assert_eq!(teller.send("key", &order(1)).unwrap(), first);
    assert_eq!(teller.send("key", &order(2)), Err(NotSent::KeyTaken));
    assert_eq!(bank.payments().len(), 1);
    assert_ne!(teller.send_plainly(&order(1)).unwrap(), teller.send_plainly(&order(1)).unwrap());
    assert_eq!(bank.payments().len(), 3);
    let proven = keyed::proven(teller, [7; 16], 600_000).unwrap();
    assert_eq!(bank.payments().len(), 3, "a test of the bank is no payment");
    assert!(proven.backend().harmless().0.amount == 0);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_folder_tells_one_deletion_from_two() {
    let folder = folder("field");
    let mut field = Field::plant(&folder, 10).unwrap();
    assert_eq!((field.deletions(1), field.stands(1)), (0, Stands::Shown));
    field.let_others_in().unwrap();
    assert_eq!(field.stands(3), Stands::Replacement);
    fs::remove_file(folder.join(name(1))).unwrap();
    field.close();
    assert_eq!((field.deletions(1), field.stands(1)), (1, Stands::Neighbours));
    fs::remove_file(folder.join(name(1))).unwrap();
    assert_eq!((field.deletions(1), field.stands(1)), (2, Stands::Nothing));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn every_fate_is_met_among_ten_jobs_and_no_two_payments_are_alike() {
    let fates = |deed| (0..10).map(|number| Fate::of(number, deed)).collect::<Vec<_>>();
    for fate in [Fate::Plain, Fate::Doubled, Fate::Replaced, Fate::Revoked] {
        assert!(fates(Deed::Delete).contains(&fate), "{fate:?}");
    }
    assert!(!fates(Deed::Pay).contains(&Fate::Replaced), "nobody replaces a payment");
    let orders: Vec<Order> = (0..10).map(order).collect();
    assert!(orders.iter().all(|one| orders.iter().filter(|other| *other == one).count() == 1));
    assert!(orders.iter().all(|order| order.amount > 0));
}
