//! What comes in: documents cut from a stream, and the exchanges that they hold.
//!
//! - [`cut`] finds where a document begins and ends: a line, several lines, or an item of one large array.
//! - [`document`] reads one, strictly first, and finds the messages in it: bare, in an entry, or in a log's wrapper.

pub(crate) mod cut;
pub(crate) mod document;
pub(crate) mod items;
pub(crate) mod lines;
mod loose;
mod scan;
mod span;
mod wrapped;

use serde_json::Value;
use wire::entry::{Entry, Http, Kind, Violation};

/// Who speaks, by what the log itself says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Voice {
    /// A client.
    Client,
    /// A server.
    Server,
    /// Whoever wrote the log.
    Writer,
    /// Whoever the writer of the log talks to.
    Other,
    /// The log does not say.
    #[default]
    Unsaid,
}

/// One message or event, with all that its document says of it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Exchange {
    /// A JSON pointer to the message in its document. Empty for a bare message.
    pub(crate) at: String,
    /// Set when the log left out the envelope, as the Inspector's history does: the pointer to what is left of the
    /// message.
    pub(crate) without_envelope: Option<&'static str>,
    /// The number of the entry.
    pub(crate) number: Option<u32>,
    pub(crate) kind: Kind,
    pub(crate) voice: Voice,
    pub(crate) from: Option<String>,
    pub(crate) to: Option<String>,
    /// Names the connection, where a log keeps several.
    pub(crate) connection: Option<String>,
    /// The number of the entry that it answers.
    pub(crate) answers: Option<u32>,
    pub(crate) http: Option<Http>,
    pub(crate) message: Option<Value>,
    pub(crate) mark: Option<Violation>,
}

impl Exchange {
    /// A message, and nothing else that is known.
    pub(crate) fn bare(message: Value) -> Self {
        Self {
            at: String::new(),
            without_envelope: None,
            number: None,
            kind: Kind::Mcp,
            voice: Voice::Unsaid,
            from: None,
            to: None,
            connection: None,
            answers: None,
            http: None,
            message: Some(message),
            mark: None,
        }
    }

    /// The pointer into the document for a pointer into the message.
    pub(crate) fn pointer(&self, pointer: &str) -> String {
        let hidden = self.without_envelope.unwrap_or_default();
        format!("{}{}", self.at, pointer.strip_prefix(hidden).unwrap_or(pointer))
    }

    /// Whether its message stands within a text, where no patch of the document reaches.
    pub(crate) fn embedded(&self) -> bool {
        self.at.contains('#')
    }
}

impl From<Entry> for Exchange {
    fn from(entry: Entry) -> Self {
        Self {
            at: "/message".into(),
            without_envelope: None,
            number: Some(entry.number),
            kind: entry.kind,
            voice: Voice::Unsaid,
            from: Some(entry.from),
            to: entry.to,
            connection: None,
            answers: entry.answers,
            http: entry.http,
            message: entry.message,
            mark: entry.violation,
        }
    }
}
