//! Eight threads, then eight processes, each of which claims every grant: each grant has exactly one winner.
//!
//! Sizes: 100,000 grants with arguments of 10 bytes, 10,000 with 3 kB, 500 with 200 kB; with a number as argument, that part
//! of each (100 is a hundredth). It ends badly when a grant was won twice or never, or when anybody was told anything but
//! that the grant is used.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a benchmark fails loudly")]

mod common;

use common::{Anyone, Folder, claiming, fill, yes};
use grants::{NotUsable, Store};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use twogates_grants_sqlite::Sqlite;

const SIZES: &[(usize, u64)] = &[(10, 100_000), (3000, 10_000), (200_000, 500)];

/// How many threads, or processes.
const WORKERS: u64 = 8;

/// What one worker did: the grants that it won, how long it took, and its longest wait.
struct Done {
    won: Vec<u64>,
    time: Duration,
    longest: Duration,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [task, path, count, bytes, attempt] = &arguments[..]
        && task == "child"
    {
        return child(path, count.parse().unwrap(), bytes.parse().unwrap(), attempt.parse().unwrap());
    }
    let part: u64 = arguments.first().map_or(1, |part| part.parse().unwrap());
    println!("| workers | bytes | grants | claims/s | slowest / mean | longest wait, ms |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    for (bytes, count) in SIZES.iter().map(|(bytes, count)| (*bytes, count / part)) {
        let folder = Folder::new("contention");
        for (workers, run) in [("threads", threads as fn(&Path, u64, usize) -> Vec<Done>), ("processes", processes)] {
            let path = folder.file(&format!("{workers}.db"));
            fill(&Sqlite::open(&path).unwrap(), count, bytes);
            let start = Instant::now();
            let done = run(&path, count, bytes);
            line(workers, bytes, count, start.elapsed(), &done);
        }
    }
}

fn line(workers: &str, bytes: usize, count: u64, time: Duration, done: &[Done]) {
    let mut won: Vec<_> = done.iter().flat_map(|done| done.won.clone()).collect();
    won.sort_unstable();
    assert!(won.iter().copied().eq(0..count), "a grant was won twice, or never");
    let claims = (count * WORKERS) as f64;
    // Each makes as many claims: how fast a worker is, is how soon it is through.
    let mean = done.iter().map(|done| 1.0 / done.time.as_secs_f64()).sum::<f64>() / done.len() as f64;
    let slowest = 1.0 / done.iter().map(|done| done.time.as_secs_f64()).fold(0.0, f64::max);
    let longest = done.iter().map(|done| done.longest).max().unwrap().as_secs_f64() * 1000.0;
    let rate = claims / time.as_secs_f64();
    println!("| 8 {workers} | {bytes} | {count} | {rate:.0} | {:.2} | {longest:.0} |", slowest / mean);
}

fn threads(path: &Path, count: u64, bytes: usize) -> Vec<Done> {
    let store = Arc::new(Sqlite::open(path).unwrap());
    let workers = (0..WORKERS).map(|attempt| {
        let store = Arc::clone(&store);
        thread::spawn(move || work(&store, count, bytes, attempt))
    });
    workers.collect::<Vec<_>>().into_iter().map(|worker| worker.join().unwrap()).collect()
}

fn work(store: &Sqlite, count: u64, bytes: usize, attempt: u64) -> Done {
    let like = yes(0, bytes);
    let (mut won, mut longest, start) = (Vec::new(), Duration::ZERO, Instant::now());
    for number in 0..count {
        let began = Instant::now();
        match store.claim(&claiming(number, &like, attempt), &Anyone) {
            Ok(_) => won.push(number),
            Err(NotUsable::Used) => (),
            Err(other) => panic!("{other:?}"),
        }
        longest = longest.max(began.elapsed());
    }
    Done { won, time: start.elapsed(), longest }
}

/// Eight of this program, told to begin once all are there.
fn processes(path: &Path, count: u64, bytes: usize) -> Vec<Done> {
    let mut children: Vec<_> = (0..WORKERS)
        .map(|attempt| {
            let [count, bytes, attempt] = [count.to_string(), bytes.to_string(), attempt.to_string()];
            let mut command = Command::new(std::env::current_exe().unwrap());
            command.arg("child").arg(path).args([count, bytes, attempt]);
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

fn child(path: &str, count: u64, bytes: usize, attempt: u64) {
    let store = Sqlite::open(path).unwrap();
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
