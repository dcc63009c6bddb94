//! Links.

use crate::texts::{LESSON, README, SECURITY, Text, root};
use std::fs;
use std::path::Path;

/// The targets of the links of a text that lead to files of this repository.
fn relative(text: &Text) -> Vec<&'static str> {
    let targets = text.text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap());
    targets.filter(|target| !target.contains("://")).collect()
}

#[test]
fn every_relative_link_leads_to_a_file() {
    for text in [&LESSON, &README, &SECURITY] {
        let folder = root().join(text.path).parent().unwrap().to_owned();
        for target in relative(text) {
            let file = target.split('#').next().unwrap();
            assert!(folder.join(file).exists(), "{} links to {target}", text.path);
        }
    }
    assert!(relative(&LESSON).len() > 10);
    assert!(relative(&README).len() > 10);
}

#[test]
fn a_link_that_shows_a_path_leads_there() {
    for text in [&LESSON, &README] {
        let links = text.text.split("[`").skip(1).filter_map(|rest| {
            let (shown, rest) = rest.split_once("`](")?;
            Some((shown, rest.split(')').next()?))
        });
        for (shown, target) in links {
            // What ends with a mark for the rest is short for the path.
            let shown = shown.trim_end_matches('/').trim_end_matches('…');
            if shown.contains('/') {
                assert!(target.contains(shown), "{}: {shown} leads to {target}", text.path);
            }
        }
    }
}

#[test]
fn a_link_to_an_item_leads_to_the_file_that_has_it() {
    let mut seen = 0;
    for text in [&LESSON, &README] {
        let folder = root().join(text.path).parent().unwrap().to_owned();
        let mut check = |item: &str, target: &str| {
            let name = item.rsplit("::").next().unwrap();
            let found = sources(&folder.join(target)).iter().any(|source| defines(source, name));
            assert!(found, "{}: {item} is not in {target}", text.path);
            seen += 1;
        };
        // [`Gates::read`](file), and `BINDINGS` in [`file`](file).
        for rest in text.text.split("[`").skip(1) {
            let Some((shown, rest)) = rest.split_once("`](") else { continue };
            if shown.contains("::") {
                check(shown, rest.split(')').next().unwrap());
            }
        }
        for (before, rest) in text.text.match_indices("` in [`").map(|(at, mark)| text.text.split_at(at + mark.len())) {
            let item = before.trim_end_matches("` in [`").rsplit('`').next().unwrap();
            check(item, rest.split_once("](").unwrap().1.split(')').next().unwrap());
        }
    }
    assert!(seen >= 8, "only {seen} items");
}

/// The source in a file, or in each file of a folder.
fn sources(path: &Path) -> Vec<String> {
    if path.is_file() {
        return vec![fs::read_to_string(path).unwrap()];
    }
    fs::read_dir(path).unwrap().flat_map(|entry| sources(&entry.unwrap().path())).collect()
}

fn defines(source: &str, name: &str) -> bool {
    let kinds = ["struct", "enum", "trait", "fn", "const"];
    let ends = [" ", ":", "(", "<", ";"];
    kinds.iter().any(|kind| ends.iter().any(|end| source.contains(&format!("{kind} {name}{end}"))))
}

#[test]
fn a_path_in_backticks_is_a_path() {
    let mut seen = 0;
    for text in [&README, &SECURITY] {
        let folders = ["crates/", "lessons/", "outputs/", "scripts/", "tests/"];
        for path in text.code().into_iter().filter(|code| folders.iter().any(|folder| code.starts_with(folder))) {
            // A mark for the rest stands for one name.
            let path = path.trim_end_matches('…');
            let (folder, start) = path.rsplit_once('/').unwrap();
            let names = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().file_name());
            assert!(names.into_iter().any(|name| name.to_str().unwrap().starts_with(start)), "{}: {path}", text.path);
            seen += 1;
        }
    }
    assert!(seen > 5);
}
