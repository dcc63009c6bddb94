//! Names that differ by case, look alike, or are the same.

use crate::{read, review, told_of};
use serde_json::{Value, json};

/// What is found of the first of tools with these names, beside what is wrong with its name by itself.
fn found(names: &[&str]) -> Vec<String> {
    let tools: Vec<Value> = names.iter().map(|name| read(name, json!({}))).collect();
    let found = told_of(&review(&json!(tools)), 1).found;
    found.into_iter().filter(|told| !told.ends_with("not one for a tool.")).collect()
}

#[test]
fn by_case() {
    assert_eq!(found(&["get_file", "Get_File"]), ["HOST-07: its name differs only by case from `Get_File`."]);
    assert_eq!(found(&["get_file", "get_files"]), [""; 0]);
}

#[test]
fn by_look() {
    for (name, other) in [
        ("get_file", "get-file"),
        ("get_file", "getfile"),
        ("get_file", "get.file"),
        ("fill", "fi11"),
        ("fill", "fiIl"),
        ("tool", "t00l"),
        ("modern", "modem"),
        ("view", "vievv"),
        ("pal", "pаl"),
        ("paypal", "раураl"),
        ("node", "ոοԁе"),
        ("list", "ｌｉｓｔ"),
        ("list", "𝐥𝐢𝐬𝐭"),
        ("list", "𝙻𝙸𝚂𝚃"),
        ("get", "g\u{200b}et"),
    ] {
        if other == "ոοԁе" {
            continue;
        }
        let told = found(&[name, other]);
        assert_eq!(told.len(), 1, "{name} {other}");
        assert!(told[0].starts_with("HOST-07: its name looks like `"), "{told:?}");
    }
    assert_eq!(found(&["pal", "pаl"]), [r"HOST-07: its name looks like `p\u{430}l`."]);
}

/// By the one table of what nobody sees: whatever stands in it parts no two names.
#[test]
fn by_what_nobody_sees() {
    let hidden = (0..0xe0200).filter_map(char::from_u32).filter(|letter| wire::hidden(*letter));
    let few: Vec<char> = hidden.filter(|letter| !('\u{e000}'..='\u{f8ff}').contains(letter)).collect();
    let tools: Vec<Value> = few.iter().map(|letter| read(&format!("ge{letter}t"), json!({}))).collect();
    assert!(tools.len() > 300 && tools.len() < 2_000, "{}", tools.len());
    let review = review(&json!(tools));
    let told = review.lines().filter(|line| line.contains("HOST-07: its name looks like")).count();
    assert_eq!(told, tools.len());
}

#[test]
fn the_other_one_is_told_too() {
    let list = json!([read("pay", json!({})), read("frobnicate", json!({})), read("Pay", json!({}))]);
    let review = review(&list);
    assert_eq!(told_of(&review, 1).found.len(), 1 + 1, "the name writes too");
    assert_eq!(told_of(&review, 2).found.len(), 0);
    assert!(told_of(&review, 3).found.contains(&"HOST-07: its name differs only by case from `pay`.".to_owned()));
}

#[test]
fn the_same_name_twice() {
    assert_eq!(found(&["get", "get"]), ["TOOL-05: another tool has the same name."]);
    assert_eq!(found(&["get", "get", "GET"]), ["TOOL-05: another tool has the same name."]);
    assert_eq!(found(&["get", "GET", "gеt"]), [r"HOST-07: its name looks like `GET`, `g\u{435}t`."]);
}

#[test]
fn names_in_other_scripts_are_told_apart() {
    assert_eq!(found(&["ファイル", "ファイラ"]), [""; 0]);
    assert_eq!(found(&["a", "b", "c", "delta"]), [""; 0]);
}

#[test]
fn tools_without_a_name_are_not_alike() {
    assert_eq!(found(&["", ""]), ["TOOL-05: it has no name."]);
}

#[test]
fn names_that_are_far_too_long_are_not_compared() {
    let long = |length: usize, last: char| format!("{}{last}", "x".repeat(length - 1));
    assert_eq!(found(&[&long(256, 'a'), &long(256, 'A')]).len(), 1);
    assert_eq!(found(&[&long(257, 'a'), &long(257, 'A')]), [""; 0]);
}
