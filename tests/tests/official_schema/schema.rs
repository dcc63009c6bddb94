//! The official JSON schema: its definitions by name, with the two places corrected where its generator erred.

use jsonschema::{Draft, Validator};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The official schema of revision 2026-07-28.
pub(crate) struct Official {
    definitions: Value,
    compiled: RefCell<BTreeMap<String, Rc<Validator>>>,
}

/// What a value does not satisfy, and where.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// A JSON pointer into the message.
    pub(crate) path: String,
    /// What is wrong there.
    pub(crate) what: String,
    /// The definition that says so.
    pub(crate) definition: String,
}

/// Where the TypeScript source says `number` (and, for any JSON value, `null` too) and the generated schema does not.
const CORRECTED: [(&str, &[&str]); 2] = [
    ("/ElicitResult/properties/content/additionalProperties/anyOf/1/type", &["string", "number", "boolean"]),
    ("/JSONValue/anyOf/2/type", &["string", "number", "boolean", "null"]),
];

impl Official {
    /// Reads the schema, and corrects it.
    pub(crate) fn new(text: &str) -> Result<Self, String> {
        let mut schema: Value = serde_json::from_str(text).map_err(|error| format!("not JSON: {error}"))?;
        let mut definitions = schema.get_mut("$defs").map(Value::take).ok_or("it has no $defs")?;
        for (place, types) in CORRECTED {
            let generated = definitions.pointer_mut(place).ok_or_else(|| format!("it has no $defs{place}"))?;
            if *generated != json!(["string", "integer", "boolean"]) {
                return Err(format!("$defs{place} is {generated}: the correction is not needed any more"));
            }
            *generated = json!(types);
        }
        Ok(Self { definitions, compiled: RefCell::default() })
    }

    /// What is wrong with a value by one definition. The path begins at `at`.
    pub(crate) fn faults(&self, definition: &str, value: &Value, at: &str) -> Vec<Fault> {
        let fault = |path, what| Fault { path, what, definition: definition.to_owned() };
        match self.validator(definition) {
            Err(what) => vec![fault(at.to_owned(), what)],
            Ok(validator) => validator
                .iter_errors(value)
                .map(|error| fault(format!("{at}{}", error.instance_path()), error.to_string()))
                .collect(),
        }
    }

    fn validator(&self, definition: &str) -> Result<Rc<Validator>, String> {
        if let Some(known) = self.compiled.borrow().get(definition) {
            return Ok(Rc::clone(known));
        }
        // A reference to a name that is not there would be an error as well; this one says which.
        if self.definitions.get(definition).is_none() {
            return Err("the official schema has no such definition".into());
        }
        let wrapped = json!({"$ref": format!("#/$defs/{definition}"), "$defs": self.definitions});
        let validator = Rc::new(compile(&wrapped)?);
        self.compiled.borrow_mut().insert(definition.to_owned(), Rc::clone(&validator));
        Ok(validator)
    }
}

/// Compiles a schema of dialect 2020-12. Formats are checked: the `url` of a question is a URI.
pub(crate) fn compile(schema: &Value) -> Result<Validator, String> {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .build(schema)
        .map_err(|error| format!("not a schema: {error}"))
}
