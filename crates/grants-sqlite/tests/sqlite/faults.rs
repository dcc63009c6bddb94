//! What is wrong with a database is said, as a value, and nothing is spoilt by looking.

use super::*;
use rules::Refused;
use std::fs;
use twogates_grants_sqlite::Fault;

fn refused(folder: &Folder) -> Fault {
    Sqlite::open(folder.database()).unwrap_err()
}

#[test]
fn a_file_that_is_no_database() {
    let folder = Folder::new();
    let text = "This is a letter, and longer than the header of a database is. ".repeat(20);
    fs::write(folder.database(), &text).unwrap();
    assert_eq!(refused(&folder), Fault::NotADatabase);
    assert_eq!(fs::read_to_string(folder.database()).unwrap(), text);
}

#[test]
fn the_database_of_another_program() {
    let folder = Folder::new();
    sql(&folder.database()).execute_batch("CREATE TABLE songs (title TEXT)").unwrap();
    let before = fs::read(folder.database()).unwrap();
    assert_eq!(refused(&folder), Fault::NotOurs);
    assert_eq!(fs::read(folder.database()).unwrap(), before, "it is as it was");
    assert_eq!(fs::read_dir(folder.file("")).unwrap().count(), 1, "and nothing stands beside it");
}

#[test]
fn a_folder_that_does_not_exist_and_one_that_is_no_file() {
    let folder = Folder::new();
    let nowhere = Sqlite::open(folder.file("nowhere/grants.db")).unwrap_err();
    assert!(matches!(nowhere, Fault::Unreachable(_)), "{nowhere:?}");
    fs::create_dir(folder.database()).unwrap();
    assert!(matches!(refused(&folder), Fault::Unreachable(_)), "{:?}", refused(&folder));
}

#[test]
fn a_row_that_this_program_did_not_write() {
    for (change, what) in [
        (
            "UPDATE gates_approvals SET intent = replace(intent, 'notes.txt', 'other.txt')",
            "what was approved is not what is stored",
        ),
        (
            "UPDATE gates_approvals SET intent = replace(intent, 'alice', 'mallory')",
            "what was approved is not what is stored",
        ),
        ("UPDATE gates_approvals SET intent = intent || ' '", "an intent is not as it was written"),
        ("UPDATE gates_approvals SET intent = '[]'", "an intent is not as it was written"),
        ("UPDATE gates_approvals SET intent_hash = zeroblob(32)", "what was approved is not what is stored"),
        ("UPDATE gates_grants SET state = 'whatever', open = 0", "no state is called \"whatever\""),
    ] {
        let (folder, clock) = (Folder::new(), FakeClock::at(START));
        let store = store(&folder, &clock);
        issue(&store, &plain(1));
        let connection = sql(&folder.database());
        connection.execute_batch(&format!("PRAGMA ignore_check_constraints = true; {change}")).unwrap();
        match claim(&store, &plain(1), 1) {
            Err(NotUsable::Unavailable(said)) => assert!(said.contains(what), "{said}"),
            other => panic!("{other:?}"),
        }
        let states: String = connection.query_one("SELECT state FROM gates_grants", (), |row| row.get(0)).unwrap();
        assert_ne!(states, "claimed", "what cannot be read is not spent");
    }
}

#[test]
fn the_table_refuses_what_no_program_of_ours_writes() {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    let store = store(&folder, &clock);
    issue(&store, &plain(1));
    let connection = sql(&folder.database());
    for change in [
        "expires_at = NULL",
        "state = 'spent'",
        "state = 'claimed'",
        "state = 'expired'",
        "outcome_at = 1",
        "used = 2, fence = 2",
        "state = 'revoked', open = 0, outcome_at = 1, outcome = ''",
        "open = 0",
        "used = 1",
        "fence = 1",
        "id = x'00'",
        "attempt = x'01'",
        "number = 7",
        "expires_at = 'tomorrow'",
    ] {
        assert!(connection.execute(&format!("UPDATE gates_grants SET {change}"), ()).is_err(), "{change}");
    }
    assert!(connection.execute("DELETE FROM gates_approvals", ()).is_err(), "a grant needs its approval");
}

