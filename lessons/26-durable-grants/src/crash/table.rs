//! What is printed.

use super::{Class, Outcome};
use twogates::grants::State;

pub(super) fn heading() -> Vec<String> {
    vec![
        "A worker is killed at each point, and another comes once its lease is over.".into(),
        String::new(),
        format!("{:<14}  {:<10}  {:<9}  {:<14}  {}", "class", "killed at", "in truth", "the record", "right"),
    ]
}

pub(super) fn row(class: Class, point: &str, outcome: &Outcome) -> String {
    let truth = match outcome.times {
        0 => "not done".to_owned(),
        1 => "done".to_owned(),
        times => format!("{times} times"),
    };
    let record = match outcome.record {
        State::Executed => "done",
        State::Failed => "not done",
        State::Indeterminate => "unknown",
        other => other.word(),
    };
    let right = if outcome.is_right() { "yes" } else { "NO" };
    format!("{:<14}  {point:<10}  {truth:<9}  {record:<14}  {right}", class.0.word())
}

pub(super) fn legend() -> Vec<String> {
    vec![
        String::new(),
        "Points: opened, the store is open; claimed, the grant is the worker's; acted, the".into(),
        "effect took place; told, the store knows. For a file also: looked, moved into the".into(),
        "quarantine, set aside as the approved one, committed in the store, purged.".into(),
        "An end that nobody can know is right when the record calls it unknown.".into(),
    ]
}

pub(super) fn totals_heading() -> String {
    format!(
        "{:<14}  {:>4}  {:>6}  {:>7}  {:>4}  {:>8}  {:>7}  {:>5}  {:>5}",
        "class", "runs", "killed", "holding", "done", "not done", "unknown", "false", "wrong"
    )
}

pub(super) fn totals(class: Class, outcomes: &[Outcome]) -> String {
    let of = |is: fn(&&Outcome) -> bool| outcomes.iter().filter(is).count();
    let unknown = of(|outcome| outcome.record == State::Indeterminate);
    let done = of(|outcome| outcome.record == State::Executed);
    format!(
        "{:<14}  {:>4}  {:>6}  {:>7}  {done:>4}  {:>8}  {unknown:>7}  {:>5}  {:>5}",
        class.0.word(),
        outcomes.len(),
        of(|outcome| !outcome.ended_itself),
        of(|outcome| outcome.held),
        outcomes.len() - done - unknown,
        of(|outcome| !outcome.is_right() && !outcome.wrong),
        of(|outcome| outcome.wrong)
    )
}

pub(super) fn totals_legend() -> Vec<String> {
    vec![
        String::new(),
        "holding: killed between the claim and the end. A transactional effect has no such".into(),
        "time: its claim is not there until it is done. false: the record says what is not".into(),
        "so. wrong: an object that nobody had approved was touched, or one was lost.".into(),
    ]
}
