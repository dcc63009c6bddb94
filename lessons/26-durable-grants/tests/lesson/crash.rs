//! Workers are really killed, and the records are true.

use crate::program;
use lesson_26::crash::{Class, Earlier, Outcome, Stop, run, run_earlier};
use std::process::Command;
use twogates::grants::State;

/// The table of the named points, as it is shipped.
const TABLE: &str = include_str!("../../../../outputs/crash-table.txt");

#[test]
fn the_shipped_table_is_what_comes_out() {
    let output = Command::new(program()).arg("crash").output().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), TABLE);
    let (ours, theirs) = TABLE.split_once("The two designs of acts 1 and 2.").unwrap();
    assert!(TABLE.lines().all(|line| line.chars().count() <= 80), "{TABLE}");
    assert!(!ours.contains("NO"), "{ours}");
    let points: usize = Class::ALL.iter().map(|class| class.points().len()).sum();
    assert_eq!(ours.lines().filter(|line| line.ends_with("  yes")).count(), points);
    for what_comes_through in ["NO: another's file", "NO: looks done", "nobody can say"] {
        assert!(theirs.contains(what_comes_through), "{theirs}");
    }
}

/// Twenty for each class, of which a third has a second worker killed too.
#[test]
fn at_random_instants_too() {
    let output = Command::new(program()).args(["crash", "--runs", "20"]).output().unwrap();
    let (said, wrong) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success(), "{said}{wrong}");
    for class in Class::ALL {
        let row = said.lines().find(|line| line.starts_with(class.0.word())).unwrap();
        let counts: Vec<usize> = row.split_whitespace().skip(1).map(|count| count.parse().unwrap()).collect();
        let [runs, _, _, done, not_done, unknown, false_record, wrong_object] = counts[..] else { panic!("{row}") };
        assert_eq!((runs, done + not_done + unknown, false_record, wrong_object), (20, 20, 0, 0), "{row}");
    }
}

/// What the account's own designs leave, at the points that matter.
#[test]
fn the_designs_of_the_account_do_not_survive_their_worker() {
    let bearer = run_earlier(program(), Earlier::Bearer, Stop::At("acted"), 1).unwrap();
    assert!(bearer.done && bearer.wrong && bearer.consumed.is_none());
    let consumed = run_earlier(program(), Earlier::ConsumeThenAct, Stop::At("consumed"), 1).unwrap();
    assert!(!consumed.done && consumed.consumed == Some(true) && consumed.is_false());
    let acted = run_earlier(program(), Earlier::ConsumeThenAct, Stop::At("acted"), 1).unwrap();
    assert!(acted.done && !acted.wrong && acted.consumed == Some(true), "the same record, of the other truth");
}

/// Somebody else is at work too: a path is taken (seed 2) or a file replaced (6, 14), and
/// two workers die (2, 14).
#[test]
fn others_are_at_work_meanwhile() {
    for seed in [2, 6, 14] {
        for class in Class::ALL {
            for stop in [Stop::Instant(0), Stop::Holding(0)] {
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
        at_first: 0,
        aside: false,
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
        (State::Issued, 0, false),
        (State::Claimed, 0, false),
        (State::Indeterminate, 0, true),
        (State::Indeterminate, 1, true),
        (State::Indeterminate, 2, false),
    ] {
        assert_eq!(outcome(record, times, false).is_right(), right, "{record:?} {times}");
        assert!(!outcome(record, times, true).is_right());
    }
    let left = Outcome { quarantine: vec!["a file".into()], ..outcome(State::Executed, 1, false) };
    assert!(!left.is_right());
}

#[test]
fn what_it_does_not_understand_it_says() {
    for (arguments, what) in [
        (&["--runs", "many"][..], "\"many\" is not a number of runs."),
        (&["--runs", "0"], "\"0\" is not a number of runs."),
        (&["--runs"], "--runs needs a number."),
        (&["now"], "There is no argument \"now\"."),
        (&["--runs", "1", "bearer"], "There is no class \"bearer\"."),
        (&["--runs", "1", "staged", "keyed"], "There is no argument \"keyed\"."),
    ] {
        let output = Command::new(program()).arg("crash").args(arguments).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(errors.starts_with(what) && errors.contains("\nType cargo run -p lesson-26 -- crash"), "{errors}");
    }
    let help = Command::new(program()).args(["crash", "--help"]).output().unwrap();
    assert!(help.status.success());
    let help = String::from_utf8(help.stdout).unwrap();
    assert!(help.contains("crash --runs N") && help.lines().all(|line| line.chars().count() <= 80), "{help}");
}
