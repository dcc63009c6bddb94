//! The real program.

use crate::session::{printed, run_into_closed};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::process::{Command, Output, Stdio};

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lesson-25"));
    command.args(arguments).env_remove("NO_COLOR").stdin(Stdio::null());
    command
}

fn text(output: &Output) -> (String, String) {
    (String::from_utf8(output.stdout.clone()).unwrap(), String::from_utf8(output.stderr.clone()).unwrap())
}

#[test]
fn it_prints_what_the_library_prints() {
    for arguments in [&[][..], &["--json"], &["--act", "liar"], &["--explain", "27"], &["--help"], &["--list"]] {
        let output = program(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}");
        assert_eq!(text(&output), (printed(&arguments.join(" "), ""), String::new()), "{arguments:?}");
    }
}

#[test]
fn it_is_plain_at_a_pipe_whatever_no_color_says() {
    for no_color in ["", "0", "1"] {
        let output = program(&["--act", "liar"]).env("NO_COLOR", no_color).output().unwrap();
        assert_eq!(text(&output).0, printed("--act liar", ""));
    }
}

#[test]
fn what_is_typed_reaches_it_and_is_shown() {
    let mut child = program(&["--ask", "--act", "decline"]);
    let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"maybe\nyes\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(text(&output).0, printed("--ask --act decline", "maybe\nyes\n"));
    assert!(text(&output).0.contains("or cancel? maybe\nThat was not understood."));
}

#[test]
fn wrong_arguments_end_with_code_2_and_leave_standard_output_empty() {
    for (arguments, sentence) in [
        (&["--frobnicate"][..], "There is no option \"--frobnicate\".\nType cargo run -- --help\n"),
        (&["--act", "lair"], "There is no act \"lair\". --list shows all acts.\n"),
        (&["--without", "lair"], "There is no defence \"lair\". --list shows all defences.\n"),
        (&["--explain", "9999"], "There is no entry 9999. There are entries 1 to "),
        (&["--ask", "--attack"], "--ask and --attack do not go together.\n"),
    ] {
        let output = program(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let (out, errors) = text(&output);
        assert_eq!(out, "", "{arguments:?}");
        assert!(errors.starts_with(sentence), "{arguments:?}: {errors}");
    }
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_no_text_is_an_argument_that_is_not_known() {
    use std::os::unix::ffi::OsStrExt;
    let output = program(&[]).arg(std::ffi::OsStr::from_bytes(b"--\xff")).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output).1.starts_with("There is no option \"--\u{fffd}\"."));
}

#[test]
fn whoever_stops_reading_has_read_enough() {
    // Each of these waits for its input behind what it printed, so that the reader is surely gone when it goes on.
    for arguments in [&["--step"][..], &["--ask"], &["--attack"], &["--which-gate"]] {
        let mut command = program(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        assert!(!first.is_empty());
        child.stdin.take().unwrap().write_all(b"yes\n\n").unwrap();
        let mut errors = String::new();
        child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert!(child.wait().unwrap().success(), "{arguments:?}: {errors}");
        assert_eq!(errors, "", "{arguments:?}");
    }
}

#[test]
fn a_closed_pipe_is_told_apart_from_other_failures_in_every_mode() {
    for arguments in [
        "",
        "--json",
        "--step",
        "--ask",
        "--attack",
        "--which-gate",
        "--explain 27",
        "--list",
        "--help",
        "--without scope",
    ] {
        let error = run_into_closed(arguments, "yes\n").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BrokenPipe, "{arguments}");
    }
}
