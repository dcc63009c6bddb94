//! What a durable claim costs in PostgreSQL, audit row included: beside `pgbench` with the same bare UPDATE on the same
//! table, and with the whole of a claim's reads and writes, in the same run; and with few and many grants stored.
//!
//! `scripts/bench-postgres` runs it. The server is its own, on this machine's disk; both wait for each of their commits.

#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a benchmark fails loudly")]

#[expect(dead_code, unused_imports, reason = "the tests need more of it")]
#[path = "../../tests/support/mod.rs"]
mod support;

mod bare;
mod filled;

use bare::Bare;
use filled::Filled;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use support::{Anyone, claiming, plain};
use twogates_grants_postgres::Postgres;

/// How long each measurement takes, how often it is repeated by turns, and how many grants are stored.
struct Size {
    each: Duration,
    rounds: usize,
    grants: u64,
}

const WORKERS: &[usize] = &[1, 8, 32, 128];

fn main() {
    // Without `--bench` it is built and tried, not measured.
    let measured = std::env::args().any(|argument| argument == "--bench");
    let grants = std::env::var("TWO_GATES_GRANTS").ok().map_or(1_000_000, |number| number.parse().unwrap());
    let size = if measured {
        Size { each: Duration::from_secs(3), rounds: 3, grants }
    } else {
        Size { each: Duration::from_millis(200), rounds: 1, grants: 20_000 }
    };
    let cluster = support::Cluster::start(&[]);
    let filled = Filled::with(&cluster, size.grants);
    println!(
        "claims a second, each with its audit row, beside pgbench with the bare UPDATE; {} grants stored",
        size.grants
    );
    println!("| workers | claims/s | bare/s | claims / bare | whole by pgbench/s | claims / whole |");
    println!("| ---: | ---: | ---: | ---: | ---: | ---: |");
    for workers in WORKERS.iter().copied() {
        let store = Postgres::at(&filled.config()).with_connections(workers.min(CONNECTIONS)).open().unwrap();
        let rounds: Vec<_> = (0..size.rounds)
            .map(|_| {
                let claims = claims(&store, &filled, workers, size.each);
                [claims, Bare::Update.rate(&filled, workers, size.each), Bare::Whole.rate(&filled, workers, size.each)]
            })
            .collect();
        let [claims, bare, whole] = [0, 1, 2].map(|column| median(rounds.iter().map(|round| round[column])));
        let [beside_bare, beside_whole] =
            [1, 2].map(|column| median(rounds.iter().map(|round| round[0] / round[column])));
        println!("| {workers} | {claims:.0} | {bare:.0} | {beside_bare:.2} | {whole:.0} | {beside_whole:.2} |");
    }
    let few = Filled::with(&cluster, 1000);
    println!("\na claim's latency with one worker, in microseconds");
    println!("| grants stored | median | 99 % |");
    println!("| ---: | ---: | ---: |");
    for filled in [&few, &filled] {
        let (median, late) = latency(filled, if measured { 900 } else { 50 });
        println!("| {} | {median} | {late} |", filled.grants);
    }
}

fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut numbers: Vec<_> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// More workers than this share these connections.
const CONNECTIONS: usize = 32;

/// Claims by so many workers for so long: how many a second.
fn claims(store: &Postgres, filled: &Filled, workers: usize, each: Duration) -> f64 {
    let done = AtomicU64::new(0);
    let start = Instant::now();
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while start.elapsed() < each {
                    claim(store, filled.next());
                    done.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    done.load(Ordering::Relaxed) as f64 / start.elapsed().as_secs_f64()
}

fn claim(store: &Postgres, number: u64) {
    use grants::Store;
    if let Err(refusal) = store.claim(&claiming(&plain(number), 1), &Anyone) {
        panic!("{number}: {refusal:?}");
    }
}

/// The median and the 99th percentile of single claims, in microseconds.
fn latency(filled: &Filled, claims: usize) -> (u128, u128) {
    let store = Postgres::open(&filled.config()).unwrap();
    let mut took: Vec<_> = (0..claims)
        .map(|_| {
            let start = Instant::now();
            claim(&store, filled.next());
            start.elapsed().as_micros()
        })
        .collect();
    took.sort_unstable();
    (took[claims / 2], took[claims * 99 / 100])
}