/// A row that names itself as the one before it would be followed for ever.
#[test]
fn a_chain_that_runs_in_a_circle_is_found_out() {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    let store = store(&folder, &clock);
    let question = issue(&store, &plain(1)).question;
    claim(&store, &plain(1), 1).unwrap();
    let damage = "PRAGMA ignore_check_constraints = true; UPDATE gates_audit SET previous = number WHERE place = 2";
    sql(&folder.database()).execute_batch(damage).unwrap();
    let said = store.story(question).unwrap_err();
    assert!(
        matches!(&said, NotUsable::Unavailable(what) if what.contains("the audit rows of the question")),
        "{said:?}"
    );
}

#[test]
fn a_file_that_is_moved_away_takes_no_more_claims() {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    let store = store(&folder, &clock);
    issue(&store, &plain(1));
    fs::rename(folder.database(), folder.file("moved.db")).unwrap();
    let said = Fault::Replaced.why();
    assert_eq!(claim(&store, &plain(1), 1), Err(NotUsable::Unavailable(said.clone())));
    fs::copy(folder.file("moved.db"), folder.database()).unwrap();
    assert_eq!(claim(&store, &plain(1), 1), Err(NotUsable::Unavailable(said)));
}

/// What people approved is nobody else's business, unless the operator made the file for others, too.
#[cfg(unix)]
#[test]
fn a_new_file_is_for_its_owner() {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    for (made, expected) in [(None, 0o600), (Some(0o640), 0o640)] {
        let folder = Folder::new();
        if let Some(mode) = made {
            fs::OpenOptions::new().write(true).create(true).truncate(false).mode(mode).open(folder.database()).unwrap();
        }
        let store = store(&folder, &FakeClock::at(START));
        issue(&store, &plain(1));
        for file in fs::read_dir(folder.file("")).unwrap() {
            let file = file.unwrap();
            let mode = file.metadata().unwrap().permissions().mode() & 0o777;
            assert_eq!(mode, expected, "{:?}", file.file_name());
        }
    }
}

#[test]
fn a_program_that_does_not_wait_for_its_turn_is_waited_for() {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    let store = store(&folder, &clock);
    issue(&store, &plain(1));
    let other = sql(&folder.database());
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    std::thread::scope(|scope| {
        let claimed = scope.spawn(|| claim(&store, &plain(1), 1));
        other.execute_batch("COMMIT").unwrap();
        assert!(claimed.join().unwrap().is_ok());
    });
}

#[test]
fn every_fault_says_what_to_do() {
    let faults = [
        Fault::Unreachable("x".into()),
        Fault::NotADatabase,
        Fault::NotOurs,
        Fault::Newer { version: 3, known: 1 },
        Fault::ReadOnly,
        Fault::DiskFull,
        Fault::Held,
        Fault::NotDurable { setting: "synchronous", needed: "2 or more", found: "1".into() },
        Fault::Restored { commits: 1, seen: 2 },
        Fault::Mark("grants.db-mark".into()),
        Fault::Replaced,
        Fault::Damaged("x".into()),
        Fault::Broken("the work was broken off".into()),
        Fault::Panicked,
        Fault::Ended,
        Fault::WithinItself,
        Fault::Other("x".into()),
    ];
    let codes: std::collections::BTreeSet<_> = faults.iter().map(Refused::code).collect();
    assert_eq!(codes.len(), faults.len(), "each has a code of its own");
    for fault in faults {
        assert!(rules::find(fault.rule().id).is_some() && !fault.remedy().is_empty(), "{fault:?}");
        assert_eq!(NotUsable::from(fault.clone()), NotUsable::Unavailable(fault.to_string()));
    }
}

/// Whoever looks after a store may mistake its path, and must not be answered by a new and empty one.
#[test]
fn nothing_is_made_where_a_store_is_said_to_be() {
    let folder = Folder::new();
    let existing = || Sqlite::at(folder.database()).existing().open();
    assert_eq!(existing().unwrap_err(), Fault::Missing);
    assert_eq!(fs::read_dir(folder.file("")).unwrap().count(), 0);
    fs::write(folder.database(), "").unwrap();
    assert_eq!(existing().unwrap_err(), Fault::Missing, "an empty file is an empty database");
    assert_eq!(fs::read_dir(folder.file("")).unwrap().count(), 1);
    drop(Sqlite::open(folder.database()).unwrap());
    drop(existing().unwrap());
}
