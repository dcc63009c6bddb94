//! The map, one entry explained, and the first difference of two runs.

use crate::made::{bare, call, http, mcp, result};
use crate::sample::sample;
use crate::story::gate;
use print::{Difference, Printer};
use serde_json::json;
use wire::Entry;
use wire::entry::Kind;

fn act(number: u32, title: &str) -> Entry {
    bare(number, Kind::Note).said([format!("# {title}")])
}

fn decided(mut entry: Entry, by: &str, verdict: &str) -> Entry {
    entry.gate = gate(by, verdict, "", &[]);
    entry
}

fn rows(all: &[Entry]) -> Vec<String> {
    Printer::default().map(all).lines().map(str::to_owned).collect()
}

fn row(title: &str, call: &str, gate: &str, verdict: &str, entry: &str) -> String {
    format!("{title:33}  {call:15}  {gate:10}  {verdict:9}  {entry:5}").trim_end().to_owned()
}

#[test]
fn a_row_says_which_gate_decided_last() {
    let all = [
        decided(call(1, None, json!({"name": "before"})), "gate one", "refused"),
        act(2, "1 asked"),
        decided(call(3, None, json!({"name": "delete_file"})), "host", "passed"),
        decided(result(4, 3, json!({})), "gate two", "asked"),
        call(5, None, json!({"name": "later"})),
        act(6, "12  over"),
        decided(mcp(7, None, json!({"method": "tools/list"})), "gate one", "passed"),
        act(8, "3 nothing decided"),
        call(9, None, json!({"name": "first"})),
        call(10, None, json!({"name": "last"})),
        bare(11, Kind::Effect),
        act(12, "no number"),
        decided(bare(13, Kind::Host), "client", "refused"),
        act(14, "14"),
    ];
    let expected = [
        row("act", "call", "gate", "verdict", "entry"),
        row(" 1  asked", "delete_file", "gate two", "asked", "4"),
        row("12  over", "tools/list", "gate one", "passed", "7"),
        row(" 3  nothing decided", "last", "", "", ""),
        row("no number", "", "client", "refused", "13"),
        row("14", "", "", "", ""),
    ];
    assert_eq!(rows(&all), expected);
}

#[test]
fn a_row_takes_one_line_whatever_is_in_it() {
    let long = "\u{202e}long ".repeat(20);
    let all = [act(1, &long), decided(call(4_000_000_000, None, json!({"name": long})), &long, &long)];
    assert_eq!(rows(&all).len(), 2);
    assert_eq!(rows(&all)[1].chars().count(), 80);
    let narrow = Printer { width: 40, ..Printer::default() };
    assert_eq!(narrow.map(&all).lines().count(), 2);
    let room = |title: usize| rows(&[act(1, &"t".repeat(title))])[1].clone();
    // Without calls and gates there is more room.
    assert_eq!(room(62), "t".repeat(62));
    assert_eq!(room(63), format!("{}…", "t".repeat(61)));
    let named = |title: usize| {
        let all = [act(1, &"t".repeat(title)), decided(call(2, None, json!({"name": "pay"})), "gate one", "passed")];
        let other = [act(3, "2"), decided(call(4, None, json!({"name": "pay"})), "grant", "spent")];
        rows(&all.into_iter().chain(other).collect::<Vec<_>>())[1].clone()
    };
    assert_eq!(named(33), row(&"t".repeat(33), "pay", "gate one", "passed", "2"));
    assert_eq!(named(34), row(&format!("{}…", "t".repeat(32)), "pay", "gate one", "passed", "2"));
}

#[test]
fn the_map_of_the_sample_fits_a_screen() {
    assert_eq!(rows(&sample()).len(), 6);
}

#[test]
fn explain_knows_only_what_was_recorded() {
    assert_eq!(Printer::default().explain(999, &sample()), None);
}

#[test]
fn explain_names_each_rule_once_and_says_when_there_is_none() {
    let mut entry = decided(bare(7, Kind::Effect), "gate two", "passed");
    entry.gate.as_mut().unwrap().rules = vec!["RS-01".into(), "XX-1".into(), "RS-01".into()];
    entry.text = vec!["ran".into()];
    entry.at_ms = 5;
    let text = Printer::default().explain(7, &[entry]).unwrap();
    let expected = "  7  host → server       ==> ran
     act main, 1970-01-01 00:00:00 UTC

     gate two    passed:                                        RS-01 XX-1 RS-01

";
    let rules = text.strip_prefix(expected).unwrap();
    let words = rules.split_whitespace().collect::<Vec<_>>().join(" ");
    let sentence = rules::state::HOSTILE.sentence;
    let told = format!("RS-01 MUST {sentence} basic/patterns/mrtr, Server Requirements 4 XX-1 no rule has this id");
    assert_eq!(words, told);
    assert!(rules.starts_with("     RS-01     MUST        ") && rules.contains("\n     XX-1      no rule"), "{rules}");
}

