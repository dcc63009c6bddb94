//! Processes of the real program, each ended by its own id.

use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long a process may take to begin, and to end.
const PATIENCE: Duration = Duration::from_secs(30);

/// The program, without settings from around.
fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_two-gates"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("TWO_GATES_")) {
        command.env_remove(name);
    }
    command
}

/// Runs the program to its end.
pub(crate) fn run(arguments: &[&str]) -> Output {
    program().args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// Runs the program to its end, with these variables around it.
pub(crate) fn run_with(arguments: &[&str], around: &[(&str, &str)]) -> Output {
    program().args(arguments).envs(around.iter().copied()).stdin(Stdio::null()).output().unwrap()
}

/// A process that runs. It is killed when this is dropped, and when this program ends, however that ends.
pub(crate) struct Process {
    child: Child,
    watch: Child,
    /// Where it listens.
    pub(crate) url: String,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    log: Option<JoinHandle<String>>,
}

impl Process {
    /// Starts it, with pipes.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut command = program();
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let log = child.stderr.take().map(|log| thread::spawn(move || drained(log)));
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { watch: watch(&child), input: child.stdin.take(), child, url: String::new(), output, log }
    }

    /// Starts it, and waits until it listens.
    pub(crate) fn listening(arguments: &[&str]) -> Self {
        let mut process = Self::start(arguments);
        let line = process.line();
        let url = line.trim().strip_prefix("listening on ").map(str::to_owned);
        process.url = url.unwrap_or_else(|| panic!("it does not listen: {line:?} {}", process.killed()));
        process
    }

    /// The next line of its output.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line
    }

    /// Writes a line to its input.
    pub(crate) fn tell(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{line}").unwrap();
        input.flush().unwrap();
    }

    /// Ends its input.
    pub(crate) fn no_more(&mut self) {
        drop(self.input.take());
    }

    /// Its id.
    pub(crate) fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// SIGKILL: it has no time for anything. What it wrote to its log.
    pub(crate) fn killed(&mut self) -> String {
        self.child.kill().ok();
        self.child.wait().unwrap();
        self.log.take().map_or_else(String::new, |log| log.join().unwrap())
    }

    /// SIGTERM, and how it ended: whether well, and its log.
    pub(crate) fn terminated(&mut self) -> (bool, String) {
        self.signal();
        self.ended()
    }

    /// SIGTERM alone.
    pub(crate) fn signal(&self) {
        kill_process(self.pid(), Signal::TERM).unwrap();
    }

    /// Waits for its end.
    pub(crate) fn ended(&mut self) -> (bool, String) {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end");
            thread::sleep(Duration::from_millis(20));
        };
        (status.success(), self.log.take().map_or_else(String::new, |log| log.join().unwrap()))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        for process in [&mut self.watch, &mut self.child] {
            process.kill().ok();
            process.wait().ok();
        }
    }
}

/// Waits for the end of this program, which ends its input, and then kills the process.
fn watch(process: &Child) -> Child {
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' TERM INT HUP; read end; kill -KILL \"$0\" 2>/dev/null"]).arg(process.id().to_string());
    command.stdin(Stdio::piped()).spawn().unwrap()
}

fn drained(mut log: ChildStderr) -> String {
    let mut text = String::new();
    log.read_to_string(&mut text).ok();
    text
}
