//! The program.

use crate::root;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_checklist")).args(arguments).current_dir(root()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn check_says_that_all_is_fresh() {
    let output = run(&["--check"]);
    assert!(output.status.success());
    assert_eq!(text(&output.stdout), "the checklist in outputs/ is fresh, and its evidence is there\n");
}

#[test]
fn check_fails_where_there_is_no_repository() {
    let output = Command::new(env!("CARGO_BIN_EXE_checklist")).arg("--check").current_dir("/").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stderr), "checklist: run it inside the repository of Two Gates\n");
}

#[test]
fn help_shows_what_is_known_and_all_else_is_unknown() {
    let output = run(&["--help"]);
    assert!(output.status.success() && text(&output.stdout).contains("checklist --tools FILE"));
    for arguments in [&["--cheque"][..], &["--check", "--check"], &["--tools"], &["x"], &["--tools", "a", "b"]] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert_eq!(text(&output.stderr), "checklist: unknown arguments; --help says what is known\n");
    }
}
