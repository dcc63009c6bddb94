//! Paths by mouse and by keyboard: each verdict is compared with the crates, and what the page exports is played.

use super::node::{checked, figure, left_by, root};
use lab::vectors::Vector;
use rules::Defence;
use std::fs;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::thread;
use twogates_figure::paths::Path;

/// The fewest paths of a kind that are enough.
const FEWEST: usize = 100;

/// Writes the paths that `wanted` picks by their place, with what the crates say; one a line, to a file of this name.
pub(crate) fn written(name: &str, wanted: impl Fn(usize) -> bool) -> PathBuf {
    let wanted: Vec<&str> =
        (0..).zip(lines()).filter_map(|(place, line)| wanted(place).then_some(line.as_str())).collect();
    kept(name, &wanted.join("\n"))
}

/// Every path, with what a fresh run of the crates says; played once, by all processors.
fn lines() -> &'static [String] {
    static LINES: OnceLock<Vec<String>> = OnceLock::new();
    LINES.get_or_init(|| {
        let paths = figure().paths();
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        thread::scope(|scope| {
            let share = paths.len().div_ceil(threads);
            let told = |paths: &[Path]| paths.iter().map(|path| path.line(root()).unwrap()).collect::<Vec<_>>();
            let shares: Vec<_> = paths.chunks(share).map(|share| scope.spawn(move || told(share))).collect();
            shares.into_iter().flat_map(|share| share.join().unwrap()).collect()
        })
    })
}

fn kept(name: &str, text: &str) -> PathBuf {
    let folder = left_by("paths");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join(format!("{name}.jsonl"));
    fs::write(&file, text).unwrap();
    file
}

fn picked(wanted: impl Fn(usize) -> bool) -> Vec<Path> {
    let all = figure().paths().into_iter().enumerate();
    all.filter_map(|(place, path)| wanted(place).then_some(path)).collect()
}

/// Plays every second path in the browser, and then what was exported.
fn played(by: &str, rest: usize) {
    let wanted = |place: usize| place % 2 == rest;
    let (right, said) = checked(by, by, written(by, wanted).to_str().unwrap());
    println!("{said}");
    assert!(right, "{said}");
    let paths = picked(wanted);
    assert!(paths.len() >= FEWEST, "{} paths", paths.len());
    let mut without = 0;
    for path in &paths {
        let text = fs::read_to_string(left_by(by).join(format!("vectors/{}.json", path.name))).unwrap();
        let vector = Vector::read(&path.name, &text).unwrap_or_else(|unreadable| panic!("exported: {unreadable}"));
        without += usize::from(held(&vector, &path.off));
    }
    assert!(without >= 10, "{without} exported vectors have a defence off");
    println!("{} exported vectors hold, and {without} come through without a defence", paths.len());
}

/// A vector holds while every defence is on, and comes through without the one that was off. Says whether one was.
fn held(vector: &Vector, off: &[Defence]) -> bool {
    if let Err(failure) = vector.hold(&vector.play(&[])) {
        panic!("an exported vector does not hold: {failure}");
    }
    let stopped = vector.stops.iter().any(|set| set == off);
    assert!(
        !stopped || vector.comes_through(&vector.play(off)),
        "{} does not come through without {off:?}",
        vector.name
    );
    stopped
}

#[test]
fn by_mouse() {
    played("mouse", 0);
}

#[test]
fn by_keyboard() {
    played("keyboard", 1);
}

/// Where page and crates say different things, it is found out.
#[test]
fn another_effect_is_found_out() {
    let all = fs::read_to_string(written("every", |_| true)).unwrap();
    let paid = all.lines().find(|line| line.contains(r#""told":null"#) && line.contains("paid 20 EUR")).unwrap();
    let (right, said) =
        checked("mouse", "broken", kept("broken", &paid.replace("paid 20 EUR", "paid 21 EUR")).to_str().unwrap());
    assert!(!right && said.contains("and the crates say ran; paid 21 EUR"), "{said}");
}
