//! Paths that lead out of the directory: upwards, by a link, and by a link that is put there after the question.

use crate::house::{ALL, House, yes};
use crate::http::Message;
use serde_json::json;
use std::fs;
use std::os::unix::fs::symlink;

/// Asks, and says yes if anybody is asked. What is told is an error, whichever way it came.
fn in_vain(house: &House, token: &str, path: &str) {
    let arguments = json!({"path": path});
    let answer = house.send(&Message::call("delete_file", arguments.clone()).by(token));
    let asked = answer.json()["result"]["requestState"].as_str().map(ToOwned::to_owned);
    let last = match asked {
        Some(state) => house.send(&Message::retry("delete_file", arguments, yes(), &state).by(token)),
        None => answer,
    };
    assert!(last.code() != 0 || last.told().0, "{path:?}: {last:?}");
}

#[test]
fn no_path_leads_out_of_the_directory() {
    let house = House::new();
    let token = house.token("alice", ALL);
    let outside = house.path("outside.txt");
    let files = house.path("files");
    symlink(&outside, files.join("link.txt")).unwrap();
    symlink(house.path(""), files.join("up")).unwrap();
    symlink("../outside.txt", files.join("payroll/link.csv")).unwrap();
    let absolute = outside.display().to_string();
    for path in [
        "../outside.txt",
        "./../outside.txt",
        "payroll/../../outside.txt",
        "up/outside.txt",
        "link.txt",
        &absolute,
        "payroll/link.csv",
        "..",
        ".",
        "",
        "/",
        "up",
        "payroll",
        "payroll/..",
        "notes.txt/../../outside.txt",
        "..\\outside.txt",
        "%2e%2e/outside.txt",
        "notes.txt\0",
        "../grants.db",
        "../keys",
        ".two-gates",
        "../quarantine",
        "notes.txt/",
        "./notes.txt/.",
    ] {
        in_vain(&house, &token, path);
    }
    assert!(outside.exists() && house.path("keys").exists() && house.path("grants.db").exists());
    assert!(fs::read_to_string(&outside).unwrap().contains("not the server's"));
    for path in ["notes.txt", "letter.txt", "payroll/june.csv"] {
        assert!(files.join(path).exists(), "{path}");
    }
}

/// Neither does a list.
#[test]
fn a_list_shows_nothing_from_outside() {
    let house = House::new();
    let token = house.token("alice", ALL);
    fs::create_dir(house.path("secrets")).unwrap();
    fs::write(house.path("secrets/hidden.txt"), "x").unwrap();
    fs::remove_dir_all(house.path("files/payroll")).unwrap();
    symlink(house.path("secrets"), house.path("files/payroll")).unwrap();
    for folder in ["payroll", "home", "..", "/", "payroll/.."] {
        let answer = house.send(&Message::call("list_files", json!({"folder": folder})).by(&token));
        assert!(!answer.body.contains("hidden.txt") && !answer.body.contains("outside.txt"), "{answer:?}");
    }
}

/// Between the question and the yes, the file becomes a link to another, or another file of the same name.
#[test]
fn a_file_that_is_exchanged_after_the_question_is_not_deleted() {
    let house = House::new();
    let token = house.token("alice", ALL);
    let arguments = json!({"path": "notes.txt"});
    let notes = house.path("files/notes.txt");
    for exchange in [
        (|notes, outside| symlink(outside, notes).unwrap()) as fn(_, std::path::PathBuf),
        |notes: std::path::PathBuf, outside| assert!(fs::copy(outside, notes).unwrap() > 0),
        |notes: std::path::PathBuf, _| fs::write(notes, "Water the plants.\n").unwrap(),
    ] {
        drop(fs::remove_file(&notes));
        fs::write(&notes, "Water the plants.\n").unwrap();
        let state = house.send(&Message::call("delete_file", arguments.clone()).by(&token)).state();
        // The old file lives on under another name, so that the new one cannot be taken for it.
        fs::rename(&notes, house.path("kept")).unwrap();
        exchange(notes.clone(), house.path("outside.txt"));
        let retry = Message::retry("delete_file", arguments.clone(), yes(), &state).by(&token);
        let (failed, text) = house.untouched(|| house.send(&retry)).told();
        assert!(failed, "{text}");
        assert!(house.path("outside.txt").exists());
    }
}
