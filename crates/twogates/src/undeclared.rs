//! What a tool's own questions need, held against what the very request declared.

use rules::{Fault, Refused, Rule, base};
use serde_json::{Map, Value};
use wire::message::shows_forms;

/// A tool, prompt or resource asks the client for what its request did not declare (rule `MRTR-06`). The question does not go
/// out.
///
/// ```
/// use serde_json::json;
/// use twogates::Undeclared;
/// let on_a_page = json!({"method": "elicitation/create", "params": {"mode": "url", "url": "https://pay.example"}});
/// let forms = json!({"elicitation": {}});
/// let undeclared = Undeclared::among(forms.as_object().unwrap(), [&on_a_page]).unwrap();
/// assert_eq!(json!(undeclared.required), json!({"elicitation": {"url": {}}}));
/// let pages = json!({"elicitation": {"url": {}}});
/// assert_eq!(Undeclared::among(pages.as_object().unwrap(), [&on_a_page]), None);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Undeclared {
    /// The capabilities that are missing, as `data.requiredCapabilities` has them.
    pub required: Map<String, Value>,
    /// Whether the tool ran on a yes before it asked, so that what it did is not known.
    pub begun: bool,
}

impl Undeclared {
    /// What of the capabilities is missing for these questions, each an object with `method` and `params`; none where nothing
    /// is. A question of a kind that nobody knows needs the capability of that name.
    ///
    /// `sampling.context` is not asked for: the specification only advises against what needs it, and a client may ignore that.
    #[must_use]
    pub fn among<'a>(
        capabilities: &Map<String, Value>,
        questions: impl IntoIterator<Item = &'a Value>,
    ) -> Option<Self> {
        let mut required = Map::new();
        for (kind, part) in questions.into_iter().map(needed) {
            if !declares(capabilities, kind, part) {
                let parts = required.entry(kind).or_insert_with(|| Map::new().into());
                if let (Value::Object(parts), Some(part)) = (parts, part) {
                    parts.insert(part.to_owned(), Map::new().into());
                }
            }
        }
        (!required.is_empty()).then_some(Self { required, begun: false })
    }

    /// The tool ran on a yes before it asked.
    #[must_use]
    pub fn begun(self) -> Self {
        Self { begun: true, ..self }
    }
}

impl Refused for Undeclared {
    fn fault(&self) -> Fault {
        Fault::PeerIncompatible
    }

    fn rule(&self) -> &'static Rule {
        &base::CAPABILITY_MISSING
    }

    fn code(&self) -> &'static str {
        "undeclared"
    }

    fn why(&self) -> String {
        let named = self.required.iter().map(|(kind, parts)| {
            let parts = parts.as_object().into_iter().flatten().map(|(part, _)| format!("{kind}.{part}"));
            let parts = parts.collect::<Vec<_>>().join(", ");
            if parts.is_empty() { kind.clone() } else { parts }
        });
        let named = named.collect::<Vec<_>>().join(", ");
        let begun = if self.begun { "; whether it did anything before it asked is not known" } else { "" };
        format!("what was called asks for {named}, which the request did not declare{begun}")
    }

    fn remedy(&self) -> &'static str {
        if self.begun {
            "find out what happened before anything is tried again, and then declare data.requiredCapabilities in \
             clientCapabilities"
        } else {
            "declare data.requiredCapabilities in clientCapabilities"
        }
    }
}

/// The capability that a question needs, and which part of it (rules `ELIC-04`, `MRTR-06`).
fn needed(question: &Value) -> (&str, Option<&str>) {
    let param = |name| question.get("params").and_then(|params| params.get(name)).filter(|value| !value.is_null());
    let kind = question.get("method").and_then(Value::as_str).and_then(|method| method.split('/').next());
    match kind.unwrap_or_default() {
        kind @ "elicitation" => (kind, Some(param("mode").and_then(Value::as_str).unwrap_or("form"))),
        kind @ "sampling" => (kind, param("tools").or(param("toolChoice")).map(|_| "tools")),
        kind => (kind, None),
    }
}

fn declares(capabilities: &Map<String, Value>, kind: &str, part: Option<&str>) -> bool {
    let declared = capabilities.get(kind);
    match (kind, part) {
        ("elicitation", Some("form")) => shows_forms(capabilities),
        (_, None) => declared.is_some_and(Value::is_object),
        (_, Some(part)) => declared.and_then(|parts| parts.get(part)).is_some_and(Value::is_object),
    }
}
