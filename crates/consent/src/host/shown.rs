//! Which tools the model can see, and which of them runs just now (rule `CONS-03`).

use super::{ListedTool, MAX_ARGUMENTS, PlannedCall, ServerId};
use crate::render::{argument, label, ordered};
use serde_json::Value;

/// The tools that a model is shown, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Exposed(Vec<ListedTool>);

impl Exposed {
    /// These tools.
    #[must_use]
    pub const fn new(tools: Vec<ListedTool>) -> Self {
        Self(tools)
    }

    /// The tools.
    #[must_use]
    pub fn tools(&self) -> &[ListedTool] {
        &self.0
    }

    /// The tool of exactly this server and name, where the model can see it.
    #[must_use]
    pub fn find(&self, server: &ServerId, name: &str) -> Option<&ListedTool> {
        self.0.iter().find(|tool| tool.server() == server && tool.name() == name)
    }

    /// One line for each tool: its server and its name, as they are.
    ///
    /// ```
    /// # use twogates_consent as consent;
    /// use consent::host::{Exposed, ListedTool, ServerId};
    /// let tool = ListedTool::read(&ServerId::new("files"), &serde_json::json!({"name": "delete_file"})).unwrap();
    /// assert_eq!(Exposed::new(vec![tool]).lines(), ["delete_file of files"]);
    /// ```
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        self.0.iter().map(|tool| format!("{} of {}", label(tool.name()), label(tool.server().name()))).collect()
    }
}

/// The two lines around a call that runs.
///
/// ```
/// # use twogates_consent as consent;
/// use consent::host::{ListedTool, RunningMark, ServerId};
/// use serde_json::json;
/// let tool = ListedTool::read(&ServerId::new("files"), &json!({"name": "delete_file"})).unwrap();
/// let mark = RunningMark::of(&tool.plan(json!({"path": "notes.txt"}).as_object().unwrap()));
/// assert_eq!(mark.running(), "RUNNING delete_file notes.txt");
/// assert_eq!(mark.done(), "DONE delete_file notes.txt");
/// assert_eq!(mark.ended(), "ENDED delete_file notes.txt");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningMark(String);

impl RunningMark {
    /// The mark of this call: the tool, and the values of its arguments in canonical order.
    #[must_use]
    pub fn of(planned: &PlannedCall<'_>) -> Self {
        let values = planned.call().values();
        let shown = ordered(&values).into_iter().take(MAX_ARGUMENTS).map(|(_, value)| match value {
            Value::String(text) => label(text),
            other => argument(other),
        });
        let more = values.len().saturating_sub(MAX_ARGUMENTS);
        let more = (more > 0).then(|| format!("(and {more} more)"));
        Self(std::iter::once(label(planned.call().tool())).chain(shown).chain(more).collect::<Vec<_>>().join(" "))
    }

    /// What is said when the call is sent.
    #[must_use]
    pub fn running(&self) -> String {
        format!("RUNNING {}", self.0)
    }

    /// What is said when it ran and its result reports no failure.
    #[must_use]
    pub fn done(&self) -> String {
        format!("DONE {}", self.0)
    }

    /// What is said when it no longer runs and is not known to be done: refused, given up, or failed.
    #[must_use]
    pub fn ended(&self) -> String {
        format!("ENDED {}", self.0)
    }
}
