//! What is printed without anything asked for, and of single acts.

use crate::session::{misfits, printed, run, run_at, words};
use lesson_25::acts::ACTS;
use lesson_25::cli::Options;
use std::process::ExitCode;

const SHIPPED: &str = include_str!("../../../../outputs/lesson-25.txt");
const SHIPPED_ENTRIES: &str = include_str!("../../../../outputs/lesson-25.jsonl");

#[test]
fn the_main_path_fits_500_lines_of_80_columns_without_escape_codes() {
    let transcript = printed("", "");
    assert!(transcript.lines().count() <= 500, "{} lines", transcript.lines().count());
    assert_eq!(misfits(&transcript), [""; 0]);
}

#[test]
fn every_act_fits_80_columns_without_escape_codes() {
    for act in ACTS {
        let (by_name, by_number) =
            (printed(&format!("--act {}", act.name), ""), printed(&format!("--act={}", act.number), ""));
        assert_eq!(misfits(&by_name), [""; 0], "{}", act.name);
        assert_eq!(by_name, by_number);
        assert!(by_name.starts_with(&format!("── {} ", act.number)), "{}", act.name);
        assert!(by_name.lines().count() > 5, "{}", act.name);
    }
}

#[test]
fn two_runs_print_the_same_bytes_and_they_are_what_is_shipped() {
    assert_eq!(printed("", ""), printed("", ""));
    assert_eq!(printed("", ""), SHIPPED);
    assert_eq!(printed("--json", ""), printed("--json", ""));
    assert_eq!(printed("--json", ""), SHIPPED_ENTRIES);
}

#[test]
fn it_begins_with_a_map_whose_every_row_leads_to_an_entry() {
    let transcript = printed("", "");
    let (map, rest) = transcript.split_once("\n\n").unwrap();
    let (map, legend) = map.rsplit_once('\n').unwrap();
    assert!(legend.contains("--explain N"), "{legend}");
    let rows: Vec<&str> = map.lines().collect();
    assert_eq!(words(rows[0]), ["act", "call", "gate", "verdict", "entry"]);
    let main: Vec<_> = ACTS.iter().filter(|act| act.main).collect();
    assert_eq!(rows.len(), 1 + main.len());
    let parts: Vec<&str> = rest.split("\n── ").collect();
    assert_eq!(parts.len(), main.len());
    for ((row, act), part) in rows[1..].iter().zip(main).zip(parts) {
        let (first, last) = (words(row).remove(0), words(row).pop().unwrap());
        assert_eq!(first, act.number.to_string());
        let head = format!("\n{last:>3}  ");
        assert!(part.contains(&head), "{row}");
        let verdict = words(row).into_iter().rev().nth(1).unwrap();
        let entry = part.split_once(&head).unwrap().1.split("\n\n").next().unwrap();
        assert!(entry.contains(&verdict), "{row} leads to {entry}");
    }
}

#[test]
fn it_ends_with_what_to_type_next_and_each_of_it_works() {
    let transcript = printed("", "");
    let (_, end) = transcript.split_once("What to type next:\n").unwrap();
    let commands: Vec<&str> = end.lines().filter_map(|line| line.trim().strip_prefix("cargo run -- ")).collect();
    assert_eq!(commands.len(), end.lines().filter(|line| !line.trim().is_empty()).count());
    let flags: Vec<String> = commands.iter().map(|command| words(command).remove(0)).collect();
    assert_eq!(flags, ["--ask", "--attack", "--without", "--explain", "--act"]);
    for command in commands {
        // Two spaces or more stand between a command and what it does.
        let arguments = command.split("  ").next().unwrap();
        Options::read(&words(arguments)).unwrap();
        assert!(printed(arguments, "").lines().count() > 10, "{arguments}");
    }
}

#[test]
fn colour_only_repeats_what_the_words_say() {
    for arguments in
        ["", "--act liar", "--explain 27", "--without principal", "--attack", "--ask", "--step", "--which-gate"]
    {
        let (plain, coloured) = (printed(arguments, ""), run_at(arguments, b"", true, true).good(arguments).output);
        assert!(coloured.contains("\u{1b}["), "{arguments}");
        assert_eq!(bare(&coloured), plain, "{arguments}");
    }
}

/// A text without its escape codes.
fn bare(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |bare, part| bare + part.split_once('m').unwrap().1)
}

#[test]
fn an_act_of_the_main_path_keeps_the_numbers_that_it_has_there() {
    let whole = printed("", "");
    for act in ACTS.iter().filter(|act| act.main) {
        let alone = printed(&format!("--act {}", act.name), "");
        assert!(whole.contains(alone.trim_end()), "{}", act.name);
    }
}

#[test]
fn help_stands_on_one_screen() {
    let help = printed("--help", "");
    assert!(help.lines().count() <= 24);
    assert_eq!(misfits(&help), [""; 0]);
    assert_eq!(printed("-h", ""), help);
    // Even where the rest is wrong.
    assert_eq!(printed("--act --help", ""), help);
    assert_eq!(printed("--frobnicate -h --json", ""), help);
    let options =
        ["--act", "--list", "--step", "--explain", "--json", "--ask", "--attack", "--without", "--which-gate"];
    assert!(options.iter().all(|option| help.contains(option)));
    for line in help.lines().filter_map(|line| line.strip_prefix("  cargo run")) {
        let arguments = line.split("   ").next().unwrap().replace("NAME", "liar");
        let arguments: Vec<String> = words(&arguments).into_iter().filter(|word| word != "--").collect();
        assert!(run(&arguments.join(" "), "").ended(ExitCode::SUCCESS), "{line}");
    }
}
