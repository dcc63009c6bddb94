//! Explores, depth first, what the learner can let happen, and keeps it as a graph.

use crate::calls::{Call, Setting};
use crate::choice::{Choice, met_at};
use crate::graph::{Edge, EdgeId, Graph, Node, NodeId, PartId};
use crate::phase::Place;
use crate::play::{Played, play, vector};
use anyhow::{Context, Result};
use lab::vectors::Seen;
use rules::Defence;
use serde_json::{Map, Value, json};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// Explores one setting.
#[derive(Debug)]
pub struct Explorer<'a> {
    call: Call,
    setup: Value,
    begin: Place,
    graph: &'a mut Graph,
    /// What was found with every defence on, by the steps.
    honest: HashMap<String, Found>,
}

/// What a path came to with every defence on.
#[derive(Debug, Clone)]
struct Found {
    played: Rc<Played>,
    /// Its node; none while what follows it is not explored.
    node: Option<NodeId>,
    /// The choices that can follow, sooner or later.
    ahead: Rc<BTreeSet<Choice>>,
}

impl<'a> Explorer<'a> {
    /// Explores this setting into this graph.
    pub fn new(setting: Setting, graph: &'a mut Graph) -> Self {
        Self { call: setting.call, setup: setting.setup(), begin: Place::start(setting), graph, honest: HashMap::new() }
    }

    /// The node at which a run with every defence on begins.
    ///
    /// # Errors
    ///
    /// When a path is no vector.
    pub fn start(&mut self) -> Result<NodeId> {
        let here = self.honest(&[])?;
        self.node(&mut Vec::new(), self.begin, &here)
    }

    /// The node at which a run without this defence begins. After [`Explorer::start`]: what the defence has no part in is
    /// the same.
    ///
    /// # Errors
    ///
    /// When a path is no vector.
    pub fn start_without(&mut self, defence: Defence) -> Result<NodeId> {
        let found = self.found(&[])?;
        let met = met_at(defence);
        if !met.iter().any(|choice| found.ahead.contains(choice)) {
            return found.node.context("the beginning was not explored");
        }
        let here = Rc::new(self.play(&[], &[defence])?);
        self.node_without(&mut Vec::new(), (defence, false), self.begin, &here)
    }

    fn node(&mut self, steps: &mut Vec<Value>, place: Place, here: &Played) -> Result<NodeId> {
        let mut edges = Vec::new();
        let mut ahead = BTreeSet::new();
        for choice in place.choices(self.call) {
            let step = choice.step(self.call, place.asked, place.sent);
            steps.push(step.clone());
            let there = self.honest(steps)?;
            let target = self.node(steps, self.after(place, choice, &there, steps.len()), &there)?;
            ahead.insert(choice);
            ahead.extend(self.found(steps)?.ahead.iter());
            steps.pop();
            edges.push(self.edge(choice, &step, here, &there, None, target));
        }
        let node = self.close(here, edges);
        if let Some(found) = self.honest.get_mut(&key(steps)) {
            found.node = Some(node);
            found.ahead = Rc::new(ahead);
        }
        Ok(node)
    }

