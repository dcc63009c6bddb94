//! How text that somebody else wrote is shown: short, on one line, and unable to forge anything.

use std::fmt::Display;
use std::io::{self, Write};

/// The most characters of one text that are shown.
const MOST: usize = 60;

/// The text in quotes. Whatever is not a plain letter, digit or ASCII mark stands as an escape, and what is too long is
/// cut.
pub(crate) fn shown(text: &str) -> String {
    let mut out = String::from("\"");
    for (place, character) in text.chars().enumerate() {
        if place == MOST {
            out.push_str("...");
            break;
        }
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            plain if is_plain(plain) => out.push(plain),
            _ => out.extend(character.escape_unicode()),
        }
    }
    out.push('"');
    out
}

/// Writes one line for people. This is the only way out for such a line, to either stream: whatever part of it came from
/// a transcript, the name of a file or an argument, it stays on its line and moves no cursor.
pub(crate) fn say(out: &mut (impl Write + ?Sized), line: impl Display) -> io::Result<()> {
    let mut safe = String::new();
    for character in line.to_string().chars() {
        if is_plain(character) {
            safe.push(character);
        } else {
            safe.extend(character.escape_unicode());
        }
    }
    safe.push('\n');
    out.write_all(safe.as_bytes())
}

/// Whether a character stands for itself on a line, and for nothing else: a letter, a digit or a mark of ASCII. Some
/// letters are fillers that nobody sees.
pub(crate) fn is_plain(character: char) -> bool {
    matches!(character, ' '..='~') || character.is_alphanumeric() && !wire::hidden(character)
}

/// What kind of JSON value this is, in words. Never the value.
pub(crate) const fn kind_of(value: &serde_json::Value) -> &'static str {
    use serde_json::Value;
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::is_plain;

    #[test]
    fn what_nobody_sees_is_not_plain() {
        for character in (0..=u32::from(char::MAX)).filter_map(char::from_u32) {
            let seen = character == ' ' || !wire::hidden(character);
            assert!(!is_plain(character) || seen, "{}", character.escape_unicode());
        }
        assert!(['a', 'Z', '0', '~', ' ', 'é', 'ש', '全'].into_iter().all(is_plain));
    }
}
