//! From the arguments of a call to what a tool's handler gets.

use crate::asked_for;
use rules::{Defence, Defences};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use wire::{Call, canonical};

/// The arguments of a call, as its tool's handler gets them: exactly those that a person was shown and that were hashed.
///
/// Parsing can add what nobody was shown, such as a `#[serde(default)]` that the schema does not state, drop what somebody
/// was shown, such as a field that the type does not have, or change it. So what was parsed is written back, and refused
/// where that is not the very bytes that it came from (rules `CALL-05`, `CALL-06`). Whoever has a default puts it into the
/// schema; a field that may be absent is an `Option` with `skip_serializing_if = "Option::is_none"`.
///
/// Writing back can leave out what parsing added. So each field that the type asks for and that is not there must be one for
/// which null means the same; an `alias` is none, and is refused. This holds for every derived struct, at any depth that the
/// arguments have. It cannot be seen where a derived type names no fields (`flatten`, enums with an inner tag or none,
/// `skip`), within a map whose names are no texts, or in a `Deserialize` that was written by hand: what such a type adds and
/// leaves out again is known to its author alone.
///
/// # Errors
///
/// What is wrong, for whoever made the call.
///
/// ```
/// # use twogates_consent as consent;
/// use consent::parsed;
/// use rules::Defences;
/// #[derive(serde::Serialize, serde::Deserialize)]
/// struct Payment {
///     to: String,
///     #[serde(default)]
///     copy_to: String,
/// }
/// let call = |arguments: serde_json::Value| wire::Call::new("pay", arguments.as_object().unwrap());
/// let whole = call(serde_json::json!({"to": "shop", "copy_to": "alice"}));
/// assert_eq!(parsed::<Payment>(&whole, Defences::all()).map(|payment| payment.to), Ok("shop".into()));
///
/// let hidden = parsed::<Payment>(&call(serde_json::json!({"to": "shop"})), Defences::all());
/// assert_eq!(hidden.err().unwrap(), "the tool would use another copy_to than the one that is shown");
/// ```
pub fn parsed<A: DeserializeOwned + Serialize>(call: &Call, on: Defences) -> Result<A, String> {
    let arguments: A = serde_json::from_slice(call.arguments()).map_err(|error| {
        // Without the line and column: they count in the canonical form, which the caller never saw.
        let what = error.to_string();
        what.rsplit_once(" at line ").map_or(what.clone(), |(what, _)| what.to_owned())
    })?;
    if on.on(Defence::Defaults) {
        let used = serde_json::to_value(&arguments).unwrap_or_default();
        if canonical::value(&used) != call.arguments() {
            return Err(format!(
                "the tool would use another {} than the one that is shown",
                other(&call.values(), &used)
            ));
        }
        let absent = asked_for::absent::<A>(&Value::Object(call.values()));
        if let Some((field, _)) = absent.into_iter().find(|(_, with_null)| !means::<A>(with_null, call)) {
            return Err(format!("the tool would use a {field} of its own, which is not shown"));
        }
    }
    Ok(arguments)
}

/// Whether these values, of which one is null, mean this call.
fn means<A: DeserializeOwned + Serialize>(with_null: &Value, call: &Call) -> bool {
    let used = A::deserialize(with_null).and_then(serde_json::to_value);
    used.is_ok_and(|used| canonical::value(&used) == call.arguments())
}

/// The first name whose value differs.
fn other(shown: &Map<String, Value>, used: &Value) -> String {
    let names = shown.keys().chain(used.as_object().into_iter().flat_map(Map::keys));
    let differs = |name: &&String| {
        let written = |value: Option<&Value>| value.map(canonical::value);
        written(shown.get(*name)) != written(used.get(*name))
    };
    names.into_iter().find(differs).map_or_else(|| "value".to_owned(), Clone::clone)
}
