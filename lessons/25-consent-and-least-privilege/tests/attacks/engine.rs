//! The comparison itself.

use super::{scripted, without};
use lesson_25::attacks;
use lesson_25::without::{attacks_on, compare, first_difference};
use rules::Defence;
use wire::Entry;
use wire::entry::Kind;

fn said(number: u32, text: &str) -> Entry {
    Entry::new(number, "act", u64::from(number), Kind::Note, "narrator").said([text])
}

#[test]
fn the_first_difference_is_found_whatever_numbers_and_times_say() {
    let honest = [said(1, "a"), said(2, "b"), said(3, "c")];
    assert_eq!(first_difference(&honest, &honest.clone()), None);
    assert_eq!(first_difference(&honest, &[said(5, "a"), said(6, "b"), said(7, "c")]), None);
    assert_eq!(first_difference(&honest, &[said(1, "a"), said(2, "x"), said(3, "c")]), Some((2, 2)));
    assert_eq!(first_difference(&honest, &[said(4, "a"), said(5, "x")]), Some((2, 5)));
    assert_eq!(first_difference(&honest, &honest[..2]), Some((3, 2)));
    assert_eq!(first_difference(&honest[..1], &honest), Some((1, 2)));
    assert_eq!(first_difference(&[], &[]), None);
}

#[test]
fn the_first_difference_is_the_message_at_which_the_defence_was_missing() {
    let comparison = without("other-payee", &[Defence::Arguments]);
    let (honest, weak) = comparison.first_difference.expect("a difference");
    let find = |entries: &[Entry], number: u32| entries.iter().find(|entry| entry.number == number).cloned();
    let refused = find(&comparison.honest, honest).and_then(|entry| entry.gate).and_then(|gate| gate.code);
    assert_eq!(refused.as_deref(), Some("other_arguments"));
    assert_eq!(find(&comparison.weak, weak).expect("an entry").text, ["paid 900 EUR to Mallory"]);
}

#[test]
fn a_defence_that_has_nothing_to_do_with_it_makes_no_difference() {
    let comparison = without("paid-twice", &[Defence::Audience]);
    assert_eq!(comparison.first_difference, None);
    assert!(comparison.came_through.is_empty() && comparison.lost.is_empty());
    assert_eq!(comparison.still, [Defence::SingleUse]);
    assert_eq!(comparison.verdict(), "Without audience, nothing differs.");
}

#[test]
fn the_verdict_says_what_still_holds_or_where_it_goes_another_way() {
    let held = without("other-tool", &[Defence::Contract]);
    assert_eq!(held.verdict(), "Without contract, nothing came through: arguments and snapshot still hold.");
    let through = without("other-file", &[Defence::Arguments, Defence::Snapshot]);
    assert_eq!(through.verdict(), "Without arguments and snapshot, it goes another way from message 6 on.");
    let one = without("other-file", &[Defence::Arguments]);
    assert_eq!(one.verdict(), "Without arguments, nothing came through: snapshot still holds.");
    let lost = without("lost-scope", &[Defence::Union]);
    assert_eq!(lost.verdict(), "Without union, it goes another way from message 5 on.");
    let other = without("forged-line", &[Defence::Defaults]);
    assert!(!other.came_through.is_empty());
}

#[test]
fn the_world_afterwards_shows_every_server_with_its_grants_and_audit() {
    let comparison = without("yes-from-staging", &[Defence::Contract]);
    let id = |line: &String| line.starts_with("lab: grants: ");
    let (grants, world): (Vec<_>, Vec<_>) = comparison.world.into_iter().partition(id);
    assert_eq!(grants.len(), 1);
    assert!(grants[0].ends_with(" (delete_file by alice) executed"), "{grants:?}");
    assert_eq!(
        world,
        [
            "lab: files: payroll/june.csv (29 bytes), report.csv (36 bytes)",
            "lab: payments: none",
            "lab: queries sent out: none",
            "lab: audit: 3 rows",
            "staging: files: notes.txt (59 bytes), payroll/june.csv (29 bytes), report.csv (36 bytes)",
            "staging: payments: none",
            "staging: queries sent out: none",
            "staging: grants: none",
            "staging: audit: 1 row",
        ]
    );
}

#[test]
fn acts_are_compared_too() {
    let comparison = compare("same-state", &[Defence::SingleUse], &scripted()).expect("a stage");
    assert_eq!((comparison.name, comparison.still.len()), ("same-state", 0));
    assert!(comparison.honest.iter().chain(&comparison.weak).all(|entry| entry.act == "same-state"));
    assert!(comparison.first_difference.is_some());
    let by_number = compare("8", &[Defence::SingleUse], &scripted()).expect("a stage");
    assert_eq!(by_number, comparison);
}

#[test]
fn a_name_that_is_nobodys_is_an_error() {
    let error = compare("no-such-thing", &[], &scripted()).expect_err("no such name");
    assert_eq!(error.to_string(), "there is no attack and no act named \"no-such-thing\"");
}

#[test]
fn several_defences_are_met_by_the_attacks_on_each() {
    let off = [Defence::Arguments, Defence::Snapshot];
    let comparisons = attacks_on(&off, &scripted()).expect("a stage");
    let names: Vec<_> = comparisons.iter().map(|comparison| comparison.name).collect();
    assert_eq!(names, ["other-payee", "other-file", "changed-meanwhile"]);
    assert!(comparisons.iter().all(|comparison| comparison.off == off && !comparison.came_through.is_empty()));
    assert_eq!(attacks_on(&[], &scripted()).expect("a stage"), []);
}

#[test]
fn a_run_without_anything_ends_all_the_same() {
    let off: Vec<_> = Defence::ALL.to_vec();
    for attack in attacks::ATTACKS {
        assert!(without(attack.name, &off).weak.len() < 120, "{}", attack.name);
    }
}

#[test]
fn the_world_afterwards_says_what_was_paid_and_what_was_sent_out() {
    let paid = without("rewritten-state", &[Defence::Integrity]);
    assert!(paid.world.contains(&"lab: payments: 20 EUR to Plant Shop, 20 EUR to Plant Shop".to_owned()));
    let grants = paid.world.iter().find(|line| line.starts_with("lab: grants: ")).expect("grants");
    assert_eq!(grants.matches("(send_payment by alice) executed").count(), 2, "{grants}");
    let sent = without("lost-scope", &[Defence::Audience]);
    assert!(sent.world.contains(&"lab: queries sent out: \"how to water a cactus\"".to_owned()));
    let late = without("late-worker", &[]);
    assert!(late.world.iter().any(|line| line.ends_with("(delete_file by alice) expired")), "{:?}", late.world);
}
