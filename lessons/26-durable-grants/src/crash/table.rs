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
        "{:<14}  {:>5}  {:>6}  {:>5}  {:>8}  {:>7}  {:>12}  {:>12}",
        "class", "runs", "killed", "done", "not done", "unknown", "false record", "wrong object"
    )
}

pub(super) fn totals(class: Class, outcomes: &[Outcome]) -> String {
    let of = |is: fn(&&Outcome) -> bool| outcomes.iter().filter(is).count();
    let unknown = of(|outcome| outcome.record == State::Indeterminate);
    let done = of(|outcome| outcome.record == State::Executed);
    format!(
        "{:<14}  {:>5}  {:>6}  {done:>5}  {:>8}  {unknown:>7}  {:>12}  {:>12}",
        class.0.word(),
        outcomes.len(),
        of(|outcome| !outcome.ended_itself),
        outcomes.len() - done - unknown,
        of(|outcome| !outcome.is_right() && !outcome.wrong),
        of(|outcome| outcome.wrong)
    )
}
