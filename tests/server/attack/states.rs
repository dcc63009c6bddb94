//! States that were made up or changed, and the keys with which they are sealed.

use crate::house::{ALL, House, two_gates, yes};
use crate::http::Message;
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::process::Command;

fn deletion() -> Value {
    json!({"path": "notes.txt"})
}

fn retry(token: &str, state: &str) -> Message {
    Message::retry("delete_file", deletion(), yes(), state).by(token)
}

/// Whatever is changed in a state, the answer is one and the same, and the honest one still works.
#[test]
fn a_state_that_was_changed_anywhere_is_refused_with_one_text() {
    let house = House::new();
    let token = house.token("alice", ALL);
    let state = house.send(&Message::call("delete_file", deletion()).by(&token)).state();
    let mut bad: Vec<String> = (0..state.len()).map(|at| changed(&state, at)).collect();
    bad.extend([String::new(), "v1...".into(), format!("{state}="), format!("{state}.x"), state.to_uppercase()]);
    let parts: Vec<_> = state.split('.').collect();
    bad.push([parts[0], parts[1], parts[2], ""].join("."));
    bad.push([parts[0], "another-key", parts[2], parts[3]].join("."));
    let mut told = std::collections::BTreeSet::new();
    for state in bad {
        let answer = house.untouched(|| house.send(&retry(&token, &state)));
        assert_eq!((answer.status, answer.code()), (200, -32602), "{state}: {answer:?}");
        told.insert(answer.json()["error"]["message"].as_str().unwrap().to_owned());
    }
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(!house.send(&retry(&token, &state)).told().0);
}

/// The state with one character another one that a state may have.
fn changed(state: &str, at: usize) -> String {
    let mut characters: Vec<_> = state.chars().collect();
    characters[at] = if characters[at] == 'A' { 'B' } else { 'A' };
    characters.into_iter().collect()
}

/// C032: two servers read the same key out of files that differ in their last byte.
#[test]
fn c032_a_newline_behind_a_key_is_not_of_the_key() {
    let mut house = House::new();
    let token = house.token("alice", ALL);
    let state = house.send(&Message::call("delete_file", deletion()).by(&token)).state();
    fs::OpenOptions::new().append(true).open(house.path("keys")).unwrap().write_all(b"\n").unwrap();
    let second = house.serve(None, two_gates());
    assert!(!retry(&token, &state).send(second).told().0);
    assert_eq!(house.files(), ["letter.txt", "payroll/june.csv"]);
    let again = house.untouched(|| house.send(&retry(&token, &state)));
    assert!(again.told().0, "{again:?}");
}

/// C033: without keys a server does not start, and says which setting it lacks. With the same keys, another one goes on
/// where the first was killed. `postgres.rs` has the same on the store for many machines.
#[test]
fn c033_without_keys_there_is_no_server_and_with_them_any_server_goes_on() {
    let mut house = House::new();
    let token = house.token("alice", ALL);
    let state = house.send(&Message::call("delete_file", deletion()).by(&token)).state();
    house.kill();
    fs::rename(house.path("keys"), house.path("away")).unwrap();
    // A server that starts all the same is ended, and told by another code.
    let mut command = Command::new("timeout");
    command.arg("20").arg(two_gates()).args(["serve", "--listen", "127.0.0.1:0", "--config"]);
    let refused = command.arg(house.path("two-gates.toml")).output().unwrap();
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(1) && said.contains("keys"), "{refused:?}");
    fs::rename(house.path("away"), house.path("keys")).unwrap();
    house.address = house.serve(None, two_gates());
    assert!(!house.send(&retry(&token, &state)).told().0);
    assert_eq!(house.files(), ["letter.txt", "payroll/june.csv"]);
}

/// A state that another server sealed, with keys of its own: nothing of it counts here.
#[test]
fn a_state_of_another_server_is_refused() {
    let (house, other) = (House::new(), House::new());
    let state = other.send(&Message::call("delete_file", deletion()).by(&other.token("alice", ALL))).state();
    let token = house.token("alice", ALL);
    assert_eq!(house.untouched(|| house.send(&retry(&token, &state))).code(), -32602);
}
