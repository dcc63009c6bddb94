//! Every printed line is rendered from a recorded entry.

use crate::made::{bare, call};
use crate::sample::sample;
use print::Printer;
use serde_json::json;
use wire::Entry;
use wire::entry::Kind;

/// Whether one entry goes back to another by `answers`.
fn goes_back(entry: &Entry, to: u32, all: &[Entry]) -> bool {
    let answered = entry.answers.and_then(|number| all.iter().find(|other| other.number == number));
    answered.is_some_and(|other| other.number == to || goes_back(other, to, all))
}

#[test]
fn the_transcript_is_the_lines_of_its_entries() {
    let all = sample();
    for fold in [true, false] {
        let printer = Printer { fold, ..Printer::default() };
        let lines: Vec<String> = all.iter().flat_map(|entry| printer.lines_of(entry.number, &all)).collect();
        assert_eq!(printer.transcript(&all), lines.iter().map(|line| format!("{line}\n")).collect::<String>());
        for entry in &all {
            let lines = printer.lines_of(entry.number, &all);
            let mut own = printer.entry(entry, &all);
            assert!(!own.is_empty());
            // An empty line stands behind what a reader may stop at: not between a request and its answer.
            let request = entry.message.as_ref().is_some_and(|message| message.get("method").is_some());
            assert_eq!(lines.last().is_some_and(String::is_empty), own != lines);
            assert!(!request || own == lines, "{}", entry.number);
            if own != lines {
                own.push(String::new());
            }
            assert_eq!(own, lines);
        }
    }
}

#[test]
fn without_an_entry_exactly_its_lines_are_gone() {
    let all = sample();
    let printer = Printer::default();
    let mut derived = 0;
    for gone in &all {
        let left: Vec<Entry> = all.iter().filter(|entry| entry.number != gone.number).cloned().collect();
        assert!(printer.lines_of(gone.number, &left).is_empty());
        let mut expected = String::new();
        for entry in &left {
            let lines = printer.lines_of(entry.number, &left);
            if lines != printer.lines_of(entry.number, &all) {
                assert!(goes_back(entry, gone.number, &all), "{} changed with {}", entry.number, gone.number);
                derived += 1;
            }
            expected.extend(lines.iter().map(|line| format!("{line}\n")));
        }
        assert_eq!(printer.transcript(&left), expected);
    }
    assert!(derived > 20, "only {derived} entries derive anything");
}

#[test]
fn an_entry_that_nobody_answers_takes_nothing_else_with_it() {
    let all = sample();
    let printer = Printer::default();
    let (lonely, left): (Vec<Entry>, Vec<Entry>) = all.iter().cloned().partition(|entry| entry.kind == Kind::Note);
    assert_eq!(lonely.len(), 7);
    let text = printer.transcript(&all);
    let notes: usize = lonely.iter().map(|note| printer.lines_of(note.number, &all).len()).sum();
    assert_eq!(printer.transcript(&left).lines().count(), text.lines().count() - notes);
}

#[test]
fn an_answer_comes_later_than_what_it_answers() {
    let first = call(1, Some(2), json!({"name": "a"}));
    let second = call(2, Some(2), json!({"name": "b"}));
    let all = [first, second];
    for entry in &all {
        assert!(!Printer::default().entry(entry, &all).join("\n").contains("retry"), "{entry:?}");
    }
}

#[test]
fn nothing_is_printed_of_nothing() {
    let printer = Printer::default();
    assert_eq!(printer.transcript(&[]), "");
    assert_eq!(printer.transcript(&[bare(1, Kind::Note)]), "");
    assert!(printer.lines_of(1, &[]).is_empty());
    assert_eq!(printer.map(&sample()[1..3]), "");
}

#[test]
fn the_sample_is_dense_enough_for_a_whole_lesson() {
    let all = sample();
    let lines = Printer::default().transcript(&all).lines().count();
    // 65 entries have 470 lines.
    assert!(lines * 65 < all.len() * 470, "{lines} lines for {} entries", all.len());
}
