//! `checklist --tools`.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_checklist"));
    // A review needs no repository.
    command.args(arguments).current_dir("/").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn().unwrap();
    running.stdin.take().unwrap().write_all(input).unwrap();
    running.wait_with_output().unwrap()
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

#[test]
fn a_file_is_reviewed_under_its_name_without_its_folder() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("program");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("a list.json");
    std::fs::write(&file, "[]").unwrap();
    let output = run(&["--tools", file.to_str().unwrap()], b"");
    assert!(output.status.success());
    assert!(text(output.stdout).starts_with("# Review of a tool list: `a list.json`\n"));
}

#[test]
fn standard_input_is_reviewed_too() {
    let output = run(&["--tools", "-"], br#"{"tools": [{"name": "wipe"}]}"#);
    assert!(output.status.success());
    let review = text(output.stdout);
    assert!(review.starts_with("# Review of a tool list: `standard input`\n") && review.contains("## 1. `wipe`\n"));
}

#[test]
fn what_is_wrong_is_told_with_the_file_and_nothing_is_printed() {
    let output = run(&["--tools", "-"], b"{}");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    let told = text(output.stderr);
    assert!(told.starts_with("checklist: standard input: there is no list: expected "), "{told}");
    let output = run(&["--tools", "/nowhere/tools.json"], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(output.stderr).starts_with("checklist: /nowhere/tools.json: "));
}

/// Whatever else is an array: its entries are reviewed as the worst of tools, and the list is said to be none.
#[test]
fn entries_without_a_name_are_told_and_end_with_a_failure() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/tools.json"));
    let output = run(&["--tools", folder.to_str().unwrap()], b"");
    assert_eq!(output.status.code(), Some(1));
    let told = text(output.stderr);
    assert!(told.contains("tools.json: 4 of 4 entries have no name; each should be a tool"), "{told}");
    let output = run(&["--tools", "-"], br#"[{"name": "wipe"}, {"nmae": "list"}, {"name": "list"}]"#);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(output.stderr).contains("-: 1 of 3 entries have no name"));
    assert!(text(output.stdout).contains("## 1. `wipe`\n"), "the rest is reviewed all the same");
}

#[test]
fn more_than_the_limit_is_not_read() {
    let long = vec![b' '; twogates_checklist::review::MAX_BYTES + 2];
    let output = run(&["--tools", "-"], &long[..long.len() - 1]);
    assert_eq!(text(output.stderr), "checklist: standard input: the list has more than 16777216 bytes\n");
}

/// Names of files and of members are somebody else's text.
#[test]
fn what_is_wrong_is_told_on_one_safe_line() {
    let hostile = "\u{1b}]0;p\u{7}\u{9b}31m\u{202e}\r\nforged";
    let twice = format!(r#"{{"{0}":1,"{0}":2}}"#, r"\u001b]0;p\u0007\u009b31m\u202e\r\nforged");
    for output in [
        run(&["--tools", &format!("/nowhere/{hostile}")], b""),
        run(&["--tools", "-"], twice.as_bytes()),
        run(&[hostile], b""),
    ] {
        let told = text(output.stderr);
        assert_eq!((output.status.code(), told.lines().count()), (Some(1), 1), "{told:?}");
        let unsafe_one = told.trim_end_matches('\n').chars().find(|one| one.is_control() || *one == '\u{202e}');
        assert_eq!(unsafe_one, None, "{told:?}");
    }
}
