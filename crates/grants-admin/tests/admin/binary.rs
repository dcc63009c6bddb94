//! The program itself, beside a server in another process.

use super::House;
use super::support::golden::id;
use super::support::{made, yes};
use consent::EffectClass;
use grants::{State, Store};
use grants_sqlite::Sqlite;
use std::process::{Command, Output, Stdio};

fn program(house: &House, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grants-admin"));
    command.args(words).env("GRANTS_STORE", house.path());
    command
}

fn text(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn it_works_while_a_server_has_the_store() {
    let house = House::empty();
    // The system's clock, as the program has it.
    let server = Sqlite::open(house.path()).unwrap();
    made(&server, server.now().ms() + 3_600_000, || ());
    let (status, said) = text(&program(&house, &["list", "--state", "issued"]).output().unwrap());
    assert_eq!(status, Some(0));
    assert!(said.contains(&id(1)[..12]), "{said}");
    let revoke = ["revoke", &id(1), "--by", "Olga", "--why", "a mistake"];
    assert_eq!(text(&program(&house, &revoke).output().unwrap()).0, Some(0));
    let grant = server.grant(yes(1, "", EffectClass::Staged, 0).reference.id()).unwrap().unwrap();
    assert_eq!(grant.state, State::Revoked, "the server sees it at once");
    assert_eq!(text(&program(&house, &revoke).output().unwrap()).0, Some(1));
    assert_eq!(text(&program(&house, &["verify"]).output().unwrap()).0, Some(0));
    assert_eq!(text(&program(&house, &["revoke"]).output().unwrap()).0, Some(2));
}

/// Whoever pipes into `head` has read enough.
#[test]
fn nobody_reads_what_it_says() {
    let house = House::made();
    let mut child = program(&house, &["--help"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    // It may have written all before the pipe was closed.
    assert!(matches!(output.status.code(), Some(0 | 2)));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
