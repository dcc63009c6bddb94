//! Isolation, plans and durability are the store's own, whatever the server's defaults are.

use super::support::plain;
use super::*;
use grants::{State, Transactional};

/// C115: five grants with the same principal, tool and arguments, and a planner without its usual ways. A claim is by
/// primary key, so that no plan finds two.
#[test]
fn c115_a_claim_takes_one_of_five_alike() {
    let house = House::new();
    for number in 1..=5 {
        issue(&house.store, &plain(number));
    }
    let without = ["hashjoin", "mergejoin", "hashagg", "sort", "material", "indexscan", "bitmapscan", "nestloop"];
    for setting in without {
        house.beside.run(&format!(
            "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET enable_{setting} = off', current_database()); END $$"
        ));
    }
    let store = Postgres::open(&house.config).unwrap();
    assert_eq!(claim(&store, &plain(3), 1).unwrap().state, State::Claimed);
    assert_eq!(house.beside.number("SELECT count(*) FROM two_gates.grants WHERE state <> 'issued'"), 1);
}

/// A server whose default is stricter would refuse the loser with an error of its own.
#[test]
fn the_default_isolation_of_the_server_does_not_count() {
    let house = House::new();
    house.beside.run(
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_isolation = serializable', \
         current_database()); END $$",
    );
    let store = Postgres::open(&house.config).unwrap();
    issue(&store, &plain(1));
    let came = together(8, |attempt| claim(&store, &plain(1), attempt));
    assert_eq!(came.iter().filter(|came| came.is_ok()).count(), 1);
    assert!(came.iter().flat_map(|came| came.as_ref().err()).all(|refusal| *refusal == NotUsable::Used), "{came:?}");
}

/// The server's default is `off` here, on purpose.
#[test]
fn each_transaction_waits_for_its_commit() {
    let house = House::new();
    assert_eq!(house.beside.text("SHOW synchronous_commit"), "off");
    let shown = house.store.transact_within(|open| {
        let rows = Postgres::effects(open).query("SELECT current_setting('synchronous_commit')", &[])?;
        Ok(rows[0].get::<_, String>(0))
    });
    assert_eq!(shown.unwrap(), "on");
}

/// The claim's statements find their rows by index, also where there are many.
#[test]
fn a_claim_reads_few_rows() {
    let house = House::new();
    for number in 1..=3 {
        issue(&house.store, &plain(number));
    }
    let scans = "SELECT coalesce(sum(seq_tup_read), 0) FROM pg_stat_user_tables WHERE relname IN ('grants', 'approvals', 'audit')";
    house.beside.run("ANALYZE; SELECT pg_stat_reset()");
    claim(&house.store, &plain(1), 1).unwrap();
    let read = house.beside.number(scans);
    assert!(read <= 9, "{read} rows were read one after the other");
}
