//! Every printed line comes from a recorded entry: take an entry away, and its lines go with it.

use crate::session::printed;
use print::Printer;
use std::collections::BTreeMap;
use wire::Entry;

fn recorded() -> Vec<Entry> {
    printed("--json", "").lines().map(|line| Entry::read(line).unwrap()).collect()
}

/// Whether an entry goes back to another, by what it answers.
fn goes_back_to(entry: &Entry, other: u32, all: &[Entry]) -> bool {
    let answered = entry.answers.and_then(|number| all.iter().find(|entry| entry.number == number));
    answered.is_some_and(|answered| answered.number == other || goes_back_to(answered, other, all))
}

#[test]
fn without_an_entry_exactly_its_lines_are_gone() {
    let printer = Printer::default();
    let all = recorded();
    let lines: BTreeMap<u32, Vec<String>> =
        all.iter().map(|entry| (entry.number, printer.lines_of(entry.number, &all))).collect();
    assert!(lines.len() > 80 && lines.values().all(|lines| !lines.is_empty()));
    for gone in &all {
        let left: Vec<Entry> = all.iter().filter(|entry| entry.number != gone.number).cloned().collect();
        let mut expected = Vec::new();
        for entry in &left {
            let before = &lines[&entry.number];
            if goes_back_to(entry, gone.number, &all) {
                // What is said of it beside its own content may go back to what is gone. It stays where it was.
                let after = printer.lines_of(entry.number, &left);
                assert_eq!(before[0].get(..5), after[0].get(..5), "entry {}", entry.number);
                expected.extend(after);
            } else {
                expected.extend(before.iter().cloned());
            }
        }
        let transcript = printer.transcript(&left);
        assert_eq!(transcript.lines().collect::<Vec<_>>(), expected, "without {}", gone.number);
    }
}

#[test]
fn without_an_act_its_row_is_gone_from_the_map() {
    let printer = Printer::default();
    let all = recorded();
    let map = printer.map(&all);
    for act in lesson_25::acts::ACTS.iter().filter(|act| act.main) {
        let left: Vec<Entry> = all.iter().filter(|entry| entry.act != act.name).cloned().collect();
        let start = format!("{:>2}  ", act.number);
        let rows: Vec<&str> = map.lines().filter(|row| !row.starts_with(&start)).collect();
        assert_eq!(printer.map(&left).lines().collect::<Vec<_>>(), rows, "{}", act.name);
        assert_eq!(rows.len(), 11);
    }
}
