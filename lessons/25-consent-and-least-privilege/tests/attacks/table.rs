//! Each attack against what is expected of it.

use super::expected::EXPECTED;
use super::{find, played, undefended};
use lab::server::Settings;
use lesson_25::Stage;
use lesson_25::acts;
use lesson_25::attacks::{self, ATTACKS};
use rules::Defence;
use std::collections::BTreeSet;
use wire::Entry;
use wire::entry::Kind;

#[test]
fn every_defence_has_an_attack_and_every_attack_an_expectation() {
    // What stands behind a queue or at a start is played by lesson 26 and the vectors.
    let elsewhere = [Defence::Epoch, Defence::Window, Defence::Fence, Defence::CommitPoint, Defence::SelfTest];
    for defence in Defence::ALL {
        assert_ne!(attacks::of(*defence).next().is_some(), elsewhere.contains(defence), "{defence}");
        assert!(attacks::of(*defence).all(|attack| attack.defence == *defence));
    }
    assert!(attacks::defences().all(|defence| !elsewhere.contains(&defence)));
    let names: Vec<_> = ATTACKS.iter().map(|attack| attack.name).collect();
    let expected: Vec<_> = EXPECTED.iter().map(|expected| expected.name).collect();
    assert_eq!(names, expected);
    let distinct: BTreeSet<_> = names.iter().collect();
    assert_eq!(distinct.len(), names.len());
    assert_eq!(names.iter().find(|name| acts::find(name).is_some()), None, "an act has this name too");
    assert!(attacks::find("no-such-attack").is_none());
}

#[test]
fn attacks_stand_in_the_order_in_which_a_call_meets_the_defences() {
    let order: Vec<_> = ATTACKS.iter().map(|attack| attack.defence).collect();
    assert!(order.is_sorted(), "{order:?}");
}

#[test]
fn with_every_defence_on_it_achieves_nothing() {
    for expected in EXPECTED {
        let (name, stage) = (expected.name, played(find(expected.name), &[]));
        let entries = stage.entries();
        assert_eq!(codes(&entries), expected.codes, "{name}");
        let last = entries.iter().filter_map(|entry| entry.gate.as_ref()).next_back().expect("a decision");
        assert_eq!((last.gate.as_str(), last.verdict.as_str()), expected.last, "{name}");
        assert_eq!(done(&stage), expected.done, "{name}");
    }
}

#[test]
fn with_its_defences_off_it_comes_through() {
    for expected in EXPECTED {
        let (name, comparison) = (expected.name, undefended(find(expected.name)));
        assert_eq!(comparison.came_through, expected.came, "{name}");
        assert_eq!(comparison.lost, expected.lost, "{name}");
        assert!(comparison.came_through.iter().any(|line| line.starts_with(expected.harm)), "{name}");
        assert!(comparison.first_difference.is_some() && comparison.still.is_empty(), "{name}");
    }
}

#[test]
fn a_wrong_message_names_the_rules_that_it_breaks() {
    for expected in EXPECTED {
        let entries = played(find(expected.name), &[]).entries();
        let violations: Vec<_> = entries.iter().filter_map(|entry| entry.violation.as_ref()).collect();
        let broken: Vec<_> = violations.iter().map(|violation| violation.rules.clone()).collect();
        assert_eq!(broken, expected.breaks, "{}", expected.name);
        assert!(broken.iter().flatten().all(|id| rules::find(id).is_some()), "{}", expected.name);
    }
}

#[test]
fn a_run_is_recorded_like_an_act() {
    for attack in ATTACKS {
        let entries = played(attack, &[]).entries();
        assert!(entries.iter().all(|entry| entry.act == attack.name));
        assert!(entries.iter().zip(1..).all(|(entry, number)| entry.number == number));
        assert_eq!(entries[0].text, [format!("# {}", attack.shows), attack.story.to_owned()]);
        let last = entries.last().expect("entries");
        assert_eq!((last.kind, last.text.clone()), (Kind::Note, vec![format!("> {}", attack.defence.stops()).into()]));
        let answered = entries.iter().filter_map(|entry| Some((entry.number, entry.answers?)));
        assert!(answered.clone().all(|(number, answers)| answers < number), "{}", attack.name);
    }
}

#[test]
fn a_story_is_two_or_three_short_sentences() {
    for attack in ATTACKS {
        let ends = attack.story.matches(['.', '?']).count();
        assert!((2..=4).contains(&ends) && attack.story.len() <= 260, "{}: {}", attack.name, attack.story);
        assert!(attack.shows.len() <= 76 && !attack.shows.ends_with('.'), "{}: {}", attack.name, attack.shows);
    }
}

#[test]
fn two_runs_are_the_same_to_the_byte() {
    for attack in ATTACKS {
        for off in [Vec::new(), attack.lines().collect()] {
            let (first, second) = (played(attack, &off), played(attack, &off));
            let lines = |stage: &Stage| stage.entries().iter().map(Entry::line).collect::<Vec<_>>();
            assert_eq!(lines(&first), lines(&second), "{}", attack.name);
            assert_eq!(first.summaries(), second.summaries(), "{}", attack.name);
        }
    }
}

#[test]
fn a_text_with_two_readings_is_recorded_as_that_text() {
    let entries = played(find("two-folders"), &[]).entries();
    let sent = entries.iter().find(|entry| entry.violation.is_some()).expect("a violation");
    assert_eq!(sent.message, None);
    assert!(sent.text[0].contains(r#""arguments":{"folder":"home","folder":"payroll"}"#), "{:?}", sent.text);
}

#[test]
fn an_undisclosed_tool_answers_like_an_unknown_one() {
    let entries = played(find("probe"), &[]).entries();
    let answers: Vec<_> = entries.iter().filter(|entry| entry.from == "server").collect();
    let outward = |entry: &Entry| (entry.http.clone(), entry.message.as_ref().expect("a message")["error"].to_string());
    let (gift, payment) = (outward(answers[0]), outward(answers[1]));
    assert_eq!(gift.0, payment.0);
    assert_eq!(gift.1.replace("send_gift", "send_payment"), payment.1);
}

#[test]
fn what_changed_meanwhile_is_said_and_kept() {
    let stage = played(find("changed-meanwhile"), &[]);
    let said = stage.entries().iter().map(Entry::line).collect::<String>();
    assert!(said.contains("Not run: since the question was asked, its content changed"));
    assert_eq!(stage.summaries()[0].1.files["notes.txt"].content, "The only copy of the contract.\n");
}

fn codes(entries: &[Entry]) -> Vec<String> {
    entries.iter().filter_map(|entry| entry.gate.as_ref()?.code.clone()).collect()
}

/// What was done to the resources, held against untouched ones.
fn done(stage: &Stage) -> Vec<String> {
    let untouched = Stage::new(Settings::default()).expect("a stage").summaries();
    let (_, fresh) = &untouched[0];
    let summaries = stage.summaries();
    let done = summaries
        .iter()
        .flat_map(|(name, summary)| summary.beyond(fresh).into_iter().map(move |what| format!("{name}: {what}")));
    done.collect()
}
