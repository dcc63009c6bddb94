//! The transcript entry: one thing that happened, and all that a reader needs of it.
//!
//! Lessons, checkers, vectors and figures read this one type. In a file it stands as one JSON object a line.

mod json;
mod line;

pub use line::Line;

use crate::http::Headers;
use serde_json::Value;

/// The version of this format.
pub const VERSION: u32 = 1;

/// One thing that happened.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The version of the format: [`VERSION`].
    pub v: u32,
    /// Its number in the transcript, from 1.
    pub number: u32,
    /// The act of the lesson, or the name of the vector, in which it happened.
    pub act: String,
    /// When, in milliseconds since 1970, by the store's clock.
    pub at_ms: u64,
    /// What kind of thing it is.
    pub kind: Kind,
    /// Who sent it, or did it.
    pub from: String,
    /// Who received it, where someone did.
    pub to: Option<String>,
    /// The number of the entry that it answers: a response its request, a retry the question.
    pub answers: Option<u32>,
    /// Its HTTP part, where it has one.
    pub http: Option<Http>,
    /// The JSON-RPC message, or the JSON body. `null` is a body; no message is no member.
    pub message: Option<Value>,
    /// What a person saw or said, what an effect did, or what the narrator says: lines of plain text. A message
    /// that can be read in two ways stands here as it came ([`Line::verbatim`]).
    pub text: Vec<Line>,
    /// What a gate decided on it.
    pub gate: Option<Decision>,
    /// Set when it breaks rules on purpose.
    pub violation: Option<Violation>,
    /// Whether the model reads it.
    pub model_reads: bool,
}

/// What kind of thing an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A JSON-RPC message between an MCP client and a server.
    Mcp,
    /// An HTTP exchange that carries no JSON-RPC message: a 401 or 403, or metadata.
    Http,
    /// An exchange with an authorization server.
    Oauth,
    /// Something a person saw or said.
    Human,
    /// Something that happened in the world: a file went, money moved, or nothing did.
    Effect,
    /// What a host or its model did within one process.
    Host,
    /// The narrator.
    Note,
}

impl Kind {
    /// Every kind.
    pub const ALL: &[Self] = &[Self::Mcp, Self::Http, Self::Oauth, Self::Human, Self::Effect, Self::Host, Self::Note];

    /// It as a stable word, as it stands in an entry's line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Mcp => "mcp",
            Self::Http => "http",
            Self::Oauth => "oauth",
            Self::Human => "human",
            Self::Effect => "effect",
            Self::Host => "host",
            Self::Note => "note",
        }
    }
}

/// The HTTP part of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Http {
    /// The method and path of a request, such as `POST /mcp`.
    pub request: Option<String>,
    /// The status of a response.
    pub status: Option<u16>,
    /// Header lines, in order. Tokens are replaced by their names.
    pub headers: Headers,
}

/// What a gate decided, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// `front door`, `gate one`, `gate two`, `grant`, `host`, or `client`.
    pub gate: String,
    /// `passed`, `asked`, `refused`, `spent`, and the like: one word.
    pub verdict: String,
    /// The reason, as one sentence.
    pub why: String,
    /// The exact reason as a code, where there is one. It stands in the audit, and does not go out.
    pub code: Option<String>,
    /// The ids of the rules that it rests on.
    pub rules: Vec<String>,
}

/// That a message breaks rules on purpose, and which.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// What is wrong with it.
    pub text: String,
    /// The ids of exactly the rules that it breaks.
    pub rules: Vec<String>,
}

impl Entry {
    /// The entry as one line of JSON, the same in every build.
    ///
    /// ```
    /// # use twogates_wire as wire;
    /// use wire::entry::{Entry, Kind};
    /// let entry = Entry::new(1, "main", 0, Kind::Note, "narrator").said(["A call meets two gates."]);
    /// let line = entry.line();
    /// assert_eq!(Entry::read(&line).unwrap(), entry);
    /// ```
    #[must_use]
    pub fn line(&self) -> String {
        crate::order::compact(&json::write(self))
    }

    /// Reads one line.
    ///
    /// # Errors
    ///
    /// What is wrong with the line: it is not strict JSON, or not an entry of this version.
    pub fn read(line: &str) -> Result<Self, String> {
        Self::of(crate::strict::read(line).map_err(|malformed| malformed.to_string())?)
    }

    /// Takes a value that was read before, for whoever must know what is wrong with a line that is not strict JSON.
    ///
    /// # Errors
    ///
    /// That it is not an entry of this version.
    pub fn of(value: Value) -> Result<Self, String> {
        let entry = json::read(value).map_err(|error| format!("not an entry: {error}"))?;
        if entry.v != VERSION {
            return Err(format!("entry version {} is not {VERSION}", entry.v));
        }
        Ok(entry)
    }

    /// A new entry with nothing but its place.
    #[must_use]
    pub fn new(number: u32, act: &str, at_ms: u64, kind: Kind, from: &str) -> Self {
        Self {
            v: VERSION,
            number,
            act: act.to_owned(),
            at_ms,
            kind,
            from: from.to_owned(),
            to: None,
            answers: None,
            http: None,
            message: None,
            text: Vec::new(),
            gate: None,
            violation: None,
            model_reads: false,
        }
    }

    /// With these lines of text.
    #[must_use]
    pub fn said<T: Into<String>>(mut self, lines: impl IntoIterator<Item = T>) -> Self {
        self.text = lines.into_iter().map(|line| Line::from(line.into())).collect();
        self
    }
}
