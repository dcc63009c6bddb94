//! The part of JSON Schema that a tool's promise may use, and holding arguments against it.
//!
//! A person agrees to arguments of which the tool's schema says what they may be. So the schema is held against them here,
//! and not left to whoever parses them. What this does not know it does not skip: a schema that uses another keyword is
//! refused before anybody is asked.
//!
//! Known are `type`, `properties`, `required`, `additionalProperties`, `items`, `enum`, `const`, `minimum`, `maximum`,
//! `minLength` and `maxLength`. `default` is what [`Contract::complete`](crate::Contract::complete) fills in; `title`,
//! `description`, `examples`, `format`, `$schema`, `$comment` and `deprecated` say something to people, and forbid nothing.

use serde_json::{Map, Value};

const TYPES: &[&str] = &["object", "array", "string", "integer", "number", "boolean", "null"];
const NOTES: &[&str] = &["default", "title", "description", "examples", "format", "$schema", "$comment", "deprecated"];

/// Whether this schema uses nothing but what is known here, each keyword with a value of its kind; what is wrong
/// otherwise. `at` is where the schema stands.
pub(crate) fn known(schema: &Value, at: &str) -> Result<(), String> {
    let Value::Object(schema) = schema else { return Err(format!("{} is no object", place(at))) };
    for (keyword, value) in schema {
        let fits = match keyword.as_str() {
            "type" => types(value).is_some_and(|types| types.iter().all(|word| TYPES.contains(word))),
            "properties" => match value {
                Value::Object(properties) => {
                    for (name, property) in properties {
                        known(property, &member(at, name))?;
                    }
                    true
                }
                _ => false,
            },
            "items" => {
                known(value, &format!("{at}[]"))?;
                true
            }
            "additionalProperties" if value.is_boolean() => true,
            "additionalProperties" => {
                known(value, &format!("{at}.*"))?;
                true
            }
            "required" => value.as_array().is_some_and(|names| names.iter().all(Value::is_string)),
            "enum" => value.is_array(),
            "minimum" | "maximum" => value.is_number(),
            "minLength" | "maxLength" => value.is_u64(),
            "const" => true,
            note => NOTES.contains(&note),
        };
        if !fits {
            return Err(format!("{keyword} of {}", place(at)));
        }
    }
    Ok(())
}

/// Whether a value is what a known schema says; what is wrong otherwise. `at` is where the value stands.
pub(crate) fn holds(schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    let says = |keyword| schema.get(keyword);
    if let Some(types) = says("type").and_then(types)
        && !types.iter().any(|word| is(word, value))
    {
        return Err(format!("{} is not of type {}", place(at), types.join(" or ")));
    }
    if says("enum").and_then(Value::as_array).is_some_and(|allowed| !allowed.iter().any(|one| same(one, value))) {
        return Err(format!("{} is none of the values of its enum", place(at)));
    }
    if says("const").is_some_and(|one| !same(one, value)) {
        return Err(format!("{} is not the one value that it may be", place(at)));
    }
    let bound = |keyword| says(keyword).and_then(Value::as_f64);
    match value {
        Value::Number(number) => {
            let number = number.as_f64().unwrap_or(f64::NAN);
            if let Some(least) = bound("minimum").filter(|least| number < *least) {
                return Err(format!("{at} is less than {least}"));
            }
            if let Some(most) = bound("maximum").filter(|most| number > *most) {
                return Err(format!("{at} is more than {most}"));
            }
            Ok(())
        }
        Value::String(text) => {
            let length = text.chars().count() as u64;
            let characters = |keyword| says(keyword).and_then(Value::as_u64);
            if let Some(least) = characters("minLength").filter(|least| length < *least) {
                return Err(format!("{at} has fewer than {least} characters"));
            }
            if let Some(most) = characters("maxLength").filter(|most| length > *most) {
                return Err(format!("{at} has more than {most} characters"));
            }
            Ok(())
        }
        Value::Array(items) => match says("items") {
            Some(schema) => {
                (0..).zip(items).try_for_each(|(place, item)| holds(schema, item, &format!("{at}[{place}]")))
            }
            None => Ok(()),
        },
        Value::Object(object) => members(schema, object, at),
        Value::Null | Value::Bool(_) => Ok(()),
    }
}

fn members(schema: &Value, object: &Map<String, Value>, at: &str) -> Result<(), String> {
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    for name in required {
        if !object.contains_key(name) {
            return Err(format!("{} is missing", member(at, name)));
        }
    }
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, value) in object {
        let at = member(at, name);
        match (properties.and_then(|properties| properties.get(name)), schema.get("additionalProperties")) {
            (Some(property), _) => holds(property, value, &at)?,
            (None, Some(Value::Bool(false))) => return Err(format!("{at} is not one of the properties")),
            (None, Some(others @ Value::Object(_))) => holds(others, value, &at)?,
            (None, _) => {}
        }
    }
    Ok(())
}

fn place(at: &str) -> &str {
    if at.is_empty() { "the arguments" } else { at }
}

fn member(at: &str, name: &str) -> String {
    if at.is_empty() { name.to_owned() } else { format!("{at}.{name}") }
}

fn types(value: &Value) -> Option<Vec<&str>> {
    match value {
        Value::String(word) => Some(vec![word]),
        Value::Array(words) => words.iter().map(Value::as_str).collect(),
        _ => None,
    }
}

fn is(word: &str, value: &Value) -> bool {
    match word {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        _ => value.is_null(),
    }
}

/// JSON Schema takes `1` and `1.0` for one value; so do canonical bytes.
fn same(one: &Value, other: &Value) -> bool {
    wire::canonical::value(one) == wire::canonical::value(other)
}
