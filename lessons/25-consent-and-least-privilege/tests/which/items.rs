//! The failures.

use crate::live;
use lesson_25::cli::Options;
use lesson_25::which::{Exchange, ITEMS, Item, Place};
use std::collections::BTreeSet;
use wire::entry::Decision;

const RECORDED: &str = include_str!("../../src/which/recorded.jsonl");

/// Where a failure belongs, by a run of its vector.
fn place(item: &Item) -> Place {
    Exchange::of(live::recording(item)).unwrap().place().unwrap()
}

#[test]
fn what_is_recorded_is_what_the_vectors_come_to() {
    // Not assert_eq: its report would be the whole file twice.
    let same = RECORDED == live::file(ITEMS);
    assert!(same, "a vector of --which-gate comes to something else now: run scripts/outputs which");
}

#[test]
fn each_vector_holds_and_what_is_shown_is_its_step() {
    for item in ITEMS {
        let vector = live::vector(item);
        let run = vector.play(&[]);
        vector.hold(&run).unwrap_or_else(|failure| panic!("{failure}"));
        let (first, last) = live::step(item, &run);
        let shown = Exchange::recorded(item.vector).unwrap();
        let shown: Vec<_> = shown.entries().cloned().collect();
        let step: Vec<_> = run.entries.into_iter().filter(|entry| (first..=last).contains(&entry.number)).collect();
        assert_eq!(shown, step, "{}", item.vector);
    }
}

/// The key stands nowhere: it is the decision of the run. What is said of the three other places must fit it.
#[test]
fn the_other_places_are_those_where_the_run_does_not_end() {
    for item in ITEMS {
        let key = place(item);
        assert_eq!(Exchange::recorded(item.vector).unwrap().place().unwrap(), key, "{}", item.vector);
        let others: Vec<_> = Place::ALL.into_iter().filter(|place| *place != key).collect();
        assert_eq!(item.others.map(|(place, _)| place).to_vec(), others, "{}", item.vector);
        assert_eq!(item.reason(key), item.because);
        for (place, reason) in item.others {
            assert_eq!(item.reason(place), reason);
        }
    }
}

#[test]
fn a_failure_of_a_gate_ends_the_call_there_and_others_end_elsewhere_or_are_no_refusal() {
    let decided = |item: &Item| -> Decision {
        let exchange = Exchange::of(live::recording(item)).unwrap();
        exchange.entries().last().unwrap().gate.clone().unwrap()
    };
    let elsewhere: Vec<_> = ITEMS.iter().filter(|item| place(item) == Place::Elsewhere).map(decided).collect();
    let gates: Vec<_> = elsewhere.iter().map(|gate| (gate.gate.as_str(), gate.verdict.as_str())).collect();
    assert_eq!(gates, [("front door", "refused"), ("tool", "refused"), ("grant", "spent")]);
    for item in ITEMS.iter().filter(|item| place(item) != Place::Elsewhere) {
        let gate = decided(item);
        assert_eq!(gate.gate, place(item).name(), "{}", item.vector);
        assert!(["refused", "failed"].contains(&gate.verdict.as_str()), "{}: {}", item.vector, gate.verdict);
    }
}

#[test]
fn s96_there_are_twelve_three_of_each_kind_and_mixed() {
    let places: Vec<_> = ITEMS.iter().map(place).collect();
    assert_eq!(places.len(), 12);
    for place in Place::ALL {
        assert_eq!(places.iter().filter(|other| **other == place).count(), 3, "{}", place.name());
    }
    assert!(places.windows(2).all(|two| two.first() != two.last()), "two of one kind stand side by side");
    let vectors: BTreeSet<_> = ITEMS.iter().map(|item| item.vector).collect();
    assert_eq!(vectors.len(), ITEMS.len());
}

#[test]
fn each_reason_is_one_of_its_own_and_can_be_read_at_once() {
    let mut seen = BTreeSet::new();
    for item in ITEMS {
        for reason in Place::ALL.map(|place| item.reason(place)) {
            assert!(seen.insert(reason), "said twice: {reason}");
            assert!(reason.ends_with('.') && reason.chars().count() <= 180, "{reason}");
            assert!(reason.split(". ").count() >= 2 || reason.contains([',', ';']), "says one thing only: {reason}");
        }
        assert!(item.scene.ends_with('.') && item.scene.chars().count() <= 140, "{}", item.scene);
        for word in ["NOT", "EXCEPT", "gate", "grant", "consent"] {
            assert!(!item.scene.contains(word), "{} asks for what is not so, or tells: {word}", item.vector);
        }
    }
    assert_eq!(seen.len(), 48);
}

/// Nobody finds the key by looking for the longest text.
#[test]
fn the_reason_of_the_key_is_not_the_longest_as_a_rule() {
    let longest = |item: &&Item| item.others.iter().all(|(_, reason)| reason.len() < item.because.len());
    let count = ITEMS.iter().filter(longest).count();
    assert!(count <= ITEMS.len() / 4, "in {count} of {}", ITEMS.len());
}

#[test]
fn what_to_play_is_understood_and_another_for_most() {
    for item in ITEMS {
        let arguments: Vec<_> = item.play.split(' ').map(str::to_owned).collect();
        assert!(Options::read(&arguments).is_ok(), "{}", item.play);
    }
    let plays: BTreeSet<_> = ITEMS.iter().map(|item| item.play).collect();
    assert!(plays.len() >= 10, "{plays:?}");
}
