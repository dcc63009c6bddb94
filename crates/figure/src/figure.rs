//! All that stands in the page: explored, packed, and put together.

use crate::calls::Setting;
use crate::explore::Explorer;
use crate::graph::Graph;
use crate::link;
use crate::pack::{Start, pack};
use crate::told;
use anyhow::Result;
use rules::Defence;
use std::collections::BTreeMap;
use std::path::Path;

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
        let starts = settings.iter().map(|setting| start(*setting, &mut graph)).collect::<Result<_>>()?;
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
