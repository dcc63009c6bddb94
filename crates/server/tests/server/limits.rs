//! What anybody may use at most, and what they are told.

use crate::support::{House, meta};
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

const PAYMENTS: &str = "payments:write";

#[test]
fn a_message_has_a_length_a_depth_and_its_arguments_too() {
    let house = House::new("[limits]\nbody_bytes = 4000\nargument_bytes = 1000\n");
    let server = house.serve(&[]);
    let alice = house.client(&server, PAYMENTS);
    let long = alice.call("send_payment", &json!({"to": "x".repeat(5000), "amount": 1}));
    assert_eq!((long.status, long.body.as_str().unwrap()), (413, "A message has at most 4000 bytes here.\n"));
    let arguments = alice.call("send_payment", &json!({"to": "x".repeat(1200), "amount": 1}));
    let (error, text) = arguments.text();
    assert!(error && text.contains("longer than 1000 bytes"), "{text}");
    let deep = format!("{}{}", "[".repeat(70), "]".repeat(70));
    let body =
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{"_meta":{},"x":{deep}}}}}"#, meta());
    let deep = alice.raw("tools/list", None, &[], body.as_bytes());
    assert_eq!((deep.status, deep.code()), (400, -32600));
}

#[test]
fn one_principal_has_so_many_requests() {
    let house = House::new("[limits]\nrequests_per_second = 1\nburst = 3\n");
    let server = house.serve(&[]);
    let alice = house.client(&server, PAYMENTS);
    for _ in 0..3 {
        assert_eq!(alice.send("tools/list", json!({})).status, 200);
    }
    let fourth = alice.send("tools/list", json!({}));
    assert_eq!((fourth.status, fourth.retry_after.as_deref()), (429, Some("1")));
    assert_eq!(fourth.body, "Too many requests. Try again in 1 s.\n");
    let bob = crate::support::Client::new(&server.url, &house.issuer.token("bob", PAYMENTS));
    assert_eq!(bob.send("tools/list", json!({})).status, 200);
}

#[test]
fn one_principal_has_so_many_open_questions() {
    let house = House::new("[limits]\nopen_questions = 3\n");
    let server = house.serve(&[]);
    let alice = house.client(&server, PAYMENTS);
    let payment = json!({"to": "Plant Shop", "amount": 20});
    let states: Vec<_> = (0..3).map(|_| alice.ask("send_payment", &payment)).collect();
    let fourth = alice.call("send_payment", &payment);
    let (error, text) = fourth.text();
    assert!(error && text.contains("wait for an answer"), "{text}");
    let bob = crate::support::Client::new(&server.url, &house.issuer.token("bob", PAYMENTS));
    bob.ask("send_payment", &payment);
    assert!(!alice.yes("send_payment", &payment, &states[0]).text().0);
    alice.ask("send_payment", &payment);
}

#[test]
fn a_slow_head_is_not_waited_for() {
    let house = House::new("[limits]\nhead_seconds = 1\n");
    let server = house.serve(&[]);
    let address = server.url.strip_prefix("http://").unwrap().strip_suffix("/mcp").unwrap();
    let mut slow = TcpStream::connect(address).unwrap();
    slow.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    slow.write_all(b"POST /mcp HTTP/1.1\r\nHost: localhost\r\n").unwrap();
    let begun = Instant::now();
    let mut rest = Vec::new();
    slow.read_to_end(&mut rest).ok();
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}

#[test]
fn the_next_connection_waits_for_a_place() {
    let house = House::new("[limits]\nconnections = 1\nhead_seconds = 2\n");
    let server = house.serve(&[]);
    let address = server.url.strip_prefix("http://").unwrap().strip_suffix("/mcp").unwrap();
    let only = TcpStream::connect(address).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    let begun = Instant::now();
    let alice = house.client(&server, PAYMENTS);
    assert_eq!(alice.send("tools/list", json!({})).status, 200);
    assert!(begun.elapsed() > Duration::from_secs(1), "{:?}", begun.elapsed());
    drop(only);
}

#[test]
fn who_does_not_read_keeps_no_place() {
    let house = House::new("[limits]\nconnections = 1\nrequest_seconds = 2\n");
    let server = house.serve(&[]);
    let address = server.url.strip_prefix("http://").unwrap().strip_suffix("/mcp").unwrap();
    let mut only = TcpStream::connect(address).unwrap();
    only.set_write_timeout(Some(Duration::from_secs(1))).unwrap();
    let many = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(100);
    while only.write_all(many.as_bytes()).is_ok() {}
    let alice = house.client(&server, PAYMENTS);
    assert_eq!(alice.send("tools/list", json!({})).status, 200);
    drop(only);
}
