//! Paths for whoever checks the page: choices, and what the crates say to each, from a fresh run.

use crate::calls::{Call, Setting};
use crate::choice::Choice;
use crate::figure::Figure;
use crate::graph::{Graph, NodeId};
use crate::phase::Place;
use crate::play::{play, vector};
use crate::told::NEXT;
use anyhow::{Context, Result};
use lab::vectors::{Seen, Vector};
use rules::Defence;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A path through the figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Path {
    /// Its name, for files and messages.
    pub name: String,
    /// The setting; nothing where a lesson tells it.
    pub setting: Option<Setting>,
    /// The vector, where a lesson tells it.
    pub told: Option<String>,
    /// The defences that are off.
    pub off: Vec<Defence>,
    /// The choices.
    pub choices: Vec<&'static str>,
}

impl Figure {
    /// Every run that the lessons tell, with every defence on and without the first set that stops it; and enough of the free
    /// runs that every choice is taken in every call, and after every other that it can follow, and that every defence shows.
    #[must_use]
    pub fn paths(&self) -> Vec<Path> {
        let mut paths: Vec<Path> = Vec::new();
        for tale in &self.tales {
            let steps = tale.file.get("steps").and_then(Value::as_array).map_or(0, Vec::len);
            paths.extend(tale.starts.iter().take(2).map(|(off, _)| Path {
                name: named(&[&tale.name], off),
                setting: None,
                told: Some(tale.name.clone()),
                off: off.clone(),
                choices: vec![NEXT; steps],
            }));
        }
        let mut known = BTreeSet::new();
        for start in &self.starts {
            let setting = start.setting;
            let mut add = |off: Vec<Defence>, choices: Vec<&'static str>| {
                let name = named(&[&setting.word(), &choices.join("-")], &off);
                paths.push(Path { name, setting: Some(setting), told: None, off, choices });
            };
            for choices in whole(&self.graph, start.node) {
                let pairs: Vec<_> = pairs(setting.call, &choices).collect();
                if pairs.iter().any(|pair| !known.contains(pair)) {
                    known.extend(pairs);
                    add(Vec::new(), choices);
                }
            }
            for defence in Defence::ALL {
                let Some(node) = start.without.get(defence.name()) else { continue };
                let key = (Call::List, defence.name(), "");
                let Some(choices) = parting(&self.graph, *node).filter(|_| !known.contains(&key)) else { continue };
                known.insert(key);
                add(vec![*defence], choices);
            }
        }
        paths
    }

    /// Every path from every beginning to its end, those without a defence too.
    pub fn every_path(&self) -> impl Iterator<Item = Path> + '_ {
        self.starts.iter().flat_map(move |start| {
            let setting = start.setting;
            let all = Defence::ALL.iter().filter_map(|off| Some((vec![*off], *start.without.get(off.name())?)));
            std::iter::once((Vec::new(), start.node)).chain(all).flat_map(move |(off, node)| {
                whole(&self.graph, node).into_iter().map(move |choices| Path {
                    name: named(&[&setting.word(), &choices.join("-")], &off),
                    setting: Some(setting),
                    told: None,
                    off: off.clone(),
                    choices,
                })
            })
        })
    }
}

impl Path {
    /// What the crates say to each step, from a fresh run: the verdict, and the effects behind it. None where a step has no
    /// outcome.
    ///
    /// # Errors
    ///
    /// When it is no path of this figure.
    pub fn said(&self, root: &std::path::Path) -> Result<Vec<Option<String>>> {
        let played = match (&self.told, self.setting) {
            (Some(name), _) => {
                let text = std::fs::read_to_string(root.join(format!("tests/vectors/{name}.json")))?;
                play(&Vector::read(name, &text)?, &self.off)?
            }
            (None, Some(setting)) => play(&vector(&setting.setup(), &self.steps(setting)?)?, &self.off)?,
            (None, None) => anyhow::bail!("neither told nor set"),
        };
        Ok(played.seen.iter().map(|seen| seen.as_ref().map(said)).collect())
    }

    /// The steps of a free run. What a choice comes to depends on what came before it, so that it is played on the way.
    fn steps(&self, setting: Setting) -> Result<Vec<Value>> {
        let mut steps: Vec<Value> = Vec::new();
        let mut place = Place::start(setting);
        for word in &self.choices {
            let choice = place.choices(setting.call).into_iter().find(|choice| choice.word() == *word);
            let choice: Choice = choice.with_context(|| format!("{word} cannot follow"))?;
            steps.push(choice.step(setting.call, place.asked, place.sent));
            let played = play(&vector(&setting.setup(), &steps)?, &self.off)?;
            let seen = played.seen.last().and_then(Option::as_ref);
            place = place.after(choice, seen.map(Seen::verdict), steps.len());
        }
        Ok(steps)
    }

    /// The path as one line of JSON, with what the crates say.
    ///
    /// # Errors
    ///
    /// As [`Path::said`].
    pub fn line(&self, root: &std::path::Path) -> Result<String> {
        let steps: Vec<Value> = self
            .choices
            .iter()
            .zip(self.said(root)?)
            .map(|(choice, said)| json!({"choice": choice, "said": said}))
            .collect();
        let off: Vec<_> = self.off.iter().map(|defence| defence.name()).collect();
        let setting = self.setting.map(Setting::word);
        let value =
            json!({"name": self.name, "setting": setting, "told": self.told, "off": off.join("+"), "steps": steps});
        Ok(wire::order::compact(&value))
    }
}

/// A verdict and its effects.
fn said(seen: &Seen) -> String {
    let effects = seen.fact("effects").as_array().cloned().unwrap_or_default();
    let effects = effects.iter().filter_map(Value::as_str);
    std::iter::once(seen.verdict()).chain(effects).collect::<Vec<_>>().join("; ")
}

fn named(parts: &[&str], off: &[Defence]) -> String {
    let off = off.iter().map(|defence| format!("without-{defence}"));
    parts.iter().map(|part| (*part).to_owned()).chain(off).collect::<Vec<_>>().join("-").replace('.', "-")
}

/// Every way from a node to an end.
fn whole(graph: &Graph, from: NodeId) -> Vec<Vec<&'static str>> {
    let edges = graph.leading_on(from);
    if edges.is_empty() {
        return vec![Vec::new()];
    }
    let further = edges.iter().flat_map(|edge| {
        whole(graph, edge.target).into_iter().map(|mut rest| {
            rest.insert(0, edge.choice);
            rest
        })
    });
    further.collect()
}

/// A shortest way to an edge that ends otherwise than with every defence on.
fn parting(graph: &Graph, from: NodeId) -> Option<Vec<&'static str>> {
    let mut ahead = std::collections::VecDeque::from([(from, Vec::new())]);
    while let Some((node, path)) = ahead.pop_front() {
        for edge in graph.leading_on(node) {
            let path: Vec<_> = path.iter().copied().chain([edge.choice]).collect();
            if edge.on.is_some() {
                return Some(path);
            }
            ahead.push_back((edge.target, path));
        }
    }
    None
}

/// Each choice in its call, and each after the one before it.
fn pairs<'a>(call: Call, choices: &'a [&'static str]) -> impl Iterator<Item = (Call, &'static str, &'static str)> + 'a {
    let alone = choices.iter().map(move |choice| (call, *choice, ""));
    let after = choices.iter().zip(choices.iter().skip(1)).map(|(one, other)| (Call::List, *one, *other));
    alone.chain(after)
}
