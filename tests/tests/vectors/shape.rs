//! What stands in the files.

use super::{folder, json, short, vectors};
use lab::vectors::{ADDRESSES, ServerKind, Step, Tamper, Vector};
use serde_json::Value;
use std::collections::BTreeMap;

/// The tampering of a step, where there is any.
fn tamper(step: &Step) -> Option<&Tamper> {
    match step {
        Step::Send(step) => step.tamper.as_ref(),
        Step::Retry(step) => step.tamper.as_ref(),
        Step::Repeat(step) => step.tamper.as_ref(),
        _ => None,
    }
}

#[test]
fn there_are_many_and_they_are_numbered() {
    assert!(vectors().len() >= 60, "{}", vectors().len());
    for (vector, number) in vectors().iter().zip(1..) {
        let (digits, name) = vector.name.split_once('-').unwrap();
        assert_eq!(digits, format!("{number:03}"), "{}", vector.name);
        assert!(name.chars().all(|letter| letter == '-' || letter.is_ascii_lowercase()), "{name}");
    }
    let mut names: Vec<_> = vectors().iter().map(short).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), vectors().len());
}

#[test]
fn nothing_else_lies_in_the_folder() {
    for item in std::fs::read_dir(folder()).unwrap() {
        let name = item.unwrap().file_name().into_string().unwrap();
        let vector = name.starts_with(|letter: char| letter.is_ascii_digit()) && name.ends_with(".json");
        assert!(vector || ["README.md", "schema.json", "tools.json"].contains(&name.as_str()), "{name}");
    }
}

#[test]
fn a_story_is_two_or_three_short_sentences() {
    for Vector { name, title, story, .. } in vectors() {
        let ends = story.matches(['.', '?']).count();
        assert!((2..=6).contains(&ends) && story.len() <= 260, "{name}: {} characters", story.len());
        assert!(story.split(". ").count() >= 2, "{name}: {story}");
        assert!(title.len() <= 76 && !title.ends_with('.'), "{name}: {title}");
    }
}

/// The words of a vector that make it the one that it is. Any other text or number in it is an example: another name, file
/// or sum makes no other vector.
const TELLING: &[&str] = &[
    "do", "op", "path", "tool", "method", "answer", "state", "breaks", "at", "dies", "effect", "kind", "trusts", "of",
    "again", "stalls", "bank", "lists", "staged",
];

/// A part of a vector without its examples, and without what must come of it.
fn bones(value: &Value, name: &str) -> Value {
    match value {
        Value::Object(members) => {
            let told = members.iter().filter(|(name, _)| !["wrong", "expect"].contains(&name.as_str()));
            Value::Object(told.map(|(name, value)| (name.clone(), bones(value, name))).collect())
        }
        Value::Array(items) => items.iter().map(|item| bones(item, name)).collect(),
        Value::String(_) | Value::Number(_) if !TELLING.contains(&name) => Value::Null,
        other => other.clone(),
    }
}

/// What makes a vector differ from another: its sets, its rules, and the steps that something is wrong with; where
/// nothing is, all its steps.
fn identity(vector: &Value) -> String {
    let sorted = |name: &str| {
        let mut items: Vec<_> = vector[name].as_array().into_iter().flatten().map(ToString::to_string).collect();
        items.sort_unstable();
        items.join(" ")
    };
    let steps = vector["steps"].as_array().unwrap();
    let odd = |step: &&Value| {
        step.pointer("/tamper/wrong").is_some() || step.get("state").is_some() || step["answer"].is_object()
    };
    let mut tampered: Vec<_> = steps.iter().filter(odd).map(|step| bones(step, "").to_string()).collect();
    if tampered.is_empty() {
        tampered = steps.iter().chain([&vector["setup"]]).map(|part| bones(part, "").to_string()).collect();
    }
    format!("{} | {} | {}", sorted("stops"), sorted("rules"), tampered.join(" "))
}

#[test]
fn each_differs_from_every_other() {
    let mut known = BTreeMap::new();
    for vector in vectors() {
        let identity = identity(&json(&format!("{}.json", vector.name)));
        let other = known.insert(identity, &vector.name);
        assert_eq!(other, None, "{} is the same as {}", vector.name, other.unwrap());
    }
}

