//! The figure from a page that was written before: the graph is read back, and nothing is explored.

use crate::calls::Setting;
use crate::choice::Choice;
use crate::figure::Figure;
use crate::graph::{Edge, Graph, Node, PartId};
use crate::link;
use crate::pack::Start;
use crate::told::{NEXT, Tale};
use anyhow::{Context, Result};
use rules::Defence;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use wire::order;

impl Figure {
    /// What [`Figure::page`] wrote: packed again, it is the same text.
    ///
    /// # Errors
    ///
    /// When it is no page of the figure.
    pub fn read(page: &str) -> Result<Self> {
        let packed: Value = serde_json::from_str(&link::graph(page)?)?;
        let member = |name: &str| packed.get(name).with_context(|| format!("the page's graph has no {name}"));
        let parts = list(member("p")?).iter().map(order::compact).collect();
        let choices: Vec<&str> =
            list(member("c")?).iter().filter_map(Value::as_str).map(word).collect::<Result<_>>()?;
        let edges = edges(member("e")?, &choices)?;
        let graph = Graph::of(parts, edges, nodes(member("n")?)?);
        let starts = object(member("s")?).map(|(word, start)| begins(word, start)).collect::<Result<_>>()?;
        let tales = list(member("t")?).iter().map(tale).collect::<Result<_>>()?;
        Ok(Self { graph, starts: sorted(starts), tales })
    }
}

/// The settings in the order in which they are explored; an object need not keep it.
fn sorted(mut starts: Vec<Start>) -> Vec<Start> {
    let all = Setting::plain_ones();
    starts.sort_by_key(|start| all.iter().position(|setting| *setting == start.setting));
    starts
}

/// A choice's name as the code has it.
fn word(name: &str) -> Result<&'static str> {
    let known = Choice::ALL.iter().map(|choice| choice.word()).chain([NEXT]);
    known.into_iter().find(|known| *known == name).with_context(|| format!("{name} is no choice"))
}

fn edges(numbers: &Value, choices: &[&'static str]) -> Result<Vec<Edge>> {
    let mut row = Row::of(numbers)?;
    let (mut step, mut came, mut target, mut beat) = (0, 0, 0, 0);
    let mut edges = Vec::new();
    while !row.is_empty() {
        let choice = *choices.get(row.count()?).context("a choice without a name")?;
        let (step, came) = (row.after(&mut step)?, row.after(&mut came)?);
        let on = row.count()?.checked_sub(1);
        let target = row.after(&mut target)?;
        let beats = (0..row.count()?).map(|_| row.after(&mut beat)).collect::<Result<_>>()?;
        edges.push(Edge { choice, step, came, on, beats, target });
    }
    Ok(edges)
}

fn nodes(numbers: &Value) -> Result<Vec<Node>> {
    let mut row = Row::of(numbers)?;
    let (mut world, mut edge) = (0, 0);
    let mut nodes = Vec::new();
    while !row.is_empty() {
        let world = row.after(&mut world)?;
        let edges = (0..row.count()?).map(|_| row.after(&mut edge)).collect::<Result<_>>()?;
        nodes.push(Node { world, edges });
    }
    Ok(nodes)
}

/// Numbers, one behind the other.
struct Row(std::vec::IntoIter<i64>);

impl Row {
    fn of(numbers: &Value) -> Result<Self> {
        let all: Option<Vec<i64>> = list(numbers).iter().map(Value::as_i64).collect();
        Ok(Self(all.context("not a row of numbers")?.into_iter()))
    }

    fn is_empty(&self) -> bool {
        self.0.as_slice().is_empty()
    }

    fn count(&mut self) -> Result<usize> {
        Ok(usize::try_from(self.0.next().context("a row ends too early")?)?)
    }

    /// A place, which stands as the distance from the last one of its column.
    fn after(&mut self, last: &mut i64) -> Result<PartId> {
        *last += self.0.next().context("a row ends too early")?;
        Ok(usize::try_from(*last)?)
    }
}

fn begins(word: &str, start: &Value) -> Result<Start> {
    let setting = Setting::plain_ones().into_iter().find(|setting| setting.word() == word);
    let without: Result<BTreeMap<_, _>> = object(&start[1])
        .map(|(name, node)| Ok((name.parse::<Defence>().map_err(anyhow::Error::msg)?.name(), place(node)?)))
        .collect();
    Ok(Start {
        setting: setting.with_context(|| format!("{word} is no setting"))?,
        node: place(&start[0])?,
        without: without?,
        setup: place(&start[2])?,
    })
}

fn tale(told: &Value) -> Result<Tale> {
    let starts = list(&told["starts"]).iter().map(|start| {
        let off: Result<Vec<Defence>> = list(&start[0])
            .iter()
            .filter_map(Value::as_str)
            .map(|name| name.parse().map_err(anyhow::Error::msg))
            .collect();
        Ok((off?, place(&start[1])?))
    });
    Ok(Tale {
        lesson: u32::try_from(place(&told["lesson"])?)?,
        name: told["name"].as_str().context("a run without a name")?.to_owned(),
        file: told["vector"].clone(),
        starts: starts.collect::<Result<_>>()?,
    })
}

fn place(value: &Value) -> Result<usize> {
    Ok(usize::try_from(value.as_u64().context("not a place")?)?)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn object(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter).map(|(name, value)| (name.as_str(), value))
}
