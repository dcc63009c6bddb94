//! What is in the figure, and how it is put together.

use super::{root, setting, shipped};
use rules::Defence;
use std::fs;
use twogates_figure::calls::Setting;
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
fn what_is_shipped_is_read_back_to_the_byte() {
    let shipped = shipped();
    let figure = Figure::read(&shipped).unwrap();
    assert!(figure.packed() == link::graph(&shipped).unwrap());
    let settings: Vec<_> = figure.starts.iter().map(|start| start.setting).collect();
    assert_eq!(settings, Setting::plain_ones());
}

#[test]
fn what_is_no_page_of_the_figure_is_said_to_be_none() {
    for (page, wrong) in [("<html>", "the page has no graph"), ("id=\"graph\">Aw==</script>", "deflate")] {
        let said = format!("{:#}", Figure::read(page).unwrap_err());
        assert!(said.contains(wrong), "{said}");
    }
    let cut = link::page(r#"{"p":[],"c":["go"],"e":[0,1],"n":[]}"#).unwrap();
    assert_eq!(Figure::read(&cut).unwrap_err().to_string(), "a row ends too early");
}

/// The page says nothing by itself that does not stand among its strings.
#[test]
fn every_word_of_the_page_stands_in_one_place() {
    let template = fs::read_to_string(root().join("crates/figure/page/index.html")).unwrap();
    let body = template.split_once("<body>").unwrap().1;
    for text in body.split('<').filter_map(|tag| tag.split_once('>')).map(|(_, text)| text.trim()) {
        assert!(text.is_empty() || text.starts_with("{{"), "{text}");
    }
    assert!(link::page("{}").unwrap().contains(r#"<p class="head">Loading…</p>"#));
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
