//! The named defences: each has one name, one bit, and one switch.

use rules::{Check, Defence, Defences, Guarded, danger, find, judge};
use std::collections::HashSet;
use twogates_rules as rules;

/// A gate that is nothing but its defences.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
struct Gate(Defences);

impl Guarded for Gate {
    fn defences_mut(&mut self) -> &mut Defences {
        &mut self.0
    }
}

#[test]
fn there_are_at_most_as_many_as_bits() {
    assert!(Defence::ALL.len() <= 64, "{}", Defence::ALL.len());
}

#[test]
fn all_holds_each_defence_once_and_in_its_own_order() {
    let mut sorted = Defence::ALL.to_vec();
    sorted.sort();
    sorted.dedup();
    assert_eq!(sorted, Defence::ALL);
    for (place, defence) in Defence::ALL.iter().enumerate() {
        assert_eq!(*defence as usize, place, "{defence:?} has a number of its own");
    }
}

#[test]
fn names_are_unique_plain_and_read_back() {
    let mut seen = HashSet::new();
    for defence in Defence::ALL {
        let name = defence.name();
        assert!(seen.insert(name), "{name} stands twice");
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{name}");
        assert_eq!(name.parse(), Ok(*defence));
        assert_eq!(defence.to_string(), name);
    }
}

#[test]
fn an_unknown_name_is_refused_with_the_name() {
    for name in ["", "expiry ", "Expiry", "expir"] {
        let error = name.parse::<Defence>().unwrap_err();
        assert_eq!(error.to_string(), format!("there is no defence named {name:?}"));
    }
}

#[test]
fn each_says_what_it_stops_and_which_rule_it_keeps() {
    let mut seen = HashSet::new();
    for defence in Defence::ALL {
        let stops = defence.stops();
        assert!(stops.starts_with("Stops ") && stops.ends_with('.'), "{defence}: {stops}");
        assert!(seen.insert(stops), "{defence} stops what another stops");
        assert_eq!(find(defence.rule().id), Some(defence.rule()), "{defence}");
    }
    assert_eq!(Defence::Expiry.rule(), &rules::state::EXPIRY);
    assert_eq!(Defence::Expiry.stops(), "Stops a yes that came too late.");
}

#[test]
fn every_defence_is_on_without_the_word_being_said() {
    assert_eq!(Defences::default(), Defences::all());
    assert!(Defence::ALL.iter().all(|defence| Defences::all().on(*defence)));
    assert_eq!(Defences::all().off().count(), 0);
}

#[test]
fn without_switches_off_exactly_the_one_that_is_named() {
    for off in Defence::ALL {
        let gate = danger::without(Gate::default(), *off);
        for defence in Defence::ALL {
            assert_eq!(gate.0.on(*defence), defence != off, "without {off}: {defence}");
        }
        assert_eq!(gate.0.off().collect::<Vec<_>>(), [*off]);
        assert_ne!(gate.0, Defences::all());
        assert_eq!(danger::without(gate, *off), gate, "twice is once");
    }
}

#[test]
fn switches_add_up_and_off_lists_them_in_order() {
    let gate = danger::without(danger::without(Gate::default(), Defence::Snapshot), Defence::HostGate);
    assert_eq!(gate.0.off().collect::<Vec<_>>(), [Defence::HostGate, Defence::Snapshot]);
    assert!(gate.0.on(Defence::Expiry));
}

const CHECKS: &[Check<u32, &str>] = &[
    Check { defence: Defence::Expiry, refusal: "late", holds: |at| *at < 10 },
    Check { defence: Defence::Arguments, refusal: "odd", holds: |at| at.is_multiple_of(2) },
    Check { defence: Defence::Expiry, refusal: "much too late", holds: |at| *at < 100 },
];

#[test]
fn the_first_check_that_does_not_hold_refuses() {
    let judged = |at| judge(Defences::all(), CHECKS, &at);
    assert_eq!(judged(8), Ok(()));
    assert_eq!(judged(9), Err("odd"));
    assert_eq!(judged(10), Err("late"));
    assert_eq!(judged(11), Err("late"));
    assert_eq!(judge::<u32, &str>(Defences::all(), &[], &11), Ok(()));
}

#[test]
fn a_check_whose_defence_is_off_is_not_made() {
    let without = |defence| danger::without(Gate::default(), defence).0;
    assert_eq!(judge(without(Defence::Expiry), CHECKS, &1000), Ok(()));
    assert_eq!(judge(without(Defence::Expiry), CHECKS, &11), Err("odd"));
    assert_eq!(judge(without(Defence::Arguments), CHECKS, &9), Ok(()));
    assert_eq!(judge(without(Defence::Integrity), CHECKS, &11), Err("late"));
}
