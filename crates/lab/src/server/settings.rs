//! What can be set of the lab's server, and what that comes to for one tool.

use crate::resources::Bank;
use crate::tools::Disk;
use rules::Defence;
use std::sync::Arc;
use twogates::consent::{Evidence, Lifetime, Policy, Uses, Window};
use twogates::grants::Store;

/// What can be set of the lab's server.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// The defences that are off.
    pub off: Vec<Defence>,
    /// Tools that answer as unknown ones to whoever lacks their scopes.
    pub undisclosed: Vec<&'static str>,
    /// Tools whose approved calls are queued, and for how long a yes may wait, in milliseconds.
    pub deferred: Vec<(&'static str, u64)>,
    /// Tools whose approved calls are queued for a part of each day, and run at no other time.
    pub windows: Vec<(&'static str, Window)>,
    /// Tools whose calls do no more when they run again, and how often one yes lets them. The operator says so, no hint does.
    pub uses: Vec<(&'static str, u32)>,
    /// Whether there is a fifth tool, `delete_files`, which takes a list.
    pub lists: bool,
    /// Whether `delete_file` deletes in two halves, the first of which a worker can take back.
    pub staged: bool,
    /// The bank that payments go through; one that takes no keys when nothing is said. The server looks at it when it starts,
    /// and does without `send_payment` where it does not do as it says.
    pub bank: Option<Bank>,
    /// Tools for which a weaker evidence of a yes does not count. A form is no more than the client's word.
    pub evidence: Vec<(&'static str, Evidence)>,
    /// How many rows the store takes; as many as [`Memory::CAPACITY`](twogates::grants::Memory::CAPACITY) when nothing is said.
    pub capacity: Option<usize>,
    /// Its canonical address, under which it takes tokens and seals states; [`RESOURCE`](super::RESOURCE) when nothing is said. Every lab
    /// server seals with the same key.
    pub address: Option<&'static str>,
    /// Where its grants live; in memory when nothing is said. A store of somebody else's has all its defences on.
    pub store: Option<Arc<dyn Store>>,
    /// Where the files are that `delete_file` deletes; in memory when nothing is said. Only with that tool deferred.
    pub disk: Option<Arc<dyn Disk>>,
}

impl Settings {
    /// What the operator decides for this tool.
    pub(super) fn policy(&self, tool: &str) -> Policy {
        let deferred = of(&self.deferred, tool).map(Lifetime::Deferred);
        let lifetime = of(&self.windows, tool).map(Lifetime::Window).or(deferred).unwrap_or(Lifetime::AtOnce);
        let evidence = of(&self.evidence, tool).unwrap_or(Evidence::ReportedByClient);
        let uses = of(&self.uses, tool).map_or(Uses::Once, Uses::Idempotent);
        Policy { lifetime, evidence, uses }
    }
}

fn of<V: Copy>(set: &[(&'static str, V)], tool: &str) -> Option<V> {
    set.iter().find(|(name, _)| *name == tool).map(|(_, value)| *value)
}
