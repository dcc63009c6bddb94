//! A copy of the database is noticed.

use super::support::{plain, program};
use super::*;
use grants::{State, Upkeep};
use std::process::Command;

/// A copy of a house's database: its configuration.
fn copied(house: House) -> String {
    let House { config, store, beside } = house;
    let name = beside.text("SELECT current_database()");
    drop((store, beside));
    let copy = SHARED.database();
    let session = Session::to(&SHARED.config("postgres"));
    // The sessions of the store end on their own time.
    while session.number(&format!("SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}'")) > 0 {
        thread::yield_now();
    }
    session.run(&format!("DROP DATABASE {copy}"));
    session.run(&format!("CREATE DATABASE {copy} TEMPLATE {name}"));
    assert!(Postgres::open(&config).is_ok());
    SHARED.config(&copy)
}

#[test]
fn a_copy_is_refused_until_its_epoch_is_raised() {
    let house = House::new();
    issue(&house.store, &plain(1));
    let copy = copied(house);
    assert!(matches!(refused(Postgres::at(&copy)), Fault::Moved { .. }));
    let store = Postgres::at(&copy).after_restore().open().unwrap();
    assert_eq!(store.epoch().unwrap(), 2);
    assert_eq!(claim(&store, &plain(1), 1), Err(NotUsable::Void));
    assert_eq!(store.grant(plain(1).reference.id()).unwrap().unwrap().state, State::Revoked);
    assert!(Postgres::open(&copy).is_ok(), "from now on it is at home there");
}

#[test]
fn what_was_moved_whole_stays_good() {
    let house = House::new();
    issue(&house.store, &plain(1));
    let copy = copied(house);
    let store = Postgres::at(&copy).after_lossless_move().open().unwrap();
    assert_eq!(store.epoch().unwrap(), 1);
    assert!(claim(&store, &plain(1), 1).is_ok());
}

/// A dump that is put back over the same database makes its tables anew.
#[test]
fn a_dump_that_was_put_back_is_refused() {
    let house = House::new();
    issue(&house.store, &plain(1));
    let dump = Command::new(program("pg_dump"))
        .args(["--schema=two_gates", "-U", "postgres", "-h"])
        .arg(SHARED.folder())
        .arg(house.beside.text("SELECT current_database()"))
        .output()
        .unwrap();
    assert!(dump.status.success(), "{}", String::from_utf8_lossy(&dump.stderr));
    claim(&house.store, &plain(1), 1).unwrap();
    house.beside.run("DROP SCHEMA two_gates CASCADE");
    let file = SHARED.folder().join(format!("{:?}.sql", thread::current().id()));
    std::fs::write(&file, dump.stdout).unwrap();
    let restored = Command::new(program("psql"))
        .args(["-X", "-q", "-v", "ON_ERROR_STOP=1", "-U", "postgres", "-f"])
        .arg(&file)
        .arg("-h")
        .arg(SHARED.folder())
        .arg(house.beside.text("SELECT current_database()"))
        .output()
        .unwrap();
    assert!(restored.status.success(), "{}", String::from_utf8_lossy(&restored.stderr));
    assert_eq!(house.beside.text("SELECT state FROM two_gates.grants"), "issued", "it is unspent in the dump");
    assert!(matches!(refused(Postgres::at(&house.config)), Fault::Moved { .. }));
}

/// The same files as of an earlier time: the database cannot know, and a program that has seen more does.
#[test]
fn a_program_that_has_seen_more_notices() {
    let house = House::with(|opening| opening.with_connections(1));
    issue(&house.store, &plain(1));
    claim(&house.store, &plain(1), 1).unwrap();
    house.beside.run(
        "SELECT setval('two_gates.audit_number', 1); SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity \
         WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    let Err(NotUsable::Unavailable(why)) = claim(&house.store, &plain(1), 2) else { panic!("it is noticed") };
    assert!(why.contains("put back"), "{why}");
}

/// New connections are made while others go on: none of them takes that for a copy.
#[test]
fn connections_that_are_made_meanwhile_are_let_in() {
    let house = House::with(|opening| opening.with_connections(16));
    for number in 0..16 {
        issue(&house.store, &plain(number));
    }
    let came = together(16, |number| (0..4).all(|_| claim(&house.store, &plain(u64::from(number) - 1), 1).is_ok()));
    assert!(came.into_iter().all(|well| well));
}
