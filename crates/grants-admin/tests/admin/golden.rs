//! What people read of a SQLite store.

use super::House;
use super::support::golden::{looks, orders};

#[test]
fn what_looks_only() {
    let house = House::made();
    looks(|words| house.run(words));
}

#[test]
fn what_is_ordered() {
    let house = House::made();
    orders(|words| house.told(words, "yes\n"));
}
