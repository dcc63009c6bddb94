//! Many threads and many processes on the same grants: each grant has exactly one winner, and nobody is told that the
//! database is locked.

use super::folder::{child, said, told};
use super::*;
use std::io::Write;
use std::sync::{Arc, Barrier};
use std::thread;

/// How long arguments are, and how many grants have such, among threads and among processes, of which each waits for each
/// of its commits. The benchmark has the full sizes.
const THREADS: &[(usize, u64)] = &[(10, 1000), (3000, 150), (200_000, 8)];
const PROCESSES: &[(usize, u64)] = &[(10, 300), (3000, 60), (200_000, 3)];

/// A yes with arguments of about this many bytes. No clock of these tests is fake.
fn sized(number: u64, bytes: usize) -> NewGrant {
    yes(number, &"x".repeat(bytes), EffectClass::AtMostOnce, START * 2)
}

fn issue_all(store: &Sqlite, count: u64, bytes: usize) {
    rows(store, move |table| {
        let now = table.now()?;
        for number in 0..count {
            assert!(table.insert(&Grant::new(&sized(number, bytes), now, 1))?);
        }
        Ok(())
    });
}

/// Claims all of these grants, and says which it won.
fn win(store: &Sqlite, count: u64, bytes: usize, attempt: u8) -> Vec<u64> {
    let mut won = Vec::new();
    for number in 0..count {
        match claim(store, &sized(number, bytes), attempt) {
            Ok(_) => won.push(number),
            Err(NotUsable::Used) => (),
            Err(other) => panic!("{other:?}"),
        }
    }
    won
}

fn each_has_one_winner(mut won: Vec<u64>, count: u64) {
    won.sort_unstable();
    let wrong = won.iter().copied().zip(0..).find(|(won, expected)| won != expected);
    assert_eq!(
        (won.len() as u64, wrong),
        (count, None),
        "how many were won, and the first that was won twice or never"
    );
}

#[test]
fn eight_threads_on_the_same_grants() {
    for (bytes, count) in THREADS.iter().copied() {
        let folder = Folder::new();
        let store = Arc::new(Sqlite::open(folder.database()).unwrap());
        issue_all(&store, count, bytes);
        let barrier = Arc::new(Barrier::new(8));
        let threads: Vec<_> = (1..=8)
            .map(|attempt| {
                let (store, barrier) = (Arc::clone(&store), Arc::clone(&barrier));
                thread::spawn(move || {
                    barrier.wait();
                    win(&store, count, bytes, attempt)
                })
            })
            .collect();
        each_has_one_winner(threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect(), count);
    }
}

/// Eight processes, told to begin once all are there: what each of them said.
fn eight_processes(folder: &Folder, count: u64, bytes: usize) -> Vec<u64> {
    let path = folder.database();
    let arguments =
        |attempt: &str| [path.to_str().unwrap().to_owned(), count.to_string(), bytes.to_string(), attempt.to_owned()];
    let mut children: Vec<_> = (1..=8)
        .map(|attempt: u8| {
            let arguments = arguments(&attempt.to_string());
            child("", "contention", &arguments.each_ref().map(String::as_str))
        })
        .collect();
    for child in &mut children {
        child.stdin.as_mut().unwrap().write_all(b"begin\n").unwrap();
    }
    children.into_iter().flat_map(said).map(|number| number.parse().unwrap()).collect()
}

#[test]
fn eight_processes_on_the_same_grants() {
    for (bytes, count) in PROCESSES.iter().copied() {
        let folder = Folder::new();
        let store = Sqlite::open(folder.database()).unwrap();
        issue_all(&store, count, bytes);
        each_has_one_winner(eight_processes(&folder, count, bytes), count);
        assert_eq!(grants::audit::verify(&store.audit().unwrap()), Ok(()));
    }
}

/// C110: 8 processes, 200 claims each, 100 grants.
#[test]
fn c110_eight_processes_with_200_claims_each_over_100_grants() {
    let folder = Folder::new();
    let store = Sqlite::open(folder.database()).unwrap();
    issue_all(&store, 100, 10);
    each_has_one_winner(eight_processes(&folder, 100, 10), 100);
}

/// C097: 2, then 50 at once on one grant.
#[test]
fn c097_two_then_fifty_at_once_on_one_grant() {
    for many in [2, 50] {
        let folder = Folder::new();
        let store = Arc::new(Sqlite::open(folder.database()).unwrap());
        issue_all(&store, 1, 10);
        let barrier = Arc::new(Barrier::new(many));
        let threads: Vec<_> = (1..=many)
            .map(|attempt| {
                let (store, barrier) = (Arc::clone(&store), Arc::clone(&barrier));
                thread::spawn(move || {
                    barrier.wait();
                    win(&store, 1, 10, u8::try_from(attempt).unwrap())
                })
            })
            .collect();
        each_has_one_winner(threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect(), 1);
    }
}

#[test]
fn eight_openings_of_a_new_file_at_once() {
    for _ in 0..8 {
        let folder = Folder::new();
        let barrier = Barrier::new(8);
        let open = || {
            barrier.wait();
            Sqlite::open(folder.database()).map(|store| issue(&store, &sized(1, 10)).id)
        };
        let ids = thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(open)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap().unwrap()).collect::<Vec<_>>()
        });
        assert!(ids.iter().all(|id| *id == ids[0]));
    }
}

/// What a child does: it waits for its line, and claims.
#[test]
fn as_a_child() {
    let Some(arguments) = told("contention") else { return };
    let [path, count, bytes, attempt] = &arguments[..] else { panic!("{arguments:?}") };
    let (count, bytes, attempt) = (count.parse().unwrap(), bytes.parse().unwrap(), attempt.parse().unwrap());
    let store = Sqlite::open(path).unwrap();
    // The name of the test stands on the first line.
    println!();
    std::io::stdin().read_line(&mut String::new()).unwrap();
    // Twice, as two attempts.
    for attempt in [attempt, attempt + 100] {
        for number in win(&store, count, bytes, attempt) {
            println!("> {number}");
        }
    }
}