/// A copy with other names and sums is the same vector.
#[test]
fn another_example_is_no_other_vector() {
    let vector = json("083-other-payee.json");
    let copy = vector.to_string().replace("Mallory", "Eve").replace("20", "21").replace("payee than", "account than");
    assert_ne!(vector.to_string(), copy);
    assert_eq!(identity(&vector), identity(&serde_json::from_str(&copy).unwrap()));
    let other = vector.to_string().replace("/params/arguments\"", "/params/name\"");
    assert_ne!(identity(&vector), identity(&serde_json::from_str(&other).unwrap()));
}

#[test]
fn honest_runs_are_among_them() {
    let acts = |vector: &&Vector| {
        let effects = |step: &Step| step.expect().is_some_and(|expect| expect.effects.is_some());
        vector.stops.is_empty()
            && vector.steps.iter().any(effects)
            && !vector.steps.iter().any(|step| tamper(step).is_some())
    };
    let honest = vectors().iter().filter(acts).count();
    assert!(honest >= 6, "{honest}");
}

#[test]
fn whatever_is_tampered_with_is_there() {
    for vector in vectors() {
        let run = vector.play(&[]);
        for (step, seen) in vector.steps.iter().zip(&run.seen) {
            let Some(tamper) = tamper(step) else { continue };
            assert!(seen.is_some(), "{}", vector.name);
            assert_eq!(tamper.wrong.is_some(), !tamper.breaks.is_empty(), "{}", vector.name);
            assert!(tamper.breaks.iter().all(|id| rules::find(id).is_some()), "{}: {:?}", vector.name, tamper.breaks);
            for replace in &tamper.text {
                let without = Tamper { text: Vec::new(), ..tamper.clone() };
                let wrong = run.entries.iter().any(|entry| {
                    entry.violation == without.violation() && entry.line().contains(&unquoted(&replace.with))
                });
                assert!(wrong, "{}: {:?} is sent nowhere", vector.name, replace.with);
            }
        }
    }
}

/// The text without quotation marks and backslashes, up to the first of either: as it stands inside another text too.
fn unquoted(text: &str) -> String {
    let longest = text.split(['"', '\\']).max_by_key(|part| part.len());
    longest.unwrap_or_default().to_owned()
}

#[test]
fn what_is_set_up_is_known_to_the_lab() {
    for vector in vectors() {
        for server in vector.setup.servers.values() {
            assert!(server.address.iter().all(|address| ADDRESSES.contains(&address.as_str())), "{}", vector.name);
            assert!(server.deferred.len() + server.window.len() <= 1, "{}", vector.name);
            let waits = server.deferred.keys().chain(server.window.keys());
            let tools = server.undisclosed.iter().chain(waits).chain(server.uses.keys()).chain(server.evidence.keys());
            let known = |tool: &String| {
                lab::vectors::TOOLS.contains(&tool.as_str()) || (server.lists && tool == lab::vectors::LIST_TOOL)
            };
            assert!(tools.clone().all(known), "{}", vector.name);
            assert_eq!(server.replies.is_empty(), server.kind != ServerKind::Scripted, "{}", vector.name);
        }
        let people = vector.setup.people.keys();
        let text = json(&format!("{}.json", vector.name))["steps"].to_string();
        people.for_each(|name| assert!(text.contains(&format!("\"{name}\"")), "{}: {name} does nothing", vector.name));
    }
}

/// A worker stalls only where it has something to set aside.
#[test]
fn a_worker_stalls_over_a_staged_deletion() {
    for vector in vectors() {
        let stalls = vector.steps.iter().any(|step| matches!(step, Step::Work(work) if work.stalls));
        let staged = vector.setup.servers.get("lab").is_some_and(|lab| lab.staged);
        assert!(staged || !stalls, "{}", vector.name);
    }
}

#[test]
fn a_patch_points_at_something() {
    use lab::vectors::Operation::{Add, Remove, Replace};
    let mut patches = 0;
    for vector in vectors() {
        let run = vector.play(&[]);
        for (step, seen) in vector.steps.iter().zip(&run.seen) {
            let Some((tamper, seen)) = tamper(step).zip(seen.as_ref()) else { continue };
            let sent = run.entries.iter().find(|entry| seen.numbers().contains(&entry.number));
            let Some(message) = sent.and_then(|entry| entry.message.as_ref()) else { continue };
            for operation in &tamper.patch {
                patches += 1;
                let (path, there) = match operation {
                    Add { path, value } | Replace { path, value } => (path, Some(value)),
                    Remove { path } => (path, None),
                };
                assert_eq!(message.pointer(path), there, "{}: {path}", vector.name);
            }
        }
    }
    assert!(patches >= 20, "{patches}");
}
