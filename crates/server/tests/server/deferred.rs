//! Approved now, done later: the queue and its worker.

use crate::support::{Client, House, Process, run};
use grants_sqlite::rusqlite::Connection;
use serde_json::{Value, json};

const PAYMENT: &str = "payments:write";

/// A payment that Alice has approved, and that waits for its worker.
struct Queued {
    _server: Process,
    alice: Client,
    payment: Value,
    state: String,
}

fn queued(house: &House) -> Queued {
    let server = house.serve(&["--defer", "send_payment"]);
    let alice = house.client(&server, PAYMENT);
    let payment = json!({"to": "Plant Shop", "amount": 20});
    let state = alice.ask("send_payment", &payment);
    assert!(!alice.yes("send_payment", &payment, &state).text().0);
    Queued { _server: server, alice, payment, state }
}

#[test]
fn a_deferred_payment_waits_for_its_worker() {
    let house = House::new("");
    let server = house.serve(&["--defer", "send_payment"]);
    let alice = house.client(&server, PAYMENT);
    let payment = json!({"to": "Plant Shop", "amount": 20});
    assert_eq!(house.work(), "idle");
    let state = alice.ask("send_payment", &payment);
    let queued = alice.yes("send_payment", &payment, &state);
    let (error, text) = queued.text();
    assert!(!error && text.starts_with("Approved, not yet done."), "{text}");
    let waiting = alice.yes("send_payment", &payment, &state);
    assert!(waiting.text().1.starts_with("Approved, not yet done"), "{waiting:?}");
    assert_eq!(house.work(), "ran");
    let done = alice.yes("send_payment", &payment, &state);
    let (error, text) = done.text();
    assert!(!error && text.starts_with("Done at "), "{done:?}");
    assert!(text.contains(" UTC, as approved (paid 20 EUR to Plant Shop). To do it once more,"), "{done:?}");
    let late = alice.answer("send_payment", &payment, &state, json!({"action": "decline"}));
    let (error, text) = late.text();
    assert!(error && text.starts_with("The no came too late. Done at "), "{late:?}");
    assert_eq!(house.work(), "idle");
}

#[test]
fn a_yes_that_was_taken_back_runs_no_more() {
    let house = House::new("");
    let Queued { alice, payment, state, .. } = &queued(&house);
    let no = alice.answer("send_payment", payment, state, json!({"action": "decline"}));
    assert!(no.text().1.contains("taken back"), "{no:?}");
    assert_eq!(house.work(), "refused revoked");
}

#[test]
fn a_worker_leaves_what_another_server_queued() {
    let house = House::new("");
    let Queued { alice, payment, state, .. } = &queued(&house);
    let config = house.path("config.toml");
    let other = ["work", "--once", "--config", config.to_str().unwrap(), "--resource", "https://other.example/mcp"];
    assert_eq!(String::from_utf8(run(&other).stdout).unwrap(), "later other_server\n");
    let waiting = alice.yes("send_payment", payment, state);
    assert!(waiting.text().1.starts_with("Approved, not yet done"), "{waiting:?}");
}

/// What another version of the tool was asked about is that version's to run, as long as it may run.
#[test]
fn a_worker_leaves_what_is_not_its_tool_as_it_was_approved() {
    let house = House::new("");
    let Queued { alice, payment, .. } = &queued(&house);
    // The contract of one tool is to the other what that of another version would be.
    let turned = |tool: &str| {
        let queue = Connection::open(house.path("grants.db")).unwrap();
        queue.busy_timeout(std::time::Duration::from_secs(5)).unwrap();
        assert_eq!(queue.execute("UPDATE queued SET tool = ?1, until_ms = 0", [tool]).unwrap(), 1);
    };
    turned("search_web");
    assert_eq!(house.work(), "later other_contract");
    turned("send_payment");
    assert_eq!(house.work(), "ran");
    // Of what has ended nobody is the worker.
    let state = alice.ask("send_payment", payment);
    assert!(!alice.yes("send_payment", payment, &state).text().0);
    assert!(alice.answer("send_payment", payment, &state, json!({"action": "cancel"})).text().0);
    turned("search_web");
    assert_eq!(house.work(), "refused other_contract");
    assert_eq!(house.work(), "idle");
}

#[test]
fn a_worker_asks_whether_the_person_may_still_do_this() {
    let house = House::new("");
    let barred = house.path("barred");
    std::fs::write(&barred, "").unwrap();
    let config = std::fs::read_to_string(house.path("config.toml")).unwrap();
    std::fs::write(house.path("config.toml"), format!("barred = {barred:?}\n{config}")).unwrap();
    let Queued { alice, payment, state, .. } = &queued(&house);
    std::fs::write(&barred, "bob\nalice\n").unwrap();
    assert_eq!(house.work(), "refused no_longer_authorized");
    let told = alice.yes("send_payment", payment, state);
    assert!(told.text().1.contains("no longer authorized"), "{told:?}");
    // Where nobody can tell, nobody may.
    let state = alice.ask("send_payment", payment);
    std::fs::write(&barred, "").unwrap();
    assert!(!alice.yes("send_payment", payment, &state).text().0);
    std::fs::remove_file(&barred).unwrap();
    assert_eq!(house.work(), "refused no_longer_authorized");
}

#[test]
fn two_workers_and_two_servers_share_one_database() {
    let house = House::new("[tools.send_payment]\ndefer_seconds = 600\n[tools.delete_file]\ndefer_seconds = 600\n");
    let (one, other) = (house.serve(&[]), house.serve(&[]));
    let config = house.path("config.toml");
    let worker = || {
        let mut worker = Process::start(&["work", "--config", config.to_str().unwrap()]);
        assert_eq!(worker.line(), "working\n");
        worker
    };
    let (mut first, mut second) = (worker(), worker());
    let asking = house.client(&one, "payments:write files:write");
    let answering = house.client(&other, "payments:write files:write");
    let mut states = Vec::new();
    for amount in 1..=20 {
        let payment = json!({"to": "Plant Shop", "amount": amount});
        let state = asking.ask("send_payment", &payment);
        assert!(answering.yes("send_payment", &payment, &state).text().1.starts_with("Approved, not yet done"));
        states.push((payment, state));
    }
    let notes = json!({"path": "notes.txt"});
    let state = asking.ask("delete_file", &notes);
    assert!(!answering.yes("delete_file", &notes, &state).text().0);
    let begun = std::time::Instant::now();
    for (payment, state) in &states {
        loop {
            let told = asking.yes("send_payment", payment, state);
            let text = told.text().1.to_owned();
            if text.starts_with("Done at ") {
                break;
            }
            assert!(!told.text().0 && text.starts_with("Approved, not yet done"), "{text}");
            assert!(begun.elapsed().as_secs() < 30, "{text}");
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    }
    while house.path("files/notes.txt").exists() {
        assert!(begun.elapsed().as_secs() < 30);
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    for worker in [&mut first, &mut second] {
        let (well, log) = worker.terminated();
        assert!(well, "{log}");
    }
}
