//! Tools: their names, schemas and hints, calls to them, and what they return.

use super::{Faults, Look, On, Row, Seen};
use crate::memory::{Key, Keys, Part};
use crate::parts::Parts;
use crate::patch::Patch;
use crate::shown::{kind_of, shown};
use rules::tools;
use serde_json::{Map, Value, json};
use std::collections::HashSet;

const SAMPLES: &str = include_str!("../../samples/tools.txt");

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "tool-name",
        rule: &tools::NAMES,
        finds: "a tool without a name, with characters that no name has, or with the name of another",
        look: Look::Seen(On::Kept, tool_name),
        samples: SAMPLES,
    },
    Row {
        name: "tool-schema",
        rule: &tools::INPUT_SCHEMA,
        finds: "a tool without an input schema of type object",
        look: Look::Seen(On::Kept, schema),
        samples: SAMPLES,
    },
    Row {
        name: "tool-hint",
        rule: &tools::HINTS_BOOLEAN,
        finds: "a hint that is neither true nor false",
        look: Look::Seen(On::Kept, hint),
        samples: SAMPLES,
    },
    Row {
        name: "tool-order",
        rule: &tools::LIST_ORDER,
        finds: "the same tools in another order than before",
        look: Look::Seen(On::Kept, order),
        samples: SAMPLES,
    },
    Row {
        name: "call-shape",
        rule: &tools::CALL_SHAPE,
        finds: "a tools/call without a name, or whose arguments are no object",
        look: Look::Seen(On::Request, call),
        samples: SAMPLES,
    },
    Row {
        name: "call-content",
        rule: &tools::CONTENT,
        finds: "the result of a call without content, with a block that is none, or with an isError that is no boolean",
        look: Look::Seen(On::Return, content),
        samples: SAMPLES,
    },
    Row {
        name: "error-unreadable",
        rule: &tools::EXECUTION_ERROR,
        finds: "an error result without any text for the model",
        look: Look::Seen(On::Return, unreadable),
        samples: SAMPLES,
    },
];

const HINTS: &[&str] = &["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

/// The tools of a list result, with their places.
fn listed<'a>(seen: &Seen<'a>) -> impl Iterator<Item = (usize, &'a Map<String, Value>)> {
    let is_list = seen.asked_method() == "tools/list" && seen.parts.is_complete();
    let all = seen.parts.in_result("tools").filter(|_| is_list).and_then(Value::as_array).into_iter().flatten();
    all.enumerate().filter_map(|(place, tool)| Some((place, tool.as_object()?)))
}

/// The pointer to a listed tool.
fn at(place: usize) -> String {
    format!("/result/tools/{place}")
}

/// The names of a list, as they stand and sorted.
pub(crate) fn names(keys: &Keys, parts: &Parts<'_>) -> Option<(Key, Key)> {
    let tools = parts.in_result("tools")?.as_array()?;
    let mut names: Vec<_> = tools.iter().map(|tool| Part::from(tool.get("name"))).collect();
    let as_they_stand = keys.of(&names);
    names.sort_by_key(|name| keys.of(&[*name]));
    Some((as_they_stand, keys.of(&names)))
}

fn tool_name(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let mut known = HashSet::new();
    for (place, tool) in listed(seen) {
        let at_name = || at(place) + "/name";
        let Some(name) = tool.get("name").and_then(Value::as_str) else {
            faults.add(&at(place), "the tool has no name");
            continue;
        };
        let right = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        if !(1..=128).contains(&name.len()) || !name.bytes().all(right) {
            faults.add(&at_name(), format!("{} is no name for a tool", shown(name)));
        } else if !known.insert(name) {
            faults.add(&at_name(), format!("a tool before this one is named {} as well", shown(name)));
        }
    }
}

