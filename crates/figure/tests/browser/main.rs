//! The figure in a real browser: what it shows, compared with the crates, and how it looks and behaves.
//!
//! Needs chromium, Node and its packages; scripts/parts/63-figure brings them. The page under test is the shipped graph in
//! the page's sources as they are now: that the shipped page is just that, `figure --check` says.

#![expect(clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

mod node;
mod paths;

use node::{checked, page, root, script};
use std::fmt::Write as _;

/// What a check of `main.mjs` leaves in a folder of its own; fails with what is wrong.
fn holds(check: &str, more: &str) {
    let (right, said) = checked(check, check, more);
    println!("{said}");
    assert!(right, "{said}");
}

#[test]
fn every_edge_is_read_as_it_was_written() {
    let (right, read) = script("edges.mjs", &[page().to_str().unwrap()]);
    assert!(right, "{read}");
    let graph = &node::figure().graph;
    let words = |part| {
        let came = graph.whole(part);
        let all = [&came["verdict"]].into_iter().chain(came["effects"].as_array().into_iter().flatten());
        all.filter_map(|word| word.as_str()).collect::<Vec<_>>().join("; ")
    };
    let mut written = String::new();
    for (place, edge) in graph.edges().iter().enumerate() {
        let step = graph.whole(edge.step);
        let kinds: Vec<String> = edge.beats.iter().map(|beat| kind(&graph.whole(*beat))).collect();
        let (came, on) = (words(edge.came), edge.on.map(words).unwrap_or_default());
        let step = step["do"].as_str().unwrap();
        writeln!(
            written,
            "{place} | {} | {step} | {came} | {on} | {} | {}",
            edge.choice,
            edge.target,
            kinds.join(", ")
        )
        .unwrap();
    }
    for (read, written) in read.lines().zip(written.lines()) {
        assert_eq!(read, written);
    }
    assert_eq!(read.lines().count(), written.lines().count());
    assert!(graph.edges().len() > 5_000);
}

fn kind(beat: &serde_json::Value) -> String {
    format!("{} of {}", beat[0].as_str().unwrap(), beat[1].as_str().unwrap())
}

#[test]
fn each_guess_is_answered() {
    holds("guesses", "");
}

#[test]
fn a_run_is_taken_along() {
    holds("taken", "");
}

#[test]
fn the_call_moves_unless_nothing_should() {
    holds("motion", "");
}

#[test]
fn a_page_that_is_not_ready_says_so() {
    holds("loading", "");
}

#[test]
fn the_keys_work_while_a_field_has_the_focus() {
    holds("handled", "");
}

#[test]
fn paper_keeps_the_run() {
    holds("printed", "");
}

#[test]
fn it_looks_well_in_light() {
    holds("light", "");
}

#[test]
fn it_looks_well_in_the_dark() {
    holds("dark", "");
}

/// The tolerance lets another font pass, and no other run.
#[test]
fn another_picture_is_found_out() {
    let (right, said) = checked("another", "another", "");
    assert!(!right && said.contains("away from its reference"), "{said}");
}

#[test]
fn what_the_texts_say_to_try_first_is_there() {
    holds("tried", root().to_str().unwrap());
}

#[test]
fn what_is_to_be_pressed_is_on_the_first_screen() {
    holds("room", paths::written("all", |_| true).to_str().unwrap());
}
