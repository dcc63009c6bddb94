//! The directory of files, and nothing outside of it.

use crate::support::House;
use serde_json::json;
use std::fs;
use std::os::unix::fs::symlink;

#[test]
fn no_path_leads_out() {
    let house = House::new("");
    let server = house.serve(&[]);
    let alice = house.client(&server, "files:write files:payroll");
    fs::write(house.path("secret.txt"), "keep out").unwrap();
    let absolute = house.path("secret.txt").display().to_string();
    for path in ["../secret.txt", "payroll/../../secret.txt", &absolute, "./notes.txt", "payroll//june.csv", ""] {
        let answer = alice.call("delete_file", &json!({ "path": path }));
        let (error, text) = answer.text();
        assert!(error && text.contains("plain names"), "{path}: {text}");
    }
    assert!(house.path("secret.txt").exists());
}

#[test]
fn a_link_is_no_file() {
    let house = House::new("");
    fs::create_dir(house.path("outside")).unwrap();
    fs::write(house.path("outside/secret.txt"), "keep out").unwrap();
    symlink(house.path("outside/secret.txt"), house.path("files/link.txt")).unwrap();
    symlink(house.path("outside"), house.path("files/folder")).unwrap();
    let server = house.serve(&[]);
    let alice = house.client(&server, "files:write files:payroll");
    assert_eq!(alice.call("list_files", &json!({})).text(), (false, "notes.txt\nreport.csv"));
    for path in ["link.txt", "folder/secret.txt"] {
        let arguments = json!({ "path": path });
        // A person is shown that it cannot be looked at; and a yes deletes nothing.
        let asked = alice.call("delete_file", &arguments);
        if let Some(state) = asked.body["result"]["requestState"].as_str() {
            let answer = alice.yes("delete_file", &arguments, state);
            assert!(answer.text().0, "{path}: {answer:?}");
        }
    }
    assert!(house.path("outside/secret.txt").exists());
    assert!(house.path("files/link.txt").symlink_metadata().is_ok());

    // The folder of wages is made a link by somebody else.
    fs::remove_dir_all(house.path("files/payroll")).unwrap();
    symlink(house.path("outside"), house.path("files/payroll")).unwrap();
    assert_eq!(alice.call("list_files", &json!({"folder": "payroll"})).text(), (false, ""));
}

#[test]
fn the_quarantine_cannot_be_named() {
    let house = House::new("");
    let server = house.serve(&[]);
    let alice = house.client(&server, "files:write files:payroll");
    fs::write(house.path("files/.two-gates/left.txt"), "in between").unwrap();
    let arguments = json!({"path": ".two-gates/left.txt"});
    let asked = alice.call("delete_file", &arguments);
    if let Some(state) = asked.body["result"]["requestState"].as_str() {
        assert!(alice.yes("delete_file", &arguments, state).text().0);
    }
    assert!(house.path("files/.two-gates/left.txt").exists());
}

#[test]
fn a_list_is_one_line_a_file_and_says_where_it_ends() {
    let house = House::new("");
    let server = house.serve(&[]);
    let alice = house.client(&server, "files:read");
    fs::write(house.path("files/notes.txt\npaid.txt"), "").unwrap();
    assert_eq!(alice.call("list_files", &json!({})).text(), (false, "notes.txt\nnotes.txt\\npaid.txt\nreport.csv"));
    for number in 0..10_000 {
        fs::write(house.path(&format!("files/{number}")), "").unwrap();
    }
    let many = alice.call("list_files", &json!({}));
    let last = many.text().1.lines().last().unwrap().to_owned();
    assert_eq!(last, "(There are more: 10000 entries were looked at.)");
}
