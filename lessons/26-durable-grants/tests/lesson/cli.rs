//! The command line.

use crate::program;
use lesson_26::acts::ACTS;
use lesson_26::cli::{Mode, Options};
use std::io::Write;
use std::process::{Command, Output, Stdio};
use wire::Entry;

fn read(arguments: &[&str]) -> Result<Options, String> {
    let arguments: Vec<String> = arguments.iter().map(|argument| (*argument).to_owned()).collect();
    Options::read(program(), &arguments).map_err(|wrong| wrong.to_string())
}

/// What the program prints, with this typed.
fn run(arguments: &[&str], typed: &str) -> Output {
    let mut command = Command::new(program());
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn printed(arguments: &[&str], typed: &str) -> String {
    let output = run(arguments, typed);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn options_are_read_and_slips_are_named() {
    let options = read(&["--json", "--act=still", "--without", "snapshot,single-use"]).unwrap();
    assert_eq!((options.mode, options.act.unwrap().number, options.without.len()), (Mode::Json, 3, 2));
    assert_eq!(read(&["--explain", "7"]).unwrap().mode, Mode::Explain(7));
    assert_eq!(read(&["--bogus", "--help"]).unwrap().mode, Mode::Help);
    for (arguments, wrong) in [
        (
            &["--act", "stil"][..],
            "There is no act \"stil\". --list shows all acts.\nType cargo run -p lesson-26 -- --act still",
        ),
        (&["still"], "There is no option \"still\".\nType cargo run -p lesson-26 -- --act still"),
        (&["snapshot"], "There is no option \"snapshot\".\nType cargo run -p lesson-26 -- --without snapshot"),
        (&["--jsom"], "There is no option \"--jsom\".\nType cargo run -p lesson-26 -- --json"),
        (&["--act"], "--act needs a value.\nType cargo run -p lesson-26 -- --act still"),
        (&["--explain", "01"], "\"01\" is not the number of an entry.\nType cargo run -p lesson-26 -- --explain 9"),
    ] {
        assert_eq!(read(arguments).unwrap_err(), wrong);
    }
    for arguments in [
        &["--json", "--step"][..],
        &["--json", "--json"],
        &["--json=yes"],
        &["--list", "--act", "still"],
        &["--act", "still", "--act", "ours"],
        &["--without", "scope"],
    ] {
        assert!(read(arguments).is_err(), "{arguments:?}");
    }
    assert_eq!(run(&["--bogus"], "").status.code(), Some(2));
}

#[test]
fn every_entry_is_printed_and_is_json() {
    let lines = printed(&["--json"], "");
    let entries: Vec<Entry> = lines.lines().map(|line| Entry::read(line).unwrap()).collect();
    assert!(entries.iter().zip(1..).all(|(entry, number)| entry.number == number));
    let text = printed(&[], "");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "a line is too long");
    for act in ACTS {
        assert!(text.contains(&format!("── {} ", act.number)), "{}", act.name);
    }
    // Time does not go back from one act to the next.
    let begins: Vec<u64> =
        ACTS.iter().map(|act| entries.iter().find(|entry| entry.act == act.name).unwrap().at_ms).collect();
    assert!(begins.is_sorted(), "{begins:?}");
}

#[test]
fn a_list_a_help_and_an_explanation_are_printed() {
    let list = printed(&["--list"], "");
    assert!(ACTS.iter().all(|act| list.contains(act.name)) && list.contains("snapshot"));
    assert!(list.lines().chain(printed(&["--help"], "").lines()).all(|line| line.chars().count() <= 80));
    assert!(printed(&["--explain", "3", "--act", "ours"], "").contains("CALL-03"));
    let none = run(&["--explain", "999", "--act", "ours"], "");
    assert_eq!(none.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&none.stderr).contains("There is no entry 999 of act ours."));
}

#[test]
fn whoever_sits_in_for_alice_decides() {
    for (act, words) in [("ours", "no"), ("deployment", "decline"), ("redelivered", "cancel"), ("restart", "no")] {
        let said = printed(&["--ask", "--act", act], &format!("{words}\n"));
        assert!(said.contains("yes, no (in the form), decline, or cancel?"), "{act}");
        assert!(!said.contains("deleted notes.txt"), "{act}: {said}");
    }
    assert!(printed(&["--ask", "--act", "ours"], "yes\n").contains("deleted notes.txt"));
    assert!(printed(&["--step", "--act", "friday"], "\nq\n").contains("Enter shows the next entry"));
}

#[test]
fn the_second_process_refuses_what_it_does_not_know() {
    for told in ["", "{}", "{\"place\": 3}"] {
        assert_eq!(run(&["--second-process"], told).status.code(), Some(1), "{told:?}");
    }
}
