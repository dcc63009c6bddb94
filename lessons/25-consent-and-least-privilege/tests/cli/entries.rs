//! `--json` and `--explain`.

use crate::session::{misfits, printed, run};
use lesson_25::acts::ACTS;
use print::Printer;
use std::process::ExitCode;
use wire::Entry;

fn entries(arguments: &str) -> Vec<Entry> {
    let lines = printed(&format!("{arguments} --json"), "");
    lines.lines().map(|line| Entry::read(line).unwrap_or_else(|wrong| panic!("{wrong}: {line}"))).collect()
}

#[test]
fn the_entries_are_what_is_printed() {
    let printer = Printer::default();
    let main = entries("");
    let legend = "…3 stands for three members that are not shown; --explain N shows entry N whole.\n";
    assert_eq!(format!("{}{legend}\n{}", printer.map(&main), printer.transcript(&main)), printed("", ""));
    for act in ACTS {
        let arguments = format!("--act {}", act.name);
        let own = entries(&arguments);
        // An act of the main path may go back to an act before it.
        let all = if act.main { &main } else { &own };
        let lines = own.iter().flat_map(|entry| printer.lines_of(entry.number, all));
        assert_eq!(lines.map(|line| line + "\n").collect::<String>(), printed(&arguments, ""), "{}", act.name);
        let in_main: Vec<&Entry> = main.iter().filter(|entry| entry.act == act.name).collect();
        assert_eq!(act.main.then(|| own.iter().collect()), act.main.then_some(in_main), "{}", act.name);
    }
}

#[test]
fn the_entries_are_numbered_from_1_and_each_is_written_as_it_was_read() {
    let lines = printed("--json", "");
    for (number, line) in (1..).zip(lines.lines()) {
        let entry = Entry::read(line).unwrap();
        assert_eq!(entry.number, number);
        assert_eq!(entry.line(), line);
    }
}

#[test]
fn a_defence_that_is_off_is_off_for_entries_too() {
    let arguments = "--act changed-argument --without arguments,snapshot";
    assert!(run(arguments, "").output.contains("deleted report.csv"));
    let entries = entries(arguments);
    assert!(entries.iter().any(|entry| entry.text == ["deleted report.csv"]));
    let stepped = run(&format!("{arguments} --step"), "");
    assert_eq!(stepped.effects(), ["deleted report.csv"]);
}

#[test]
fn an_entry_is_explained_whole_with_each_rule_that_it_cites() {
    let all = entries("");
    for number in [1, 2, 3, 13, 25, 27, 38, 54, 55, 58, 62, 76, 77, 80, 91] {
        let text = printed(&format!("--explain {number}"), "");
        let entry = &all[number - 1];
        assert_eq!(misfits(&text), [""; 0], "{number}");
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let of_gate = entry.gate.iter().flat_map(|gate| &gate.rules);
        let of_violation = entry.violation.iter().flat_map(|violation| &violation.rules);
        for id in of_gate.chain(of_violation) {
            let rule = rules::find(id).unwrap();
            assert!(words.contains(id.as_str()) && words.contains(rule.sentence), "{number}: {id}");
        }
        assert!(!text.contains("…1}") && !text.contains("characters), …"), "{number} is folded");
    }
    // A state that is folded in the transcript stands there whole, across as many lines as it takes.
    let state = all[26].message.as_ref().unwrap().pointer("/params/requestState").unwrap().as_str().unwrap();
    let explained: String = printed("--explain 27", "").split_whitespace().collect();
    assert!(explained.contains(state));
}

/// With a defence off, it is the main path whose numbers count, as for --step and --json; and it is said.
#[test]
fn without_a_defence_an_entry_of_the_main_path_is_explained() {
    let text = printed("--explain 9 --without single-use,scope", "");
    let (said, entry) = text.split_once("\n\n").unwrap();
    assert_eq!(said, "The main path without single-use and scope:");
    assert_eq!(entry, printed("--explain 9", ""));
    assert!(!printed("--explain 5 --act liar --without scope", "").contains("The main path"));
}

#[test]
fn an_act_explains_its_own_entries_by_the_numbers_that_it_prints() {
    assert_eq!(printed("--explain 76 --act payment", ""), printed("--explain 76", ""));
    let liar = printed("--explain 5 --act liar", "");
    assert!(liar.contains("wants delete_file"), "{liar}");
}

#[test]
fn an_entry_that_is_not_there_is_no_success() {
    let all = entries("").len();
    for number in ["0".to_owned(), (all + 1).to_string(), u32::MAX.to_string()] {
        let session = run(&format!("--explain {number}"), "");
        assert!(session.ended(ExitCode::from(2)));
        assert_eq!(
            session.errors,
            format!("There is no entry {number}. There are entries 1 to {all}.\nType cargo run -- --explain {all}\n")
        );
        assert_eq!(session.output, "");
    }
    assert!(run(&format!("--explain {all}"), "").ended(ExitCode::SUCCESS));
    // An act of the main path has no entries beyond its own.
    assert!(run("--explain 76 --act decline", "").ended(ExitCode::from(2)));
}

#[test]
fn an_entry_of_another_act_is_none_of_this_one() {
    for (line, said) in [
        ("--explain 3 --act 5", "There is no entry 3 of act decline. There are entries 32 to 40."),
        ("--explain 300 --act liar", "There is no entry 300 of act liar. There are entries 1 to 17."),
        ("--explain 0", "There is no entry 0. There are entries 1 to 94."),
    ] {
        let session = run(line, "");
        assert!(session.ended(ExitCode::from(2)), "{line}");
        assert_eq!(session.errors.lines().next(), Some(said), "{line}");
        assert_eq!(session.output, "");
        // And what is offered is there.
        let offered = session.errors.lines().nth(1).unwrap().strip_prefix("Type cargo run -- ").unwrap().to_owned();
        assert!(run(&offered, "").ended(ExitCode::SUCCESS), "{offered}");
    }
    assert!(run("--explain 32 --act 5", "").ended(ExitCode::SUCCESS));
    assert!(run("--explain 40 --act 5", "").ended(ExitCode::SUCCESS));
}
