//! Lists: the names in them, their pages, and what the tools in them promise to return.

use super::Memory;
use super::calls::{Ends, Pending, page, subject};
use super::key::{Key, Keys, Part, weight};
use crate::parts::Parts;
use serde_json::Value;

/// How many bytes of output schemas are remembered.
pub(super) const HEAVIEST: usize = 4 * 1024 * 1024;

/// A page of a list.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Page {
    /// Its `cacheScope`.
    pub(crate) scope: Option<Key>,
    /// The digest of all that stands in it.
    content: Key,
}

impl Page {
    /// What is kept of a page that came. How long it may be kept, and what else is said of it, does not make it another.
    pub(super) fn of(keys: &Keys, parts: &Parts<'_>) -> Self {
        let members =
            parts.result.into_iter().flatten().filter(|(name, _)| !matches!(name.as_str(), "_meta" | "ttlMs"));
        let mut members: Vec<_> = members.collect();
        members.sort_unstable_by_key(|(name, _)| name.as_str());
        let members: Vec<_> =
            members.into_iter().flat_map(|(name, value)| [Part::Text(name), Part::Value(value)]).collect();
        let scope = parts.in_result("cacheScope").map(|scope| keys.of(&[Part::Value(scope)]));
        Self { scope, content: keys.of(&members) }
    }

    /// Whether this is the page that came before, which was kept for another cursor.
    pub(crate) fn is(self, keys: &Keys, parts: &Parts<'_>) -> bool {
        self.content == Self::of(keys, parts).content
    }
}

impl Memory {
    /// The output schema of the tool that a request calls, as it was listed on its connection.
    pub(crate) fn output_schema(&self, request: &Pending) -> Option<&Value> {
        self.outputs.get(&request.ends.here(request.subject))
    }

    /// Notes a list.
    pub(super) fn remember_list(&mut self, parts: &Parts<'_>, request: &Pending, ends: Ends) {
        if let Some(names) = crate::rows::tools::names(&self.keys, parts).filter(|_| request.page.is_none()) {
            self.lists.keep(ends.channel, 0, names);
        }
        if let Some(next) = parts.in_result("nextCursor") {
            let key = page(&self.keys, ends.channel, &request.method, next);
            self.pages.keep(key, 0, Page::of(&self.keys, parts));
        }
        if request.method == "tools/list" {
            self.remember_outputs(parts, ends);
        }
    }

    fn remember_outputs(&mut self, parts: &Parts<'_>, ends: Ends) {
        for tool in parts.in_result("tools").and_then(Value::as_array).into_iter().flatten() {
            let key = ends.here(subject(&self.keys, "tools/call", tool.get("name").and_then(Value::as_str)));
            match tool.get("outputSchema") {
                Some(schema) => self.outputs.keep(key, weight(schema), schema.clone()),
                None => drop(self.outputs.take(&key)),
            }
        }
    }
}
