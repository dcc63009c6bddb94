//! The attacks that both lessons tell, each as the vector that retells it.

use crate::explore::{came, edge};
use crate::graph::{Graph, Node, NodeId};
use crate::play::play;
use anyhow::{Context, Result};
use lab::vectors::Vector;
use rules::Defence;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// What every choice of a told run is called.
pub const NEXT: &str = "next";

/// What a lesson tells, by the names of vectors.
pub const LESSONS: &[(u32, &[&str])] = &[
    (
        25,
        &[
            "007-unasked-payment",
            "008-says-it-reads",
            "009-same-name-elsewhere",
            "010-new-definition",
            "012-token-from-elsewhere",
            "013-old-token",
            "014-two-folders",
            "016-two-names",
            "030-probe",
            "031-uncovered-payment",
            "032-broader-scope",
            "037-one-by-one",
            "038-whole-list",
            "039-somebody-elses-list",
            "040-lost-scope",
            "041-ever-more-scopes",
            "042-same-scope-again",
            "054-nightly-job",
            "056-unsaid-currency",
            "057-forged-line",
            "059-until-she-gives-in",
            "011-asks-for-ever",
            "074-rewritten-state",
            "076-borrowed-question",
            "079-yes-from-staging",
            "080-new-meaning",
            "081-new-worker",
            "082-other-tool",
            "083-other-payee",
            "087-other-file",
            "088-paid-twice",
            "091-late-yes",
            "061-accepted-no",
            "095-late-worker",
            "096-left-the-company",
            "098-changed-meanwhile",
        ],
    ),
    (
        26,
        &[
            "129-retry-after-a-failure",
            "099-changed-in-the-queue",
            "121-lost-holder",
            "122-honest-pool",
            "090-second-question",
            "097-taken-back",
            "119-taken-back-in-flight",
            "120-taken-back-too-late",
            "123-before-its-window",
            "124-restored-backup",
            "116-killed-worker",
            "128-forgetful-bank",
            "127-another-list",
            "125-one-run-too-many",
        ],
    ),
];

/// One run that a lesson tells.
#[derive(Debug)]
pub struct Tale {
    /// The lesson.
    pub lesson: u32,
    /// The vector's name.
    pub name: String,
    /// The vector as its file has it.
    pub file: Value,
    /// The defences that are off, and where the run begins then; the run with every defence on first.
    pub starts: Vec<(Vec<Defence>, NodeId)>,
}

/// Every run that the lessons tell, from the vectors in this folder.
///
/// # Errors
///
/// When a vector is not there, or is none.
pub fn tales(folder: &Path, graph: &mut Graph) -> Result<Vec<Tale>> {
    let names = LESSONS.iter().flat_map(|(lesson, names)| names.iter().map(move |name| (*lesson, *name)));
    names.map(|(lesson, name)| tale(lesson, name, folder, graph).with_context(|| name.to_owned())).collect()
}

fn tale(lesson: u32, name: &str, folder: &Path, graph: &mut Graph) -> Result<Tale> {
    let text = fs::read_to_string(folder.join(format!("{name}.json")))?;
    let file: Value = serde_json::from_str(&text)?;
    let vector = Vector::read(name, &text)?;
    let mut starts = vec![(Vec::new(), run(&vector, &file, &[], graph)?)];
    for set in &vector.stops {
        starts.push((set.clone(), run(&vector, &file, set, graph)?));
    }
    Ok(Tale { lesson, name: name.to_owned(), file, starts })
}

/// Puts a run into the graph, step by step from its end.
fn run(vector: &Vector, file: &Value, off: &[Defence], graph: &mut Graph) -> Result<NodeId> {
    let honest = prefixes(vector, &[])?;
    let played = if off.is_empty() { honest.clone() } else { prefixes(vector, off)? };
    let steps = file.get("steps").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut next = None;
    for number in (0..=steps.len()).rev() {
        let Some(here) = played.get(number) else { continue };
        let mut edges = Vec::new();
        if let (Some(target), Some(there), Some(on), Some(step)) =
            (next, played.get(number + 1), honest.get(number + 1), steps.get(number))
        {
            let on = (!off.is_empty()).then(|| came(on.seen.last().and_then(Option::as_ref)));
            let edge = edge(graph, NEXT, step, (here, there), on, target);
            edges.push(graph.edge(edge));
        }
        let world = graph.value(&here.world);
        next = Some(graph.node(Node { world, edges }));
    }
    next.context("it has no beginning")
}

/// The run up to each of its steps, from none of them to all.
fn prefixes(vector: &Vector, off: &[Defence]) -> Result<Vec<crate::play::Played>> {
    let prefix = |many: usize| {
        let mut part = vector.clone();
        part.steps.truncate(many);
        play(&part, off)
    };
    (0..=vector.steps.len()).map(prefix).collect()
}
