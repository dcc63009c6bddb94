//! All that stands in the page: explored, packed, and put together.

use crate::calls::Setting;
use crate::explore::Explorer;
use crate::graph::Graph;
use crate::link;
use crate::pack::{Start, pack};
use crate::told;
use anyhow::{Result, anyhow};
use rules::Defence;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The whole graph.
#[derive(Debug)]
pub struct Figure {
    /// Nodes, edges and parts.
    pub graph: Graph,
    /// Where each setting's runs begin.
    pub starts: Vec<Start>,
    /// What the lessons tell.
    pub tales: Vec<told::Tale>,
}

impl Figure {
    /// Explores everything. `root` is the repository's, for its vectors.
    ///
    /// # Errors
    ///
    /// When a path is no vector, or a vector is missing.
    pub fn explore(root: &Path) -> Result<Self> {
        let mut figure = Self::of(&Setting::plain_ones())?;
        figure.tales = told::tales(&root.join("tests/vectors"), &mut figure.graph)?;
        Ok(figure)
    }

    /// Explores these settings alone, without what the lessons tell.
    ///
    /// # Errors
    ///
    /// When a path is no vector.
    pub fn of(settings: &[Setting]) -> Result<Self> {
        let mut graph = Graph::default();
        let mut starts = Vec::new();
        for explored in explored(settings) {
            let (start, part) = explored?;
            let taken = graph.take_in(&part);
            let without = start.without.iter().map(|(off, node)| (*off, taken.node(*node))).collect();
            let (node, setup) = (taken.node(start.node), taken.part(start.setup));
            starts.push(Start { setting: start.setting, node, without, setup });
        }
        Ok(Self { graph, starts, tales: Vec::new() })
    }

    /// The graph as the page reads it.
    #[must_use]
    pub fn packed(&self) -> String {
        pack(&self.graph, &self.starts, &self.tales)
    }

    /// The page.
    ///
    /// # Errors
    ///
    /// When its modules do not fit together.
    pub fn page(&self) -> Result<String> {
        link::page(&self.packed())
    }
}

/// Explores each setting in a graph of its own, in as many threads as there are processors. Which thread has which setting
/// makes no difference to what comes out.
fn explored(settings: &[Setting]) -> Vec<Result<(Start, Graph)>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some((place, setting)) = taken(&next, settings) {
            let mut graph = Graph::default();
            done.push((place, start(setting, &mut graph).map(|start| (start, graph))));
        }
        done
    };
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let mut all = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        // A thread that panicked has reported it; what is missing then is an error.
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect::<Vec<_>>()
    });
    all.sort_by_key(|(place, _)| *place);
    let is_missing = all.len() != settings.len();
    let missing = is_missing.then(|| Err(anyhow!("a setting could not be explored")));
    all.into_iter().map(|(_, done)| done).chain(missing).collect()
}

fn taken(next: &AtomicUsize, settings: &[Setting]) -> Option<(usize, Setting)> {
    let place = next.fetch_add(1, Ordering::Relaxed);
    settings.get(place).map(|setting| (place, *setting))
}

/// Explores one setting, with every defence on and without each.
fn start(setting: Setting, graph: &mut Graph) -> Result<Start> {
    let setup = graph.value(&setting.setup());
    let mut explorer = Explorer::new(setting, graph);
    let node = explorer.start()?;
    let mut without = BTreeMap::new();
    for defence in Defence::ALL {
        let other = explorer.start_without(*defence)?;
        if other != node {
            without.insert(defence.name(), other);
        }
    }
    Ok(Start { setting, node, without, setup })
}
