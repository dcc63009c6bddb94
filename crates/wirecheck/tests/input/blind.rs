//! What the checks do not see: each place of a clean transcript is taken away and given other values, and the places at
//! which nothing is found are kept in `blind.txt`. A new blind spot shows there, and a closed one as well.

use crate::{checked, sdks::TYPESCRIPT};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use twogates_wirecheck::Options;

/// What is put in the place of a value. `None` takes it away.
fn changes(value: &Value) -> Vec<(&'static str, Option<Value>)> {
    let mut all = vec![("gone", None)];
    for (name, other) in [("null", Value::Null), ("number", json!(17)), ("text", json!("zzz")), ("object", json!({}))] {
        if std::mem::discriminant(&other) != std::mem::discriminant(value) {
            all.push((name, Some(other)));
        }
    }
    match value {
        Value::Bool(yes) => all.push(("other", Some(json!(!yes)))),
        Value::String(text) => all.push(("other", Some(json!(format!("{text}x"))))),
        _ => {}
    }
    all
}

/// The pointers to all that stands in a message.
fn places(value: &Value, at: &str, all: &mut Vec<String>) {
    let escaped = |name: &str| name.replace('~', "~0").replace('/', "~1");
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(members) => members.iter().map(|(name, value)| (escaped(name), value)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(place, item)| (place.to_string(), item)).collect(),
        _ => Vec::new(),
    };
    for (name, value) in inner {
        let at = format!("{at}/{name}");
        all.push(at.clone());
        places(value, &at, all);
    }
}

fn changed(message: &Value, at: &str, change: Option<Value>) -> Value {
    let mut message = message.clone();
    let (parent, name) = at.rsplit_once('/').unwrap();
    match (message.pointer_mut(parent).unwrap(), change) {
        (Value::Object(members), Some(value)) => {
            members.insert(name.replace("~1", "/"), value);
        }
        (Value::Object(members), None) => {
            members.remove(&name.replace("~1", "/"));
        }
        (Value::Array(items), Some(value)) => items[name.parse::<usize>().unwrap()] = value,
        (Value::Array(items), None) => {
            items.remove(name.parse::<usize>().unwrap());
        }
        (other, _) => panic!("{other} holds nothing"),
    }
    message
}

/// A place without the names and numbers that stand for any.
fn kind_of_place(documents: &[Value], line: usize, at: &str) -> String {
    let id = documents[line].pointer("/message/id");
    let asked =
        documents.iter().find(|one| one.pointer("/message/id") == id && one.pointer("/message/method").is_some());
    let method = asked.and_then(|one| one.pointer("/message/method")?.as_str()).unwrap_or_default();
    let names: Vec<_> = at
        .split('/')
        .skip(2)
        .map(
            |name| {
                if name.parse::<usize>().is_ok() { "*" } else { name.trim_start_matches("io.modelcontextprotocol~1") }
            },
        )
        .collect();
    let names = names.join("/");
    // What a schema of a tool says of its arguments is the tool's own business.
    match names.split_once("Schema/properties/") {
        Some((before, _)) => format!("{method} {before}Schema/properties/..."),
        None => format!("{method} {names}"),
    }
}

#[test]
fn each_blind_spot_is_known() {
    let documents: Vec<Value> = TYPESCRIPT.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut blind: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let (mut seen, mut tried) = (0_u32, 0_u32);
    for (line, document) in documents.iter().enumerate() {
        let mut all = Vec::new();
        places(document, "", &mut all);
        for at in all.iter().filter(|at| at.starts_with("/message/")) {
            let names = blind.entry(kind_of_place(&documents, line, at)).or_default();
            for (name, change) in changes(document.pointer(at).unwrap()) {
                // One such place is enough.
                if names.contains(&name) {
                    continue;
                }
                let mut lines: Vec<_> = TYPESCRIPT.lines().map(str::to_owned).collect();
                lines[line] = changed(document, at, change).to_string();
                tried += 1;
                if checked(lines.join("\n"), Options::default()).0.is_empty() {
                    names.push(name);
                } else {
                    seen += 1;
                }
            }
        }
    }
    blind.retain(|_, names| !names.is_empty());
    let text: String = blind.iter().map(|(place, names)| format!("{place}: {}\n", names.join(" "))).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/input/blind.txt");
    if std::env::var_os("TWO_GATES_BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(&path).unwrap_or_default(), "{seen} of {tried} changes are seen");
    assert!(seen * 2 > tried, "only {seen} of {tried} changes are seen");
}
