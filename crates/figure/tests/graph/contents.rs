//! What is in the figure, and how it is put together.

use super::{root, setting};
use rules::Defence;
use std::fs;
use twogates_figure::figure::Figure;
use twogates_figure::link;
use twogates_figure::told::LESSONS;

#[test]
fn two_explorations_give_one_text() {
    let settings = [setting("search.enough.all.forms.queue"), setting("list.little.half.forms.now")];
    let (one, other) = (Figure::of(&settings).unwrap(), Figure::of(&settings).unwrap());
    assert!(one.packed() == other.packed());
}

#[test]
fn every_attack_of_lesson_25_is_told() {
    let table = fs::read_to_string(root().join("lessons/25-consent-and-least-privilege/src/attacks/table.rs")).unwrap();
    let names: Vec<&str> = table.split("Attack::on(").skip(1).filter_map(|attack| attack.split('"').nth(1)).collect();
    assert_eq!(names.len(), 36);
    let (_, told) = LESSONS[0];
    for name in names {
        assert!(told.iter().any(|vector| vector.split_once('-').unwrap().1 == name), "{name} is not told");
    }
}

#[test]
fn what_the_lessons_tell_is_there() {
    for name in LESSONS.iter().flat_map(|(_, names)| *names) {
        assert!(root().join(format!("tests/vectors/{name}.json")).is_file(), "{name}");
    }
}

#[test]
fn a_defence_that_stops_an_attack_shows_without_it() {
    let figure = Figure::of(&[setting("pay.enough.all.forms.now")]).unwrap();
    let without = &figure.starts[0].without;
    for defence in [Defence::Arguments, Defence::SingleUse, Defence::Principal, Defence::Integrity, Defence::Expiry] {
        assert!(without.contains_key(defence.name()), "{defence}");
    }
    assert!(!without.contains_key(Defence::HostGate.name()));
}

#[test]
fn the_page_is_one_file_and_loads_nothing() {
    let page = link::page("{}").unwrap();
    for reference in ["src=", "href=", "url(", "@import", "fetch(", "http:", "XMLHttpRequest", "{{"] {
        let allowed = page.matches("http://www.w3.org/2000/svg").count();
        let found = page.matches(reference).count();
        assert!(found == 0 || reference == "http:" && found == allowed, "{reference} stands in the page");
    }
    assert!(!page.contains("\nimport ") && !page.contains("\nexport "), "a module was not linked");
}
