//! The clock of a server under test. It stands until a vector moves it.
//!
//! Processes get it from a small library that is loaded before the C library and reads a file (`clock.c`); the binary is the
//! one that is shipped, and knows nothing of it. A store in PostgreSQL goes by the database's clock, and that is one function,
//! which is replaced in the test's database.

use lab::world::START_MS;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};
use std::{env, fs, iter, thread};
use tempfile::TempDir;

/// The variable that names the clock's file.
const FILE: &str = "VECTORS_CLOCK";

/// The library, built for this run.
pub(crate) struct Library(TempDir);

impl Library {
    /// Builds it with the compiler that links Rust's programs as well.
    pub(crate) fn build() -> Self {
        let library = Self(tempfile::tempdir().unwrap());
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors/clock.c");
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror", source, "-o"]).arg(library.path());
        let built = compiler.output().unwrap_or_else(|error| panic!("NOT RUN: there is no C compiler: {error}"));
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        library
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("clock.so")
    }
}

/// A clock that stands, in a file.
pub(crate) struct Clock(PathBuf);

impl Clock {
    /// A clock in a file of this folder, where the lab's begins.
    pub(crate) fn new(folder: &Path) -> Self {
        let clock = Self(folder.join("now"));
        clock.set(START_MS);
        clock
    }

    /// Sets it, in milliseconds since 1970. Whoever reads it finds the time before or the time after, and nothing between.
    pub(crate) fn set(&self, ms: u64) {
        let beside = self.0.with_extension("next");
        fs::write(&beside, format!("{ms}\n")).unwrap();
        fs::rename(&beside, &self.0).unwrap();
    }

    /// Lets a process go by it, before it is started.
    pub(crate) fn give_to(&self, library: &Library, command: &mut Command) {
        command.env("LD_PRELOAD", library.path()).env(FILE, &self.0);
    }
}

/// Eight threads of one process read it while it is set, and each finds a time that was set. The process is this program once
/// more, with this test alone.
#[test]
fn whoever_reads_it_finds_what_was_set() {
    if env::var_os(FILE).is_some() {
        return read_by_eight();
    }
    let (library, folder) = (Library::build(), tempfile::tempdir().unwrap());
    let clock = Clock::new(folder.path());
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "clock::whoever_reads_it_finds_what_was_set", "--nocapture"]).stdout(Stdio::piped());
    clock.give_to(&library, &mut command);
    let mut reading = command.spawn().unwrap();
    let mut step = 0;
    while reading.try_wait().unwrap().is_none() {
        step += 1;
        clock.set(START_MS + step % 2 * 900_000);
    }
    let output = reading.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && step > 100, "{said}");
    let read = said.lines().filter_map(|line| line.strip_prefix("read ")?.split_once(": "));
    let read: BTreeMap<u64, usize> = read.map(|(ms, times)| (ms.parse().unwrap(), times.parse().unwrap())).collect();
    assert_eq!(read.keys().copied().collect::<Vec<_>>(), [START_MS, START_MS + 900_000], "{said}");
    assert!(read.values().sum::<usize>() > 1_000, "{said}");
}

/// For how long each thread reads. The clock of what waits is not the one that stands.
const READS: Duration = Duration::from_secs(1);

fn read_by_eight() {
    let begun = Instant::now();
    let read = || iter::repeat_with(now_ms).take_while(|_| begun.elapsed() < READS).collect::<Vec<_>>();
    let all = thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(read)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    let mut times = BTreeMap::new();
    all.iter().for_each(|ms| *times.entry(ms).or_insert(0) += 1);
    // The line before it is the test harness's.
    times.iter().for_each(|(ms, times)| println!("\nread {ms}: {times}"));
}

fn now_ms() -> u128 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_millis()
}
