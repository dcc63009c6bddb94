//! `--which-gate`: what is shown before an answer and what after it, the score, and any end of the input.

use crate::session::{Session, misfits, run, run_at};
use lesson_25::which::{Exchange, ITEMS, Place};

const PROMPT: &str = "1 gate one, 2 gate two, 3 grant, 4 none? ";
const AGAIN: &str = "Type 1, 2, 3 or 4, or a name: gate one, gate two, grant, none. q stops.";

fn which(typed: &str) -> Session {
    run("--which-gate", typed).good(typed)
}

/// A text without its line breaks.
fn flowing(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn keys() -> Vec<Place> {
    ITEMS.iter().map(|item| Exchange::recorded(item.vector).unwrap().place().unwrap()).collect()
}

/// What somebody types who names these places.
fn typed(places: impl IntoIterator<Item = Place>) -> String {
    let number = |place| Place::ALL.iter().position(|other| *other == place).unwrap() + 1;
    places.into_iter().map(|place| format!("{}\n", number(place))).collect()
}

/// What is printed of each failure up to its prompt, and behind its prompt.
fn parts(session: &Session) -> Vec<(String, String)> {
    let parts = session.output.split("\n── ").skip(1).filter(|part| part.contains(" of 12 ─"));
    let parts = parts.map(|part| part.split_once(PROMPT).unwrap());
    parts.map(|(before, behind)| (flowing(before), flowing(behind))).collect()
}

/// The table behind the last heading, and what follows it.
fn score(session: &Session) -> (Vec<String>, String) {
    let (_, score) = session.output.split_once("── Your score ─").unwrap();
    let (table, rest) = score.split_once('\n').unwrap().1.split_once("\n\n").unwrap();
    (table.lines().map(flowing).collect(), flowing(rest))
}

#[test]
fn whoever_names_all_rightly_has_twelve_of_twelve() {
    let session = which(&typed(keys()));
    let (table, rest) = score(&session);
    assert_eq!(table, ["gate one 3 of 3", "gate two 3 of 3", "grant 3 of 3", "none 3 of 3", "all 12 of 12"]);
    assert_eq!(rest, "Now bring one about by yourself: cargo run -- --attack");
    let parts = parts(&session);
    assert_eq!(parts.len(), 12);
    for (item, (before, behind)) in ITEMS.iter().zip(parts) {
        assert!(before.contains(item.scene), "{before}");
        assert!(behind.contains("Yes.") && !behind.contains("No. "), "{behind}");
        for place in Place::ALL {
            assert_eq!(behind.matches(item.reason(place)).count(), 1, "{behind}");
        }
    }
}

#[test]
fn each_wrong_answer_gets_its_own_reason_first_then_the_right_one_then_the_rest() {
    for named in Place::ALL {
        let session = which(&typed([named; 12]));
        let parts = parts(&session);
        assert_eq!(parts.len(), 12);
        for ((item, key), (_, behind)) in ITEMS.iter().zip(keys()).zip(parts) {
            let right = format!("> {}: {}", key.name(), item.because);
            if named == key {
                assert!(behind.contains(&format!("Yes. {right}")), "{behind}");
                continue;
            }
            let (wrong, rest) = behind.split_once(&right).unwrap();
            assert!(wrong.ends_with(&format!("No. {}: {} ", named.name(), item.reason(named))), "{wrong}");
            for (place, reason) in item.others.iter().filter(|(place, _)| *place != named) {
                assert!(rest.contains(&format!("{}: {reason}", place.name())), "{rest}");
            }
            assert!(!rest.contains(item.reason(named)));
        }
        let (table, rest) = score(&session);
        let of = |place: Place| if place == named { 3 } else { 0 };
        let rows = Place::ALL.map(|place| format!("{} {} of 3", place.name(), of(place)));
        assert_eq!(table, [&rows[..], &["all 3 of 12".to_owned()]].concat());
        let read: Vec<_> = ITEMS.iter().zip(keys()).filter(|(_, key)| *key != named).collect();
        let read = read.iter().map(|(item, key)| {
            format!(" {} cargo run -- {} {}, step {}", key.name(), item.play, item.file(), item.step)
        });
        assert_eq!(rest, format!("What to read next:{}", read.collect::<String>()));
    }
}

#[test]
fn nothing_tells_before_it_is_answered() {
    for (number, item) in ITEMS.iter().enumerate() {
        let session = which(&typed(keys().into_iter().take(number)));
        let all = flowing(&session.output);
        let (_, last) = all.rsplit_once(item.scene).unwrap();
        let exchange = Exchange::recorded(item.vector).unwrap();
        for place in Place::ALL {
            assert!(!all.contains(item.reason(place)), "{}", item.vector);
        }
        for decision in exchange.entries().filter_map(|entry| entry.gate.as_ref()) {
            assert!(decision.rules.iter().all(|rule| !last.contains(rule.as_str())), "{last}");
            assert!(!last.contains(&format!("{} {}", decision.gate, decision.verdict)), "{last}");
        }
        for violation in exchange.entries().filter_map(|entry| entry.violation.as_ref()) {
            assert!(!last.contains(&violation.text) && !last.contains("VIOLATION"), "{last}");
        }
    }
}

/// Each failure shows its messages, and behind the answer what the gates decided on them.
#[test]
fn the_decision_is_shown_behind_the_answer() {
    for (item, (before, behind)) in ITEMS.iter().zip(parts(&which(&typed(keys())))) {
        for entry in Exchange::recorded(item.vector).unwrap().entries() {
            assert!(before.contains(&entry.to.clone().unwrap_or_else(|| entry.from.clone())), "{before}");
            if let Some(gate) = &entry.gate {
                let decided = format!("{} {}", gate.gate, gate.verdict);
                assert!(behind.contains(&decided) && behind.contains(&gate.rules[0]), "{behind}");
            }
        }
    }
}

#[test]
fn the_question_is_the_same_for_every_failure() {
    let session = which(&typed(keys()));
    assert_eq!(session.output.matches(PROMPT).count(), 12);
    let (beginning, _) = session.output.split_once("\n── 1 of 12 ─").unwrap();
    for (number, place) in (1..).zip(Place::ALL) {
        assert!(flowing(beginning).contains(&format!("{number} {} {}", place.name(), place.asks())));
    }
}

#[test]
fn whatever_else_is_typed_is_told_what_to_type() {
    let session = which("\nyes\n5\n\u{1b}[2J\nGATE TWO\n");
    assert_eq!(session.output.matches(&format!("{AGAIN}\n{PROMPT}")).count(), 4);
    assert_eq!(misfits(&session.output), [""; 0]);
    assert_eq!(score(&session).0, ["gate one 0 of 0", "gate two 1 of 1", "grant 0 of 0", "none 0 of 0", "all 1 of 1"]);
}

#[test]
fn the_end_of_the_input_is_no_failure_and_the_score_so_far_is_told() {
    let ended = which("2\n2");
    assert!(ended.output.contains(&format!("{PROMPT}\nNobody answers any more, so this is where it stops.\n")));
    let (table, rest) = score(&ended);
    assert_eq!(table, ["gate one 0 of 1", "gate two 1 of 1", "grant 0 of 0", "none 0 of 0", "all 1 of 2"]);
    let again = "10 of 12 failures are left: cargo run -- --which-gate";
    let read = "gate one cargo run -- --act payment tests/vectors/031-uncovered-payment.json, step 1";
    assert_eq!(rest, format!("{again} What to read next: {read}"));
    for stops in ["q\n", "Quit\n"] {
        let stopped = which(&format!("2\n2\n{stops}"));
        assert_eq!(score(&stopped), (table.clone(), rest.clone()));
        assert!(!stopped.output.contains("Nobody answers"));
    }
    let silent = which("");
    assert_eq!(score(&silent).1, "12 of 12 failures are left: cargo run -- --which-gate");
    assert_eq!(score(&silent).0.last().unwrap(), "all 0 of 0");
}

#[test]
fn it_is_the_same_every_time_and_fits_80_columns() {
    for answers in [typed(keys()), typed([Place::Grant; 12]), String::new(), "4\n".repeat(40)] {
        let session = which(&answers);
        assert_eq!(session.output, which(&answers).output);
        assert_eq!(misfits(&session.output), [""; 0]);
    }
    let at_a_terminal = run_at("--which-gate", b"1\n", false, false).good("at a terminal");
    assert!(at_a_terminal.output.contains(&format!("{PROMPT}\n     No. ")));
}
