//! C112: what every connection of the store has, and that it is refused where it has not.

use super::{bare, durable, reading, settle};
use crate::Fault;
use std::path::PathBuf;

/// A folder of one test, removed when it ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("two-gates-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn database(&self) -> PathBuf {
        self.0.join("grants.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

fn setting(connection: &rusqlite::Connection, name: &str) -> String {
    connection
        .pragma_query_value(None, name, |row| row.get::<_, rusqlite::types::Value>(0))
        .map(|value| match value {
            rusqlite::types::Value::Integer(number) => number.to_string(),
            rusqlite::types::Value::Text(text) => text,
            other => format!("{other:?}"),
        })
        .unwrap()
}

#[test]
fn c112_every_connection_is_durable() {
    let folder = Folder::new("durable");
    let path = folder.database();
    let writer = bare(&path).unwrap();
    settle(&writer).unwrap();
    let reader = reading(&path).unwrap();
    for connection in [&writer, &reader] {
        let settings = ["journal_mode", "synchronous", "foreign_keys"].map(|name| setting(connection, name));
        assert_eq!(settings, ["wal", "2", "1"]);
    }
    assert_eq!(setting(&reader, "query_only"), "1");
}

#[test]
fn c112_a_connection_that_is_not_durable_is_refused() {
    let folder = Folder::new("weak");
    let path = folder.database();
    for (pragma, setting, needed, found) in [
        ("synchronous", "synchronous", "2 or more", "1"),
        ("foreign_keys", "foreign_keys", "1", "0"),
        ("journal_mode", "journal_mode", "wal", "delete"),
    ] {
        let connection = bare(&path).unwrap();
        settle(&connection).unwrap();
        let weak = if pragma == "synchronous" { "normal" } else { found };
        connection.pragma_update(None, pragma, weak).unwrap();
        assert_eq!(durable(&connection), Err(Fault::NotDurable { setting, needed, found: found.into() }));
    }
    let connection = bare(&path).unwrap();
    settle(&connection).unwrap();
    connection.pragma_update(None, "synchronous", "extra").unwrap();
    assert_eq!(durable(&connection), Ok(()), "stricter is as good");
}

#[test]
fn a_statement_is_planned_once_whatever_is_bound_to_it() {
    let folder = Folder::new("planned");
    let connection = bare(&folder.database()).unwrap();
    connection
        .execute_batch(
            "CREATE TABLE one (high INTEGER); INSERT INTO one VALUES (0);
             CREATE TABLE grants (id BLOB PRIMARY KEY, open INTEGER) WITHOUT ROWID;
             CREATE INDEX open ON grants (id) WHERE open = 1;",
        )
        .unwrap();
    let sql = "SELECT g.id, high FROM one LEFT JOIN grants AS g ON g.id = ?1";
    for id in 0..5_u8 {
        let mut statement = connection.prepare_cached(sql).unwrap();
        let mut rows = statement.query(([id].as_slice(),)).unwrap();
        while rows.next().unwrap().is_some() {}
        drop(rows);
        assert_eq!(statement.get_status(rusqlite::StatementStatus::RePrepare), 0, "planned anew for {id}");
    }
}
