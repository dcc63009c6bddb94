//! The tables, version by version.

use super::support::plain;
use super::*;

#[test]
fn eight_programs_make_the_tables_once() {
    let config = SHARED.config(&SHARED.database());
    let opened = together(8, |_| Postgres::open(&config));
    assert!(opened.iter().all(Result::is_ok), "{opened:?}");
    let session = Session::to(&config);
    assert_eq!(session.text("SELECT version || ' ' || least FROM two_gates.store"), "1 1");
}

/// For one upgrade the program before it works on, and then no longer.
#[test]
fn a_newer_program_says_who_may_stay() {
    let house = House::new();
    house.beside.run("ALTER TABLE two_gates.grants ADD later text; UPDATE two_gates.store SET version = 2");
    let store = Postgres::open(&house.config).unwrap();
    issue(&store, &plain(1));
    assert!(claim(&store, &plain(1), 1).is_ok());
    house.beside.run("UPDATE two_gates.store SET least = 2");
    assert_eq!(refused(Postgres::at(&house.config)), Fault::Newer { least: 2, known: 1 });
}

#[test]
fn another_program_s_schema_is_left_alone() {
    let config = SHARED.config(&SHARED.database());
    Session::to(&config).run("CREATE SCHEMA two_gates; CREATE TABLE two_gates.orders (number bigint)");
    assert_eq!(refused(Postgres::at(&config)), Fault::NotOurs);
}

/// What this program did not write is an error and never runs.
#[test]
fn a_row_that_was_written_by_hand_is_damaged() {
    let house = House::new();
    issue(&house.store, &plain(1));
    let other = "{\"arguments\":\"{\\\"path\\\":\\\"other.txt\\\"}\"";
    house.beside.run(
        "UPDATE two_gates.approvals SET intent = convert_to(replace(convert_from(intent, 'UTF8'), 'notes.txt', 'other.txt'), 'UTF8')",
    );
    assert!(house.beside.text("SELECT convert_from(intent, 'UTF8') FROM two_gates.approvals").starts_with(other));
    let Err(NotUsable::Unavailable(why)) = claim(&house.store, &plain(1), 1) else { panic!("it is damaged") };
    assert!(why.contains("what was approved is not what is stored"), "{why}");
}

/// A chain does not fork, whoever writes.
#[test]
fn two_rows_for_one_place_are_refused() {
    let house = House::new();
    issue(&house.store, &plain(1));
    let again = "INSERT INTO two_gates.audit SELECT number + 1, place, at, what, question, grant_id, principal, subject, tool, \
         arg_hash, code, note, answer_by, chain FROM two_gates.audit";
    assert!(house.beside.try_run(again).is_err());
}
