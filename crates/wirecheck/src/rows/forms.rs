//! The forms of questions: flat, satisfiable, without a secret, and without a yes that is filled in.

use super::seen::Asked;
use super::{Faults, Look, On, Row, Seen, secrets};
use crate::form::{is_approval, texts};
use crate::patch::Patch;
use crate::pointer::under;
use crate::shown::{kind_of, shown};
use rules::{call, elicitation};
use serde_json::{Map, Value};

const SAMPLES: &str = include_str!("../../samples/forms.txt");

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "form-flat",
        rule: &elicitation::FLAT_SCHEMA,
        finds: "a form whose schema is missing, nested, or of other types than a form has",
        look: Look::Seen(On::Question, flat),
        samples: SAMPLES,
    },
    Row {
        name: "form-required",
        rule: &elicitation::FLAT_SCHEMA,
        finds: "a form that requires a field that it does not have, or requires no list of fields",
        look: Look::Seen(On::Question, required),
        samples: SAMPLES,
    },
    Row {
        name: "form-format",
        rule: &elicitation::FORMATS,
        finds: "a format that no client needs to know",
        look: Look::Seen(On::Question, format),
        samples: SAMPLES,
    },
    Row {
        name: "form-default",
        rule: &call::NO_DEFAULT_YES,
        finds: "an approval field with a default",
        look: Look::Seen(On::Question, default),
        samples: SAMPLES,
    },
    Row {
        name: "form-secret",
        rule: &elicitation::NO_SECRETS,
        finds: "a form that asks for a password, token, PIN, card number or other secret",
        look: Look::Seen(On::Question, secret),
        samples: SAMPLES,
    },
];

const FORMATS: &[&str] = &["email", "uri", "date", "date-time"];

fn flat(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    for asked in seen.questions().filter(Asked::is_form) {
        if asked.params.is_some() && asked.schema.is_none() {
            faults.add(&(asked.spot.question() + "/params"), "the question has no form: requestedSchema is missing");
        }
    }
    for (Asked { spot, .. }, form) in seen.forms() {
        if form.get("type").is_none_or(|kind| kind != "object") {
            let patch = Patch::add(spot.schema() + "/type", "object");
            faults.repair(&spot.schema(), "the form is not of type object", patch);
        }
        let Some(properties) = form.get("properties").and_then(Value::as_object) else {
            faults.add(&spot.schema(), "the form has no properties");
            continue;
        };
        for (name, _) in properties.iter().filter(|(_, field)| !is_flat(field)) {
            let at = under(&(spot.schema() + "/properties"), name);
            faults.add(&at, format!("the field {} is no text, number, yes or no, or choice", shown(name)));
        }
    }
}

/// Whether a field is a string, number, boolean, or a choice of one or several strings.
fn is_flat(field: &Value) -> bool {
    match field.get("type").and_then(Value::as_str) {
        Some("string" | "number" | "integer" | "boolean") => field.get("properties").is_none(),
        Some("array") => field.get("items").is_some_and(|items| {
            ["enum", "anyOf", "oneOf"].iter().any(|name| items.get(*name).is_some_and(Value::is_array))
                && items.get("properties").is_none()
        }),
        _ => false,
    }
}

fn required(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    for (Asked { spot, .. }, form) in seen.forms() {
        if let Some(other) = form.get("required").filter(|names| !names.is_array()) {
            let at = spot.schema() + "/required";
            faults.add(&at, format!("required is {}, not a list of fields", kind_of(other)));
        }
        let Some(properties) = form.get("properties").and_then(Value::as_object) else { continue };
        let names = form.get("required").and_then(Value::as_array).into_iter().flatten().enumerate();
        let missing = names.filter(|(_, name)| !name.as_str().is_some_and(|name| properties.contains_key(name)));
        // From the last to the first, so that each patch fits after those before it.
        for (place, name) in missing.collect::<Vec<_>>().into_iter().rev() {
            let at = format!("{}/required/{place}", spot.schema());
            let wrong = format!("the form requires {}, and has no such field", shown(name.as_str().unwrap_or("?")));
            faults.repair(&at, wrong, Patch::remove(at.clone()));
        }
    }
}

fn format(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    for (spot, field) in seen.fields() {
        let format =
            field.get("format").filter(|format| !format.as_str().is_some_and(|known| FORMATS.contains(&known)));
        if let Some(format) = format {
            let at = spot.field() + "/format";
            let wrong = format!("a form has no format {}", shown(format.as_str().unwrap_or("?")));
            faults.repair(&at, wrong, Patch::remove(at.clone()));
        }
    }
}

fn default(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    for (spot, field) in seen.fields() {
        if is_approval(spot.name(), field) && field.contains_key("default") {
            let at = spot.field() + "/default";
            faults.repair(&at, "the approval field is filled in already", Patch::remove(at.clone()));
        }
    }
}

fn secret(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    for (spot, field) in seen.fields().filter(|(_, field)| is_free(field)) {
        if let Some(secret) = texts(spot.name(), field).find_map(secrets::asked_for) {
            faults.add(&spot.field(), format!("the field {} asks for a secret ({secret})", shown(spot.name())));
        }
    }
    for (asked, form) in seen.forms() {
        let fields = form.get("properties").and_then(Value::as_object).into_iter().flatten();
        let mut free = fields.filter(|(_, field)| field.as_object().is_some_and(is_free)).peekable();
        let named = |(name, field): (&String, &Value)| {
            field.as_object().is_some_and(|field| texts(name, field).any(|text| secrets::asked_for(text).is_some()))
        };
        // Where a field says so itself, that is said already.
        if free.peek().is_none() || free.any(named) {
            continue;
        }
        if let Some(secret) = asked.message().and_then(secrets::told_to_write) {
            let at = asked.spot.question() + "/params/message";
            faults.add(&at, format!("the message tells the person to write a secret ({secret})"));
        }
    }
}

/// Whether a field takes any text or number. A yes or no, and a choice among given texts, take no secret.
fn is_free(field: &Map<String, Value>) -> bool {
    let kind = field.get("type").and_then(Value::as_str);
    let free = matches!(kind, Some("string" | "number" | "integer"));
    free && !field.contains_key("enum") && !field.contains_key("oneOf")
}
