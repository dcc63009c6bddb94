//! What each act claims.

use crate::{audits, happened, looks, played, played_without, refused};
use lesson_26::acts::ACTS;
use rules::Defence;
use wire::entry::Kind;

#[test]
fn the_deployment_deletes_twice_and_cannot_say_which_approval_allowed_what() {
    let entries = played("deployment");
    assert_eq!(
        happened(&entries),
        [
            "worker 1: deleted notes.txt",
            "another process: wrote notes.txt",
            "worker 2: deleted notes.txt, 24 bytes that nobody had approved",
        ]
    );
    let audit = looks(&entries, "audit").concat();
    assert_eq!(audit.len(), 4, "{audit:?}");
    assert!(!audit.iter().any(|line| line.contains("g1")));
    let broken: Vec<_> = entries.iter().filter_map(|entry| entry.violation.as_ref()).collect();
    assert_eq!(
        broken.iter().map(|broken| broken.rules.join(" ")).collect::<Vec<_>>(),
        ["GRANT-01", "GRANT-03", "GRANT-01"]
    );
    // The readings of accept are all there.
    let code = looks(&entries, "code").concat();
    for reading in ["this request", "a capability", "the payload"] {
        assert!(code.iter().any(|line| line.contains(&format!("accept is {reading}"))), "{reading}");
    }
}

#[test]
fn the_remedy_fails_closed() {
    let entries = played("remedy");
    assert_eq!(happened(&entries)[0], "worker 1: deleted notes.txt");
    assert!(happened(&entries).iter().any(|line| line == "worker 2: nothing happened"));
    let why: Vec<_> = entries.iter().filter_map(|entry| entry.gate.as_ref()).map(|gate| gate.why.clone()).collect();
    for part in ["already consumed at 14:41", "unknown grant_id=g0", "argument hash mismatch", "expired at 14:45"] {
        assert!(why.iter().any(|why| why.contains(part)), "{part}: {why:?}");
    }
    assert_eq!(looks(&entries, "world"), [["The files: notes.txt, payroll/june.csv, report.csv"]]);
}

#[test]
fn three_things_come_through_the_remedy() {
    let entries = played("still");
    let broken: Vec<_> = entries.iter().filter_map(|entry| entry.violation.as_ref()).collect();
    let rules: Vec<_> = broken.iter().map(|broken| broken.rules.join(" ")).collect();
    assert_eq!(rules, ["GRANT-07", "GRANT-06", "GRANT-13"]);
    // Done, and not done: the records say the same, the worlds do not.
    let (records, worlds) = (looks(&entries, "audit"), looks(&entries, "world"));
    let without_the_name = |lines: &Vec<String>| lines[1].replace("g3", "").replace("g4", "");
    assert_eq!(without_the_name(&records[2]), without_the_name(&records[3]));
    assert_ne!(worlds[2], worlds[3]);
}

#[test]
fn the_same_schedules_end_well_with_grants() {
    let entries = played("ours");
    let refused = refused(&entries);
    assert_eq!(
        refused.iter().filter(|line| line.starts_with("worker")).collect::<Vec<_>>(),
        ["worker 2: in_flight", "worker 1: lost_lease", "worker 4: used", "worker 1: grant_expired"]
    );
    assert_eq!(
        looks(&entries, "world").concat(),
        [
            "The files: another's notes.txt",
            "The files: another's notes.txt",
            "The files: Alice's notes.txt",
            "The files: none"
        ]
    );
    let ends: Vec<String> = audits(&entries)
        .into_iter()
        .map(|codes| codes.into_iter().rev().find(|code| ["executed", "failed"].contains(&code.as_str())).unwrap())
        .collect();
    assert_eq!(ends, ["executed", "failed", "failed", "executed"]);
}

#[test]
fn one_of_two_workers_wins() {
    let entries = played("two-workers");
    let deleted = happened(&entries).iter().filter(|line| line.ends_with("deleted notes.txt")).count();
    assert_eq!(deleted, 1);
    assert_eq!(refused(&entries), ["worker 2: in_flight", "worker 2: used"]);
}

#[test]
fn a_second_process_finishes_what_the_first_began() {
    let entries = played("restart");
    assert_eq!(
        happened(&entries),
        [
            "worker 1: set notes.txt aside",
            "process 1: ended",
            "process 2: looked into the quarantine: a deletion is claimed anew, committed and finished",
            "worker 2: nothing happened",
        ]
    );
    assert!(audits(&entries)[0].iter().any(|code| code == "taken_over"));
    let last = entries.iter().rev().find(|entry| entry.kind == Kind::Mcp).unwrap();
    assert!(last.message.as_ref().unwrap().to_string().contains("Done at 2026-08-02 14:43:00 UTC, as approved"));
}

