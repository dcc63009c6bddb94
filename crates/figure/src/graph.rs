//! The graph: nodes, edges and the parts of messages, each kept once.

use serde_json::{Value, json};
use std::collections::HashMap;
use std::hash::Hash;
use wire::Entry;
use wire::order;

/// The place of a part in the dictionary.
pub type PartId = usize;
/// The place of an edge.
pub type EdgeId = usize;
/// The place of a node.
pub type NodeId = usize;

/// A state: the world as it is, and what can happen next.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Node {
    /// The world.
    pub world: PartId,
    /// What can happen next, the plainest first.
    pub edges: Vec<EdgeId>,
}

/// Something that happens.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The choice's name.
    pub choice: &'static str,
    /// The step of a vector that it is.
    pub step: PartId,
    /// What came of it, as a vector expects it.
    pub came: PartId,
    /// What comes of it while every defence is on, where that is something else.
    pub on: Option<PartId>,
    /// What passed, entry by entry.
    pub beats: Vec<PartId>,
    /// Where it leads.
    pub target: NodeId,
}

/// The graph. Whatever is equal is kept once, from the ends towards the beginnings: two states are one when their worlds
/// and their whole futures are equal to the byte.
#[derive(Debug, Default)]
pub struct Graph {
    parts: Kept<String>,
    edges: Kept<Edge>,
    nodes: Kept<Node>,
}

impl Graph {
    /// Keeps a value part by part, and says where. A text stands as itself, an object with the places of its members, a
    /// list as 1 and the places of its items, anything else as 0 and itself.
    pub fn value(&mut self, value: &Value) -> PartId {
        let part = match value {
            Value::Array(items) => {
                let places: String = items.iter().map(|item| format!(",{}", self.value(item))).collect();
                format!("[1{places}]")
            }
            Value::Object(members) => {
                let mut places = Vec::new();
                for (name, member) in order::entries(members) {
                    places.push(format!("{}:{}", order::compact(&name.into()), self.value(member)));
                }
                format!("{{{}}}", places.join(","))
            }
            Value::String(_) => order::compact(value),
            plain => format!("[0,{}]", order::compact(plain)),
        };
        self.parts.keep(part)
    }

    /// Keeps a transcript entry as a list: what stands at which place, the page's module `data.js` says. Its number and its
    /// act are left out, for the page counts; its time too; and what it answers stands as a distance.
    pub fn beat(&mut self, entry: &Entry) -> PartId {
        let whole: Value = serde_json::from_str(&entry.line()).unwrap_or_default();
        let member = |name: &str| whole.get(name).cloned().unwrap_or_default();
        let answers = entry.answers.map(|answers| entry.number.saturating_sub(answers));
        let mut list = vec![member("kind"), member("from"), member("to"), json!(answers), member("http")];
        // No message is not the message null: it stands as a list of none or one.
        list.push(entry.message.iter().cloned().collect());
        list.extend(["text", "gate", "violation", "modelReads"].map(member));
        while list.last().is_some_and(Value::is_null) {
            list.pop();
        }
        self.value(&Value::Array(list))
    }

    /// A graph of these parts, edges and nodes.
    #[must_use]
    pub fn of(parts: Vec<String>, edges: Vec<Edge>, nodes: Vec<Node>) -> Self {
        Self { parts: Kept::of(parts), edges: Kept::of(edges), nodes: Kept::of(nodes) }
    }

    /// Takes in all of another graph, as if it had been kept here in the order in which it was kept there. Says where its
    /// nodes and parts stand now.
    pub fn take_in(&mut self, other: &Self) -> Taken {
        let parts: Vec<PartId> = (0..other.parts.all.len()).map(|part| self.value(&other.whole(part))).collect();
        let mut taken = Taken { parts, nodes: Vec::new() };
        let mut edges: Vec<EdgeId> = Vec::new();
        for node in &other.nodes.all {
            // An edge is kept behind the node that it leads to, and before the one that it leads out of.
            let last = node.edges.iter().max().map_or(0, |last| last + 1);
            for edge in other.edges.all.get(edges.len()..last).unwrap_or_default() {
                edges.push(self.edges.keep(taken.edge(edge)));
            }
            let out = node.edges.iter().filter_map(|edge| edges.get(*edge).copied()).collect();
            taken.nodes.push(self.nodes.keep(Node { world: taken.part(node.world), edges: out }));
        }
        taken
    }

    /// Keeps an edge.
    pub fn edge(&mut self, edge: Edge) -> EdgeId {
        self.edges.keep(edge)
    }

    /// Keeps a node.
    pub fn node(&mut self, node: Node) -> NodeId {
        self.nodes.keep(node)
    }

    /// The edges out of a node.
    #[must_use]
    pub fn leading_on(&self, from: NodeId) -> Vec<&Edge> {
        let places = self.nodes.all.get(from).map(|node| node.edges.as_slice()).unwrap_or_default();
        places.iter().filter_map(|place| self.edges.all.get(*place)).collect()
    }

    /// A part with all that it refers to, as the page reads it; null where there is none.
    #[must_use]
    pub fn whole(&self, part: PartId) -> Value {
        let kept = self.parts.all.get(part).and_then(|part| serde_json::from_str(part).ok());
        let at =
            |place: &Value| place.as_u64().and_then(|place| usize::try_from(place).ok()).map(|place| self.whole(place));
        match kept.unwrap_or_default() {
            Value::Array(list) => match list.split_first() {
                Some((first, rest)) if *first == json!(1) => rest.iter().filter_map(at).collect(),
                Some((_, rest)) => rest.first().cloned().unwrap_or_default(),
                None => Value::Null,
            },
            Value::Object(members) => {
                members.iter().filter_map(|(name, place)| Some((name.clone(), at(place)?))).collect()
            }
            text => text,
        }
    }

    /// The parts, each as JSON.
    #[must_use]
    pub fn parts(&self) -> &[String] {
        &self.parts.all
    }

    /// The edges.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges.all
    }

    /// The nodes.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes.all
    }
}

/// Where the nodes and parts of another graph stand, by where they stood there.
#[derive(Debug)]
pub struct Taken {
    parts: Vec<PartId>,
    nodes: Vec<NodeId>,
}

impl Taken {
    /// A part.
    #[must_use]
    pub fn part(&self, there: PartId) -> PartId {
        self.parts.get(there).copied().unwrap_or_default()
    }

    /// A node.
    #[must_use]
    pub fn node(&self, there: NodeId) -> NodeId {
        self.nodes.get(there).copied().unwrap_or_default()
    }

    fn edge(&self, edge: &Edge) -> Edge {
        Edge {
            choice: edge.choice,
            step: self.part(edge.step),
            came: self.part(edge.came),
            on: edge.on.map(|on| self.part(on)),
            beats: edge.beats.iter().map(|beat| self.part(*beat)).collect(),
            target: self.node(edge.target),
        }
    }
}

/// Things that are kept once each, in the order in which they came.
#[derive(Debug)]
struct Kept<T> {
    all: Vec<T>,
    places: HashMap<T, usize>,
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self { all: Vec::new(), places: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Kept<T> {
    fn of(all: Vec<T>) -> Self {
        let places = all.iter().cloned().enumerate().map(|(place, thing)| (thing, place)).collect();
        Self { all, places }
    }

    fn keep(&mut self, thing: T) -> usize {
        if let Some(place) = self.places.get(&thing) {
            return *place;
        }
        self.all.push(thing.clone());
        self.places.insert(thing, self.all.len() - 1);
        self.all.len() - 1
    }
}
