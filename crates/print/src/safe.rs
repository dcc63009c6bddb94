//! Text from elsewhere, made fit to be printed: nothing in it hides, moves or forges what a reader sees.

use consent::render;

/// The text as one safe line, by the same renderer that writes questions and prompts (rule `CALL-08`): there is one, so
/// that there is none to forget.
pub(super) fn safe(text: &str) -> String {
    render::line(text)
}

/// A line that was already rendered for a person. It is made safe, and its own escapes are left as that person saw
/// them: the backslash is not doubled.
pub(super) fn shown(line: &str) -> String {
    line.split('\\').map(safe).collect::<Vec<_>>().join("\\")
}

/// The text in quotation marks.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", safe(text).replace('"', "\\\""))
}

/// The text in quotation marks. One of more than `limit` characters is cut in the middle, and its length follows.
pub(super) fn cut(text: &str, limit: usize) -> String {
    let length = width(text);
    if length <= limit {
        return quoted(text);
    }
    let tail = limit / 3;
    let head: String = text.chars().take(limit - tail).collect();
    let tail: String = text.chars().skip(length - tail).collect();
    quoted(&format!("{head}…{tail}")) + &format!(" ({length} characters)")
}

/// A name without quotation marks, in at most `limit` columns: one that needs more ends early, with a mark.
pub(super) fn name(text: &str, limit: usize) -> String {
    let text = safe(text);
    if width(&text) <= limit {
        return text;
    }
    text.chars().take(limit.saturating_sub(1)).chain(['…']).collect()
}

/// How many columns a safe text takes.
pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}

/// So many things: `1 line`, `2 lines`.
pub(super) fn counted(count: u64, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{plural}")
}
