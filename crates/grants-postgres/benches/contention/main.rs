//! Eight threads, then eight processes, each of which claims every grant: each grant has exactly one winner.
//!
//! Sizes: 100,000 grants with arguments of 10 bytes, 10,000 with 3 kB, 500 with 200 kB; with `TWO_GATES_PART` set to a
//! number, that part of each (100 is a hundredth). It ends badly when a grant was won twice or never, or when anybody was
//! told anything but that the grant is used. The server is its own, on this machine's disk.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a benchmark fails loudly")]

#[expect(dead_code, unused_imports, reason = "the tests need more of it")]
#[path = "../../tests/support/mod.rs"]
mod support;

use consent::EffectClass;
use grants::audit::{About, Entry, What};
use grants::{Claiming, Grant, GrantRef, NewGrant, NotUsable, Store, Transactions};
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use support::{Anyone, Cluster, LATE, claiming, yes};
use twogates_grants_postgres::Postgres;

const SIZES: &[(usize, u64)] = &[(10, 100_000), (3000, 10_000), (200_000, 500)];

/// How many threads, or processes.
const WORKERS: u8 = 8;

/// What one worker did: the grants that it won, how long it took, and its longest wait.
struct Done {
    won: Vec<u64>,
    time: Duration,
    longest: Duration,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [task, config, count, bytes, attempt] = &arguments[..]
        && task == "child"
    {
        return child(config, count.parse().unwrap(), bytes.parse().unwrap(), attempt.parse().unwrap());
    }
    // Without `--bench` it is built and tried, not measured.
    let tried = if arguments.iter().any(|argument| argument == "--bench") { 1 } else { 500 };
    let part = std::env::var("TWO_GATES_PART").ok().map_or(tried, |part| part.parse().unwrap());
    let cluster = Cluster::start(&[]);
    println!("| workers | bytes | grants | claims/s | slowest / mean | longest wait, ms |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    for (bytes, count) in SIZES.iter().map(|(bytes, count)| (*bytes, count / part)) {
        for (workers, run) in [("threads", threads as fn(&str, u64, usize) -> Vec<Done>), ("processes", processes)] {
            let config = cluster.config(&cluster.database());
            fill(&Postgres::open(&config).unwrap(), count, bytes);
            let start = Instant::now();
            let done = run(&config, count, bytes);
            line(workers, bytes, count, start.elapsed(), &done);
        }
    }
}

fn line(workers: &str, bytes: usize, count: u64, time: Duration, done: &[Done]) {
    let mut won: Vec<_> = done.iter().flat_map(|done| done.won.clone()).collect();
    won.sort_unstable();
    assert!(won.iter().copied().eq(0..count), "a grant was won twice, or never");
    let claims = (count * u64::from(WORKERS)) as f64;
    // Each makes as many claims: how fast a worker is, is how soon it is through.
    let mean = done.iter().map(|done| 1.0 / done.time.as_secs_f64()).sum::<f64>() / done.len() as f64;
    let slowest = 1.0 / done.iter().map(|done| done.time.as_secs_f64()).fold(0.0, f64::max);
    let longest = done.iter().map(|done| done.longest).max().unwrap().as_secs_f64() * 1000.0;
    let rate = claims / time.as_secs_f64();
    println!("| 8 {workers} | {bytes} | {count} | {rate:.0} | {:.2} | {longest:.0} |", slowest / mean);
}

/// A yes with arguments of about this many bytes.
fn sized(number: u64, bytes: usize) -> NewGrant {
    yes(number, &"x".repeat(bytes), EffectClass::AtMostOnce, LATE)
}

/// Puts this many grants into a store, each with the row of its issue, many in one transaction.
fn fill(store: &Postgres, count: u64, bytes: usize) {
    const TOGETHER: usize = 2000;
    for first in (0..count).step_by(TOGETHER) {
        let filled = store.transact(move |table| {
            let now = table.now()?;
            for number in first..count.min(first + TOGETHER as u64) {
                let grant = Grant::new(&sized(number, bytes), now, 1);
                assert!(table.insert(&grant)?);
                table.append(&Entry::new(now, What::Issued, About::grant(&grant), "reported_by_client"))?;
            }
            Ok(())
        });
        filled.unwrap();
    }
}

fn threads(config: &str, count: u64, bytes: usize) -> Vec<Done> {
    let store = Postgres::open(config).unwrap();
    thread::scope(|scope| {
        let store = &store;
        let workers: Vec<_> =
            (1..=WORKERS).map(|attempt| scope.spawn(move || work(store, count, bytes, attempt))).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    })
}

fn work(store: &Postgres, count: u64, bytes: usize, attempt: u8) -> Done {
    let like = claiming(&sized(0, bytes), attempt);
    let (mut won, mut longest, start) = (Vec::new(), Duration::ZERO, Instant::now());
    for number in 0..count {
        let grant = GrantRef::new(u128::from(number).to_be_bytes(), like.arg_hash).id();
        let began = Instant::now();
        match store.claim(&Claiming { grant, ..like }, &Anyone) {
            Ok(_) => won.push(number),
            Err(NotUsable::Used) => (),
            Err(other) => panic!("{other:?}"),
        }
        longest = longest.max(began.elapsed());
    }
    Done { won, time: start.elapsed(), longest }
}

/// Eight of this program, told to begin once all are there.
fn processes(config: &str, count: u64, bytes: usize) -> Vec<Done> {
    let mut children: Vec<_> = (1..=WORKERS)
        .map(|attempt| {
            let mut command = Command::new(std::env::current_exe().unwrap());
            command.args(["child", config]).args([count.to_string(), bytes.to_string(), attempt.to_string()]);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    for child in &mut children {
        child.stdin.take().unwrap().write_all(b"begin\n").unwrap();
    }
    let outputs: Vec<_> =
        children.into_iter().map(|child| thread::spawn(|| child.wait_with_output().unwrap())).collect();
    outputs.into_iter().map(|output| heard(&output.join().unwrap().stdout)).collect()
}

fn child(config: &str, count: u64, bytes: usize, attempt: u8) {
    let store = Postgres::open(config).unwrap();
    std::io::stdin().read_line(&mut String::new()).unwrap();
    let Done { won, time, longest } = work(&store, count, bytes, attempt);
    println!("{} {}", time.as_micros(), longest.as_micros());
    for number in won {
        println!("{number}");
    }
}

fn heard(said: &[u8]) -> Done {
    let text = std::str::from_utf8(said).unwrap();
    let mut lines = text.lines();
    let (time, longest) = lines.next().unwrap().split_once(' ').unwrap();
    let micros = |text: &str| Duration::from_micros(text.parse().unwrap());
    let won = lines.map(|line| line.parse().unwrap()).collect();
    Done { won, time: micros(time), longest: micros(longest) }
}
