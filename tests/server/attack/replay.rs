//! The same yes more than once: in a row, at once, to two servers, and while the first run is not over.

use crate::house::{ALL, House, two_gates, yes};
use crate::http::Message;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::Duration;

fn payment() -> Value {
    json!({"to": "Plant Shop", "amount": 10})
}

/// C014: nothing is written before the yes, and one row after it.
#[test]
fn c014_a_question_writes_no_payment_and_a_yes_writes_one() {
    let house = House::new();
    let token = house.token("alice", ALL);
    let state = house.send(&Message::call("send_payment", payment()).by(&token)).state();
    assert_eq!((house.payments(), house.grants()), (0, 0));
    let retry = Message::retry("send_payment", payment(), yes(), &state).by(&token);
    assert!(!house.send(&retry).told().0);
    assert_eq!((house.payments(), house.grants()), (1, 1));
    for _ in 0..3 {
        let (failed, text) = house.untouched(|| house.send(&retry)).told();
        assert!(failed && text.starts_with("Already done at "), "{text}");
    }
}

/// C016: twenty connections send the same yes at once, to two server processes on one store.
#[test]
fn c016_twenty_retries_at_once_to_two_servers_pay_once() {
    twenty_at_once(&mut House::new());
}

/// Of twenty, one pays, and the others are told that it was done, or is being done.
pub(crate) fn twenty_at_once(house: &mut House) {
    let second = house.serve(None, two_gates());
    let token = house.token("alice", ALL);
    for amount in 1..=5 {
        let payment = json!({"to": "Plant Shop", "amount": amount});
        let state = house.send(&Message::call("send_payment", payment.clone()).by(&token)).state();
        let retry = Message::retry("send_payment", payment, yes(), &state).by(&token);
        let ready = Arc::new(Barrier::new(20));
        let senders = (0..20).map(|number| {
            let (ready, address) = (ready.clone(), if number % 2 == 0 { house.address } else { second });
            let retry = retry.clone().replacing(r#""id":1"#, &format!(r#""id":{}"#, number + 10));
            thread::spawn(move || {
                ready.wait();
                retry.send(address)
            })
        });
        let senders: Vec<_> = senders.collect();
        let answers: Vec<_> = senders.into_iter().map(|sender| sender.join().unwrap()).collect();
        let told: Vec<_> = answers.iter().map(|answer| answer.told()).collect();
        assert_eq!(told.iter().filter(|(failed, _)| !failed).count(), 1, "{told:?}");
        for (_, text) in told.iter().filter(|(failed, _)| *failed) {
            assert!(text.starts_with("Already done at ") || text.starts_with("In progress since "), "{text}");
        }
        assert_eq!(house.payments(), amount);
    }
}

/// A search service that takes its time, and counts.
struct SlowSearch {
    url: String,
    asked: Arc<AtomicUsize>,
}

impl SlowSearch {
    fn start(delay: Duration) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/search", listener.local_addr().unwrap());
        let asked = Arc::new(AtomicUsize::new(0));
        let counted = asked.clone();
        // It ends with the tests.
        thread::spawn(move || {
            for socket in listener.incoming() {
                let (mut socket, counted) = (socket.unwrap(), counted.clone());
                thread::spawn(move || {
                    drop(socket.read(&mut [0; 4096]));
                    counted.fetch_add(1, Ordering::SeqCst);
                    thread::sleep(delay);
                    let body = r#"{"hits":["a hit"]}"#;
                    let head =
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length:";
                    drop(write!(socket, "{head} {}\r\n\r\n{body}", body.len()));
                });
            }
        });
        Self { url, asked }
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

/// A client that goes away while its call runs: the call runs to its end, once, and whoever asks again is told so.
#[test]
fn a_client_that_leaves_during_an_effect_neither_stops_nor_repeats_it() {
    let search = SlowSearch::start(Duration::from_millis(700));
    let house = House::set("", &format!("[search]\nurl = \"{}\"\n", search.url));
    let token = house.token("alice", ALL);
    let query = json!({"query": "two gates"});
    let state = house.send(&Message::call("search_web", query.clone()).by(&token)).state();
    let retry = Message::retry("search_web", query, yes(), &state).by(&token);

    let leaving = retry.sent(house.address);
    while search.asked() == 0 {
        thread::sleep(Duration::from_millis(10));
    }
    drop(leaving);
    let (failed, text) = house.send(&retry).told();
    assert!(failed && text.starts_with("In progress since "), "{text}");

    let done = (0..40).map(|_| {
        thread::sleep(Duration::from_millis(100));
        house.send(&retry).told()
    });
    let (failed, text) = done.into_iter().find(|(_, text)| !text.starts_with("In progress")).unwrap();
    assert!(failed && text.starts_with("Already done at "), "{text}");
    assert_eq!(search.asked(), 1);
}

/// A server that is killed while a payment, and while a search, runs: what cannot be known is not done again.
#[test]
fn a_server_that_is_killed_during_an_effect_does_not_repeat_it() {
    let search = SlowSearch::start(Duration::from_secs(5));
    let mut house = House::set("", &format!("[search]\nurl = \"{}\"\ntimeout_ms = 6000\n", search.url));
    let token = house.token("alice", ALL);
    let query = json!({"query": "two gates"});
    let state = house.send(&Message::call("search_web", query.clone()).by(&token)).state();
    let retry = Message::retry("search_web", query, yes(), &state).by(&token);
    let left = retry.sent(house.address);
    while search.asked() == 0 {
        thread::sleep(Duration::from_millis(10));
    }
    house.kill();
    drop(left);
    house.address = house.serve(None, two_gates());
    for _ in 0..3 {
        let (failed, text) = house.send(&retry).told();
        assert!(failed && !text.starts_with("Not run"), "{text}");
    }
    assert_eq!(search.asked(), 1);
}
