//! Two versions of the program on one database, for one upgrade.

use super::*;
use consent::No;
use grants::{Standing, State, Upkeep};
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

/// Whoever changes the schema keeps this file, and adds one of the version before.
#[test]
fn a_database_of_an_older_version_is_brought_up_to_date() {
    let folder = Folder::new();
    sql(&folder.database()).execute_batch(include_str!("../kept/version-1.sql")).unwrap();
    let opened = store(&folder, &FakeClock::at(START));
    let state = |number: u64| opened.grant(plain(number).reference.id()).unwrap().unwrap().state;
    assert_eq!([1, 2, 3].map(state), [State::Issued, State::Claimed, State::Executed]);
    assert!(matches!(opened.recall(question(4)).unwrap(), Some(Standing::Denied { no: No::Declined, .. })));
    assert_eq!(claim(&opened, &plain(1), 2).unwrap().intent, plain(1).intent);
    assert_eq!(claim(&opened, &plain(2), 2), Err(NotUsable::Used));
    assert_eq!(claim(&opened, &plain(2), 1).unwrap().fence, 1, "whoever has it still has it");
    opened.checkpoint().unwrap();
    let trail = opened.trail().unwrap();
    assert_eq!((trail.verify(), trail.checkpoints.len()), (Ok(()), 2));
}
