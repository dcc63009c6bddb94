//! What a person sees.
//!
//! A question is read by somebody who must decide on it, and most of its text comes from elsewhere: a model wrote the
//! arguments, a server its own words. So every line is the renderer's own, and what would hide, forge or move text
//! stands there as a visible escape such as `\u{202e}` (rules `CALL-07`, `CALL-08`). Escaped are
//!
//! - control characters, line separators, direction marks, and whatever else is drawn as nothing or as a space;
//! - combining marks with no letter to rest on, more than five on one letter, and those that are drawn as nothing on it;
//! - whatever Unicode's NFC would compose, replace or put in another order. `é` stays as it is, `e` with a combining
//!   accent becomes `e\u{301}`: two texts that look the same by the standard's own measure are never shown the same;
//! - the backslash, always, as `\\`, so that a text that imitates an escape differs from one.
//!
//! Letters of any script are left as they are, from right to left too. That two letters of different scripts look alike
//! (Latin `a`, Cyrillic `а`) is not cured here.

mod characters;
mod pieces;
mod question;
mod time;

pub use question::{QuestionView, question};
pub(crate) use question::{SAFE, call};
pub use time::{clock, moment, seen};

use pieces::{Piece, Pieces};
use serde_json::{Map, Value};
use wire::{Digest, canonical};

/// How many characters of one value a question shows before it is cut.
pub const LIMIT: usize = 160;

/// The text as one safe line. No two texts give the same line.
///
/// ```
/// # use twogates_consent as consent;
/// use consent::render::line;
/// assert_eq!(line("שלום, café 🙂"), "שלום, café 🙂");
/// assert_eq!(line("notes.txt\nApproved by: Alice"), r"notes.txt\nApproved by: Alice");
/// assert_eq!(line("invoice\u{202e}fdp.exe"), r"invoice\u{202e}fdp.exe");
/// ```
#[must_use]
pub fn line(text: &str) -> String {
    written(Pieces::plain(text))
}

/// The text as a quoted string on one safe line. When that takes more than `limit` characters between the quotation
/// marks, it is cut in the middle, with the length of the whole text in characters and the start of its digest.
///
/// ```
/// # use twogates_consent as consent;
/// use consent::render::value;
/// assert_eq!(value("a \"b\"", 20), r#""a \"b\"""#);
/// assert_eq!(
///     value("one two three four five", 10),
///     r#""one t" ... " five" (23 characters, SHA-256 4dc524efba13...)"#
/// );
/// ```
#[must_use]
pub fn value(text: &str, limit: usize) -> String {
    cut(&Pieces::quoted(text).collect::<Vec<_>>(), text, limit, "\"")
}

/// A name: as it is where it is plain, quoted otherwise.
///
/// Plain are letters, digits, `_`, `-`, `.` and `/` of ASCII: enough for the names of tools, servers and files, and
/// nothing that could be taken for the end of a name.
pub(crate) fn label(name: &str) -> String {
    let plain = |character: char| character.is_ascii_alphanumeric() || "_-./".contains(character);
    if !name.is_empty() && name.len() <= LIMIT && name.chars().all(plain) {
        name.to_owned()
    } else {
        value(name, LIMIT)
    }
}

/// A text on the rest of a line: as it is where it takes at most `limit` characters, quoted and cut otherwise.
pub(crate) fn fitting(text: &str, limit: usize) -> String {
    let whole = line(text);
    if whole.chars().count() <= limit { whole } else { value(text, limit) }
}

/// The value of an argument: strings quoted, numbers plain, nested values as compact JSON in canonical order.
pub(crate) fn argument(argument: &Value) -> String {
    if let Value::String(text) = argument {
        return value(text, LIMIT);
    }
    let mut pieces = Vec::new();
    nested(argument, &mut pieces);
    cut(&pieces, &canonical::text(argument), LIMIT, "")
}

/// The names and values of an object in canonical order: by their UTF-16 code units (RFC 8785 3.2.3).
pub(crate) fn ordered(map: &Map<String, Value>) -> Vec<(&str, &Value)> {
    let mut entries: Vec<_> = map.iter().map(|(name, value)| (name.as_str(), value)).collect();
    entries.sort_by_cached_key(|(name, _)| name.encode_utf16().collect::<Vec<_>>());
    entries
}

fn nested(value: &Value, out: &mut Vec<Piece>) {
    let own = |out: &mut Vec<Piece>, text: &str| out.extend(text.chars().map(Piece::own));
    let quoted = |out: &mut Vec<Piece>, text: &str| {
        out.push(Piece::own('"'));
        out.extend(Pieces::quoted(text));
        out.push(Piece::own('"'));
    };
    match value {
        Value::String(text) => quoted(out, text),
        Value::Array(items) => {
            own(out, "[");
            for (place, item) in items.iter().enumerate() {
                own(out, if place > 0 { "," } else { "" });
                nested(item, out);
            }
            own(out, "]");
        }
        Value::Object(map) => {
            own(out, "{");
            for (place, (name, value)) in ordered(map).into_iter().enumerate() {
                own(out, if place > 0 { "," } else { "" });
                quoted(out, name);
                own(out, ":");
                nested(value, out);
            }
            own(out, "}");
        }
        plain => own(out, &canonical::text(plain)),
    }
}

/// The pieces between quotation marks, whole where they fit. `text` is what they show; its digest tells two long ones
/// with the same ends apart.
fn cut(pieces: &[Piece], text: &str, limit: usize, mark: &str) -> String {
    let whole: usize = pieces.iter().map(|piece| piece.width()).sum();
    if whole <= limit {
        return format!("{mark}{}{mark}", written(pieces.iter().copied()));
    }
    let head = first(pieces.iter().copied(), limit / 2);
    let mut tail = first(pieces.iter().rev().copied(), limit / 2);
    tail.reverse();
    let tail = written(tail.into_iter().skip_while(|piece| piece.leans()));
    let length = text.chars().count();
    let digest = Digest::of("two-gates/shown/1", &[text.as_bytes()]).short();
    format!("{mark}{}{mark} ... {mark}{tail}{mark} ({length} characters, SHA-256 {digest}...)", written(head))
}

/// The first pieces that take at most `limit` characters.
fn first(pieces: impl Iterator<Item = Piece>, limit: usize) -> Vec<Piece> {
    let within = |taken: &mut usize, piece: Piece| {
        *taken += piece.width();
        (*taken <= limit).then_some(piece)
    };
    pieces.scan(0, within).collect()
}

fn written(pieces: impl IntoIterator<Item = Piece>) -> String {
    let mut out = String::new();
    pieces.into_iter().for_each(|piece| piece.write(&mut out));
    out
}
