//! The store for many processes: a PostgreSQL of the tests' own.

#[expect(dead_code, reason = "the store's own tests use all of it")]
#[path = "../../../crates/grants-postgres/tests/support/cluster.rs"]
mod cluster;

use crate::house::{ALL, House, two_gates, yes};
use crate::http::Message;
use crate::replay::twenty_at_once;
use cluster::{SHARED, program};
use serde_json::json;
use std::fs;
use std::process::Command;

/// What the cluster needs of a session: it sends one statement at a time.
pub(crate) struct Session {
    config: String,
}

impl Session {
    pub(crate) fn to(config: &str) -> Self {
        Self { config: config.to_owned() }
    }

    /// Sends a statement, and returns what it says.
    pub(crate) fn run(&self, statement: &str) -> String {
        let said = Command::new(program("psql")).args(["-X", "-q", "-t", "-A", "-c", statement, &self.config]).output();
        let said = said.unwrap();
        assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
        String::from_utf8(said.stdout).unwrap().trim().to_owned()
    }
}

/// A house whose store is a database of its own.
fn house() -> House {
    let database = SHARED.database();
    let folder = SHARED.folder().display().to_string().replace('/', "%2F");
    House::stored(&format!("postgres://postgres@{folder}/{database}"), Some(SHARED.config(&database)), "", "")
}

/// C016, on PostgreSQL.
#[test]
fn twenty_retries_at_once_to_two_servers_pay_once_on_postgresql() {
    twenty_at_once(&mut house());
}

/// C033, on PostgreSQL: no keys, no server; one file of keys, and any server goes on.
#[test]
fn without_keys_there_is_no_server_on_postgresql_either() {
    let mut house = house();
    let second = house.serve(None, two_gates());
    let token = house.token("alice", ALL);
    let arguments = json!({"path": "notes.txt"});
    let ask = Message::call("delete_file", arguments.clone()).by(&token);
    let state = house.send(&ask).state();
    let retry = Message::retry("delete_file", arguments, yes(), &state).by(&token);
    assert!(!retry.send(second).told().0);
    fs::write(house.path("files/notes.txt"), "Water the plants again.\n").unwrap();
    let state = ask.send(second).state();
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
    let retry = Message::retry("delete_file", json!({"path": "notes.txt"}), yes(), &state).by(&token);
    assert!(!house.send(&retry).told().0);
    assert!(house.send(&retry).told().1.starts_with("Already done at "));
}
