//! Which definition a message must satisfy, by what it is and what it answers.
//!
//! The schema alone cannot say: its definition of a `tools/call` response takes any object that has a `resultType`.

use crate::schema::{Fault, Official, compile};
use serde_json::Value;
use wire::entry::{Entry, Kind};

/// What came of one transcript.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// How many messages satisfy their definitions.
    pub(crate) accepted: usize,
    /// How many were skipped, for they break rules on purpose.
    pub(crate) violations: usize,
    /// The number of the entry, and what is wrong with it.
    pub(crate) wrong: Vec<(u32, Fault)>,
}

/// The definitions of a method's request and of its complete result.
const METHODS: [(&str, &str, &str); 9] = [
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

/// The methods whose requests may be answered with a question (rule `MRTR-02`).
const ASKING: [&str; 3] = ["tools/call", "prompts/get", "resources/read"];

/// The definition of an error's code, and whether it describes the whole message or the error object alone.
const ERRORS: [(i64, &str, bool); 8] = [
    (-32700, "ParseError", false),
    (-32600, "InvalidRequestError", false),
    (-32601, "MethodNotFoundError", false),
    (-32602, "InvalidParamsError", false),
    (-32603, "InternalError", false),
    (-32020, "HeaderMismatchError", true),
    (-32021, "MissingRequiredClientCapabilityError", true),
    (-32022, "UnsupportedProtocolVersionError", true),
];

/// Checks each message of a transcript that is not marked as a violation.
pub(crate) fn check(official: &Official, entries: &[Entry]) -> Report {
    let mut report = Report::default();
    for entry in entries.iter().filter(|entry| entry.kind == Kind::Mcp) {
        let Some(message) = &entry.message else { continue };
        if entry.violation.is_some() {
            report.violations += 1;
            continue;
        }
        let answered = entries.iter().find(|other| Some(other.number) == entry.answers);
        let faults = message_faults(official, message, answered.and_then(|other| other.message.as_ref()));
        report.accepted += usize::from(faults.is_empty());
        report.wrong.extend(faults.into_iter().map(|fault| (entry.number, fault)));
    }
    report
}

fn message_faults(official: &Official, message: &Value, answered: Option<&Value>) -> Vec<Fault> {
    if message.get("method").is_some() {
        request_faults(official, message, answered)
    } else if message.get("error").is_some() {
        error_faults(official, message)
    } else {
        response_faults(official, message, answered)
    }
}

fn request_faults(official: &Official, message: &Value, question: Option<&Value>) -> Vec<Fault> {
    // The definition of each request contains that of the envelope, `JSONRPCRequest`.
    let Some((_, definition, _)) = method_of(message) else {
        return vec![fault("/method", "no request of this revision", "ClientRequest")];
    };
    let mut faults = Vec::new();
    // An answer to what was not asked is ignored, whatever it is (rule `MRTR-19`); the schema would refuse its shape.
    let mut message = message.clone();
    let asked = question.and_then(|question| question.pointer("/result/inputRequests")?.as_object());
    if let (Some(asked), Some(Value::Object(given))) = (asked, message.pointer_mut("/params/inputResponses")) {
        given.retain(|key, _| asked.contains_key(key));
        for (key, answer) in given {
            faults.extend(answer_faults(official, &asked[key], answer, &format!("/params/inputResponses/{key}")));
        }
    }
    if faults.is_empty() { official.faults(definition, &message, "") } else { faults }
}

fn answer_faults(official: &Official, asked: &Value, answer: &Value, at: &str) -> Vec<Fault> {
    let definition = match asked.get("method").and_then(Value::as_str) {
        Some("elicitation/create") => "ElicitResult",
        Some("sampling/createMessage") => "CreateMessageResult",
        Some("roots/list") => "ListRootsResult",
        _ => return Vec::new(),
    };
    let faults = official.faults(definition, answer, at);
    let accepted = answer.get("action").and_then(Value::as_str) == Some("accept");
    match (asked.pointer("/params/requestedSchema"), answer.get("content")) {
        (Some(form), Some(content)) if accepted && faults.is_empty() => form_faults(form, content, at),
        _ => faults,
    }
}

fn form_faults(form: &Value, content: &Value, at: &str) -> Vec<Fault> {
    let by_form = |path: &str, what: String| fault(&format!("{at}/content{path}"), &what, "requestedSchema");
    match compile(form) {
        Err(what) => vec![by_form("", what)],
        Ok(validator) => validator
            .iter_errors(content)
            .map(|error| by_form(error.instance_path().as_str(), error.to_string()))
            .collect(),
    }
}

fn error_faults(official: &Official, message: &Value) -> Vec<Fault> {
    let faults = official.faults("JSONRPCErrorResponse", message, "");
    let code = message.pointer("/error/code").and_then(Value::as_i64);
    let (true, Some(code)) = (faults.is_empty(), code) else { return faults };
    match ERRORS.iter().find(|(known, ..)| *known == code) {
        Some((_, definition, true)) => official.faults(definition, message, ""),
        Some((_, definition, false)) => official.faults(definition, &message["error"], "/error"),
        None if (-32768..=-32000).contains(&code) => {
            vec![fault("/error/code", "a reserved code that this revision does not define", "Error")]
        }
        None => faults,
    }
}

fn response_faults(official: &Official, message: &Value, request: Option<&Value>) -> Vec<Fault> {
    let faults = official.faults("JSONRPCResultResponse", message, "");
    if !faults.is_empty() {
        return faults;
    }
    let Some((method, _, definition)) = request.and_then(method_of) else {
        return vec![fault("/result", "it answers no request of this revision", "JSONRPCResultResponse")];
    };
    let result = &message["result"];
    match result["resultType"].as_str() {
        Some("complete") => official.faults(definition, result, "/result"),
        Some("input_required") if ASKING.contains(method) => question_faults(official, result),
        _ => vec![fault("/result/resultType", "not a result type of this method", "ResultType")],
    }
}

fn question_faults(official: &Official, result: &Value) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (key, asked) in result.get("inputRequests").and_then(Value::as_object).into_iter().flatten() {
        let at = format!("/result/inputRequests/{key}");
        let definition = match asked.get("method").and_then(Value::as_str) {
            Some("elicitation/create") => "ElicitRequest",
            Some("sampling/createMessage") => "CreateMessageRequest",
            Some("roots/list") => "ListRootsRequest",
            _ => "InputRequest",
        };
        let params = asked.get("params").unwrap_or(&Value::Null);
        let mode = params.get("mode").map_or(Some("form"), Value::as_str);
        faults.extend(match (definition, mode) {
            ("ElicitRequest", Some("form")) => {
                official.faults("ElicitRequestFormParams", params, &format!("{at}/params"))
            }
            ("ElicitRequest", Some("url")) => {
                official.faults("ElicitRequestURLParams", params, &format!("{at}/params"))
            }
            _ => official.faults(definition, asked, &at),
        });
    }
    if faults.is_empty() { official.faults("InputRequiredResult", result, "/result") } else { faults }
}

fn method_of(request: &Value) -> Option<&'static (&'static str, &'static str, &'static str)> {
    let method = request.get("method")?.as_str()?;
    METHODS.iter().find(|(known, ..)| *known == method)
}

fn fault(path: &str, what: &str, definition: &str) -> Fault {
    Fault { path: path.to_owned(), what: what.to_owned(), definition: definition.to_owned() }
}
