//! Every edge of the shipped page against a fresh run of the crates. A share here; all of it where `TWO_GATES_SOAK` is set.

use super::{root, setting, shipped};
use lab::vectors::{Seen, Vector};
use rules::Defence;
use serde_json::Value;
use std::collections::HashMap;
use twogates_figure::calls::Setting;
use twogates_figure::figure::Figure;
use twogates_figure::graph::NodeId;
use twogates_figure::paths::Path;
use twogates_figure::phase::Place;
use twogates_figure::play::{play, vector};

/// The settings that every test run explores.
const SHARE: &[&str] = &["pay.little.half.forms.now", "pay.enough.all.blind.now", "delete.enough.all.forms.now"];

/// What is shipped, or of it what begins with one of those settings.
fn figure() -> Figure {
    let mut figure = Figure::read(&shipped()).unwrap();
    if std::env::var_os("TWO_GATES_SOAK").is_none() {
        let share: Vec<Setting> = SHARE.iter().map(|words| setting(words)).collect();
        figure.starts.retain(|start| share.contains(&start.setting));
    }
    figure
}

/// What the page shows of each step: the verdict, and the effects behind it.
fn shown(figure: &Figure, from: NodeId, path: &Path) -> Vec<Option<String>> {
    let mut node = from;
    let mut shown = Vec::new();
    for choice in &path.choices {
        let edge = figure.graph.leading_on(node).into_iter().find(|edge| edge.choice == *choice).unwrap();
        let came = figure.graph.whole(edge.came);
        let effects = came["effects"].as_array().cloned().unwrap_or_default();
        let all = [came["verdict"].clone()].into_iter().chain(effects);
        let words: Vec<String> = all.filter_map(|word| word.as_str().map(str::to_owned)).collect();
        shown.push((!words.is_empty()).then(|| words.join("; ")));
        node = edge.target;
    }
    shown
}

fn vector_of(setting: Setting, steps: &[Value]) -> Vector {
    vector(&setting.setup(), steps).unwrap()
}

#[test]
fn every_edge_is_what_a_fresh_run_brings() {
    let figure = figure();
    let mut known = HashMap::new();
    let mut paths = 0;
    for path in figure.every_path() {
        let start = figure.starts.iter().find(|start| Some(start.setting) == path.setting).unwrap();
        let from = path.off.first().map_or(start.node, |off| start.without[off.name()]);
        let said = path.said(root()).unwrap();
        assert_eq!(shown(&figure, from, &path), said, "{}", path.name);
        known.insert(path.name, ());
        paths += 1;
    }
    assert_eq!(known.len(), paths, "two paths have one name");
    assert!(paths > 60, "{paths} paths");
}

#[test]
fn a_defence_that_is_said_to_change_nothing_changes_nothing() {
    let figure = figure();
    for start in &figure.starts {
        let setting = start.setting;
        // Two change a question's text at once, and stand with what the lessons tell.
        let told = [Defence::Defaults, Defence::SafeRendering];
        let all = Defence::ALL.iter().filter(|off| !told.contains(off));
        let idle: Vec<Defence> = all.copied().filter(|off| !start.without.contains_key(off.name())).collect();
        let mut paths = vec![(Vec::new(), Place::start(setting))];
        while let Some((steps, place)) = paths.pop() {
            let vector = vector_of(setting, &steps);
            let honest = play(&vector, &[]).unwrap();
            for off in &idle {
                let without = play(&vector, &[*off]).unwrap();
                assert!(without.seen == honest.seen, "{off} off, {} {steps:?}", setting.word());
                assert!(without.world == honest.world, "{off} off, {} {steps:?}", setting.word());
            }
            for choice in place.choices(setting.call) {
                let further: Vec<Value> =
                    steps.iter().cloned().chain([choice.step(setting.call, place.asked, place.sent)]).collect();
                let played = play(&vector_of(setting, &further), &[]).unwrap();
                let seen = played.seen.last().and_then(Option::as_ref).map(Seen::verdict);
                let next = place.after(choice, seen, further.len());
                paths.push((further, next));
            }
        }
    }
}
