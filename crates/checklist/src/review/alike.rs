//! Names that a person takes for one another.

use super::code::codes;
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

/// What is left of a name at a glance: names with one outline are taken for one another.
fn outline(name: &str) -> String {
    let shapes: String = name.chars().flat_map(char::to_lowercase).filter_map(shape).collect();
    shapes.replace("rn", "m").replace("vv", "w")
}

/// Letters and the Latin letter that each is taken for.
const SHAPES: &[(&str, char)] = &[
    ("0οоօ", 'o'),
    ("1|ıіιlǀ", 'l'),
    ("i", 'l'),
    ("αа", 'a'),
    ("в", 'b'),
    ("сϲ", 'c'),
    ("ԁ", 'd'),
    ("еε", 'e'),
    ("ɡ", 'g'),
    ("һн", 'h'),
    ("јϳ", 'j'),
    ("кκ", 'k'),
    ("м", 'm'),
    ("ηп", 'n'),
    ("ρр", 'p'),
    ("ԛ", 'q'),
    ("гᴦ", 'r'),
    ("ѕ", 's'),
    ("тτ", 't'),
    ("υս", 'u'),
    ("ν", 'v'),
    ("ԝω", 'w'),
    ("хχ", 'x'),
    ("уγ", 'y'),
];

/// The shape of a small letter; `None` for what is hardly seen between letters.
fn shape(character: char) -> Option<char> {
    let plain = narrow(character);
    if plain.is_alphanumeric() || plain == '|' || plain == 'ǀ' {
        let taken_for = SHAPES.iter().find(|(letters, _)| letters.contains(plain));
        return Some(taken_for.map_or(plain, |(_, letter)| *letter));
    }
    None
}

/// A full-width or mathematical letter as the plain one.
fn narrow(character: char) -> char {
    let code = u32::from(character);
    let plain = match code {
        0xff01..=0xff5e => code - 0xfee0,
        // Thirteen alphabets, capitals first.
        0x1d400..=0x1d6a3 => u32::from(b'a') + (code - 0x1d400) % 26,
        _ => code,
    };
    char::from_u32(plain).map_or(character, |plain| plain.to_ascii_lowercase())
}
