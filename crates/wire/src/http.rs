//! The HTTP part of an exchange, as plain values.

use serde::{Deserialize, Serialize};

/// Header lines in the order in which they were sent. Names compare without case (RFC 9110 5.1).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Headers(pub Vec<(String, String)>);

impl Headers {
    /// Adds one line.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.0.push((name.to_owned(), value.into()));
        self
    }

    /// The value of the first line with this name.
    ///
    /// ```
    /// # use twogates_wire as wire;
    /// let headers = wire::http::Headers::default().with("Mcp-Method", "tools/list");
    /// assert_eq!(headers.first("mcp-method"), Some("tools/list"));
    /// assert_eq!(headers.first("Mcp-Name"), None);
    /// ```
    #[must_use]
    pub fn first(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The values of all lines with this name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// One HTTP request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// `POST` for every MCP message.
    pub method: String,
    /// The path, without host.
    pub path: String,
    /// Header lines.
    pub headers: Headers,
    /// The raw body. It is read strictly, and only once.
    pub body: String,
}

/// One HTTP response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// Header lines.
    pub headers: Headers,
    /// The body, empty where there is none.
    pub body: String,
}

impl Response {
    /// A response without a body.
    #[must_use]
    pub fn empty(status: u16) -> Self {
        Self { status, headers: Headers::default(), body: String::new() }
    }

    /// A response with a JSON body.
    #[must_use]
    pub fn json(status: u16, body: &serde_json::Value) -> Self {
        Self {
            status,
            headers: Headers::default().with("Content-Type", "application/json"),
            body: crate::order::compact(body),
        }
    }
}
