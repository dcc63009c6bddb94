//! The graph as the page reads it: one JSON text.
//!
//! | member | what it is |
//! | --- | --- |
//! | `p` | the parts: a text is itself, `{name: part}` an object, `[1, part, …]` a list, `[0, value]` anything else |
//! | `c` | the names of the choices |
//! | `e` | the edges, one behind the other: choice, step, what came of it, what comes while every defence is on and 1 (or 0), target, how many entries, entries… |
//! | `n` | the nodes, one behind the other: world, how many edges, edges… |
//! | `s` | by setting: where its run begins; where it begins without a defence; the `setup` of its vectors |
//! | `t` | what the lessons tell: lesson, name, title, story, the vector, and where it begins without which defences |
//! | `r` | the rules, by id: sentence, keyword, source |
//! | `d` | the defences: name, what it stops, its rule |
//!
//! Within `e` and `n` the places of parts, edges and nodes stand as distances from the last place of their column.

use crate::calls::Setting;
use crate::graph::{Graph, NodeId, PartId};
use crate::told::Tale;
use rules::Defence;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use wire::order;

/// Where the runs of one setting begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// The setting.
    pub setting: Setting,
    /// With every defence on.
    pub node: NodeId,
    /// Without one that changes something.
    pub without: BTreeMap<&'static str, NodeId>,
    /// The `setup` of its vectors.
    pub setup: PartId,
}

/// Everything as one JSON text.
#[must_use]
pub fn pack(graph: &Graph, starts: &[Start], tales: &[Tale]) -> String {
    let mut choices: Vec<&str> = Vec::new();
    let (edges, nodes) = (edges(graph, &mut choices), nodes(graph));
    let starts: Vec<String> = starts
        .iter()
        .map(|start| {
            let value = json!([start.node, start.without, start.setup]);
            format!("{}:{}", order::compact(&start.setting.word().into()), order::compact(&value))
        })
        .collect();
    let rest = |value: &Value| order::compact(value);
    format!(
        "{{\"p\":[{}],\n\"c\":{},\n\"e\":[{}],\n\"n\":[{}],\n\"s\":{{{}}},\n\"t\":{},\n\"r\":{},\n\"d\":{}}}",
        graph.parts().join(","),
        rest(&json!(choices)),
        edges,
        nodes,
        starts.join(","),
        rest(&tales.iter().map(told).collect()),
        rest(&cited(graph)),
        rest(&defences()),
    )
}

fn edges(graph: &Graph, choices: &mut Vec<&'static str>) -> String {
    let mut column = [Last(0), Last(0), Last(0), Last(0)];
    let [steps, came, targets, beats] = &mut column;
    let mut numbers = Vec::new();
    for edge in graph.edges() {
        let choice = choices.iter().position(|known| *known == edge.choice).unwrap_or_else(|| {
            choices.push(edge.choice);
            choices.len() - 1
        });
        numbers.push(choice.to_string());
        numbers.extend([steps.to(edge.step), came.to(edge.came)]);
        numbers.push(edge.on.map_or(0, |on| on + 1).to_string());
        numbers.push(targets.to(edge.target));
        numbers.push(edge.beats.len().to_string());
        numbers.extend(edge.beats.iter().map(|beat| beats.to(*beat)));
    }
    numbers.join(",")
}

fn nodes(graph: &Graph) -> String {
    let (mut worlds, mut edges) = (Last(0), Last(0));
    let mut numbers = Vec::new();
    for node in graph.nodes() {
        numbers.extend([worlds.to(node.world), node.edges.len().to_string()]);
        numbers.extend(node.edges.iter().map(|edge| edges.to(*edge)));
    }
    numbers.join(",")
}

/// The last place of a column.
struct Last(usize);

impl Last {
    /// The distance to the next one.
    fn to(&mut self, next: usize) -> String {
        let last = std::mem::replace(&mut self.0, next);
        if next < last { format!("-{}", last - next) } else { (next - last).to_string() }
    }
}

fn told(tale: &Tale) -> Value {
    let starts: Vec<Value> = tale
        .starts
        .iter()
        .map(|(off, node)| json!([off.iter().map(|defence| defence.name()).collect::<Vec<_>>(), node]))
        .collect();
    json!({
        "lesson": tale.lesson, "name": tale.name, "title": tale.file.get("title"), "story": tale.file.get("story"),
        "vector": tale.file, "starts": starts,
    })
}

/// The rules that some entry names.
fn cited(graph: &Graph) -> Value {
    let named = |rule: &&rules::Rule| graph.parts().iter().any(|part| part.trim_matches('"') == rule.id);
    let rules = rules::all().filter(named);
    rules.map(|rule| (rule.id.to_owned(), json!([rule.sentence, rule.keyword.word(), rule.source]))).collect()
}

fn defences() -> Value {
    Defence::ALL.iter().map(|defence| json!([defence.name(), defence.stops(), defence.rule().id])).collect()
}
