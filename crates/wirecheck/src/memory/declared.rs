//! What a request declares that its client can do.

use serde_json::{Map, Value};

/// The capabilities of one request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Declared {
    pub(crate) elicitation: bool,
    pub(crate) form: bool,
    pub(crate) url: bool,
    pub(crate) sampling: bool,
    pub(crate) roots: bool,
    pub(crate) tasks: bool,
    /// Any extension at all.
    pub(crate) extensions: bool,
}

impl Declared {
    /// Reads `clientCapabilities`. What is no object declares nothing.
    pub(crate) fn of(capabilities: Option<&Value>) -> Self {
        let has = |name: &str| capabilities.and_then(|all| all.get(name)).and_then(Value::as_object);
        let elicitation = has("elicitation");
        let mode = |name: &str| elicitation.is_some_and(|modes| modes.get(name).is_some_and(Value::is_object));
        let extensions = has("extensions");
        Self {
            elicitation: elicitation.is_some(),
            // An empty object means form mode alone.
            form: mode("form") || elicitation.is_some_and(Map::is_empty),
            url: mode("url"),
            sampling: has("sampling").is_some(),
            roots: has("roots").is_some(),
            tasks: extensions.is_some_and(|all| all.contains_key("io.modelcontextprotocol/tasks")),
            extensions: extensions.is_some_and(|all| !all.is_empty()),
        }
    }
}