    /// The same without a defence. Where nothing differed so far, and what follows does not meet it, the node is the one
    /// that is there.
    fn node_without(
        &mut self,
        steps: &mut Vec<Value>,
        (off, was_met): (Defence, bool),
        place: Place,
        here: &Rc<Played>,
    ) -> Result<NodeId> {
        let met = met_at(off);
        let mut edges = Vec::new();
        for choice in place.choices(self.call) {
            let step = choice.step(self.call, place.asked, place.sent);
            steps.push(step.clone());
            let honest = self.honest(steps)?;
            let known = self.honest.get(&key(steps)).cloned();
            let known = known.and_then(|found| found.node.map(|node| (node, found.ahead)));
            let matters = |ahead: &BTreeSet<Choice>| {
                was_met || met.contains(&choice) || met.iter().any(|met| ahead.contains(met))
            };
            let same = known.filter(|(_, ahead)| !matters(ahead));
            let there = match same {
                Some(_) => honest.clone(),
                None => Rc::new(self.play(steps, &[off])?),
            };
            let target = match same {
                Some((node, _)) => node,
                None => {
                    let parts = !there.is_same(&honest);
                    let next = self.after(place, choice, &there, steps.len());
                    // A gate that is open from the start opens all that lies behind it: the plain ways through suffice. One
                    // that was not met there is met nowhere behind it.
                    let next = Place { short: next.short || parts && choice == Choice::Go, ..next };
                    let was_met = was_met || met.contains(&choice) && (parts || choice != Choice::Go);
                    self.node_without(steps, (off, was_met), next, &there)?
                }
            };
            steps.pop();
            let on = came(honest.seen.last().and_then(Option::as_ref));
            edges.push(self.edge(choice, &step, here, &there, Some(on), target));
        }
        Ok(self.close(here, edges))
    }

    fn after(&self, place: Place, choice: Choice, there: &Played, number: usize) -> Place {
        let seen = there.seen.last().and_then(Option::as_ref);
        place.after(choice, seen.map(Seen::verdict), number)
    }

    fn edge(
        &mut self,
        choice: Choice,
        step: &Value,
        here: &Played,
        there: &Played,
        on: Option<Value>,
        target: NodeId,
    ) -> EdgeId {
        let edge = edge(self.graph, choice.word(), step, (here, there), on, target);
        self.graph.edge(edge)
    }

    fn close(&mut self, here: &Played, edges: Vec<EdgeId>) -> NodeId {
        let world = self.graph.value(&here.world);
        self.graph.node(Node { world, edges })
    }

    fn honest(&mut self, steps: &[Value]) -> Result<Rc<Played>> {
        if let Some(found) = self.honest.get(&key(steps)) {
            return Ok(found.played.clone());
        }
        let played = Rc::new(self.play(steps, &[])?);
        let found = Found { played: played.clone(), node: None, ahead: Rc::default() };
        self.honest.insert(key(steps), found);
        Ok(played)
    }

    fn found(&self, steps: &[Value]) -> Result<Found> {
        self.honest.get(&key(steps)).cloned().context("a path was not played")
    }

    fn play(&self, steps: &[Value], off: &[Defence]) -> Result<Played> {
        play(&vector(&self.setup, steps)?, off)
    }
}

impl Played {
    fn is_same(&self, other: &Self) -> bool {
        self.entries == other.entries && self.world == other.world
    }
}

/// An edge from one run to the same run a step later. `on` is what comes of the step while every defence is on.
pub(crate) fn edge(
    graph: &mut Graph,
    choice: &'static str,
    step: &Value,
    (here, there): (&Played, &Played),
    on: Option<Value>,
    target: NodeId,
) -> Edge {
    let came = came(there.seen.last().and_then(Option::as_ref));
    let on: Option<PartId> = on.filter(|on| *on != came).map(|on| graph.value(&on));
    let entries = there.entries.get(here.entries.len()..).unwrap_or_default();
    let beats = entries.iter().map(|entry| graph.beat(entry)).collect();
    Edge { choice, step: graph.value(step), came: graph.value(&came), on, beats, target }
}

/// What a step brought, as a vector's `expect` says it; null where a step has no outcome.
pub(crate) fn came(seen: Option<&Seen>) -> Value {
    let Some(seen) = seen else { return Value::Null };
    let mut expect = Map::from_iter([("verdict".to_owned(), json!(seen.verdict()))]);
    if let Some(effects) = seen.fact("effects").as_array().filter(|effects| !effects.is_empty()) {
        expect.insert("effects".into(), effects.clone().into());
    }
    if let Some(code) = seen.fact("code").as_str() {
        expect.insert("code".into(), code.into());
    }
    Value::Object(expect)
}

fn key(steps: &[Value]) -> String {
    steps.iter().map(|step| format!("{step}\n")).collect()
}
