//! `--list`.

use crate::session::{misfits, printed, words};
use lesson_25::acts::ACTS;
use lesson_25::attacks;
use rules::Defence;

#[test]
fn every_act_and_every_defence_is_listed_once_with_what_it_is_about() {
    let list = printed("--list", "");
    assert_eq!(misfits(&list), [""; 0]);
    let (acts, defences) = list.split_once("\n\n").unwrap();
    let named = |text: &str, at: usize| -> Vec<String> {
        let rows = text.lines().skip(1).filter(|line| !line.starts_with("      "));
        rows.map(|row| words(row).swap_remove(at)).collect()
    };
    assert_eq!(named(acts, 0), ACTS.iter().map(|act| act.number.to_string()).collect::<Vec<_>>());
    assert_eq!(named(acts, 1), ACTS.iter().map(|act| act.name).collect::<Vec<_>>());
    assert_eq!(named(defences, 0), attacks::defences().map(Defence::name).collect::<Vec<_>>());
    let text = |text: &str| words(text).join(" ");
    for act in ACTS {
        assert!(text(acts).contains(&format!("{} {} {}", act.number, act.name, act.shows)), "{}", act.name);
    }
    for defence in attacks::defences() {
        let stops = defence.stops().strip_prefix("Stops ").and_then(|stops| stops.strip_suffix('.')).unwrap();
        assert!(text(defences).contains(&format!("{} {stops}", defence.name())), "{defence:?}");
    }
}

#[test]
fn a_long_line_goes_on_below_its_text() {
    let list = printed("--list", "");
    let lines: Vec<&str> = list.lines().skip_while(|line| !line.contains("changed-argument")).take(2).collect();
    assert_eq!(
        lines,
        [
            "   7  changed-argument  a valid state on another file: refused, and the honest",
            "                        one still works"
        ]
    );
    // 80 columns are used to the last.
    let longest = list.lines().map(|line| line.chars().count()).max();
    assert_eq!(longest, Some(80));
}
