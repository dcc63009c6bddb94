//! A tool's JSON Schema: its defaults filled in, and arguments held against the whole of it.
//!
//! The schema stands alone: nothing is fetched. What is shown and hashed is what the handler will use, so that a default is
//! filled in wherever a value can have it; where a schema leaves open which default holds, no call is let through.

mod defaults;

use defaults::Open;
use jsonschema::Validator;
use serde_json::{Map, Value};

/// The schema of a tool's arguments.
#[derive(Debug)]
pub(crate) struct Schema {
    /// As it is listed.
    stated: Value,
    /// The same with its references followed.
    whole: Value,
    validator: Validator,
}

impl Schema {
    /// What cannot be held, where something cannot.
    pub(crate) fn new(stated: Value) -> Result<Self, String> {
        let validator = jsonschema::validator_for(&stated).map_err(|error| error.to_string())?;
        let whole = jsonschema::dereference(&stated).map_err(|error| error.to_string())?;
        defaults::findable(&whole)?;
        Ok(Self { stated, whole, validator })
    }

    pub(crate) const fn stated(&self) -> &Value {
        &self.stated
    }

    /// The arguments with the defaults filled in; as they were, where the schema leaves open which: then
    /// [`fits`](Self::fits) refuses them.
    pub(crate) fn complete(&self, arguments: Map<String, Value>) -> Map<String, Value> {
        match defaults::fill(&self.whole, Value::Object(arguments.clone())) {
            Ok(Value::Object(completed)) => completed,
            _ => arguments,
        }
    }

    pub(crate) fn fits(&self, arguments: Map<String, Value>) -> Result<(), String> {
        let arguments = Value::Object(arguments);
        if let Err(Open(keyword)) = defaults::fill(&self.whole, arguments.clone()) {
            return Err(format!("which defaults hold is left open by the {keyword} of its schema"));
        }
        // Without the values: they are the caller's, and may be long.
        self.validator.validate(&arguments).map_err(|error| {
            let place = error.instance_path().as_str();
            format!("{} {}", if place.is_empty() { "the arguments:" } else { place }, error.masked())
        })
    }
}

#[cfg(test)]
mod tests;
