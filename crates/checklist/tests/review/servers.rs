//! The lists of public servers, as they were recorded, and their reviews, as they are kept; and the lab's own list.

use crate::told_of;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use twogates_checklist::review::Review;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/servers").join(name)
}

/// The recorded lists, by name without the ending.
fn recorded() -> Vec<String> {
    let files = fs::read_dir(folder("lists")).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = files.map(|file| file.strip_suffix(".json").unwrap().to_owned()).collect();
    names.sort();
    names
}

#[test]
fn each_list_has_the_review_that_is_kept() {
    assert_eq!(recorded().len(), 5);
    for name in recorded() {
        let list = format!("{name}.json");
        let review = Review::of(&fs::read(folder("lists").join(&list)).unwrap(), &list).unwrap().markdown().unwrap();
        let kept = folder("reviews").join(format!("{name}.md"));
        if std::env::var_os("TWO_GATES_BLESS").is_some() {
            fs::write(&kept, &review).unwrap();
        }
        assert_eq!(review, fs::read_to_string(&kept).unwrap_or_default(), "{name} is not what is kept");
    }
}

#[test]
fn the_note_names_every_list_with_its_version() {
    let note = fs::read_to_string(folder("README.md")).unwrap();
    for name in recorded() {
        let (package, version) = name.rsplit_once('-').unwrap();
        let row = note.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
        let row = row.unwrap_or_default();
        assert!(row.contains(package) && row.contains(version), "{name}: {row}");
    }
}

/// The list that the lesson's last act shows: four tools, each of which says what it is.
#[test]
fn the_labs_own_list() {
    let transcript: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "..", "outputs", "lesson-25.jsonl"].iter().collect();
    let transcript = fs::read_to_string(transcript).unwrap();
    let mut entries = transcript.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let count = |entry: &Value| entry.pointer("/message/result/tools").and_then(Value::as_array).map(Vec::len);
    let list = entries.rfind(|entry| count(entry) == Some(4)).unwrap();
    let message = list["message"].to_string();
    let review = Review::of(message.as_bytes(), "lab").unwrap().markdown().unwrap();
    let always = (1..=4).map(|number| told_of(&review, number).person.starts_with("must be asked"));
    assert_eq!(always.collect::<Vec<_>>(), [false, true, true, true], "{review}");
    assert!(
        told_of(&review, 4).scopes.starts_with("`payment:write`. By `amount`: another scope above a limit."),
        "{review}"
    );
    let found: Vec<_> = (1..=4).flat_map(|number| told_of(&review, number).found).collect();
    assert!(found.iter().all(|told| told.starts_with("SCOPE-07: ")), "{found:?}");
}
