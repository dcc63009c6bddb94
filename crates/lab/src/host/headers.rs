//! Header values: a name as it travels, and tokens as a transcript shows them.

use crate::authorization::Issued;
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use wire::http::Headers;

/// A name as it stands in `Mcp-Name` (rule `HTTP-13`): as it is, or encoded where a header cannot carry it, would lose
/// the spaces at its ends, or would be taken for something encoded.
pub(super) fn name(name: &str) -> String {
    let printable = name.chars().all(|character| matches!(character, ' '..='~'));
    let trimmed = name.trim() == name;
    if printable && trimmed && !name.starts_with("=?") {
        return name.to_owned();
    }
    format!("=?base64?{}?=", BASE64.encode(name))
}

/// The headers as a transcript shows them: the name of the token that its holder knows, and no secret of any other.
pub(super) fn redacted(headers: &Headers, known: Option<&Issued>) -> Headers {
    let hide = |(name, value): &(String, String)| {
        let value = match known {
            Some(token) if value.contains(&token.secret) => format!("Bearer <{}>", token.name),
            _ if name.to_ascii_lowercase().ends_with("authorization") => "Bearer <another token>".to_owned(),
            _ => value.clone(),
        };
        (name.clone(), value)
    };
    Headers(headers.0.iter().map(hide).collect())
}