fn schema(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    for (place, tool) in listed(seen) {
        let at_schema = || at(place) + "/inputSchema";
        match tool.get("inputSchema") {
            Some(Value::Object(schema)) if schema.get("type").is_some_and(|kind| kind == "object") => {}
            Some(Value::Object(_)) => {
                let patch = Patch::add(at_schema() + "/type", "object");
                faults.repair(&at_schema(), "the input schema is not of type object", patch);
            }
            Some(other) => {
                let patch = Patch::replace(at_schema(), json!({"type": "object"}));
                faults.repair(&at_schema(), format!("the input schema is {}, not an object", kind_of(other)), patch);
            }
            None => {
                let patch = Patch::add(at_schema(), json!({"type": "object"}));
                faults.repair(&at(place), "the tool has no input schema", patch);
            }
        }
    }
}

fn hint(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    for (place, tool) in listed(seen) {
        let annotations = tool.get("annotations").and_then(Value::as_object);
        for name in HINTS {
            let value = annotations.and_then(|hints| hints.get(*name));
            if let Some(other) = value.filter(|value| !value.is_boolean()) {
                let at = format!("{}/annotations/{name}", at(place));
                let wrong = format!("{name} is {}, which counts as no hint", kind_of(other));
                faults.repair(&at, wrong, Patch::remove(at.clone()));
            }
        }
    }
}

fn order(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let first_page = seen.answered().is_some_and(|request| request.method == "tools/list" && request.page.is_none());
    let now = names(&seen.memory.keys, &seen.parts).filter(|_| first_page);
    let (Some(now), Some(before)) = (now, seen.memory.list_before(seen.joined.ends)) else { return };
    if now.1 == before.1 && now.0 != before.0 {
        faults.add("/result/tools", "the same tools stood in another order before");
    }
}

fn call(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if seen.parts.method != "tools/call" {
        return;
    }
    let nearest = if seen.parts.params.is_some() { "/params" } else { "" };
    match seen.parts.param("name") {
        Some(Value::String(_)) => {}
        Some(other) => faults.add("/params/name", format!("the tool's name is {}, not a text", kind_of(other))),
        None => faults.add(nearest, "the call does not name its tool"),
    }
    if let Some(other) = seen.parts.param("arguments").filter(|all| !all.is_object()) {
        faults.add("/params/arguments", format!("the arguments are {}, not an object", kind_of(other)));
    }
}

fn is_return(seen: &Seen<'_>) -> bool {
    seen.asked_method() == "tools/call" && seen.parts.result_type == Some("complete")
}

fn content(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if !is_return(seen) {
        return;
    }
    match seen.parts.in_result("content") {
        Some(Value::Array(blocks)) => {
            for (place, block) in blocks.iter().enumerate() {
                if let Some(wrong) = misshapen(block) {
                    faults.add(&format!("/result/content/{place}"), wrong);
                }
            }
        }
        Some(other) => faults.add("/result/content", format!("the content is {}, not an array", kind_of(other))),
        None => faults.repair("/result", "the content is missing", Patch::add("/result/content", json!([]))),
    }
    if let Some(other) = seen.parts.in_result("isError").filter(|value| !value.is_boolean()) {
        faults.add("/result/isError", format!("isError is {}, not true or false", kind_of(other)));
    }
}

/// The blocks that a result has, with the member that each must have.
const BLOCKS: &[(&str, &str)] =
    &[("text", "text"), ("image", "data"), ("audio", "data"), ("resource_link", "uri"), ("resource", "resource")];

fn misshapen(block: &Value) -> Option<String> {
    let Some(kind) = block.get("type").and_then(Value::as_str) else {
        return Some("the block does not say of which type it is".into());
    };
    let Some((_, member)) = BLOCKS.iter().find(|(known, _)| *known == kind) else {
        return Some(format!("no block is of the type {}", shown(kind)));
    };
    let right =
        block.get(*member).is_some_and(|value| if kind == "resource" { value.is_object() } else { value.is_string() });
    (!right).then(|| format!("a block of the type {kind} has its {member}"))
}

fn unreadable(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if !is_return(seen) || !seen.parts.is_error_result() {
        return;
    }
    let text = |block: &Value| block.get("text").and_then(Value::as_str).is_some_and(|text| !text.trim().is_empty());
    let blocks = seen.parts.in_result("content").and_then(Value::as_array);
    if blocks.is_some_and(|blocks| !blocks.iter().any(text)) {
        faults.add("/result/content", "the model cannot read what went wrong");
    }
}
