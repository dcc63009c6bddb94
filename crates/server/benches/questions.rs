//! Questions that nobody answers: a million of them, in ten minutes, to the real program.
//!
//! After the last minute it has at most 1.1 times the memory that it had after the first, and it ends well. With two numbers
//! as arguments: so many questions, in so many minutes. They are asked by a thousand principals over sixteen connections, at
//! an even pace; where the server is slower than that, it takes longer.

#![expect(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "a benchmark fails loudly")]

#[expect(dead_code, unused_imports, reason = "the other benchmark uses all of it")]
mod common;
#[expect(dead_code, unused_imports, reason = "the tests use all of it")]
#[path = "../tests/support/mod.rs"]
mod support;

use common::{Connection, Folder, Program, within};
use serde_json::json;
use std::cell::{Cell, RefCell};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::{Duration, Instant};
use support::House;
use tokio::runtime::Builder;
use tokio::task::LocalSet;
use tokio::time::{Interval, MissedTickBehavior, interval_at};

/// How many connections ask.
const CONNECTIONS: usize = 16;
/// How many principals they ask for.
const PRINCIPALS: usize = 1000;
/// How much of the memory of the first minute there may be after the last.
const MOST: f64 = 1.1;
/// How many asks are taken together, where one alone would say little.
const TOGETHER: usize = 1000;

/// Far above what is asked here, so that nothing is turned away.
const LIMITS: &str = "[limits]\nrequests_per_second = 100000\nburst = 100000\nopen_questions = 4000000000\n";

/// How the asking goes.
struct Asking {
    tokens: Vec<String>,
    questions: usize,
    begun: Cell<usize>,
    /// How long each ask took, in the order of their ends.
    times: RefCell<Vec<Duration>>,
}

/// What there was after a minute.
#[derive(Debug, Clone, Copy)]
struct Minute {
    resident: u64,
    stored: u64,
    log: u64,
}

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let (questions, minutes) = (*numbers.first().unwrap_or(&1_000_000), *numbers.get(1).unwrap_or(&10));
    let (house, folder) = (House::new(LIMITS), Folder::new("questions"));
    let tokens = (0..PRINCIPALS).map(|number| house.issuer.token(&format!("person-{number}"), "payments:write"));
    let asking = Rc::new(Asking {
        tokens: tokens.collect(),
        questions: usize::try_from(questions).unwrap(),
        begun: Cell::new(0),
        times: RefCell::default(),
    });
    let program = Program::serve(&house.path("config.toml"), &folder);
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let passed = LocalSet::new().block_on(&runtime, asked(&asking, &program, minutes));
    let counted = program.counter("two_gates_asked_total{tool=\"send_payment\"}");
    assert_eq!(counted, questions, "the server counts others");
    assert!(program.ended(), "the server did not end well");
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Asks, and looks every minute: whether memory stayed as it was.
async fn asked(asking: &Rc<Asking>, program: &Program, minutes: u64) -> bool {
    println!("| minute | questions | asks/s | p50, ms | p99, ms | resident, MiB | database, MiB | its log, MiB |");
    println!("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    let start = Instant::now();
    // A little faster, so that the last is asked before the last look.
    let pace = Duration::from_secs(59 * minutes) / u32::try_from(asking.questions.div_ceil(CONNECTIONS)).unwrap();
    let asks: Vec<_> = (0..CONNECTIONS)
        .map(|_| {
            let (asking, address) = (asking.clone(), program.address);
            tokio::task::spawn_local(async move { asking.ask(address, pace).await })
        })
        .collect();
    let (mut seen, mut looks) = (0, Vec::new());
    let mut clock = evenly(Duration::from_secs(60));
    while looks.len() < usize::try_from(minutes).unwrap() || !asks.iter().all(|ask| ask.is_finished()) {
        clock.tick().await;
        let ((stored, log), resident) = (program.stored(), program.resident());
        looks.push(Minute { resident, stored, log });
        seen = line(looks.len(), &asking.times.borrow(), seen, looks[looks.len() - 1]);
    }
    for ask in asks {
        ask.await.unwrap();
    }
    let (first, last) = (looks[0], looks[looks.len() - 1]);
    let ratio = last.resident as f64 / first.resident as f64;
    println!("\n{} questions in {:.1} minutes.", asking.questions, start.elapsed().as_secs_f64() / 60.0);
    println!("Resident after the last minute: {ratio:.3} x that after the first (at most {MOST}).");
    println!("The database has {:.0} bytes for each question.", last.stored as f64 / asking.questions as f64);
    asking.told();
    ratio <= MOST
}

/// One line of the table, of what ended since the line before.
fn line(minute: usize, times: &[Duration], seen: usize, look: Minute) -> usize {
    let mut new = times[seen..].to_vec();
    let (rate, half, most) = match new.len() {
        0 => (0.0, 0.0, 0.0),
        count => (count as f64 / 60.0, within(50, &mut new), within(99, &mut new)),
    };
    let [resident, stored, log] = [look.resident, look.stored, look.log].map(mib);
    println!(
        "| {minute} | {} | {rate:.0} | {half:.2} | {most:.2} | {resident:.1} | {stored:.1} | {log:.1} |",
        times.len()
    );
    times.len()
}

impl Asking {
    /// Asks until there are enough questions.
    async fn ask(&self, address: std::net::SocketAddr, pace: Duration) {
        let mut connection = Connection::open(address, "").await;
        let mut clock = evenly(pace);
        while self.begun.get() < self.questions {
            let number = self.begun.replace(self.begun.get() + 1);
            clock.tick().await;
            connection.token.clone_from(&self.tokens[number % PRINCIPALS]);
            let began = Instant::now();
            connection.ask("send_payment", &json!({"to": format!("payee {number}"), "amount": 20})).await;
            self.times.borrow_mut().push(began.elapsed());
        }
    }

    /// How long asks took at the beginning and at the end.
    fn told(&self) {
        let times = self.times.borrow();
        let together = TOGETHER.min(times.len() / 2);
        for (number, from) in [(together, 0), (times.len(), times.len() - together)] {
            let alone = times[number - 1].as_secs_f64() * 1000.0;
            let mut around = times[from..number].to_vec();
            let (half, most) = (within(50, &mut around), within(99, &mut around));
            println!(
                "Ask {number} took {alone:.2} ms; of the {together} that end with it, half took {half:.2} ms at most, \
                 99 of 100 {most:.2} ms."
            );
        }
    }
}

/// A clock that catches up on what it missed.
fn evenly(each: Duration) -> Interval {
    let mut clock = interval_at((Instant::now() + each).into(), each);
    clock.set_missed_tick_behavior(MissedTickBehavior::Burst);
    clock
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}
