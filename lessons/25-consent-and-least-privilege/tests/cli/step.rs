//! `--step`: one entry at a time.

use crate::session::{misfits, printed, run_at};

const HINT: &str = "Enter shows the next entry, q stops.";

/// The lines that are not empty.
fn lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.is_empty()).collect()
}

/// The lines of the entries: those behind the hint.
fn stepped(arguments: &str, typed: &str) -> Vec<String> {
    let output = printed(&format!("{arguments} --step"), typed);
    let (_, entries) = output.split_once(&format!("{HINT}\n")).unwrap();
    lines(entries).into_iter().map(str::to_owned).collect()
}

#[test]
fn input_that_ends_goes_through_to_the_end() {
    let output = printed("--step", "");
    let without_hint: Vec<&str> = lines(&output).into_iter().filter(|line| *line != HINT).collect();
    assert_eq!(without_hint, lines(&printed("", "")));
    assert_eq!(misfits(&output), [""; 0]);
    let act = stepped("--act liar", "");
    assert_eq!(act, lines(&printed("--act liar", "")));
}

#[test]
fn each_enter_shows_one_more_entry_until_q() {
    let whole = stepped("--act liar", "");
    let first = stepped("--act liar", "q\n");
    assert!(first[0].starts_with("── 17 ") && !first.iter().any(|line| line.starts_with("  2  ")));
    for (typed, last) in [("\nq\n", 2), ("\n\nq\n", 3), ("\n x \n\nq\n\n\n\n", 4)] {
        let shown = stepped("--act liar", typed);
        let numbers: Vec<&String> = shown.iter().filter(|line| line.get(..5).is_some_and(is_number)).collect();
        assert_eq!(numbers.len(), last - 1, "{typed:?}");
        assert!(numbers[last - 2].starts_with(&format!("  {last}  ")));
        // What was typed is shown, for the input is no terminal.
        assert_eq!(shown.last().unwrap(), "q");
        let entries: Vec<&String> = shown.iter().filter(|line| !["q", "x"].contains(&line.as_str())).collect();
        assert_eq!(entries, whole.iter().take(entries.len()).collect::<Vec<_>>());
    }
}

fn is_number(start: &str) -> bool {
    start.trim().parse::<u32>().is_ok()
}

#[test]
fn the_last_entry_is_the_end() {
    // As many lines as there are entries to wait behind, and one more that nobody reads.
    let entries = printed("--act read --json", "").lines().count();
    let typed = "\n".repeat(entries - 1) + "q\n";
    let output = printed("--act read --step", &typed);
    assert!(!output.contains("\nq\n"), "{output}");
    let (_, remembered) = output.rsplit_once("\n  >  ").unwrap();
    let words = remembered.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!((words.as_str(), remembered.ends_with('\n')), (rules::call::WHO_IS_ASKED.sentence, true));
}

#[test]
fn at_a_terminal_what_is_typed_is_not_shown_twice() {
    let shown = run_at("--act read --step", b"\nq\n", false, false).good("--step").output;
    assert!(!shown.contains("\nq\n"));
    assert!(shown.contains(" 17  model"));
    assert!(!shown.contains(" 18  "));
}
