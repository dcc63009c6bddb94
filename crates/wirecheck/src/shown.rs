//! How text from a transcript is shown: short, on one line, and unable to forge anything.

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

/// Whether a character stands for itself on a line, and for nothing else: a letter, a digit or a mark of ASCII.
pub(crate) fn is_plain(character: char) -> bool {
    matches!(character, ' '..='~') || character.is_alphanumeric()
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