#[test]
fn a_yes_that_arrives_twice_mints_one_grant() {
    let entries = played("redelivered");
    assert_eq!(looks(&entries, "queue").concat(), ["Jobs in the queue: 1. Jobs from the second delivery: 0."]);
    let audit = looks(&entries, "audit").concat();
    assert_eq!(audit.iter().filter(|line| line.contains("issued") && line.contains("reported_by_client")).count(), 1);
}

#[test]
fn a_revocation_is_heeded_until_the_commit() {
    let entries = played("revoked");
    assert_eq!(
        looks(&entries, "world").concat(),
        ["The files: Alice's notes.txt", "The files: Alice's notes.txt", "The files: none"]
    );
    assert_eq!(refused(&entries), ["worker 1: revoked", "worker 1: revoked", "alice: used"]);
}

#[test]
fn monday_does_not_run_on_friday_and_no_clock_brings_it_back() {
    let entries = played("friday");
    assert_eq!(refused(&entries), ["worker 1: grant_expired", "worker 1: used"]);
    assert_eq!(looks(&entries, "world").concat(), ["The files: Alice's notes.txt"]);
}

#[test]
fn a_lost_permission_ends_the_grant_for_good() {
    let entries = played("scope-lost");
    assert_eq!(
        refused(&entries),
        ["worker 1: no_longer_authorized", "worker 1: used", "worker 1: no_longer_authorized"]
    );
    assert_eq!(looks(&entries, "world").concat(), ["The files: Alice's notes.txt", "The files: Alice's notes.txt"]);
}

#[test]
fn a_restored_backup_revives_nothing() {
    let entries = played("backup");
    assert_eq!(refused(&entries), ["server: restored_copy", "worker 2: void"]);
    assert_eq!(happened(&entries).iter().filter(|line| line.ends_with("deleted notes.txt")).count(), 1);
}

#[test]
fn each_class_does_what_it_says_after_a_crash() {
    let entries = played("classes");
    assert_eq!(
        refused(&entries),
        ["payment service: key_ignored", "document store: condition_ignored", "worker 2: used", "worker 2: used"]
    );
    assert_eq!(looks(&entries, "book").concat(), ["The book: plants: 40 EUR"], "once, and no half of another");
    assert_eq!(looks(&entries, "world").concat(), ["Paid: 40 EUR to Plant Shop"]);
    let resolved = entries.iter().filter(|entry| entry.from == "olga").count();
    assert_eq!(resolved, 2);
}

#[test]
fn a_list_is_one_question_and_each_item_is_spent_once() {
    let entries = played("list");
    let asked: Vec<String> = entries
        .iter()
        .filter(|entry| entry.kind == Kind::Human)
        .flat_map(|entry| &entry.text)
        .map(|line| line.to_string())
        .collect();
    for shown in ["Plant Shop", "Water Works", "Garden Club", "80 EUR in all", "3 "] {
        assert!(asked.iter().any(|line| line.contains(shown)), "{shown}: {asked:?}");
    }
    assert_eq!(refused(&entries), ["item 1: used"]);
    let paid = ["Paid: 40 EUR to Plant Shop, 25 EUR to Water Works, 15 EUR to Garden Club"];
    assert_eq!(looks(&entries, "world").concat(), paid);
}

/// What is switched off comes through: the acts can fail.
#[test]
fn without_a_defence_it_comes_through() {
    let deleted =
        |entries: &[wire::Entry]| happened(entries).iter().filter(|line| line.ends_with(": deleted notes.txt")).count();
    let files = |entries: &[wire::Entry]| looks(entries, "world").concat();
    assert_eq!(deleted(&played("ours")), 2);
    let snapshot = played_without("ours", &[Defence::Snapshot]);
    assert_eq!(files(&snapshot)[1], "The files: none", "another's file is gone");
    assert_eq!(deleted(&snapshot), 3, "and nothing else is refused by a defence that is off");
    assert!(refused(&snapshot).iter().all(|line| !line.contains("object_")));
    let expiry = played_without("friday", &[Defence::GrantExpiry]);
    assert_eq!(deleted(&expiry), 1);
    let authorized = played_without("scope-lost", &[Defence::StillAuthorized]);
    assert_eq!(deleted(&authorized), 2);
}

#[test]
fn every_act_ends_with_a_sentence_to_remember_and_shows_the_records() {
    for act in ACTS {
        let entries = played(act.name);
        let last = entries.last().unwrap();
        assert!(last.text.first().unwrap().starts_with("> "), "{}", act.name);
        assert_eq!(
            entries
                .iter()
                .filter(|entry| entry.text.iter().any(|line| line.starts_with("> ") && entry.kind == Kind::Note))
                .count(),
            1
        );
        assert!(entries.iter().all(|entry| entry.act == act.name), "{}", act.name);
        assert!(!looks(&entries, "audit").is_empty(), "{}", act.name);
    }
}

#[test]
fn two_runs_are_the_same_byte_for_byte() {
    for act in ACTS {
        let lines = || played(act.name).iter().map(wire::Entry::line).collect::<Vec<_>>();
        assert_eq!(lines(), lines(), "{}", act.name);
    }
}
