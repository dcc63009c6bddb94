//! The arguments of a tool, at every depth of its input schema.

use super::words::words;
use serde_json::{Map, Value};

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

/// The arguments that an input schema names.
pub(super) fn of(schema: &Value) -> Vec<Argument> {
    let mut found = Vec::new();
    Walk { root: schema, visits: 0, found: &mut found }.schema(schema, "", 0);
    found
}

struct Walk<'a> {
    root: &'a Value,
    visits: usize,
    found: &'a mut Vec<Argument>,
}

impl Walk<'_> {
    fn schema(&mut self, schema: &Value, place: &str, depth: usize) {
        self.visits += 1;
        if depth > DEEPEST || self.visits > VISITS {
            return;
        }
        let Some(schema) = schema.as_object() else { return };
        for (name, argument) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
            if self.found.len() == MOST {
                return;
            }
            let short: String = name.chars().take(NAME).collect();
            let place = if place.is_empty() { short } else { format!("{place}.{short}") };
            self.found.push(argument_of(name, &place, argument));
            self.schema(argument, &place, depth + 1);
        }
        for part in parts(schema) {
            self.schema(part, place, depth + 1);
        }
        let target = schema.get("$ref").and_then(Value::as_str).and_then(|reference| reference.strip_prefix('#'));
        if let Some(target) = target.and_then(|pointer| self.root.pointer(pointer)) {
            self.schema(target, place, depth + 1);
        }
    }
}

/// The schemas that apply to the same place, or to each item of it.
fn parts(schema: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    let one = ["items", "additionalProperties"].into_iter().filter_map(|key| schema.get(key));
    let several = ["anyOf", "oneOf", "allOf", "prefixItems"].into_iter().filter_map(|key| schema.get(key)?.as_array());
    one.chain(several.flatten())
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
