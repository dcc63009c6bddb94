//! Shapes: what a request must name, and what a result must hold, by its method. The official schema says the rest.

use super::{Faults, Look, On, Row, Seen};
use crate::parts::CLIENT_INFO;
use crate::pointer::under;
use crate::shown::kind_of;
use rules::base;
use serde_json::{Map, Value};

const SAMPLES: &str = include_str!("../../samples/shapes.txt");

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "request-shape",
        rule: &base::SCHEMA,
        finds: "a request that does not name its prompt, resource or whatever else it is about",
        look: Look::Seen(On::Request, request),
        samples: SAMPLES,
    },
    Row {
        name: "result-shape",
        rule: &base::SCHEMA,
        finds: "a list that is none, and items in it that lack what names them",
        look: Look::Seen(On::Result, result),
        samples: SAMPLES,
    },
    Row {
        name: "info-shape",
        rule: &base::SCHEMA,
        finds: "a clientInfo or serverInfo without a name or a version, or a _meta of a result that is no object",
        look: Look::Seen(On::Message, info),
        samples: SAMPLES,
    },
];

const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// Parameters that methods need, and whether they are texts. What a tools/call needs is looked at beside its arguments.
const NEEDED: &[(&str, &str, bool)] = &[
    ("prompts/get", "name", true),
    ("resources/read", "uri", true),
    ("completion/complete", "ref", false),
    ("completion/complete", "argument", false),
    ("subscriptions/listen", "notifications", false),
];

/// Where results keep their items, and the texts that each item has. The names of tools are looked at by themselves.
const LISTS: &[(&str, &str, &[&str])] = &[
    ("tools/list", "tools", &[]),
    ("prompts/list", "prompts", &["name"]),
    ("resources/list", "resources", &["name", "uri"]),
    ("resources/templates/list", "resourceTemplates", &["name", "uriTemplate"]),
    ("resources/read", "contents", &["uri"]),
    ("prompts/get", "messages", &["role"]),
];

fn request(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let nearest = if seen.parts.params.is_some() { "/params" } else { "" };
    for (_, name, is_text) in NEEDED.iter().filter(|(method, ..)| *method == seen.parts.method) {
        match seen.parts.param(name) {
            None => faults.add(nearest, format!("the request does not say its {name}")),
            Some(value) if *is_text && value.is_string() || !*is_text && value.is_object() => {}
            Some(other) => faults.add(&format!("/params/{name}"), format!("{name} is {}", kind_of(other))),
        }
    }
}

fn result(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let list = LISTS.iter().find(|(method, ..)| *method == seen.asked_method());
    let Some((_, name, texts)) = list.filter(|_| seen.parts.is_complete()) else { return };
    let at = || format!("/result/{name}");
    match seen.parts.in_result(name) {
        None => faults.add("/result", format!("the result has no {name}")),
        Some(Value::Array(items)) => {
            for (place, item) in items.iter().enumerate() {
                let at = || format!("{}/{place}", at());
                let Some(members) = item.as_object() else {
                    faults.add(&at(), format!("this is {}, not an object", kind_of(item)));
                    continue;
                };
                for text in texts.iter().filter(|text| !members.get(**text).is_some_and(Value::is_string)) {
                    faults.add(&at(), format!("its {text} is missing, or no text"));
                }
            }
        }
        Some(other) => faults.add(&at(), format!("{name} is {}, not an array", kind_of(other))),
    }
}

fn info(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    // What a request's `_meta` lacks when it is no object is looked at by itself.
    named(seen.parts.meta, "/params/_meta", CLIENT_INFO, faults);
    match seen.parts.in_result("_meta") {
        Some(Value::Object(meta)) => named(Some(meta), "/result/_meta", SERVER_INFO, faults),
        Some(other) => faults.add("/result/_meta", format!("_meta is {}, not an object", kind_of(other))),
        None => {}
    }
}

fn named(meta: Option<&Map<String, Value>>, at: &str, name: &str, faults: &mut Faults<'_>) {
    let Some(info) = meta.and_then(|meta| meta.get(name)) else { return };
    for text in ["name", "version"].into_iter().filter(|text| !info.get(*text).is_some_and(Value::is_string)) {
        faults.add(&under(at, name), format!("its {text} is missing, or no text"));
    }
}
