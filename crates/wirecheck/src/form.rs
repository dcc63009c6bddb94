//! What was filled in: whether it fits the form, and whether it is a no. A form's schema is flat, so that this is short.

use serde_json::{Map, Value};

/// Words by which a field of yes or no asks for an approval.
const APPROVAL: &[&str] = &[
    "approv", "confirm", "consent", "allow", "agree", "accept", "proceed", "authoriz", "permit", "run", "yes",
    "continue",
];

/// The texts by which a field says what it is for.
pub(crate) fn texts<'a>(name: &'a str, field: &'a Map<String, Value>) -> impl Iterator<Item = &'a str> {
    let said = ["title", "description"].into_iter().filter_map(|key| field.get(key)?.as_str());
    std::iter::once(name).chain(said)
}

/// Whether a field asks for an approval: a yes or no, by its name, title or description.
pub(crate) fn is_approval(name: &str, field: &Map<String, Value>) -> bool {
    let says = |text: &str| APPROVAL.iter().any(|word| text.to_lowercase().contains(word));
    field.get("type").is_some_and(|kind| kind == "boolean") && texts(name, field).any(says)
}

/// The fields of a form that ask for an approval.
fn approvals(schema: &Map<String, Value>) -> impl Iterator<Item = &str> {
    let fields = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    let approvals = fields.filter(|(name, field)| field.as_object().is_some_and(|field| is_approval(name, field)));
    approvals.map(|(name, _)| name.as_str())
}

/// Whether a form that was sent back says no: it asks for an approval, and nothing in it approves.
pub(crate) fn says_no(schema: &Map<String, Value>, content: &Map<String, Value>) -> bool {
    let mut answers = approvals(schema).map(|name| content.get(name)).peekable();
    answers.peek().is_some() && answers.all(|answer| answer == Some(&Value::Bool(false)))
}

/// Whether a form asks for an approval, and what was sent back says neither yes nor no: `"true"`, 1, or nothing. A field
/// that may be left empty beside others is no question of its own.
pub(crate) fn says_neither(schema: &Map<String, Value>, content: Option<&Map<String, Value>>) -> bool {
    let alone = schema.get("properties").and_then(Value::as_object).is_some_and(|fields| fields.len() == 1);
    let required = schema.get("required").and_then(Value::as_array);
    let must = |name: &str| alone || required.is_some_and(|names| names.iter().any(|one| one == name));
    approvals(schema).any(|name| match content.and_then(|content| content.get(name)) {
        Some(answer) => !answer.is_boolean(),
        None => must(name),
    })
}

/// What does not fit: the field, and what is wrong with it.
pub(crate) fn misfits<'a>(
    schema: &'a Map<String, Value>,
    content: &'a Map<String, Value>,
) -> Vec<(&'a str, &'static str)> {
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let missing = required.filter(|name| !content.contains_key(*name));
    let missing = missing.map(|name| (name, "a field that the form requires is missing"));
    let fields = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    let wrong = fields.filter_map(|(name, field)| {
        let wrong = misfit(field, content.get(name)?)?;
        Some((name.as_str(), wrong))
    });
    missing.chain(wrong).collect()
}

fn misfit(field: &Value, value: &Value) -> Option<&'static str> {
    let number = |name: &str| field.get(name).and_then(Value::as_f64);
    match (field.get("type").and_then(Value::as_str)?, value) {
        ("boolean", Value::Bool(_)) => None,
        ("boolean", _) => Some("the field takes true or false"),
        ("string", Value::String(text)) => {
            let length = text.chars().count() as f64;
            let outside = number("minLength").is_some_and(|least| length < least)
                || number("maxLength").is_some_and(|most| length > most);
            (outside || !is_choice(field, value)).then_some("the text is none that the form takes")
        }
        ("string", _) => Some("the field takes a text"),
        ("integer" | "number", Value::Number(given)) => {
            let given = given.as_f64()?;
            let outside = number("minimum").is_some_and(|least| given < least)
                || number("maximum").is_some_and(|most| given > most);
            let broken = field.get("type").is_some_and(|kind| kind == "integer") && given.fract() != 0.0;
            (outside || broken).then_some("the number is none that the form takes")
        }
        ("integer" | "number", _) => Some("the field takes a number"),
        ("array", Value::Array(items)) => {
            let count = items.len() as f64;
            let outside = number("minItems").is_some_and(|least| count < least)
                || number("maxItems").is_some_and(|most| count > most);
            let known = |item: &Value| field.get("items").is_none_or(|choices| is_choice(choices, item));
            (outside || !items.iter().all(known)).then_some("the choice is none that the form has")
        }
        ("array", _) => Some("the field takes a list of choices"),
        _ => None,
    }
}

/// Whether a value is among the choices. Where there are none, it is.
fn is_choice(choices: &Value, value: &Value) -> bool {
    let all = |name: &str| choices.get(name).and_then(Value::as_array);
    let named = all("enum").is_none_or(|named| named.contains(value));
    let titled = all("oneOf").or_else(|| all("anyOf"));
    named && titled.is_none_or(|titled| titled.iter().any(|one| one.get("const") == Some(value)))
}
