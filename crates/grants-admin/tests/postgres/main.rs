//! The operator's command on a PostgreSQL of the tests' own: what it says is what it says of a SQLite store.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, reason = "tests fail loudly")]

#[expect(dead_code, unused_imports, reason = "the store's own tests use all of it")]
#[path = "../../../grants-postgres/tests/support/mod.rs"]
mod server;
#[path = "../support/mod.rs"]
mod support;

use consent::EffectClass;
use grants::audit::What;
use grants::{State, Store, SystemClock};
use grants_postgres::Postgres;
use server::{SHARED, Session, clock};
use std::sync::Arc;
use support::golden::{id, looks, orders};
use support::{Ended, START, made, yes};

/// A store in a database of its own, with a grant of every kind in it.
struct House {
    database: String,
    store: Postgres,
}

impl House {
    fn made() -> Self {
        let database = SHARED.database();
        let config = SHARED.config(&database);
        drop(Postgres::open(&config).unwrap());
        clock::stop(&Session::to(&config));
        let store = Postgres::open(&config).unwrap();
        made(&store, START + 3_600_000, || clock::move_by(&Session::to(&config), 120_000));
        Self { database, store }
    }

    fn run(&self, words: &[&str], input: &str) -> Ended {
        support::program(&address(&self.database), Arc::new(SystemClock), words, input)
    }

    fn state(&self, number: u64) -> State {
        self.store.grant(yes(number, "", EffectClass::Staged, 0).reference.id()).unwrap().unwrap().state
    }
}

/// The address of a database, as an operator writes one.
fn address(database: &str) -> String {
    let folder = SHARED.folder().display().to_string().replace('/', "%2F");
    format!("postgres://postgres@{folder}/{database}")
}

#[test]
fn every_command_works_there_too() {
    let house = House::made();
    for (words, status) in [
        (&["list"][..], "0"),
        (&["show", &id(2)], "0"),
        (&["verify"], "0"),
        (&["health"], "1"),
        (&["checkpoint"], "0"),
        (&["resolve", &id(3), "failed", "--evidence", "x", "--by", "Olga"], "0"),
        (&["revoke", &id(4), "--by", "Olga", "--why", "x"], "1"),
        (&["revoke", "--all-of", "alice", "--by", "Olga", "--why", "x"], "0"),
        (&["prune", "--before", "1h"], "0"),
        (&["prune", "--before", "1h", "--yes", "--by", "Olga", "--why", "x"], "0"),
        (&["raise-epoch", "--yes", "--by", "Olga", "--why", "x"], "0"),
        (&["health"], "1"),
        (&["verify"], "0"),
    ] {
        let text = house.run(words, "");
        assert_eq!(text.status, status, "{words:?}: {}", text.errors);
    }
    assert_eq!(
        [1, 2, 3, 4].map(|number| house.state(number)),
        [State::Revoked, State::Indeterminate, State::Failed, State::Executed]
    );
    let rows = house.store.audit().unwrap();
    assert!(rows.iter().any(|row| row.what == What::Ordered && row.note == "Olga: x"));
    let objects = house.run(&["show", &id(2), "--json"], "").objects();
    assert_eq!((&objects[0]["state"], &objects[0]["subject"]), (&"indeterminate".into(), &"alice".into()));
}

/// To the letter what is said of a SQLite store.
#[test]
fn the_same_is_said_of_it() {
    let (one, other) = (House::made(), House::made());
    looks(|words| one.run(words, ""));
    orders(|words| other.run(words, "yes\n"));
}

#[test]
fn where_there_is_no_store_none_is_made() {
    let database = SHARED.database();
    let list = || support::program(&address(&database), Arc::new(SystemClock), &["list"], "");
    for _ in 0..2 {
        let ended = list();
        assert_eq!(ended.status, "2");
        assert!(ended.errors.contains("no_store"), "{}", ended.errors);
    }
    let schemas =
        Session::to(&SHARED.config(&database)).number("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'two%'");
    assert_eq!(schemas, 0);
    let nowhere = support::program("postgres://postgres:hush@localhost:1/none", Arc::new(SystemClock), &["list"], "");
    assert_eq!(nowhere.status, "2");
    assert!(nowhere.errors.contains("database_unreachable") && !nowhere.errors.contains("hush"), "{}", nowhere.errors);
}

/// A database that is not where it was may lack what was committed last.
#[test]
fn a_store_that_was_moved_is_opened_by_a_new_epoch_alone() {
    let house = House::made();
    let session = Session::to(&SHARED.config(&house.database));
    session.run("UPDATE two_gates.store SET place = 'elsewhere'");
    let ended = house.run(&["list"], "");
    assert_eq!(ended.status, "2");
    assert!(ended.errors.contains("moved_database") && ended.errors.contains("raise-epoch"), "{}", ended.errors);
    assert_eq!(house.run(&["raise-epoch", "--by", "Olga", "--why", "a standby took over"], "no\n").status, "1");
    assert_eq!(house.run(&["list"], "").status, "2");
    let raised = house.run(&["raise-epoch", "--by", "Olga", "--why", "a standby took over"], "yes\n");
    assert_eq!(raised.status, "0", "{}", raised.errors);
    assert!(raised.output.contains("1 grant revoked, 2 indeterminate"), "{}", raised.output);
    assert_eq!(house.run(&["verify"], "").status, "0");
}

#[test]
fn a_row_that_was_changed_is_found() {
    let house = House::made();
    let session = Session::to(&SHARED.config(&house.database));
    session.run("UPDATE two_gates.audit SET code = 'failed' WHERE what = 'ended'");
    let ended = house.run(&["verify", "--json"], "");
    assert_eq!((ended.status.as_str(), &ended.objects()[0]["code"]), ("1", &"row".into()));
}
