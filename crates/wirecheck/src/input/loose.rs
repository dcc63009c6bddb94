//! Reads what the strict reader refuses, so that the rest of such a message can be checked.

use serde_json::Value;

/// The value of a text that is JSON to some reader. Half of a surrogate pair is read as U+FFFD.
pub(super) fn read(text: &str) -> Option<Value> {
    serde_json::from_str(text).or_else(|_| serde_json::from_str(&mended(text))).ok()
}

/// The text with U+FFFD in place of each escape that is half of a surrogate pair.
fn mended(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((plain, escaped)) = rest.split_once('\\') {
        out.push_str(plain);
        let (first, behind) = unit(escaped);
        let low = behind.strip_prefix('\\').map(unit);
        rest = match (first, low) {
            (Some(0xd800..0xdc00), Some((Some(0xdc00..0xe000), behind))) => {
                let whole = escaped.len() - behind.len();
                out.push('\\');
                out.push_str(escaped.get(..whole).unwrap_or_default());
                behind
            }
            (Some(0xd800..0xe000), _) => {
                out.push_str("\\ufffd");
                behind
            }
            _ => {
                // The character behind a backslash may be one itself.
                let mut characters = escaped.chars();
                out.push('\\');
                out.extend(characters.next());
                characters.as_str()
            }
        };
    }
    out.push_str(rest);
    out
}

/// The code unit of a `u` and four hexadecimal digits, and what is behind it.
fn unit(escaped: &str) -> (Option<u32>, &str) {
    let digits = escaped.strip_prefix('u').and_then(|rest| rest.split_at_checked(4));
    match digits {
        Some((digits, behind)) => (u32::from_str_radix(digits, 16).ok(), behind),
        None => (None, escaped),
    }
}
