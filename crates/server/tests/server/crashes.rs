//! Processes that end in the middle, and what the next one makes of it.

use crate::support::{House, Process};
use serde_json::json;
use std::time::Duration;

#[test]
fn a_question_outlives_its_server() {
    let house = House::new("");
    let mut server = house.serve(&[]);
    let payment = json!({"to": "Plant Shop", "amount": 20});
    let state = house.client(&server, "payments:write").ask("send_payment", &payment);
    server.killed();
    let next = house.serve(&[]);
    let alice = house.client(&next, "payments:write");
    assert_eq!(alice.yes("send_payment", &payment, &state).text(), (false, "paid 20 EUR to Plant Shop"));
}

#[test]
fn a_key_that_was_rotated_still_opens_and_the_one_before_does_not() {
    let house = House::new("");
    let keys = house.path("keys");
    let rotate =
        || assert!(crate::support::run(&["keys", "rotate", "--keys", keys.to_str().unwrap()]).status.success());
    let payment = json!({"to": "Plant Shop", "amount": 20});
    let mut server = house.serve(&[]);
    let state = house.client(&server, "payments:write").ask("send_payment", &payment);
    let other = house.client(&server, "payments:write").ask("send_payment", &payment);
    assert!(server.terminated().0);
    rotate();
    let mut server = house.serve(&[]);
    let alice = house.client(&server, "payments:write");
    assert_eq!(alice.yes("send_payment", &payment, &state).text(), (false, "paid 20 EUR to Plant Shop"));
    assert!(server.terminated().0);
    rotate();
    let server = house.serve(&[]);
    let alice = house.client(&server, "payments:write");
    assert_eq!(alice.yes("send_payment", &payment, &other).code(), -32602);
}

/// A search that hangs is a call between its claim and its end.
#[test]
fn killed_between_claim_and_end_it_is_not_run_again() {
    let house = House::new("");
    let slow = Process::listening(&["search-service", "--listen", "127.0.0.1:0", "--delay-ms", "60000"]);
    let mut server = house.serve(&["--search", &slow.url]);
    let query = json!({"query": "two gates"});
    let alice = house.client(&server, "web:search");
    let state = alice.ask("search_web", &query);
    std::thread::scope(|scope| {
        let running = scope.spawn(|| {
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| alice.yes("search_web", &query, &state))).is_err()
        });
        std::thread::sleep(Duration::from_millis(700));
        server.killed();
        assert!(running.join().unwrap(), "an answer came");
    });
    let next = house.serve(&["--search", &slow.url]);
    let alice = house.client(&next, "web:search");
    let told = alice.yes("search_web", &query, &state);
    assert!(told.text().1.starts_with("In progress since "), "{told:?}");
}

#[test]
fn a_server_that_is_told_to_stop_brings_an_effect_to_its_end() {
    let house = House::new("[search]\ntimeout_ms = 10000\n");
    let slow = Process::listening(&["search-service", "--listen", "127.0.0.1:0", "--delay-ms", "1500"]);
    let mut server = house.serve(&["--search", &slow.url]);
    let query = json!({"query": "two gates"});
    let alice = house.client(&server, "web:search");
    let state = alice.ask("search_web", &query);
    std::thread::scope(|scope| {
        let running = scope.spawn(|| alice.yes("search_web", &query, &state));
        std::thread::sleep(Duration::from_millis(500));
        let (well, log) = server.terminated();
        assert!(well, "{log}");
        let answer = running.join().unwrap();
        assert!(answer.text().1.contains("https://gates.example/scope"), "{answer:?}");
        assert!(log.contains("\"event\":\"stopping\"") && log.contains("\"event\":\"stopped\""), "{log}");
    });
    let next = house.serve(&[]);
    let told = house.client(&next, "web:search").yes("search_web", &query, &state);
    assert!(told.text().1.starts_with("Already done"), "{told:?}");
}

/// A client that went away: what it had begun is brought to its end.
#[test]
fn a_client_that_goes_away_stops_nothing_half_way() {
    let house = House::new("[search]\ntimeout_ms = 10000\n[limits]\nrequest_seconds = 1\n");
    let slow = Process::listening(&["search-service", "--listen", "127.0.0.1:0", "--delay-ms", "1500"]);
    let server = house.serve(&["--search", &slow.url]);
    let query = json!({"query": "two gates"});
    let alice = house.client(&server, "web:search");
    let state = alice.ask("search_web", &query);
    assert_eq!(alice.yes("search_web", &query, &state).status, 504);
    std::thread::sleep(Duration::from_millis(1500));
    let told = alice.yes("search_web", &query, &state);
    assert!(told.text().1.starts_with("Already done"), "{told:?}");
}

/// A file that was set aside by a process that is gone goes back where nothing was committed.
#[test]
fn what_stands_in_the_quarantine_of_no_grant_is_left_alone() {
    let house = House::new("");
    let mut server = house.serve(&[]);
    server.killed();
    let stage = format!("{}.1", "0123456789abcdef".repeat(4));
    std::fs::write(house.path("files/.two-gates").join(&stage), "whose?").unwrap();
    let mut next = house.serve(&[]);
    let (_, log) = next.terminated();
    assert!(log.contains("\"event\":\"recovered\"") && log.contains("Unknown"), "{log}");
    assert!(house.path("files/.two-gates").join(&stage).exists());
}

/// A file as long as one may be is read for seconds.
#[test]
fn a_look_without_end_holds_up_no_stop() {
    let house = House::new("[limits]\nshutdown_seconds = 1\n");
    let long = std::fs::File::create(house.path("files/long")).unwrap();
    long.set_len(256 << 20).unwrap();
    let mut server = house.serve(&[]);
    let alice = house.client(&server, "files:write");
    std::thread::scope(|scope| {
        let looking = scope.spawn(|| {
            let ask = || alice.call("delete_file", &json!({"path": "long"}));
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(ask)).ok()
        });
        std::thread::sleep(Duration::from_millis(700));
        assert!(server.terminated().0);
        // Whoever asked is told something or nothing, and was asked nothing.
        let told = looking.join().unwrap().map(|answer| answer.body.to_string()).unwrap_or_default();
        assert!(!told.contains("requestState"), "{told}");
    });
}

/// Whoever is told to stop as soon as it says that it is there has heard it.
#[test]
fn a_server_that_is_told_to_stop_at_once_ends_well() {
    let house = House::new("");
    for _ in 0..10 {
        let (well, log) = house.serve(&[]).terminated();
        assert!(well && log.contains("\"stopped\""), "{log}");
    }
}
