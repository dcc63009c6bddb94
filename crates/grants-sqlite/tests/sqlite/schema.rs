//! Two versions of the program on one database, for one upgrade.

use super::*;
use grants::State;
use twogates_grants_sqlite::Fault;

/// What the next version of the program might do: it adds, and says that this one may go on.
const NEXT: &str = "ALTER TABLE gates_grants ADD COLUMN colour TEXT NOT NULL DEFAULT 'blue'; \
     ALTER TABLE gates_audit ADD COLUMN weight INTEGER; CREATE TABLE seen (number INTEGER PRIMARY KEY) STRICT; \
     PRAGMA user_version = 2";

#[test]
fn this_program_goes_on_with_what_the_next_one_only_added_to() {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    let running = store(&folder, &clock);
    issue(&running, &plain(1));
    sql(&folder.database()).execute_batch(NEXT).unwrap();
    assert_eq!(claim(&running, &plain(1), 1).unwrap().state, State::Claimed, "while it runs");
    issue(&running, &plain(2));
    drop(running);
    let opened = store(&folder, &clock);
    assert_eq!(claim(&opened, &plain(1), 2), Err(NotUsable::Used), "and when it is opened again");
    assert_eq!(claim(&opened, &plain(2), 2).unwrap().state, State::Claimed);
    issue(&opened, &plain(3));
    let connection = sql(&folder.database());
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, 2, "it does not take the version back");
}

#[test]
fn what_the_next_one_changed_is_refused() {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    let running = store(&folder, &clock);
    issue(&running, &plain(1));
    sql(&folder.database()).execute_batch(&format!("{NEXT}; UPDATE gates_store SET least = 2")).unwrap();
    let refused = claim(&running, &plain(1), 1);
    assert!(matches!(refused, Err(NotUsable::Unavailable(_))), "while it runs: {refused:?}");
    drop(running);
    let opened = Sqlite::at(folder.database()).with_clock(clock).open();
    assert_eq!(opened.unwrap_err(), Fault::Newer { version: 2, known: 1 });
}
