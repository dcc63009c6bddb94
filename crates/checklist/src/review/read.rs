//! A list of tools, found in what a server answered.

use serde_json::Value;
use std::fmt;
use wire::Malformed;
use wire::strict;

/// How many bytes a list may have: 16 MiB.
pub const MAX_BYTES: usize = 16 << 20;

/// How many tools a list may have.
pub const MAX_TOOLS: usize = 2_000;

/// Why there is no list to review.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotAList {
    /// It has more than [`MAX_BYTES`].
    TooLong,
    /// It is not JSON, or JSON that two readers could read differently.
    Malformed(Malformed),
    /// The server answered with an error.
    ServerError,
    /// There is no array of tools where one should be.
    NoTools,
    /// There are more than [`MAX_TOOLS`] tools; this many.
    TooMany(usize),
}

impl fmt::Display for NotAList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "the list has more than {MAX_BYTES} bytes"),
            Self::Malformed(malformed) => write!(f, "the list cannot be read: {malformed}"),
            Self::ServerError => f.write_str("the server answered with an error, not with a list"),
            Self::NoTools => f.write_str(
                "there is no list: expected an array of tools, an object with `tools`, or a response with `result.tools`",
            ),
            Self::TooMany(count) => write!(f, "the list has {count} tools; {MAX_TOOLS} are reviewed at most"),
        }
    }
}

impl std::error::Error for NotAList {}

/// A list as it was found.
pub(super) struct List {
    pub(super) tools: Vec<Value>,
    /// Whether the server said that there is another page.
    pub(super) more: bool,
}

/// Finds the list.
pub(super) fn list(bytes: &[u8]) -> Result<List, NotAList> {
    if bytes.len() > MAX_BYTES {
        return Err(NotAList::TooLong);
    }
    // Some editors put a mark before UTF-8.
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let answer = strict::read_bytes(bytes).map_err(NotAList::Malformed)?;
    if answer.get("error").is_some() {
        return Err(NotAList::ServerError);
    }
    let result = answer.get("result").unwrap_or(&answer);
    let tools = result.get("tools").unwrap_or(result).as_array().ok_or(NotAList::NoTools)?;
    if tools.len() > MAX_TOOLS {
        return Err(NotAList::TooMany(tools.len()));
    }
    let more = result.get("nextCursor").is_some_and(|cursor| !cursor.is_null());
    Ok(List { tools: tools.clone(), more })
}
