//! Two servers and two workers on one PostgreSQL database serve one conversation.

#![expect(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

#[expect(dead_code, unused_imports, reason = "the store's own tests use all of it")]
#[path = "../../../grants-postgres/tests/support/mod.rs"]
mod server;
#[expect(dead_code, unused_imports, reason = "the tests over SQLite use all of it")]
#[path = "../support/mod.rs"]
mod support;

use serde_json::json;
use server::SHARED;
use std::fs;
use std::time::{Duration, Instant};
use support::{House, Process};

/// A house whose store is a database of its own.
fn house(more: &str) -> House {
    let house = House::new(more);
    let folder = SHARED.folder().display().to_string().replace('/', "%2F");
    let address = format!("postgres://postgres@{folder}/{}", SHARED.database());
    let config = fs::read_to_string(house.path("config.toml")).unwrap();
    let sqlite = format!("sqlite:{}", house.path("grants.db").display());
    fs::write(house.path("config.toml"), config.replace(&sqlite, &address)).unwrap();
    house
}

#[test]
fn a_question_from_one_is_answered_to_the_other_once() {
    let house = house("");
    let (one, other) = (house.serve(&[]), house.serve(&[]));
    let asking = house.client(&one, "payments:write files:write");
    let answering = house.client(&other, "payments:write files:write");
    let payment = json!({"to": "Plant Shop", "amount": 20});
    let state = asking.ask("send_payment", &payment);
    assert_eq!(answering.yes("send_payment", &payment, &state).text(), (false, "paid 20 EUR to Plant Shop"));
    assert!(asking.yes("send_payment", &payment, &state).text().1.starts_with("Already done"));
    let notes = json!({"path": "notes.txt"});
    let state = asking.ask("delete_file", &notes);
    assert_eq!(answering.yes("delete_file", &notes, &state).text(), (false, "deleted notes.txt"));
    assert!(!house.path("files/notes.txt").exists());
}

#[test]
fn two_yeses_at_once_pay_once() {
    let house = house("");
    let (one, other) = (house.serve(&[]), house.serve(&[]));
    for amount in 1..=5 {
        let payment = json!({"to": "Plant Shop", "amount": amount});
        let state = house.client(&one, "payments:write").ask("send_payment", &payment);
        let said = std::thread::scope(|scope| {
            let (payment, state, house) = (&payment, &state, &house);
            let threads: Vec<_> = [&one, &other, &one, &other]
                .into_iter()
                .map(|server| {
                    scope.spawn(move || house.client(server, "payments:write").yes("send_payment", payment, state))
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
        });
        let paid = said.iter().filter(|answer| answer.text().1.starts_with("paid ")).count();
        assert_eq!(paid, 1, "{said:?}");
    }
}

#[test]
fn two_workers_empty_one_queue() {
    let house = house("[tools.send_payment]\ndefer_seconds = 600\n");
    let (one, other) = (house.serve(&[]), house.serve(&[]));
    let config = house.path("config.toml");
    let worker = || {
        let mut worker = Process::start(&["work", "--config", config.to_str().unwrap()]);
        assert_eq!(worker.line(), "working\n");
        worker
    };
    let workers = [worker(), worker()];
    let (asking, answering) = (house.client(&one, "payments:write"), house.client(&other, "payments:write"));
    let states: Vec<_> = (1..=10)
        .map(|amount| {
            let payment = json!({"to": "Plant Shop", "amount": amount});
            let state = asking.ask("send_payment", &payment);
            assert!(answering.yes("send_payment", &payment, &state).text().1.starts_with("Approved, not yet done"));
            (payment, state)
        })
        .collect();
    let begun = Instant::now();
    for (payment, state) in &states {
        while !asking.yes("send_payment", payment, state).text().1.starts_with("Done at ") {
            assert!(begun.elapsed() < Duration::from_secs(30));
            std::thread::sleep(Duration::from_millis(50));
        }
    }
    for mut worker in workers {
        let (well, log) = worker.terminated();
        assert!(well, "{log}");
    }
}

#[test]
fn a_server_that_was_killed_is_replaced() {
    let house = house("");
    let mut server = house.serve(&[]);
    let payment = json!({"to": "Plant Shop", "amount": 20});
    let state = house.client(&server, "payments:write").ask("send_payment", &payment);
    server.killed();
    let next = house.serve(&[]);
    let alice = house.client(&next, "payments:write");
    assert_eq!(alice.yes("send_payment", &payment, &state).text(), (false, "paid 20 EUR to Plant Shop"));
}
