//! A backup that is put back un-spends grants, so that it is noticed.

use super::*;
use grants::{Order, State};
use std::fs;
use twogates_grants_sqlite::Fault;

/// A store with one grant issued, a copy made of it, and the grant spent since.
fn spent_after_a_copy(folder: &Folder, clock: &FakeClock) {
    let first = store(folder, clock);
    issue(&first, &plain(1));
    drop(first);
    fs::copy(folder.database(), folder.file("backup.db")).unwrap();
    let second = store(folder, clock);
    claim(&second, &plain(1), 1).unwrap();
}

fn put_back(folder: &Folder) {
    fs::copy(folder.file("backup.db"), folder.database()).unwrap();
    for beside in ["grants.db-wal", "grants.db-shm"] {
        drop(fs::remove_file(folder.file(beside)));
    }
}

#[test]
fn an_older_copy_is_refused_until_its_epoch_is_raised() {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    spent_after_a_copy(&folder, &clock);
    put_back(&folder);
    let opening = || Sqlite::at(folder.database()).with_clock(clock.clone());
    for _ in 0..2 {
        assert_eq!(opening().open().unwrap_err(), Fault::Restored { commits: 1, seen: 2 });
    }
    let after = opening().after_restore(Order::new("operator", "the disk was lost")).open().unwrap();
    assert_eq!(claim(&after, &plain(1), 2), Err(NotUsable::Void));
    assert_eq!(after.grant(plain(1).reference.id()).unwrap().unwrap().state, State::Revoked);
    issue(&after, &plain(2));
    assert_eq!(claim(&after, &plain(2), 2).unwrap().state, State::Claimed);
    drop(after);
    let again = opening().open().unwrap();
    assert_eq!(rows(&again, |table| table.epoch()), 2, "it is raised once");
}

#[test]
fn a_new_file_in_the_place_of_a_lost_one_is_refused_too() {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    issue(&store(&folder, &clock), &plain(1));
    fs::remove_file(folder.database()).unwrap();
    let opened = Sqlite::at(folder.database()).with_clock(clock).open();
    assert_eq!(opened.unwrap_err(), Fault::Restored { commits: 0, seen: 1 });
}

#[test]
fn a_mark_can_be_where_no_backup_takes_it_along() {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    let mark = folder.file("elsewhere");
    let opening = || Sqlite::at(folder.database()).with_clock(clock.clone()).with_mark(&mark);
    let first = opening().open().unwrap();
    issue(&first, &plain(1));
    drop(first);
    assert!(!folder.file("grants.db-mark").exists());
    let text = fs::read_to_string(&mark).unwrap();
    assert_eq!(text.trim_start(), "1 commits\n");
    fs::write(&mark, text.replace("1 commits", "9 commits")).unwrap();
    assert_eq!(opening().open().unwrap_err(), Fault::Restored { commits: 1, seen: 9 });
    fs::write(&mark, "nine").unwrap();
    assert_eq!(opening().open().unwrap_err(), Fault::Mark(mark.clone()));
    drop(opening().after_restore(Order::new("operator", "the disk was lost")).open().unwrap());
    drop(opening().open().unwrap());
}

/// After a power cut the mark may be behind.
#[test]
fn a_mark_that_is_behind_accuses_nobody() {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    let first = store(&folder, &clock);
    issue(&first, &plain(1));
    let mark = fs::read(folder.file("grants.db-mark")).unwrap();
    issue(&first, &plain(2));
    drop(first);
    for mark in [mark, Vec::new()] {
        fs::write(folder.file("grants.db-mark"), mark).unwrap();
        drop(store(&folder, &clock));
    }
}

#[test]
fn what_only_reads_is_no_commit() {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    let store = store(&folder, &clock);
    issue(&store, &plain(1));
    let mark = fs::read(folder.file("grants.db-mark")).unwrap();
    assert!(store.recall(question(1)).unwrap().is_some());
    assert_eq!(store.recall(question(2)).unwrap(), None);
    assert_eq!(fs::read(folder.file("grants.db-mark")).unwrap(), mark);
}