#[test]
fn explain_shows_the_request_line() {
    let entry = http(bare(7, Kind::Oauth), Some(&format!("GET /{}", "p".repeat(80))), None, &[]);
    let text = Printer::default().explain(7, &[entry]).unwrap();
    let lines: Vec<&str> = text.lines().rev().take(3).collect();
    assert_eq!(lines, ["     It cites no rule.", "", &format!("     GET /{}…", "p".repeat(69))]);
}

#[test]
fn explain_of_a_note_is_the_note() {
    let note = bare(7, Kind::Note).said(["Read this."]);
    assert_eq!(
        Printer::default().explain(7, &[note]).unwrap(),
        "     Read this.\n     act main, 1970-01-01 00:00:00 UTC\n"
    );
}

#[test]
fn explain_folds_nothing() {
    let all = sample();
    let printer = Printer { width: 2_000, ..Printer::default() };
    for entry in &all {
        let text = printer.explain(entry.number, &all).unwrap();
        assert!(!text.contains('…'), "{text}");
        for (name, value) in entry.http.iter().flat_map(|http| &http.headers.0) {
            assert!(text.contains(&format!("{name}: {value}")), "{text}");
        }
        for rule in entry.gate.iter().flat_map(|gate| &gate.rules) {
            assert!(text.contains(rules::find(rule).unwrap().sentence), "{text}");
        }
        for line in entry.text.iter().filter(|line| !line.starts_with(['>', '#'])) {
            assert!(text.contains(&**line), "{text}");
        }
    }
}

fn without(honest: &[Entry], weak: &[Entry]) -> Option<Difference> {
    Printer::default().without(honest, weak)
}

#[test]
fn the_same_story_has_no_difference() {
    assert_eq!(without(&sample(), &sample()), None);
    assert_eq!(without(&[], &[]), None);
}

#[test]
fn the_narrator_times_and_numbers_make_no_difference() {
    let honest: Vec<Entry> = sample().into_iter().filter(|entry| entry.kind != Kind::Note).collect();
    let mut weak = sample();
    for entry in &mut weak {
        entry.number += 100;
        entry.answers = entry.answers.map(|number| number + 100);
        entry.at_ms += 7;
        entry.act = "weak".into();
    }
    assert_eq!(without(&honest, &weak), None);
}

#[test]
fn each_part_makes_a_difference() {
    type Change = fn(&mut Entry);
    let changes: [(&str, Change); 11] = [
        ("kind", |entry| entry.kind = Kind::Host),
        ("sender", |entry| entry.from = "else".into()),
        ("receiver", |entry| entry.to = None),
        ("what it answers", |entry| entry.answers = None),
        ("what it answers", |entry| entry.answers = Some(24)),
        ("HTTP", |entry| entry.http = None),
        ("message", |entry| entry.message = None),
        ("text", |entry| entry.text = vec!["x".into()]),
        ("gate", |entry| entry.gate = None),
        ("violation", |entry| entry.violation = None),
        ("whether the model reads it", |entry| entry.model_reads = true),
    ];
    for (part, change) in changes {
        let mut honest = sample();
        let place = honest.iter().position(|entry| entry.number == 27).unwrap();
        honest[place].violation = honest[place - 1].violation.clone();
        let mut weak = honest.clone();
        change(&mut weak[place]);
        change(&mut weak[place + 1]);
        let difference = without(&honest, &weak).unwrap();
        assert_eq!((difference.honest, difference.weak), (Some(27), Some(27)));
        assert_eq!(difference.parts, [part]);
    }
}

#[test]
fn one_run_may_be_over_before_the_other() {
    let all = sample();
    let difference = without(&all[..4], &all[..3]).unwrap();
    assert_eq!(
        (difference.honest, difference.weak, difference.parts.as_slice()),
        (Some(4), None, ["the end"].as_slice())
    );
    assert!(difference.to_string().ends_with("\n*      nothing happens any more\n"), "{difference}");
    let difference = without(&all[..3], &all[..4]).unwrap();
    assert_eq!((difference.honest, difference.weak), (None, Some(4)));
}

#[test]
fn only_lines_that_differ_are_marked() {
    let honest = [decided(call(1, None, json!({"name": "a"})), "host", "asked")];
    let weak = [decided(honest[0].clone(), "host", "passed")];
    let expected = format!(
        "── with every defence on; differs in gate {line}
    1  host → server       tools/call a                                     id 1
       \"params\": {{\"name\": \"a\"}}
*      host        asked:
── with a defence off {rest}
    1  host → server       tools/call a                                     id 1
       \"params\": {{\"name\": \"a\"}}
*      host        passed:
",
        line = "─".repeat(38),
        rest = "─".repeat(58),
    );
    assert_eq!(without(&honest, &weak).unwrap().to_string(), expected);
}
