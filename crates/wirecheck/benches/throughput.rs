//! How fast a transcript is checked, beside what `serde_json` needs to parse the same bytes; and how much memory it
//! takes for a short and for a long one.
//!
//! The transcript is made up while it is read, so that no disk is measured. Each measurement is a process of its own,
//! for the peak of its memory is the kernel's count.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a benchmark fails loudly")]

use std::io::{BufRead, BufReader, Read};
use std::process::Command;
use twogates_wirecheck::{Checker, Event, Options};

/// Makes up a transcript of about so many bytes: lists, calls, questions, answers and results.
struct Story {
    left: usize,
    id: u64,
    round: Vec<u8>,
    at: usize,
}

const META: &str = r#""_meta":{"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}}},"io.modelcontextprotocol/clientInfo":{"name":"desk","version":"0.1.0"},"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#;
const SERVER: &str = r#""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"lab","version":"0.1.0"}}"#;

impl Story {
    const fn new(bytes: usize) -> Self {
        Self { left: bytes, id: 0, round: Vec::new(), at: 0 }
    }

    /// One round: a call, its question, the yes to it, and a result of some length.
    fn next_round(&mut self) {
        let (first, second) = (self.id, self.id + 1);
        self.id += 2;
        let state = format!("v1.k1.{first:016x}{}", "0123456789abcdef".repeat(20));
        let text =
            "A line of what the tool found, with \\\"quotes\\\" and a path such as notes/2026/07.md\\n".repeat(12);
        let arguments = format!(r#"{{"path":"inbox/{first}.md","recursive":false,"limit":{}}}"#, first % 100);
        let call = |id, rest: &str| {
            format!(
                r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"archive_note","arguments":{arguments},{rest}{META}}}}}"#
            )
        };
        let yes = format!(
            r#""inputResponses":{{"approval":{{"action":"accept","content":{{"approved":true}}}}}},"requestState":"{state}","#
        );
        let ask = format!(
            r#"{{"jsonrpc":"2.0","id":{first},"result":{{"resultType":"input_required","inputRequests":{{"approval":{{"method":"elicitation/create","params":{{"mode":"form","message":"May this call run?\nTool: archive_note\nArguments:\n  path = inbox/{first}.md","requestedSchema":{{"type":"object","properties":{{"approved":{{"type":"boolean","title":"Run this call, once"}}}},"required":["approved"]}}}}}}}},"requestState":"{state}",{SERVER}}}}}"#
        );
        let done = format!(
            r#"{{"jsonrpc":"2.0","id":{second},"result":{{"resultType":"complete","content":[{{"type":"text","text":"{text}"}}],{SERVER}}}}}"#
        );
        self.round = [call(first, ""), ask, call(second, &yes), done].map(|line| line + "\n").concat().into_bytes();
        self.at = 0;
    }
}

impl Read for Story {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.at == self.round.len() {
            if self.left == 0 {
                return Ok(0);
            }
            self.next_round();
            self.left = self.left.saturating_sub(self.round.len());
        }
        let mut rest = self.round.get(self.at..).unwrap_or_default();
        let taken = rest.read(buffer)?;
        self.at += taken;
        Ok(taken)
    }
}

/// What is measured.
const KINDS: [&str; 3] = ["made up alone", "serde_json", "wirecheck"];

fn measure(kind: &str, bytes: usize) {
    let mut input = BufReader::with_capacity(1 << 16, Story::new(bytes));
    if kind == "wirecheck" {
        let mut happens = |event: Event| panic!("an honest transcript: {event:?}");
        Checker::new(Options::default()).check(input, &mut happens).unwrap();
    } else {
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line).unwrap() > 0 {
            if kind == "serde_json" {
                let value: serde_json::Value = serde_json::from_slice(&line).unwrap();
                std::hint::black_box(value);
            }
            std::hint::black_box(&line);
            line.clear();
        }
    }
    println!("{} {}", spent(), peak());
}

/// The processor time that this process spent, in seconds. On a machine with other work, time on the wall says little.
fn spent() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields = stat.rsplit(')').next().unwrap().split_whitespace();
    // The kernel counts hundredths of a second: user time, then system time.
    let ticks: f64 = fields.skip(11).take(2).map(|field| field.parse::<f64>().unwrap()).sum();
    ticks / 100.0
}

/// The most memory that this process had, in KiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or_default()
}

/// How often each measurement is repeated. The fastest counts.
const ROUNDS: usize = 5;

/// Seconds and peak of one measurement in a process of its own.
fn measured(kind: &str, megabytes: usize) -> (f64, u64) {
    let mut program = Command::new(std::env::current_exe().unwrap());
    let output = program.args(["--measure", kind, &megabytes.to_string()]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout).unwrap();
    let (seconds, peak) = printed.trim().split_once(' ').unwrap();
    (seconds.parse().unwrap(), peak.parse().unwrap())
}

/// The fastest of each kind. They take turns, so that what else the machine does meets all of them.
fn fastest(megabytes: usize) -> [(f64, u64); 3] {
    let turn = |_| KINDS.map(|kind| measured(kind, megabytes));
    let faster = |one: (f64, u64), other: (f64, u64)| if one.0 <= other.0 { one } else { other };
    let all: Vec<_> = (0..ROUNDS).map(turn).collect();
    all.into_iter().reduce(|[a, b, c], [d, e, f]| [faster(a, d), faster(b, e), faster(c, f)]).unwrap()
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, flag, kind, megabytes] = arguments.as_slice()
        && flag == "--measure"
    {
        return measure(kind, megabytes.parse::<usize>().expect("a number") * 1_000_000);
    }
    println!("{:<14} {:>7} {:>9} {:>9} {:>10}", "", "MB", "seconds", "MB/s", "peak MiB");
    let mut rates = Vec::new();
    for megabytes in [20, 200] {
        let all = fastest(megabytes);
        let [(idle, _), ..] = all;
        for (kind, (seconds, peak)) in KINDS.into_iter().zip(all) {
            // What it takes to make the bytes up is no part of the work.
            let net = if kind == KINDS[0] { seconds } else { (seconds - idle).max(1e-9) };
            #[expect(clippy::cast_precision_loss, reason = "small numbers")]
            let (rate, peak) = (megabytes as f64 / net, peak as f64 / 1024.0);
            println!("{kind:<14} {megabytes:>7} {net:>9.2} {rate:>9.0} {peak:>10.1}");
            rates.push(rate);
        }
    }
    if let [.., parsed, checked] = rates.as_slice() {
        println!("wirecheck runs at {:.2} of the speed of serde_json alone", checked / parsed);
    }
}
