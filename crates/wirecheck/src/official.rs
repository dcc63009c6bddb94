//! The official JSON schema, for whoever has it at hand: the definition that each message must satisfy.
//!
//! The schema alone cannot say which: its definition of a `tools/call` response takes any object with a `resultType`.

use crate::pointer::under;
use crate::rows::Seen;
use jsonschema::{Draft, Validator};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

/// The official schema. A clone is the same one.
#[derive(Debug, Clone)]
pub struct Official(Rc<BTreeMap<&'static str, Validator>>);

/// Why a text is not the official schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotTheSchema(String);

impl fmt::Display for NotTheSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not the official schema: {}", self.0)
    }
}

impl std::error::Error for NotTheSchema {}

/// The definitions of a method's request and of its complete result.
const METHODS: &[(&str, &str, &str)] = &[
    ("server/discover", "DiscoverRequest", "DiscoverResult"),
    ("tools/list", "ListToolsRequest", "ListToolsResult"),
    ("tools/call", "CallToolRequest", "CallToolResult"),
    ("prompts/list", "ListPromptsRequest", "ListPromptsResult"),
    ("prompts/get", "GetPromptRequest", "GetPromptResult"),
    ("resources/list", "ListResourcesRequest", "ListResourcesResult"),
    ("resources/templates/list", "ListResourceTemplatesRequest", "ListResourceTemplatesResult"),
    ("resources/read", "ReadResourceRequest", "ReadResourceResult"),
    ("completion/complete", "CompleteRequest", "CompleteResult"),
];

/// The definitions of codes that describe a whole message.
const CODES: &[(i64, &str)] = &[
    (-32020, "HeaderMismatchError"),
    (-32021, "MissingRequiredClientCapabilityError"),
    (-32022, "UnsupportedProtocolVersionError"),
];

/// The definitions of answers, by the method of the question.
const ANSWERS: &[(&str, &str)] = &[
    ("elicitation/create", "ElicitResult"),
    ("sampling/createMessage", "CreateMessageResult"),
    ("roots/list", "ListRootsResult"),
];

const OTHERS: &[&str] = &["JSONRPCRequest", "JSONRPCErrorResponse", "JSONRPCResultResponse", "InputRequiredResult"];

/// Where the TypeScript source says `number`, and for any JSON value `null` as well, and the generated schema does not.
const CORRECTED: &[(&str, &[&str])] = &[
    ("/ElicitResult/properties/content/additionalProperties/anyOf/1/type", &["string", "number", "boolean"]),
    ("/JSONValue/anyOf/2/type", &["string", "number", "boolean", "null"]),
];

impl Official {
    /// Reads the schema of revision 2026-07-28.
    ///
    /// # Errors
    ///
    /// [`NotTheSchema`] for a text that is not JSON, or that lacks a definition.
    pub fn read(text: &str) -> Result<Self, NotTheSchema> {
        let mut schema: Value = serde_json::from_str(text).map_err(|error| NotTheSchema(error.to_string()))?;
        let mut definitions =
            schema.get_mut("$defs").map(Value::take).ok_or_else(|| NotTheSchema("it has no $defs".into()))?;
        for (place, types) in CORRECTED {
            if let Some(generated) = definitions.pointer_mut(place) {
                *generated = json!(types);
            }
        }
        let of_methods = METHODS.iter().flat_map(|(_, request, result)| [*request, *result]);
        let others = CODES.iter().map(|(_, name)| *name).chain(ANSWERS.iter().map(|(_, name)| *name));
        let names = of_methods.chain(others).chain(OTHERS.iter().copied());
        names
            .map(|name| Ok((name, compiled(name, &definitions)?)))
            .collect::<Result<_, _>>()
            .map(|all| Self(Rc::new(all)))
    }

    /// What is wrong with a message: a pointer to each fault, and what it is. No value is named.
    pub(crate) fn faults(&self, seen: &Seen<'_>) -> Vec<(String, String)> {
        let Some(message) = &seen.exchange.message else { return Vec::new() };
        if seen.is_request() {
            self.request(seen, message)
        } else if seen.parts.error.is_some() {
            let of_code = CODES.iter().find(|(code, _)| seen.parts.code() == Some(*code));
            self.held(of_code.map_or("JSONRPCErrorResponse", |(_, name)| name), message, "")
        } else if let Some(result) = message.get("result") {
            let envelope = self.held("JSONRPCResultResponse", message, "");
            if envelope.is_empty() { self.result(seen, result) } else { envelope }
        } else {
            Vec::new()
        }
    }

    fn request(&self, seen: &Seen<'_>, message: &Value) -> Vec<(String, String)> {
        let definition = METHODS.iter().find(|(method, ..)| *method == seen.parts.method);
        let definition = definition.map_or("JSONRPCRequest", |(_, request, _)| request);
        // Answers are held against what was asked, and those to what was not asked are ignored (rule `MRTR-19`).
        let mut message = message.clone();
        let answers = message.pointer_mut("/params/inputResponses").map(Value::take);
        if let Some(params) = message.get_mut("params").and_then(Value::as_object_mut) {
            params.remove("inputResponses");
        }
        let mut faults = self.held(definition, &message, "");
        let asked = seen.question().map(|question| &question.asked);
        for (key, answer) in answers.as_ref().and_then(Value::as_object).into_iter().flatten() {
            let method = asked.and_then(|asked| asked.get(key)?.get("method")?.as_str());
            if let Some((_, definition)) = ANSWERS.iter().find(|(known, _)| Some(*known) == method) {
                faults.extend(self.held(definition, answer, &under("/params/inputResponses", key)));
            }
        }
        faults
    }

    fn result(&self, seen: &Seen<'_>, result: &Value) -> Vec<(String, String)> {
        let definition = METHODS.iter().find(|(method, ..)| *method == seen.asked_method());
        match (seen.parts.result_type, definition) {
            (Some("input_required"), _) => self.held("InputRequiredResult", result, "/result"),
            (Some("complete"), Some((.., definition))) => self.held(definition, result, "/result"),
            _ => Vec::new(),
        }
    }

    fn held(&self, definition: &str, value: &Value, at: &str) -> Vec<(String, String)> {
        let Some(validator) = self.0.get(definition) else { return Vec::new() };
        let fault = |error: jsonschema::ValidationError<'_>| {
            (format!("{at}{}", error.instance_path()), format!("{definition}: {}", error.masked()))
        };
        validator.iter_errors(value).map(fault).collect()
    }
}

/// Compiles a definition. Formats are checked: the `url` of a question is a URI.
fn compiled(name: &str, definitions: &Value) -> Result<Validator, NotTheSchema> {
    if definitions.get(name).is_none() {
        return Err(NotTheSchema(format!("it has no definition {name}")));
    }
    let wrapped = json!({"$ref": format!("#/$defs/{name}"), "$defs": definitions});
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .build(&wrapped)
        .map_err(|error| NotTheSchema(format!("{name}: {}", error.masked())))
}
