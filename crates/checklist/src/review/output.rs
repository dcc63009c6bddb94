//! Whether a refusal can conform to an output schema.

use super::code::codes;
use serde_json::{Map, Value};

/// Why a refusal, a text with `isError: true`, does not conform; `None` where an empty object would.
pub(super) fn why_not(schema: &Value) -> Option<String> {
    let Some(schema) = schema.as_object() else {
        return Some("its output schema is no object, so that nothing conforms for certain".into());
    };
    let required: Vec<&str> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    if !required.is_empty() {
        return Some(format!("its output schema requires {}, which a refusal does not have", codes(required)));
    }
    if !takes_objects(schema) {
        return Some("its output schema takes no object, so that a refusal has nothing to put there".into());
    }
    let least = schema.get("minProperties").and_then(Value::as_u64).unwrap_or(0);
    let narrows = ["anyOf", "oneOf", "allOf", "not", "const", "enum", "$ref", "if"];
    if least > 0 || narrows.iter().any(|key| schema.contains_key(*key)) {
        return Some("its output schema asks for more than an empty object".into());
    }
    None
}

fn takes_objects(schema: &Map<String, Value>) -> bool {
    match schema.get("type") {
        None => true,
        Some(Value::Array(types)) => types.iter().any(|one| one == "object"),
        Some(one) => one == "object",
    }
}
