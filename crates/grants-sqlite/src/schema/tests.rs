//! From one version to the next, and two programs on one database meanwhile.

use super::{KNOWN, MIGRATIONS, Migration, migrate, number};
use crate::Fault;
use rusqlite::Connection;

const ADDS: Migration =
    Migration { version: KNOWN + 1, least: KNOWN, sql: "ALTER TABLE gates_audit ADD COLUMN weight INTEGER" };
const CHANGES: Migration =
    Migration { version: KNOWN + 2, least: KNOWN + 2, sql: "ALTER TABLE gates_audit DROP COLUMN weight" };
const FAILS: Migration =
    Migration { version: KNOWN + 2, least: KNOWN, sql: "CREATE TABLE gates_half (x); SELECT * FROM nothing" };

/// A program that knows these steps beside ours.
fn program(more: &[Migration]) -> Vec<Migration> {
    [MIGRATIONS, more].concat()
}

fn version(connection: &Connection) -> i64 {
    number(connection, "user_version").unwrap()
}

#[test]
fn the_last_step_is_the_version_that_is_known() {
    assert_eq!(MIGRATIONS.last().map(|last| last.version), Some(KNOWN));
    assert!(MIGRATIONS.iter().zip(1..).all(|(step, version)| step.version == version && step.least <= version));
}

#[test]
fn each_program_takes_what_the_next_one_only_added_to() {
    let connection = Connection::open_in_memory().unwrap();
    for (more, expected) in [(&[][..], KNOWN), (&[ADDS][..], KNOWN + 1), (&[][..], KNOWN + 1)] {
        assert_eq!(migrate(&connection, &program(more)), Ok(expected));
        assert_eq!(version(&connection), i64::from(expected));
    }
    assert_eq!(migrate(&connection, &program(&[ADDS, CHANGES])), Ok(KNOWN + 2));
    let refused = Err(Fault::Newer { version: KNOWN + 2, known: KNOWN + 1 });
    assert_eq!(migrate(&connection, &program(&[ADDS])), refused);
    assert!(connection.is_autocommit());
}

#[test]
fn a_step_that_fails_leaves_nothing_behind() {
    let connection = Connection::open_in_memory().unwrap();
    migrate(&connection, MIGRATIONS).unwrap();
    assert!(migrate(&connection, &program(&[ADDS, FAILS])).is_err());
    assert_eq!(version(&connection), i64::from(KNOWN));
    assert!(connection.prepare("SELECT weight FROM gates_audit").is_err());
    assert!(connection.is_autocommit());
}
