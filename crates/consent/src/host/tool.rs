//! Servers, tools and calls, as the host knows them (rule `HOST-07`).

use crate::hints::Hints;
use rules::{Fault, Refused, Rule};
use serde_json::{Map, Value};
use std::fmt;
use wire::{Call, Digest, canonical};

/// The name that the host's own configuration gives a server. Never what the server calls itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ServerId(String);

impl ServerId {
    /// The server that is configured under this name.
    #[must_use]
    pub fn new(configured: &str) -> Self {
        Self(configured.to_owned())
    }

    /// The name. Compared code point for code point.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0
    }
}

/// A tool as one server lists it.
///
/// It is known by the server's configured id, its exact name, and the digest of the whole entry: a tool whose
/// description, schema or hints change is another tool to every rule that was set for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedTool {
    server: ServerId,
    name: String,
    title: Option<String>,
    definition: Digest,
    hints: Hints,
}

impl ListedTool {
    /// Reads one entry of a server's `tools/list`, as [`wire::strict`] read it.
    ///
    /// # Errors
    ///
    /// [`NotATool`] for an entry without a name.
    pub fn read(server: &ServerId, entry: &Value) -> Result<Self, NotATool> {
        let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
        let annotations = entry.get("annotations");
        let titled_there = || text(annotations.and_then(|all| all.get("title")));
        Ok(Self {
            server: server.clone(),
            name: text(entry.get("name")).ok_or(NotATool)?,
            title: text(entry.get("title")).or_else(titled_there),
            definition: Digest::of("two-gates/listed-tool/1", &[&canonical::value(entry)]),
            hints: Hints::of(annotations),
        })
    }

    /// A tool that the server does not list now, known by its name alone and taken for the worst. A host meets one when
    /// its model remembers a tool from before.
    #[must_use]
    pub fn unlisted(server: &ServerId, name: &str) -> Self {
        Self {
            server: server.clone(),
            name: name.to_owned(),
            title: None,
            definition: Digest::of("two-gates/unlisted-tool/1", &[name.as_bytes()]),
            hints: Hints::WORST,
        }
    }

    /// The server that lists it.
    #[must_use]
    pub const fn server(&self) -> &ServerId {
        &self.server
    }

    /// Its exact name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name that the server would like it to be shown under. It identifies nothing, and goes through
    /// [`line`](crate::render::line) before a person sees it.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The digest of the whole entry in canonical form.
    #[must_use]
    pub const fn definition(&self) -> Digest {
        self.definition
    }

    /// What the server says of it. To be believed of a trusted server alone (rule `ANN-01`).
    #[must_use]
    pub const fn hints(&self) -> Hints {
        self.hints
    }

    /// A call of it that the model wants.
    #[must_use]
    pub fn plan(&self, arguments: &Map<String, Value>) -> PlannedCall<'_> {
        PlannedCall { tool: self, call: Call::new(&self.name, arguments) }
    }
}

/// A call that a model wants, of a tool as it is listed. The arguments are as they will be sent: a server may fill in
/// defaults after that, so that its own hash of them may be another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedCall<'a> {
    tool: &'a ListedTool,
    call: Call,
}

impl<'a> PlannedCall<'a> {
    /// The tool.
    #[must_use]
    pub const fn tool(&self) -> &'a ListedTool {
        self.tool
    }

    /// The call.
    #[must_use]
    pub const fn call(&self) -> &Call {
        &self.call
    }
}

/// An entry of a list that is no tool: it has no name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotATool;

impl fmt::Display for NotATool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why())
    }
}

impl std::error::Error for NotATool {}

impl Refused for NotATool {
    fn fault(&self) -> Fault {
        Fault::PeerMisbehaved
    }

    fn rule(&self) -> &'static Rule {
        &rules::host::IDENTITY
    }

    fn code(&self) -> &'static str {
        "not_a_tool"
    }

    fn why(&self) -> String {
        "the server lists an entry without a name".to_owned()
    }

    fn remedy(&self) -> &'static str {
        "list each tool with a name that is a string"
    }
}
