//! Every message of the shipped transcripts satisfies the official JSON schema of revision 2026-07-28.
//!
//! `MCP_SCHEMA` is the path of that schema; it is not part of this repository. The schema closes no object and leaves
//! much to prose: that part is `wirecheck`'s. Here it is seen that what it does check is not missed.

#[path = "official_schema/schema.rs"]
mod schema;
#[path = "official_schema/transcript.rs"]
mod transcript;
#[path = "official_schema/variants.rs"]
mod variants;

use schema::Official;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use transcript::{Report, check};
use variants::broken;
use wire::entry::Entry;

const META: &str = "/params/_meta/io.modelcontextprotocol~1";
const FORM: &str = "/result/inputRequests/approval/params";

#[test]
fn every_shipped_message_is_accepted() {
    let official = official().unwrap();
    let mut files = transcripts(&root().join("outputs")).unwrap();
    assert!(!files.is_empty(), "outputs/ has no transcript");
    // Every act, where scripts/test laid them out.
    files.extend(transcripts(&root().join(".cache/transcripts")).unwrap_or_default());
    for file in files {
        let report = check(&official, &entries(&file).unwrap());
        println!("{}: {} accepted, {} marked violations", file.display(), report.accepted, report.violations);
        for (number, fault) in &report.wrong {
            eprintln!("entry {number}: {}: {} ({})", fault.path, fault.what, fault.definition);
        }
        assert!(report.wrong.is_empty(), "{}: messages that the official schema refuses", file.display());
        assert!(report.accepted > 0, "{}: no message", file.display());
    }
}

#[test]
fn the_sample_is_accepted() {
    let report = check(&official().unwrap(), &sample().unwrap());
    assert!(report.wrong.is_empty(), "{:?}", report.wrong);
    assert_eq!((report.accepted, report.violations), (19, 2));
}

#[test]
fn the_sample_is_written_as_entries_are() {
    let text = std::fs::read_to_string(sample_file()).unwrap();
    for (line, entry) in text.lines().zip(sample().unwrap()) {
        assert_eq!(line, entry.line());
    }
}

#[test]
fn a_violation_that_is_not_marked_is_refused() {
    let mut entries = sample().unwrap();
    for entry in &mut entries {
        entry.violation = None;
    }
    let report = check(&official().unwrap(), &entries);
    let numbers: Vec<_> = report.wrong.iter().map(|(number, _)| *number).collect();
    assert_eq!((report.accepted, numbers), (20, vec![19]));
}

#[test]
fn each_fault_is_reported_where_it_is() {
    let official = official().unwrap();
    for (what, number, place, value, path) in broken() {
        let report = changed(&official, number, place, value).unwrap();
        let reported = report.wrong.iter().any(|(entry, fault)| *entry == number && fault.path == path);
        assert!(reported, "{what}: {:?}", report.wrong);
    }
}

#[test]
fn what_is_right_is_not_refused() {
    let official = official().unwrap();
    let page = json!({"mode": "url", "message": "Confirm on this page", "url": "https://files.example/confirm"});
    let right = [
        ("text id", 4, "/id", json!("d-1")),
        ("no arguments", 8, "/params/arguments", Value::Null),
        ("an answer of any shape to what was not asked", 17, "/params/inputResponses/other", json!({"foo": 1})),
        ("a fraction as a default", 9, &format!("{FORM}/requestedSchema/properties"), {
            json!({"approved": {"type": "boolean"}, "sum": {"type": "number", "default": 12.5}})
        }),
        ("null in an extension's settings", 6, &format!("{META}clientCapabilities/extensions"), {
            json!({"example.com/x": {"limit": null, "rate": 0.5}})
        }),
        ("a fraction in an answer", 11, "/params/inputResponses/approval/content", {
            json!({"approved": true, "sum": 12.5})
        }),
        ("a form without mode", 9, &format!("{FORM}/mode"), Value::Null),
        ("a question on a page", 9, FORM, page),
        ("state only", 9, "/result", json!({"resultType": "input_required", "requestState": "v1"})),
        ("a code of the application's own", 20, "/error/code", json!(17)),
    ];
    for (what, number, place, value) in right {
        let value = (!value.is_null()).then_some(value);
        let report = changed(&official, number, place, value).unwrap();
        assert!(report.wrong.is_empty() && report.accepted == 19, "{what}: {:?}", report.wrong);
    }
}

/// The report on the sample with one member of one message set or removed.
fn changed(official: &Official, number: u32, place: &str, value: Option<Value>) -> Result<Report, String> {
    let mut entries = sample()?;
    let entry = entries.iter_mut().find(|entry| entry.number == number).ok_or("no such entry")?;
    let message = entry.message.as_mut().ok_or("it has no message")?;
    let (holder, name) = place.rsplit_once('/').ok_or("not a pointer")?;
    let holder = message.pointer_mut(holder).and_then(Value::as_object_mut).ok_or("nothing there")?;
    let name = name.replace("~1", "/");
    match value {
        Some(value) => drop(holder.insert(name, value)),
        None => drop(holder.remove(&name).ok_or("nothing to remove")?),
    }
    Ok(check(official, &entries))
}

fn official() -> Result<Official, String> {
    let path =
        std::env::var("MCP_SCHEMA").map_err(|_| "MCP_SCHEMA is not set: the path of the official JSON schema")?;
    let text = std::fs::read_to_string(&path).map_err(|error| format!("MCP_SCHEMA={path}: {error}"))?;
    Official::new(&text).map_err(|what| format!("MCP_SCHEMA={path}: {what}"))
}

fn sample() -> Result<Vec<Entry>, String> {
    entries(&sample_file())
}

fn sample_file() -> PathBuf {
    root().join("tests/official/sample.jsonl")
}

fn entries(file: &Path) -> Result<Vec<Entry>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    text.lines().map(Entry::read).collect()
}

fn transcripts(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let listed = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<_> = listed.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    Ok(files)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
