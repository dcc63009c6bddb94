//! The search service: there, slow, failing, and not there.

use crate::support::{House, Process};
use serde_json::json;

fn searched(house: &House, more: &[&str]) -> (bool, String, String) {
    let server = house.serve(more);
    let alice = house.client(&server, "web:search");
    let query = json!({"query": "two gates", "limit": 2});
    let state = alice.ask("search_web", &query);
    let answer = alice.yes("search_web", &query, &state);
    let again = alice.yes("search_web", &query, &state);
    let (error, text) = answer.text();
    (error, text.to_owned(), again.text().1.to_owned())
}

#[test]
fn it_answers() {
    let service = Process::listening(&["search-service", "--listen", "127.0.0.1:0"]);
    let (error, text, again) = searched(&House::new(""), &["--search", &service.url]);
    assert_eq!((error, text.as_str()), (false, "https://gates.example/scope\nhttps://gates.example/consent"));
    assert!(again.contains("sent the query out, 2 hits"), "{again}");
}

#[test]
fn it_is_slow() {
    let service = Process::listening(&["search-service", "--listen", "127.0.0.1:0", "--delay-ms", "5000"]);
    let house = House::new("[search]\ntimeout_ms = 300\n");
    let (error, text, again) = searched(&house, &["--search", &service.url]);
    assert!(error && text.contains("did not answer within 300 ms") && text.contains("is not known"), "{text}");
    assert!(again.contains("whether it happened is not known; nothing ran again"), "{again}");
}

#[test]
fn it_fails() {
    let service = Process::listening(&["search-service", "--listen", "127.0.0.1:0", "--fail"]);
    let (error, text, again) = searched(&House::new(""), &["--search", &service.url]);
    assert!(error && text.contains("answered with status 503"), "{text}");
    assert!(again.contains("and it failed; nothing ran again"), "{again}");
}

#[test]
fn it_is_not_there() {
    let house = House::new("");
    let (error, text, _) = searched(&house, &[]);
    assert!(error && text.contains("no search service is configured"), "{text}");
    let mut gone = Process::listening(&["search-service", "--listen", "127.0.0.1:0"]);
    gone.killed();
    let (error, text, _) = searched(&house, &["--search", &gone.url]);
    assert!(error && text.contains("cannot be reached"), "{text}");
    assert!(text.contains("did not leave this machine"), "{text}");
}
