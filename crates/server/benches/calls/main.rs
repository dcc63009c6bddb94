//! What both gates cost a client: whole calls over HTTP on loopback, beside the same handler without gates and store.
//!
//! Three servers, each a process of its own: a handler of rmcp's alone, the same handler behind both gates over SQLite with
//! one known token, and `two-gates` itself, with its signed tokens, limits and log. They are measured by turns, by one client
//! process with 1, 16 and 128 connections that are kept. A read is one request; a gated call is two, the question and the
//! retry with its yes, and three commits that are on the disk: the question, the claim, its end. `scripts/bench-server`
//! runs it.

#![expect(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "a benchmark fails loudly")]

#[path = "../common/mod.rs"]
#[expect(dead_code, reason = "the other benchmark uses all of it")]
mod common;
mod handler;
mod serving;
#[expect(dead_code, unused_imports, reason = "the tests use all of it")]
#[path = "../../tests/support/mod.rs"]
mod support;

use common::{Connection, Folder, Program, Shape, within};
use serde_json::{Value, json};
use serving::{Serving, TOKEN};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use support::House;
use tokio::runtime::{Builder, Runtime};

/// How many connections there are at once.
const CONNECTIONS: &[usize] = &[1, 16, 128];
/// How often the servers are measured in turn.
const TURNS: usize = 3;
/// For how long each.
const TIME: Duration = Duration::from_millis(2000);
/// For how long a server is asked before that, so that its connections stand.
const BEFORE: Duration = Duration::from_millis(200);

/// Far above what can be asked here.
const LIMITS: &str = "[limits]\nrequests_per_second = 1000000\nburst = 1000000\nopen_questions = 4000000000\n";

/// One kind of call to one server.
struct Way<'a> {
    server: &'static str,
    address: SocketAddr,
    token: &'a str,
    shape: Shape,
    tool: &'static str,
    arguments: Value,
}

/// What was measured of it.
#[derive(Debug, Default)]
struct Measured {
    /// How long each call took.
    times: Vec<Duration>,
    requests: u64,
    seconds: f64,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["alone"] => return serving::child(None),
        ["gated", database] => return serving::child(Some(database)),
        _ => {}
    }
    // Without `--bench` it is built and tried, not measured.
    let time = if std::env::args().any(|argument| argument == "--bench") { TIME } else { BEFORE };
    let (house, folder) = (House::new(LIMITS), Folder::new("calls"));
    let token = house.issuer.token("alice", "files:read payments:write");
    let (alone, gated) = (Serving::alone(), Serving::gated(&folder.file("gated.db")));
    let program = Program::serve(&house.path("config.toml"), &folder);
    let way = |server, address, token, shape, tool, arguments| Way { server, address, token, shape, tool, arguments };
    let payment = json!({"to": "Plant Shop", "amount": 20});
    let (handler, behind, real) = ("the handler alone", "behind both gates", "two-gates");
    let reads = [
        way(handler, alone.address, TOKEN, Shape::Told, "paid", json!({})),
        way(behind, gated.address, TOKEN, Shape::Told, "paid", json!({})),
        way(real, program.address, &token, Shape::Told, "list_files", json!({})),
    ];
    let payments = [
        way(handler, alone.address, TOKEN, Shape::Told, "pay", payment.clone()),
        way(behind, gated.address, TOKEN, Shape::Asked, "pay", payment.clone()),
        way(real, program.address, &token, Shape::Asked, "send_payment", payment),
    ];
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    table(&runtime, "A read, which nobody is asked about", &reads, time);
    table(&runtime, "A gated call: asked, answered with yes, run", &payments, time);
}

fn table(runtime: &Runtime, title: &str, ways: &[Way<'_>], time: Duration) {
    println!("{title}\n");
    println!("| server | connections | requests/s | calls/s | p50, ms | p99, ms | calls/s | p50 | p99 |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for connections in CONNECTIONS {
        let mut measured: Vec<Measured> = ways.iter().map(|_| Measured::default()).collect();
        for _ in 0..TURNS {
            for (way, measured) in ways.iter().zip(&mut measured) {
                runtime.block_on(way.measure(*connections, time, measured));
            }
        }
        let told: Vec<_> = measured.iter_mut().map(Measured::told).collect();
        for (way, [requests, calls, half, most]) in ways.iter().zip(&told) {
            let [_, calls_alone, half_alone, most_alone] = told[0];
            println!(
                "| {} | {connections} | {requests:.0} | {calls:.0} | {half:.2} | {most:.2} | {:.3} x | {:.1} x | {:.1} x |",
                way.server,
                calls / calls_alone,
                half / half_alone,
                most / most_alone,
            );
        }
    }
    println!();
}

impl Way<'_> {
    /// One turn: so many connections, each with one call after the other.
    async fn measure(&self, connections: usize, time: Duration, measured: &mut Measured) {
        let start = Instant::now() + BEFORE;
        let mut clients = Vec::new();
        for _ in 0..connections {
            let connection = Connection::open(self.address, self.token).await;
            let (shape, tool, arguments) = (self.shape, self.tool, self.arguments.clone());
            clients.push(tokio::spawn(calls(connection, shape, tool, arguments, start, start + time)));
        }
        let mut end = start;
        for client in clients {
            let (times, requests, ended) = client.await.unwrap();
            measured.times.extend(times);
            measured.requests += requests;
            end = end.max(ended);
        }
        measured.seconds += end.duration_since(start).as_secs_f64();
    }
}

/// The calls of one connection that began between two moments: their times, their requests, and when the last ended.
async fn calls(
    mut connection: Connection,
    shape: Shape,
    tool: &'static str,
    arguments: Value,
    start: Instant,
    end: Instant,
) -> (Vec<Duration>, u64, Instant) {
    let (mut times, mut before) = (Vec::new(), 0);
    loop {
        let began = Instant::now();
        if began < start {
            before = connection.sent + if shape == Shape::Asked { 2 } else { 1 };
        } else if began >= end {
            return (times, connection.sent - before, began);
        }
        connection.call(shape, tool, &arguments).await;
        if began >= start {
            times.push(began.elapsed());
        }
    }
}

impl Measured {
    /// Requests and calls a second, and the times within which 50 and 99 of a hundred calls ended, in milliseconds.
    fn told(&mut self) -> [f64; 4] {
        let rate = |count: f64| count / self.seconds;
        let (requests, calls) = (rate(self.requests as f64), rate(self.times.len() as f64));
        [requests, calls, within(50, &mut self.times), within(99, &mut self.times)]
    }
}
