//! What is printed.

use super::{Class, Earlier, Left, Outcome};
use twogates::grants::State;

pub(super) fn heading() -> Vec<String> {
    vec![
        "A worker is killed at each point, and another comes once its lease is over.".into(),
        String::new(),
        line(["class", "killed at", "by then", "in truth", "the record", "right"]),
    ]
}

pub(super) fn row(class: Class, point: &str, outcome: &Outcome) -> String {
    let record = match outcome.record {
        State::Executed => "done",
        State::Failed => "not done",
        State::Indeterminate => "unknown",
        other => other.word(),
    };
    let right = if outcome.is_right() { "yes" } else { "NO" };
    let first = if outcome.aside { "set aside".to_owned() } else { times(outcome.at_first) };
    line([class.0.word(), point, &first, &times(outcome.times), record, right])
}

pub(super) fn legend() -> Vec<String> {
    vec![
        String::new(),
        "Points: opened, the store is open; claimed, the grant is the worker's; acted,".into(),
        "the effect took place; told, the store knows. For a file also: looked, moved".into(),
        "into the quarantine, set aside as the approved one, committed in the store,".into(),
        "purged.".into(),
        "An end that nobody can know is right when the record calls it unknown.".into(),
    ]
}

pub(super) fn earlier_heading() -> Vec<String> {
    vec![
        String::new(),
        "The two designs of acts 1 and 2. Another process takes the path where it is".into(),
        "free, and the job is delivered again.".into(),
        String::new(),
        line(["design", "killed at", "by then", "in truth", "the record", "right"]),
    ]
}

pub(super) fn earlier_row(design: Earlier, point: &str, left: &Left) -> String {
    let record = match left.consumed {
        None => "none",
        Some(true) => "consumed",
        Some(false) => "unconsumed",
    };
    let right = match (left.wrong, left.is_false()) {
        (true, _) => "NO: another's file",
        (false, true) => "NO: looks done",
        (false, false) if left.consumed.is_none() => "nobody can say",
        (false, false) => "yes",
    };
    let done = |done| times(usize::from(done));
    line([design.word(), point, &done(left.at_first), &done(left.done), record, right])
}

fn line([class, point, first, truth, record, right]: [&str; 6]) -> String {
    format!("{class:<13}  {point:<10}  {first:<9}  {truth:<9}  {record:<11}  {right}")
}

fn times(times: usize) -> String {
    match times {
        0 => "not done".to_owned(),
        1 => "done".to_owned(),
        times => format!("{times} times"),
    }
}

pub(super) fn totals_heading() -> String {
    totals_line("class", ["runs", "killed", "holding", "done", "not done", "unknown", "false", "wrong"])
}

pub(super) fn totals(class: Class, outcomes: &[Outcome]) -> String {
    let of = |is: fn(&&Outcome) -> bool| outcomes.iter().filter(is).count();
    let unknown = of(|outcome| outcome.record == State::Indeterminate);
    let done = of(|outcome| outcome.record == State::Executed);
    let counts = [
        outcomes.len(),
        of(|outcome| !outcome.ended_itself),
        of(|outcome| outcome.held),
        done,
        outcomes.len() - done - unknown,
        unknown,
        of(|outcome| !outcome.is_right() && !outcome.wrong),
        of(|outcome| outcome.wrong),
    ];
    totals_line(class.0.word(), counts.map(|count| count.to_string()).each_ref().map(String::as_str))
}

/// In truth done and not done: these records do not say.
pub(super) fn earlier_totals(design: Earlier, all: &[Left]) -> String {
    let of = |is: fn(&&Left) -> bool| all.iter().filter(is).count().to_string();
    let (runs, killed) = (all.len().to_string(), of(|left| !left.ended_itself));
    let (done, not_done) = (of(|left| left.done), of(|left| !left.done));
    let told = if design == Earlier::Bearer { "-".to_owned() } else { of(|left| left.is_false()) };
    let wrong = of(|left| left.wrong);
    totals_line(design.word(), [&runs, &killed, "-", &done, &not_done, "-", &told, &wrong])
}

pub(super) fn totals_legend() -> Vec<String> {
    vec![
        String::new(),
        "holding: killed between the claim and the end. A transactional effect has no".into(),
        "such time: its claim is not there until it is done. false: the record says what".into(),
        "is not so. wrong: an object that nobody had approved was touched, or one was".into(),
        "lost. The last two are the designs of acts 1 and 2, which have no word for".into(),
        "unknown.".into(),
    ]
}

fn totals_line(class: &str, [runs, killed, holding, done, not_done, unknown, told, object]: [&str; 8]) -> String {
    format!(
        "{class:<14}  {runs:>4}  {killed:>6}  {holding:>7}  {done:>4}  {not_done:>8}  {unknown:>7}  {told:>5}  {object:>5}"
    )
}
