//! No expectation is idle: whatever is changed in it, the run fails at that very step.

use super::vectors;
use lab::vectors::{Expect, Failure, Run, Vector};
use serde_json::{Value, json};

/// The same expectation with one member changed, in every way that there is.
fn changed(name: &str, value: &Value) -> Vec<Value> {
    match value {
        Value::String(_) if name == "verdict" => {
            let other = if value == "broken" { "taken" } else { "broken" };
            vec![other.into()]
        }
        Value::String(text) => vec![format!("{text}?").into()],
        Value::Number(number) => vec![(number.as_i64().unwrap() + 1).into()],
        Value::Array(_) if name == "lacks" => vec![json!([""])],
        Value::Array(items) => {
            let more = items.iter().cloned().chain(["nothing of the kind".into()]).collect();
            let contained = ["text", "shown", "sends"].contains(&name);
            let fewer = items.iter().skip(1).cloned().collect();
            let fewer = (!contained && !items.is_empty()).then_some(Value::Array(fewer));
            std::iter::once(Value::Array(more)).chain(fewer).collect()
        }
        Value::Object(parts) => {
            let other = |at: &String| {
                let mut parts = parts.clone();
                parts[at] = "nothing of the kind".into();
                parts.into()
            };
            parts.keys().map(other).collect()
        }
        other => panic!("{name} is {other}"),
    }
}

fn failure(vector: &Vector, run: &Run, step: usize, expect: Expect) -> Option<Box<Failure>> {
    let mut vector = vector.clone();
    *vector.steps[step].expect_mut().unwrap() = expect;
    vector.hold(run).err()
}

#[test]
fn each_member_of_each_expectation_fails_when_it_is_changed() {
    let mut changes = 0;
    for vector in vectors() {
        let run = vector.play(&[]);
        for (step, expect) in vector.steps.iter().enumerate().filter_map(|(at, step)| Some((at, step.expect()?))) {
            let members = expect.of_step().members();
            for (name, value) in &members {
                for other in changed(name, value) {
                    let mut members = members.clone();
                    members.insert(name.clone(), other);
                    let expect = serde_json::from_value(members.into()).unwrap();
                    let failed = failure(vector, &run, step, expect);
                    let at = format!("{}, step {}, {name}", vector.name, step + 1);
                    let failed = failed.unwrap_or_else(|| panic!("{at} cannot fail"));
                    assert_eq!(failed.step, step + 1, "{at}");
                    assert!(failed.mismatches.iter().all(|mismatch| mismatch.what.starts_with(name.as_str())), "{at}");
                    changes += 1;
                }
            }
        }
    }
    assert!(changes > 1_000, "{changes}");
}

#[test]
fn what_must_not_stand_there_stands_elsewhere() {
    let everything: String =
        vectors().iter().flat_map(|vector| vector.play(&[]).entries).map(|entry| entry.line() + "\n").collect();
    for vector in vectors() {
        for lacks in vector.steps.iter().filter_map(|step| step.expect()?.lacks.as_ref()).flatten() {
            assert!(everything.contains(lacks.as_str()), "{}: nothing ever says {lacks:?}", vector.name);
        }
    }
}

#[test]
fn no_expected_word_is_empty() {
    for vector in vectors() {
        for expect in vector.steps.iter().filter_map(|step| step.expect()) {
            for (name, value) in expect.members() {
                let words = value.as_array().cloned().unwrap_or_default();
                // An authorization request without a scope is told by an empty text.
                assert!(name == "requested" || !words.contains(&"".into()), "{}: {name}", vector.name);
                let list = ["text", "lacks", "shown", "sends", "body"].contains(&name.as_str());
                let empty = value == json!([]) || value == json!({});
                assert!(!(list && empty), "{}: {name} says nothing", vector.name);
            }
        }
    }
}

#[test]
fn what_coming_through_shows_is_not_what_is_expected() {
    for vector in vectors() {
        let run = vector.play(&[]);
        for through in &vector.through {
            let mut honest = vector.clone();
            *honest.steps[through.step - 1].expect_mut().unwrap() = through.shows.clone();
            assert!(honest.hold(&run).is_err(), "{}: step {} shows that anyway", vector.name, through.step);
        }
    }
}
