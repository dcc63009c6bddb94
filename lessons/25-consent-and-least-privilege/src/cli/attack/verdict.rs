//! What came of the student's retry, in one line.

use rules::{Defence, Rule, call};
use serde_json::{Map, Value};
use wire::Entry;
use wire::entry::{Decision, Kind};

/// How a grant says that nothing came of it.
const NOTHING: &str = "nothing happened";

/// What held the retry with these parameters, or what came through. `entries` are those of the retry alone.
pub(super) fn verdict(params: &Map<String, Value>, entries: &[Entry], off: &[Defence]) -> String {
    let effects = entries.iter().filter(|entry| entry.kind == Kind::Effect).flat_map(|entry| &entry.text);
    let effects: Vec<&str> = effects.map(|line| &**line).filter(|effect| *effect != NOTHING).collect();
    if !effects.is_empty() {
        let names: Vec<&str> = off.iter().map(|defence| defence.name()).collect();
        let without = if names.is_empty() { String::new() } else { format!(" (without {})", names.join(", ")) };
        return format!("Verdict on your retry: came through: {}{without}.", effects.join("; "));
    }
    match entries.iter().rev().find_map(|entry| entry.gate.as_ref()) {
        Some(gate) => format!("Verdict on your retry: held by {}.", held(gate, params)),
        None => "Verdict on your retry: held: the server did nothing, and says no more.".to_owned(),
    }
}

/// Which defence decided, or which gate where it is no defence that can be switched off, and by which rule.
fn held(gate: &Decision, params: &Map<String, Value>) -> String {
    if gate.verdict == "asked" {
        let exact = answered(params).then_some(Defence::ExactYes);
        let (who, rule) = exact.map_or(("gate two", &call::WHO_IS_ASKED), |exact| (exact.name(), exact.rule()));
        return format!("{who}, so the question is put again: {}", sentence(rule));
    }
    let rule = gate.rules.first().and_then(|id| rules::find(id));
    let defence = rule.and_then(|rule| Defence::ALL.iter().find(|defence| defence.rule() == rule));
    let who = defence.map_or(gate.gate.as_str(), |defence| defence.name());
    format!("{who}: {}", rule.map_or_else(|| gate.why.clone(), sentence))
}

/// Whether an answer was sent to a question. Where there is none, no yes is held: there is nothing to hold.
fn answered(params: &Map<String, Value>) -> bool {
    let answers = params.get("inputResponses").and_then(Value::as_object);
    params.contains_key("requestState") && answers.is_some_and(|answers| !answers.is_empty())
}

fn sentence(rule: &Rule) -> String {
    format!("{}, {}", rule.id, rule.sentence.trim_end_matches('.'))
}
