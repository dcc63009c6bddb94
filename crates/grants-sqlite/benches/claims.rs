//! What a durable claim costs, beside what this disk can do.
//!
//! A claim is the conditional write and its audit row, committed. The disk's own rate is that of 4 KiB written over and
//! synchronised, measured in the same run, before and after. Then the time of one claim with 1,000 grants stored and with
//! as many as the argument says (200,000 when none is given, and at least 2,000).

#![expect(clippy::unwrap_used, reason = "a benchmark fails loudly")]

mod common;
#[path = "common/disk.rs"]
mod disk;

use common::{Anyone, Folder, claiming, fill, yes};
use disk::Disk;
use grants::Store;
use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use twogates_grants_sqlite::Sqlite;

/// How many bytes the arguments of a call have.
const BYTES: usize = 40;

/// For how long each number of workers claims.
const TIME: Duration = Duration::from_millis(2000);

/// How long the disk is measured before and after each.
const DISK_TIME: Duration = Duration::from_millis(500);

fn main() {
    let stored = std::env::args().filter_map(|argument| argument.parse().ok()).next().unwrap_or(200_000);
    let folder = Folder::new("claims");
    let mut disk = Disk::of(&folder);
    println!("| workers | claims/s | disk/s | claims / disk | slowest / mean | longest wait, ms |");
    println!("| ---: | ---: | ---: | ---: | ---: | ---: |");
    let alone = row(&folder, &mut disk, 1);
    for workers in [8, 32, 128] {
        let rate = row(&folder, &mut disk, workers);
        println!("|   {workers} beside 1: {:.1} x", rate / alone);
    }
    latency(&folder, stored);
}

/// One line of the table: claims per second.
fn row(folder: &Folder, disk: &mut Disk, workers: u64) -> f64 {
    let path = folder.file(&format!("{workers}.db"));
    let store = Arc::new(Sqlite::open(&path).unwrap());
    let count = 10_000;
    fill(&store, count, BYTES);
    let before = disk.rate(DISK_TIME);
    let next = Arc::new(AtomicU64::new(0));
    let start = Instant::now();
    let threads: Vec<_> = (0..workers)
        .map(|_| {
            let (store, next) = (Arc::clone(&store), Arc::clone(&next));
            thread::spawn(move || work(&store, &next, count, start))
        })
        .collect();
    let done: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    let time = start.elapsed().as_secs_f64();
    let disk = f64::midpoint(before, disk.rate(DISK_TIME));
    let claims: u32 = done.iter().map(|(claims, _)| claims).sum();
    let (rate, mean) = (f64::from(claims) / time, f64::from(claims) / f64::from(u32::try_from(workers).unwrap()));
    let slowest = f64::from(done.iter().map(|(claims, _)| *claims).min().unwrap()) / mean;
    let wait = done.iter().map(|(_, wait)| *wait).max().unwrap().as_secs_f64() * 1000.0;
    println!("| {workers} | {rate:.0} | {disk:.0} | {:.2} | {slowest:.2} | {wait:.0} |", rate / disk);
    rate
}

/// Claims what nobody has claimed yet, until the time is over: how many, and the longest wait.
fn work(store: &Sqlite, next: &AtomicU64, count: u64, start: Instant) -> (u32, Duration) {
    let like = yes(0, BYTES);
    let (mut claims, mut longest) = (0, Duration::ZERO);
    while start.elapsed() < TIME {
        let number = next.fetch_add(1, Ordering::SeqCst);
        if number >= count {
            break;
        }
        let began = Instant::now();
        store.claim(&claiming(number, &like, number), &Anyone).unwrap();
        longest = longest.max(began.elapsed());
        claims += 1;
    }
    (claims, longest)
}

/// How many grants the small store has, and how many claims each measurement takes.
const SMALL: u64 = 1000;

/// The time of one claim in a small store and in a large one, by turns; every grant of the large one is as likely. First as
/// the system left the large file, parts of which it may have let go of, so that the disk is read; then with that file in
/// memory, as the small one is, which tells what the store itself makes of many grants.
fn latency(folder: &Folder, stored: u64) {
    let path = folder.file("large.db");
    let large = Sqlite::open(&path).unwrap();
    let start = Instant::now();
    fill(&large, stored, BYTES);
    println!("\nfilled with {stored} grants in {:.0} s", start.elapsed().as_secs_f64());
    println!("| grants stored | median, µs | mean, µs | 99 of 100 within, µs |\n| ---: | ---: | ---: | ---: |");
    by_turns(folder, "as the system left it", &large, stored, 0);
    let mut file = File::open(&path).unwrap();
    std::io::copy(&mut file, &mut std::io::sink()).unwrap();
    by_turns(folder, "in memory", &large, stored, SMALL);
}

/// Claims from a small store of its own and from the large one, this many grants of which were claimed before.
fn by_turns(folder: &Folder, how: &str, large: &Sqlite, stored: u64, claimed: u64) {
    let small = Sqlite::open(folder.file(&format!("small-{claimed}.db"))).unwrap();
    fill(&small, SMALL, BYTES);
    let like = yes(0, BYTES);
    let (mut in_small, mut in_large) = (Vec::new(), Vec::new());
    for number in 0..SMALL {
        // A stride that is prime to any such number leads all over the store.
        let far = (claimed + number) * 7_368_787 % stored;
        for (store, number, times) in [(&small, number, &mut in_small), (large, far, &mut in_large)] {
            let began = Instant::now();
            store.claim(&claiming(number, &like, 1), &Anyone).unwrap();
            times.push(began.elapsed());
        }
    }
    let [small, large] = [(SMALL, "", in_small), (stored, how, in_large)].map(|(stored, how, mut times)| {
        times.sort_unstable();
        let micros = |time: Duration| time.as_secs_f64() * 1e6;
        let mean = times.iter().copied().map(micros).sum::<f64>() / f64::from(u32::try_from(times.len()).unwrap());
        let at = |percent: usize| micros(times.get(times.len() * percent / 100).copied().unwrap());
        println!("| {stored} {how} | {:.0} | {mean:.0} | {:.0} |", at(50), at(99));
        (at(50), mean)
    });
    println!("| ratio | {:.2} | {:.2} | |", large.0 / small.0, large.1 / small.1);
}
