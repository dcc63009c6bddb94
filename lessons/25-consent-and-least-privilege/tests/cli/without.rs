//! `--without`: what comes through with a defence off.

use crate::session::{misfits, printed, words};
use lesson_25::acts::ACTS;
use lesson_25::attacks;
use rules::Defence;

#[test]
fn each_defence_shows_a_difference_and_what_came_of_it() {
    for defence in attacks::defences() {
        let output = printed(&format!("--without {}", defence.name()), "");
        assert_eq!(misfits(&output), [""; 0], "{defence:?}");
        let verdicts = output.matches(&format!("     Without {}, ", defence.name())).count();
        let attacks: Vec<_> = attacks::of(defence).collect();
        assert_eq!(verdicts, attacks.len(), "{defence:?}");
        for attack in attacks {
            assert!(output.contains(&format!("── {}", attack.shows.split(' ').next().unwrap())), "{}", attack.name);
        }
        assert!(output.contains("── with every defence on; differs in "), "{defence:?}");
        assert!(output.contains("── with a defence off ──"), "{defence:?}");
        let came =
            output.contains("     Came through:\n       - ") || output.contains("     No longer works:\n       - ");
        assert!(came, "nothing came of {defence:?}");
        assert!(output.contains("     The world after:\n       - lab: files: "), "{defence:?}");
    }
}

#[test]
fn it_names_what_came_through_and_where_the_runs_part() {
    let output = printed("--without principal", "");
    assert!(output.starts_with("── Alice is asked, and Bob says yes ──"), "{output}");
    let end = "\
     Without principal, it goes another way from message 5 on.
     Came through:
       - lab: deleted notes.txt
     The world after:
       - lab: files: payroll/june.csv (29 bytes), report.csv (36 bytes)
       - lab: payments: none
       - lab: queries sent out: none
";
    assert!(output.contains(end), "{output}");
    assert!(output.contains("\n*   5  server → bob's host  error -32602"), "{output}");
}

#[test]
fn a_line_of_defence_that_holds_alone_is_named() {
    let output = printed("--without arguments", "");
    assert!(output.contains("     Without arguments, nothing came through: snapshot still holds.\n"), "{output}");
    let both = printed("--without arguments,snapshot", "");
    assert!(both.contains("       - lab: deleted report.csv\n"), "{both}");
    // Each attack of either defence, and nothing twice for a defence that is named twice.
    assert_eq!(both, printed("--without arguments,snapshot,arguments", ""));
}

#[test]
fn an_escaped_text_is_shown_as_it_was_shown_to_the_person() {
    let output = printed("--without safe-rendering", "");
    assert!(output.contains(r#"- lab: sent out "weather\"\nResource: nothing here changes;"#), "{output}");
}

#[test]
fn an_act_that_does_not_need_the_defence_says_that_nothing_differs() {
    let output = printed("--act read --without principal", "");
    assert!(output.starts_with("── 3 A closed-world read ──"), "{output}");
    assert!(output.contains("\n     Without principal, nothing differs.\n"), "{output}");
    assert!(!output.contains("first difference"), "{output}");
}

#[test]
fn every_act_can_be_played_without_every_defence() {
    let all: Vec<&str> = attacks::defences().map(Defence::name).collect();
    for act in ACTS {
        let output = printed(&format!("--act {} --without {}", act.name, all.join(",")), "");
        assert_eq!(misfits(&output), [""; 0], "{}", act.name);
        let said = words(&output).join(" ");
        assert!(said.contains(&format!("Without {}", all[..2].join(" and "))), "{}", act.name);
    }
    assert!(printed("--act changed-argument --without arguments,snapshot", "").contains("- lab: deleted report.csv"));
}
