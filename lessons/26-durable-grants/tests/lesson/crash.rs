//! Workers are really killed, and the records are true.

use crate::program;
use lesson_26::crash::{Class, Outcome, Stop, run};
use std::process::Command;
use twogates::grants::State;

/// The table of the named points, as it is shipped.
const TABLE: &str = include_str!("../../../../outputs/crash-table.txt");

#[test]
fn the_shipped_table_is_what_comes_out() {
    let output = Command::new(program()).arg("crash").output().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), TABLE);
    assert!(!TABLE.contains("NO"), "{TABLE}");
    let points: usize = Class::ALL.iter().map(|class| class.points().len()).sum();
    assert_eq!(TABLE.lines().filter(|line| line.ends_with("  yes")).count(), points);
}

#[test]
fn at_random_instants_too() {
    for class in Class::ALL {
        for seed in 0..3 {
            for stop in [Stop::Instant(seed * 3_000), Stop::Holding(seed * 500)] {
                let outcome = run(program(), class, &stop, seed).unwrap();
                assert!(outcome.is_right(), "{class:?} {stop:?} {seed}: {outcome:?}");
            }
        }
    }
}

/// The lab would say so.
#[test]
fn a_false_record_and_a_wrong_object_are_not_right() {
    let outcome = |record, times, wrong| Outcome {
        times,
        wrong,
        record,
        ended_itself: false,
        held: false,
        quarantine: Vec::new(),
    };
    for (record, times, right) in [
        (State::Executed, 1, true),
        (State::Executed, 0, false),
        (State::Executed, 2, false),
        (State::Failed, 0, true),
        (State::Failed, 1, false),
        (State::Issued, 1, false),
        (State::Indeterminate, 0, true),
        (State::Indeterminate, 1, true),
        (State::Indeterminate, 2, false),
    ] {
        assert_eq!(outcome(record, times, false).is_right(), right, "{record:?} {times}");
        assert!(!outcome(record, times, true).is_right());
    }
}

#[test]
fn what_it_does_not_understand_it_says() {
    for arguments in [&["crash", "--runs", "many"][..], &["crash", "now"]] {
        let output = Command::new(program()).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("crash --runs N"));
    }
}
