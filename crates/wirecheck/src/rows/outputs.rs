//! What a tool with an output schema returns.

use super::{Faults, Look, On, Row, Seen};
use crate::pointer::under;
use crate::shown::{kind_of, shown};
use rules::tools;
use serde_json::{Map, Value};

const SAMPLES: &str = include_str!("../../samples/outputs.txt");

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "output-missing",
        rule: &tools::OUTPUT_SCHEMA,
        finds: "a result without structuredContent, of a tool that was listed with an output schema",
        look: Look::Seen(On::Return, missing),
        samples: SAMPLES,
    },
    Row {
        name: "output-misfit",
        rule: &tools::OUTPUT_SCHEMA,
        finds: "a structuredContent that its tool's output schema does not take, by type, required, enum or const",
        look: Look::Seen(On::Return, misfit),
        samples: SAMPLES,
    },
];

/// The output schema that the result of a call must keep.
fn promised<'a>(seen: &Seen<'a>) -> Option<&'a Value> {
    seen.memory.output_schema(seen.answered()?)
}

fn missing(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if promised(seen).is_some() && seen.parts.in_result("structuredContent").is_none() {
        let also = if seen.parts.is_error_result() { "; no exception is written for an error" } else { "" };
        faults.add("/result", format!("the tool promises an output, and structuredContent is missing{also}"));
    }
}

fn misfit(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let (Some(schema), Some(output)) = (promised(seen), seen.parts.in_result("structuredContent")) else { return };
    check(schema, output, "/result/structuredContent", faults);
}

/// Holds a value against the plain parts of a schema. What a schema says otherwise, by a reference or a choice between
/// schemas, say, is not looked at here.
fn check(schema: &Value, value: &Value, at: &str, faults: &mut Faults<'_>) {
    let Some(schema) = schema.as_object() else { return };
    if schema.get("type").is_some_and(|kinds| !is_of(kinds, value)) {
        return faults.add(at, format!("this is {}, and the output schema wants another type", kind_of(value)));
    }
    let listed = schema.get("enum").and_then(Value::as_array).is_none_or(|all| all.contains(value));
    if !listed || schema.get("const").is_some_and(|only| only != value) {
        return faults.add(at, "this is none of the values that the output schema has");
    }
    match value {
        Value::Object(members) => check_members(schema, members, at, faults),
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                check(schema.get("items").unwrap_or(&Value::Null), item, &format!("{at}/{place}"), faults);
            }
        }
        _ => {}
    }
}

fn check_members(schema: &Map<String, Value>, members: &Map<String, Value>, at: &str, faults: &mut Faults<'_>) {
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    for name in required.filter(|name| !members.contains_key(*name)) {
        faults.add(at, format!("the output schema requires {}, which is missing", shown(name)));
    }
    let known = schema.get("properties").and_then(Value::as_object);
    let closed =
        schema.get("additionalProperties") == Some(&Value::Bool(false)) && !schema.contains_key("patternProperties");
    for (name, value) in members {
        match known.and_then(|known| known.get(name)) {
            Some(schema) => check(schema, value, &under(at, name), faults),
            None if closed => faults.add(&under(at, name), format!("the output schema has no {}", shown(name))),
            None => {}
        }
    }
}

/// Whether a value is of a type, or of one of several.
fn is_of(kinds: &Value, value: &Value) -> bool {
    let is = |kind: &Value| match kind.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        Some("number") => value.is_number(),
        Some("integer") => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        _ => true,
    };
    kinds.as_array().map_or_else(|| is(kinds), |kinds| kinds.iter().any(is))
}
