//! The arguments of a tool, at every depth of its input schema.

use super::code::code;
use super::words::words;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// How many arguments of one tool are looked at.
const MOST: usize = 500;

/// How many schemas of one tool are looked into: references may lead to the same one in many ways.
const VISITS: usize = 5_000;

/// How many characters of a name stand in a place.
const NAME: usize = 100;

/// How deep a schema is followed, references included.
const DEEPEST: usize = 12;

/// One argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Argument {
    /// Its place, such as `edits.newText`.
    pub(super) place: String,
    /// The words of its own name.
    pub(super) words: Vec<String>,
    /// The words of its description.
    pub(super) description: Vec<String>,
    /// The texts that it may have, where the schema names them.
    pub(super) choices: Vec<String>,
}

/// What an input schema names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) arguments: Vec<Argument>,
    /// What was not looked at, in words: beyond a limit, or behind a reference. Each once.
    pub(super) unseen: Vec<String>,
}

/// The arguments that an input schema names.
pub(super) fn of(schema: &Value) -> Found {
    let mut walk =
        Walk { root: schema, visits: 0, looked_into: BTreeSet::new(), cut: Vec::new(), found: Found::default() };
    walk.schema(schema, "", 0);
    let Walk { looked_into, cut, mut found, .. } = walk;
    // What was cut off in one place was often looked into in another, as in a schema that refers to itself.
    for (schema, beyond) in cut.into_iter().filter(|(schema, _)| !looked_into.contains(&address(schema))) {
        if goes_on(schema) && !found.unseen.contains(&beyond) {
            found.unseen.push(beyond);
        }
    }
    found
}

struct Walk<'a> {
    root: &'a Value,
    visits: usize,
    /// The schemas that were looked into, each by where it lies: the same one may be reached in many ways.
    looked_into: BTreeSet<usize>,
    /// The schemas that were not looked into here, and why.
    cut: Vec<(&'a Value, String)>,
    found: Found,
}

impl<'a> Walk<'a> {
    fn schema(&mut self, value: &'a Value, place: &str, depth: usize) {
        self.visits += 1;
        if depth > DEEPEST || self.visits > VISITS {
            let beyond = if depth > DEEPEST {
                format!("beyond {DEEPEST} schemas within one another")
            } else {
                format!("beyond {VISITS} schemas")
            };
            // A list of them that does not end would be one more thing without a limit.
            if self.cut.len() < VISITS {
                self.cut.push((value, beyond));
            }
            return;
        }
        let Some(schema) = value.as_object() else { return };
        for (name, argument) in properties(schema) {
            if self.found.arguments.len() == MOST {
                self.cut.push((value, format!("beyond {MOST} arguments")));
                return;
            }
            let short: String = name.chars().take(NAME).collect();
            let place = if place.is_empty() { short } else { format!("{place}.{short}") };
            self.found.arguments.push(argument_of(name, &place, argument));
            self.schema(argument, &place, depth + 1);
        }
        for part in parts(schema) {
            self.schema(part, place, depth + 1);
        }
        for reference in REFERENCES.iter().filter_map(|key| schema.get(*key)) {
            let target = reference.as_str().and_then(|reference| reference.strip_prefix('#'));
            match target.and_then(|pointer| self.root.pointer(pointer)) {
                Some(target) => self.schema(target, place, depth + 1),
                None => self.behind(reference),
            }
        }
        self.looked_into.insert(address(value));
    }

    /// A reference that leads out of the schema, or to nothing in it.
    fn behind(&mut self, reference: &Value) {
        let behind = format!("behind the reference {}", code(reference.as_str().unwrap_or("that is no text")));
        if self.found.unseen.len() < MOST && !self.found.unseen.contains(&behind) {
            self.found.unseen.push(behind);
        }
    }
}

fn address(value: &Value) -> usize {
    std::ptr::from_ref(value).addr()
}

/// Where a schema refers to another one.
const REFERENCES: &[&str] = &["$ref", "$dynamicRef"];

/// Where a schema keeps one that applies to the same place, or to each item of it.
const ONE: &[&str] = &[
    "items",
    "additionalItems",
    "additionalProperties",
    "unevaluatedItems",
    "unevaluatedProperties",
    "contains",
    "if",
    "then",
    "else",
    "not",
];
/// Where it keeps several.
const SEVERAL: &[&str] = &["anyOf", "oneOf", "allOf", "prefixItems", "items"];
/// Where it keeps them by a name, which is no name of an argument.
const NAMED: &[&str] = &["patternProperties", "dependentSchemas"];

fn properties(schema: &Map<String, Value>) -> impl Iterator<Item = (&String, &Value)> {
    schema.get("properties").and_then(Value::as_object).into_iter().flatten()
}

/// The schemas that apply to the same place, or to each item of it.
fn parts(schema: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    let one = ONE.iter().filter_map(|key| schema.get(*key)).filter(|part| part.is_object());
    let several = SEVERAL.iter().filter_map(|key| schema.get(*key)?.as_array());
    let named = NAMED.iter().filter_map(|key| schema.get(*key)?.as_object());
    one.chain(several.flatten()).chain(named.flat_map(Map::values))
}

/// Whether a schema has something within it.
fn goes_on(schema: &Value) -> bool {
    let Some(schema) = schema.as_object() else { return false };
    let refers = REFERENCES.iter().any(|key| schema.contains_key(*key));
    refers || properties(schema).next().is_some() || parts(schema).next().is_some()
}

fn argument_of(name: &str, place: &str, schema: &Value) -> Argument {
    let text = |key: &str| schema.get(key).and_then(Value::as_str).unwrap_or_default();
    let choices = schema.get("enum").and_then(Value::as_array).into_iter().flatten();
    Argument {
        place: place.to_owned(),
        words: words(name),
        description: words(text("description")),
        choices: choices.filter_map(Value::as_str).map(str::to_owned).collect(),
    }
}
