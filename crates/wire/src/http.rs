//! The HTTP part of an exchange, as plain values.
//!
//! What these print of themselves for a programmer ends up in logs and test reports, so that none of them prints a
//! secret: no value of a header that carries a token, a cookie or a key; no query; and no body that is not a JSON-RPC
//! message, for the others are those of authorization, and hold tokens. The values themselves are all there.

use std::fmt;

/// What stands for a secret.
const HIDDEN: &str = "(not printed)";

/// What the name of a header that carries a secret has in it, in small letters: `Authorization`, `Proxy-Authorization`,
/// `Cookie`, `Set-Cookie`, `X-Api-Key`, `X-Auth-Token`, and the like. `WWW-Authenticate` is a challenge and no secret.
const SECRET: &[&str] = &["authorization", "cookie", "token", "key", "secret", "password", "credential", "session"];

/// Header lines in the order in which they were sent. Names compare without case (RFC 9110 5.1).
///
/// ```
/// # use twogates_wire as wire;
/// let headers = wire::http::Headers::default().with("Mcp-Method", "tools/list").with("Authorization", "Bearer abc");
/// assert_eq!(format!("{headers:?}"), r#"{"Mcp-Method": "tools/list", "Authorization": (not printed)}"#);
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
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

impl fmt::Debug for Headers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = f.debug_map();
        for (name, value) in &self.0 {
            let small = name.to_ascii_lowercase();
            if SECRET.iter().any(|part| small.contains(part)) {
                lines.entry(name, &format_args!("{HIDDEN}"));
            } else {
                lines.entry(name, value);
            }
        }
        lines.finish()
    }
}

/// One HTTP request.
#[derive(Clone, PartialEq, Eq)]
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

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = match self.path.split_once('?') {
            None => self.path.clone(),
            Some((path, _)) => format!("{path}?{HIDDEN}"),
        };
        f.debug_struct("Request")
            .field("method", &self.method)
            .field("path", &path)
            .field("headers", &self.headers)
            .field("body", &format_args!("{}", printed(&self.body)))
            .finish()
    }
}

/// One HTTP response.
#[derive(Clone, PartialEq, Eq)]
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

impl fmt::Debug for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Response")
            .field("status", &self.status)
            .field("headers", &self.headers)
            .field("body", &format_args!("{}", printed(&self.body)))
            .finish()
    }
}

/// A body as it is printed for a programmer.
fn printed(body: &str) -> String {
    let json_rpc = || crate::strict::read(body).is_ok_and(|message| message.get("jsonrpc").is_some());
    if body.is_empty() || json_rpc() { format!("{body:?}") } else { format!("{HIDDEN}, {} bytes", body.len()) }
}
