//! Names that a person takes for one another.

use super::code::codes;
use super::letters::outline;
use super::looks::Finding;
use std::collections::BTreeMap;

/// For each tool, by its place in the list, what its name is taken for.
#[derive(Debug)]
pub(super) struct Alike(BTreeMap<usize, Finding>);

impl Alike {
    /// What is found of the tool at this place.
    pub(super) fn of(&self, place: usize) -> Option<Finding> {
        self.0.get(&place).cloned()
    }
}

/// The longest name, in bytes, that is compared. A longer one is no name for a tool, and is told to be none.
const LONGEST: usize = 256;

/// Groups the names that look alike.
pub(super) fn groups<'a>(names: impl Iterator<Item = &'a str>) -> Alike {
    let mut groups: BTreeMap<String, Vec<(usize, &str)>> = BTreeMap::new();
    for (place, name) in names.enumerate().filter(|(_, name)| (1..=LONGEST).contains(&name.len())) {
        groups.entry(outline(name)).or_default().push((place, name));
    }
    let mut found = BTreeMap::new();
    for group in groups.values().filter(|group| group.len() > 1) {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        group.iter().for_each(|(_, name)| *counts.entry(name).or_default() += 1);
        for (place, name) in group {
            found.insert(*place, finding(name, &counts));
        }
    }
    Alike(found)
}

/// What is found of a name among those that look like it, each with how often it stands in the list.
fn finding(name: &str, counts: &BTreeMap<&str, usize>) -> Finding {
    if counts.get(name).is_some_and(|count| *count > 1) {
        return Finding { rule: &rules::tools::NAMES, what: "another tool has the same name".into() };
    }
    let others = || counts.keys().copied().filter(|other| *other != name);
    let lower = name.to_lowercase();
    let by_case = others().all(|other| other.to_lowercase() == lower);
    let how = if by_case { "differs only by case from" } else { "looks like" };
    Finding { rule: &rules::host::IDENTITY, what: format!("its name {how} {}", codes(others())) }
}
