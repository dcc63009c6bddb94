//! Filling in the defaults of a schema whose references were followed.
//!
//! `properties`, `items`, `prefixItems`, `additionalProperties` and `allOf` say which value a default is for. Of `anyOf` and
//! `oneOf` it is the one branch that the value fits. Behind any other keyword a default could hold or not, and is refused when
//! the server starts.

use serde_json::{Map, Value};

/// How many schemas are followed, one within the other: more than any arguments need that are let through. A default that
/// fills itself in for ever comes to its end here.
const DEPTH: usize = 256;
/// The keywords of which one branch counts.
const BRANCHES: &[&str] = &["anyOf", "oneOf"];
/// The keywords behind which nobody can say whether a default holds.
const HIDING: &[&str] = &[
    "if",
    "then",
    "else",
    "not",
    "contains",
    "dependentSchemas",
    "dependencies",
    "patternProperties",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
    "additionalItems",
];

/// A keyword leaves open which defaults hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Open(pub(super) &'static str);

/// The value with the defaults of the schema filled in.
pub(super) fn fill(schema: &Value, value: Value) -> Result<Value, Open> {
    Filling { root: schema }.value(schema, value, DEPTH)
}

/// Whether each default of a schema is one that [`fill`] finds.
pub(super) fn findable(schema: &Value) -> Result<(), String> {
    let hidden = hidden_in(schema);
    hidden.map_or(Ok(()), |keyword| Err(format!("there is a default behind {keyword}")))
}

struct Filling<'a> {
    root: &'a Value,
}

impl Filling<'_> {
    fn value(&self, schema: &Value, value: Value, depth: usize) -> Result<Value, Open> {
        let deeper = depth.checked_sub(1).ok_or(Open("nesting"))?;
        let mut value = match value {
            Value::Object(object) => Value::Object(self.object(schema, object, deeper)?),
            Value::Array(items) => Value::Array(self.items(schema, items, deeper)?),
            other => return Ok(other),
        };
        // What still is a reference goes round in a circle.
        if let Some(target) = schema.get("$ref").and_then(Value::as_str).and_then(|reference| self.target(reference)) {
            value = self.value(target, value, deeper)?;
        }
        for branch in branches(schema, "allOf") {
            value = self.value(branch, value, deeper)?;
        }
        for keyword in BRANCHES {
            if !branches(schema, keyword).any(has_default) {
                continue;
            }
            let mut fitting = branches(schema, keyword).filter(|branch| jsonschema::is_valid(branch, &value));
            let first = fitting.next();
            match (first, fitting.next()) {
                (Some(branch), None) => value = self.value(branch, value, deeper)?,
                // None fits, so that the arguments break the schema anyway.
                (None, _) => {}
                (Some(_), Some(_)) => return Err(Open(keyword)),
            }
        }
        Ok(value)
    }

    fn object(&self, schema: &Value, mut object: Map<String, Value>, depth: usize) -> Result<Map<String, Value>, Open> {
        let properties = schema.get("properties").and_then(Value::as_object);
        for (name, property) in properties.into_iter().flatten() {
            if let Some(value) = object.remove(name).or_else(|| self.default_of(property, depth).cloned()) {
                object.insert(name.clone(), self.value(property, value, depth)?);
            }
        }
        if let Some(others @ Value::Object(_)) = schema.get("additionalProperties") {
            let named = |name: &String| properties.is_some_and(|properties| properties.contains_key(name));
            let names: Vec<_> = object.keys().filter(|name| !named(name)).cloned().collect();
            for name in names {
                if let Some(value) = object.remove(&name) {
                    object.insert(name, self.value(others, value, depth)?);
                }
            }
        }
        Ok(object)
    }

    fn items(&self, schema: &Value, items: Vec<Value>, depth: usize) -> Result<Vec<Value>, Open> {
        let first: Vec<_> = branches(schema, "prefixItems").collect();
        let rest = schema.get("items");
        let filled = items.into_iter().enumerate().map(|(place, item)| match first.get(place).copied().or(rest) {
            Some(schema) => self.value(schema, item, depth),
            None => Ok(item),
        });
        filled.collect()
    }

    /// The default of a property: its own, or that of what it refers to or consists of.
    fn default_of<'a>(&'a self, property: &'a Value, depth: usize) -> Option<&'a Value> {
        property.get("default").or_else(|| {
            let deeper = depth.checked_sub(1)?;
            let reference = property.get("$ref").and_then(Value::as_str);
            let target = reference.and_then(|reference| self.target(reference));
            let mut parts = target.into_iter().chain(branches(property, "allOf"));
            parts.find_map(|part| self.default_of(part, deeper))
        })
    }

    fn target(&self, reference: &str) -> Option<&Value> {
        self.root.pointer(reference.strip_prefix('#')?)
    }
}

fn branches<'a>(schema: &'a Value, keyword: &str) -> impl Iterator<Item = &'a Value> + use<'a> {
    schema.get(keyword).and_then(Value::as_array).into_iter().flatten()
}

/// The schemas that a schema consists of, each with the keyword that they stand behind.
fn parts(schema: &Value) -> impl Iterator<Item = (&str, &Value)> {
    schema.as_object().into_iter().flatten().flat_map(|(keyword, value)| {
        let parts: Vec<&Value> = match (keyword.as_str(), value) {
            ("properties" | "patternProperties" | "dependentSchemas" | "dependencies", Value::Object(parts)) => {
                parts.values().collect()
            }
            ("allOf" | "anyOf" | "oneOf" | "prefixItems" | "items", Value::Array(parts)) => parts.iter().collect(),
            ("default" | "const" | "enum" | "examples" | "$defs" | "definitions" | "required" | "type", _) => {
                Vec::new()
            }
            (_, part @ Value::Object(_)) => vec![part],
            _ => Vec::new(),
        };
        parts.into_iter().map(move |part| (keyword.as_str(), part))
    })
}

fn has_default(schema: &Value) -> bool {
    schema.get("default").is_some() || parts(schema).any(|(_, part)| has_default(part))
}

/// The keyword that hides a default, or a reference that goes round in a circle where one branch would have to be chosen.
fn hidden_in(schema: &Value) -> Option<&str> {
    parts(schema).find_map(|(keyword, part)| {
        let hides = HIDING.contains(&keyword) && has_default(part);
        let circles = BRANCHES.contains(&keyword) && has_default(part) && has_reference(part);
        if hides || circles { Some(keyword) } else { hidden_in(part) }
    })
}

fn has_reference(schema: &Value) -> bool {
    schema.get("$ref").is_some() || parts(schema).any(|(_, part)| has_reference(part))
}
