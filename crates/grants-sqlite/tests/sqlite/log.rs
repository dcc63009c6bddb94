//! The write-ahead log.

use super::*;

/// What is written while a store is open comes into the database meanwhile, and the log is written over: it stays below what
/// is left of it at most (32 MiB), and one commit.
#[test]
fn the_log_does_not_grow_without_end() {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    let store = store(&folder, &clock);
    let long = "x".repeat(300_000);
    for number in 1..=200 {
        issue(&store, &yes(number, &long, EffectClass::AtMostOnce, START + LIFETIME));
    }
    let log = std::fs::metadata(folder.file("grants.db-wal")).unwrap().len();
    assert!(log < 34 << 20, "60 MB were written, and the log has {log} bytes");
}
